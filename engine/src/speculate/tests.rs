//! Whatever is drafted, accepted and rejected, the text and the state are those of plain decoding.

use std::{ops::ControlFlow, rc::Rc};

use super::{Decoder, Pair, run_round};
use crate::{
    mlx::token_array,
    sample::Sampler,
    testing::{Choices, Fixture, begun, fixture, pocket, soak, state_difference},
};

/// How far states may lie apart, of each tensor's largest value: products of one row and of several
/// round differently.
const TOLERANCE: f32 = 1e-3;
/// A gap between the best two scores under which another order of summation may swap them.
const TIE: f32 = 6e-3;

/// Follows `fixture.greedy` with rounds of `depth` drafts; each accepts as many as `schedule` says.
/// Checks the drafts of each round against the fixture and the state against plain decoding.
fn follow(
    pair: &Rc<Pair>,
    fixture: &Fixture,
    depth: usize,
    mut schedule: impl FnMut(usize) -> usize,
) {
    let sampler = Sampler::default();
    let greedy = &fixture.greedy;
    let mut decoder = begun(pair, &fixture.prompt, 512, greedy[0]);
    let mut plain = begun(pair, &fixture.prompt, 512, greedy[0]);
    // Index of the pending token in `greedy`.
    let mut at = 0;
    while at + 1 < greedy.len() {
        let drafts = decoder
            .draft(depth, &sampler)
            .expect("drafts")
            .expect("a companion");
        let drafts = drafts.to_vec_cast::<u32>().expect("tokens");
        let row = fixture.drafts[at].iter().zip(&fixture.draft_gaps[at]);
        for (draft, (expected, gap)) in drafts.iter().zip(row) {
            if *gap < TIE {
                break;
            }
            assert_eq!(draft, expected, "round at {at}");
        }

        let room = greedy.len() - at - 2;
        let accepted = schedule(depth + 1).min(depth).min(room);
        // An oracle's drafts up to there, then one that is surely wrong.
        let tried: Vec<u32> = (1..=depth)
            .map(|step| match greedy.get(at + step) {
                Some(&token) if step <= accepted => token,
                Some(&token) => (token + 1) % 8,
                None => 0,
            })
            .collect();
        let attempt = decoder.attempt(Some(&token_array(&tried))).expect("a pass");
        let next = &greedy[at + 1..at + 2 + accepted];
        decoder
            .commit(attempt, &token_array(next))
            .expect("a commit");
        for token in next {
            let attempt = plain.attempt(None).expect("a pass");
            plain
                .commit(attempt, &token_array(&[*token]))
                .expect("a commit");
        }
        at += 1 + accepted;
        let difference = state_difference(&decoder, &plain);
        assert!(
            difference < TOLERANCE,
            "after {accepted} of {depth} drafts at {at} the state is off by {difference}"
        );
    }
}

#[test]
fn any_schedule_of_acceptances_leaves_the_plain_state_and_the_reference_drafts() {
    let presets = ["dense-tied", "dense-wide-values", "dense-4bit", "moe"];
    for (seed, preset) in presets.into_iter().enumerate() {
        let (pair, fixture) = fixture(preset);
        for accepted in 0..=3 {
            follow(&pair, &fixture, 3, |_| accepted);
        }
        let mut choices = Choices(seed as u64);
        for run in 0..soak(5, 250) {
            follow(&pair, &fixture, 1 + run % 3, |bound| choices.below(bound));
        }
    }
}

#[test]
fn a_prompt_leaves_the_same_state_however_it_is_cut_into_chunks() {
    let pair = pocket();
    let prompt: Vec<u32> = (0..600)
        .map(|i| 300 + (i * i * 31 + i * 7) % 5000)
        .collect();
    let whole = begun(&pair, &prompt, 512, 42);
    for chunk in [1, 3, 64] {
        let cut = begun(&pair, &prompt, chunk, 42);
        let difference = state_difference(&cut, &whole);
        assert!(
            difference < TOLERANCE,
            "chunks of {chunk} leave the state off by {difference}"
        );
    }
}

#[test]
fn speculation_does_not_change_the_text() {
    let pair = pocket();
    let mut choices = Choices(7);
    for _ in 0..soak(4, 50) {
        let prompt: Vec<u32> = (0..4 + choices.below(40))
            .map(|_| 300 + choices.below(7000) as u32)
            .collect();
        let plain = text(&pair, &prompt, 0, 200);
        let speculative = text(&pair, &prompt, 2, 200);
        let Some(at) = (0..plain.len()).find(|&i| plain[i] != speculative[i]) else {
            continue;
        };
        let gap = gap_after(&pair, &[&prompt, &plain[..at]].concat());
        assert!(
            gap < TIE,
            "token {at} differs though the scores are {gap} apart"
        );
    }
}

#[test]
fn an_attempt_that_is_discarded_leaves_no_trace() {
    let (pair, fixture) = fixture("dense-tied");
    let untouched = begun(&pair, &fixture.prompt, 512, fixture.greedy[0]);
    let mut decoder = begun(&pair, &fixture.prompt, 512, fixture.greedy[0]);
    let attempt = decoder
        .attempt(Some(&token_array(&[9, 10, 11])))
        .expect("a pass");
    decoder.discard(attempt);
    assert_eq!(state_difference(&decoder, &untouched), 0.0);
}

#[test]
fn a_round_commits_only_what_the_text_takes() {
    let (pair, fixture) = fixture("dense-tied");
    let sampler = Sampler::default();
    let mut cut = begun(&pair, &fixture.prompt, 512, fixture.greedy[0]);
    let mut plain = begun(&pair, &fixture.prompt, 512, fixture.greedy[0]);
    for _ in 0..6 {
        let round = run_round(&mut cut, &sampler, 3, |_| 1).expect("a round");
        let single = run_round(&mut plain, &sampler, 0, |_| 1).expect("a round");
        assert_eq!(round.tokens, single.tokens);
        assert!(state_difference(&cut, &plain) < TOLERANCE);
    }
}

/// The answer of `count` tokens with `depth` drafts a round.
fn text(pair: &Rc<Pair>, prompt: &[u32], depth: usize, count: usize) -> Vec<u32> {
    let sampler = Sampler::default();
    let mut decoder = Decoder::new(Rc::clone(pair), depth > 0).expect("a decoder");
    let logits = decoder
        .prefill(prompt, 512, |_, _| Ok(ControlFlow::Continue(())))
        .expect("a prompt");
    let first = sampler.choose(&logits).expect("a token");
    let mut tokens = first.to_vec_cast::<u32>().expect("a token");
    decoder.begin(first).expect("a first token");
    while tokens.len() < count {
        let room = count - tokens.len();
        let round = run_round(&mut decoder, &sampler, depth.min(room - 1), <[u32]>::len);
        tokens.extend(round.expect("a round").tokens);
    }
    tokens
}

/// How far apart the best two scores after `text` are.
fn gap_after(pair: &Rc<Pair>, text: &[u32]) -> f32 {
    let mut decoder = Decoder::new(Rc::clone(pair), false).expect("a decoder");
    let logits = decoder
        .prefill(text, 512, |_, _| Ok(ControlFlow::Continue(())))
        .expect("a prompt");
    let mut scores = logits.to_vec_cast::<f32>().expect("scores");
    scores.sort_by(f32::total_cmp);
    scores[scores.len() - 1] - scores[scores.len() - 2]
}
