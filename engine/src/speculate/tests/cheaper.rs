//! Cheaper drafts: from likely tokens, and by a companion in 4 bits.

use std::rc::Rc;

use mlx_rs::ops::indexing::TryIndexOp;

use super::questions;
use crate::{
    CompanionSpec, ModelSpec,
    companion::DraftVocabulary,
    mlx::Device,
    model::loader::{CompanionForm, WeightForm},
    sample::{Sampler, greedy},
    speculate::{DraftsFrom, Pair, pace::Step, run_round},
    testing::{begun, fixture, pocket, repository},
    worker::load_pair,
};

/// The same models with these tokens as draft vocabulary.
fn with_vocabulary(pair: &Pair, tokens: &[u32]) -> Rc<Pair> {
    Rc::new(Pair {
        target: Rc::clone(&pair.target),
        companion: pair.companion.clone(),
        vocabulary: DraftVocabulary::new(&pair.target, tokens).expect("rows"),
    })
}

/// Rounds of `depth` drafts after `prompt`: the text, and how many drafts were accepted of how many.
fn rounds(pair: &Rc<Pair>, prompt: &[u32], step: Step, count: usize) -> (Vec<u32>, usize, usize) {
    let mut decoder = begun(pair, prompt, 512, 7);
    let mut sampler = Sampler::greedy();
    let (mut text, mut accepted, mut drafted) = (Vec::new(), 0, 0);
    while text.len() < count {
        let round = run_round(&mut decoder, &mut sampler, step, <[u32]>::len).expect("a round");
        text.extend(round.tokens);
        accepted += round.accepted;
        drafted += round.drafted;
    }
    text.truncate(count);
    (text, accepted, drafted)
}

fn likely(depth: usize) -> Step {
    Step {
        from: DraftsFrom::Likely,
        ..Step::from(depth)
    }
}

#[test]
fn a_draft_is_the_likeliest_of_the_likely_tokens() {
    for preset in [
        "dense-tied",
        "dense-4bit",
        "dense-8bit-untied",
        "dense-mxfp4",
    ] {
        let (pair, fixture) = fixture(preset);
        let chosen: Vec<u32> = (0..pair.target.vocabulary() as u32)
            .filter(|t| t % 3 == 1)
            .collect();
        let pair = with_vocabulary(&pair, &chosen);
        let vocabulary = pair.vocabulary.as_ref().expect("a vocabulary");
        assert_eq!(vocabulary.len(), chosen.len());
        assert!(vocabulary.has(1) && !vocabulary.has(3) && !vocabulary.has(u32::MAX));
        let hidden = pair
            .target
            .embed(&crate::mlx::token_array(&fixture.prompt[..5]))
            .expect("rows");
        let scores = pair.target.logits(&hidden).expect("scores");
        let among = scores
            .take_axis(crate::mlx::token_array(&chosen), 1)
            .expect("columns");
        let best = greedy(&among).expect("tokens").to_vec_cast::<u32>();
        let expected: Vec<u32> = best
            .expect("tokens")
            .into_iter()
            .map(|index| chosen[index as usize])
            .collect();
        let found = vocabulary.likeliest(&hidden).expect("tokens");
        assert_eq!(
            found.to_vec_cast::<u32>().expect("tokens"),
            expected,
            "{preset}"
        );
    }
}

#[test]
fn what_is_no_subset_is_no_vocabulary() {
    let (pair, _) = fixture("dense-tied");
    let count = pair.target.vocabulary() as u32;
    let vocabulary = |tokens: &[u32]| DraftVocabulary::new(&pair.target, tokens).expect("rows");
    assert!(vocabulary(&[]).is_none());
    assert!(vocabulary(&[count, u32::MAX]).is_none());
    assert!(vocabulary(&(0..count).collect::<Vec<_>>()).is_none());
    assert_eq!(vocabulary(&[5, 5, 2, count]).map(|v| v.len()), Some(2));
}

#[test]
fn the_draft_vocabulary_changes_drafts_and_no_text() {
    let pair = pocket();
    assert!(pair.vocabulary.is_some(), "the built-in model has none");
    let prompt = &questions()[35];
    let (plain, ..) = rounds(&pair, prompt, 0.into(), 80);
    let (all, accepted, drafted) = rounds(&pair, prompt, 2.into(), 80);
    let (few, accepted_few, drafted_few) = rounds(&pair, prompt, likely(2), 80);
    assert_eq!(plain, all);
    assert_eq!(plain, few);
    let share = |part, whole| part as f64 / whole as f64;
    let (share, share_few) = (share(accepted, drafted), share(accepted_few, drafted_few));
    assert!(share_few > 0.5 * share, "{share_few} instead of {share}");

    // One that lacks nearly all tokens loses the drafts and nothing else.
    let poor = with_vocabulary(&pair, &[3, 4]);
    let (text, accepted, _) = rounds(&poor, prompt, likely(2), 80);
    assert_eq!(plain, text);
    assert!(accepted < accepted_few);
}

#[test]
fn a_companion_in_4_bits_drafts_nearly_as_well() {
    let folder = repository().join("models/pocket");
    let spec = ModelSpec {
        target: folder.join("target"),
        companion: CompanionSpec::Folder(folder.join("companion")),
    };
    let device = Device::cpu().expect("a CPU");
    let load = |form| load_pair(&spec, &device, (WeightForm::Auto, form)).expect("a model");
    let (stored, packed) = (load(CompanionForm::Stored), load(CompanionForm::FourBits));

    // They are not the same, else nothing was packed.
    let out = |pair: &Rc<Pair>| {
        let mut decoder = begun(pair, &questions()[35], 512, 7);
        decoder.draft(1, DraftsFrom::All).expect("a draft");
        decoder
            .contents()
            .expect("a state")
            .pop()
            .expect("an output")
    };
    let difference = out(&stored).subtract(out(&packed)).expect("shapes");
    assert!(crate::testing::largest(&difference.try_index(0).expect("a row")) > 1e-4);

    let share = |pair: &Rc<Pair>| {
        let (_, accepted, drafted) = rounds(pair, &questions()[35], 2.into(), 100);
        accepted as f64 / drafted as f64
    };
    let (stored, packed) = (share(&stored), share(&packed));
    assert!(packed > stored - 0.1, "{packed} instead of {stored}");
}
