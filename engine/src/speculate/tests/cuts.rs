//! Wherever an answer is cut, what is left is what an answer of that length leaves: going on from
//! there gives what an uncut answer gives.

use std::rc::Rc;

use super::{TOLERANCE, questions};
use crate::{
    request::Sampling,
    sample::Sampler,
    speculate::{Decoder, Pair, run_round},
    testing::{Choices, begun, fixture, pocket, sampler, soak, state_difference},
};

/// A sampler with penalties, whose own state is cut as well.
fn penalized(pair: &Pair, prompt: &[u32], seed: u64) -> Sampler {
    let wish = Sampling {
        temperature: Some(0.7),
        presence_penalty: Some(1.5),
        repetition_penalty: Some(1.1),
        seed: Some(seed),
        ..Sampling::default()
    };
    sampler(pair, prompt, &wish)
}

/// Decodes from the pending token on until there are `count` tokens. Before each round `depth` says
/// how many drafts it has, and after it `cut` how many of its tokens the text takes.
fn tokens(
    decoder: &mut Decoder,
    sampler: &mut Sampler,
    count: usize,
    mut depth: impl FnMut() -> usize,
    mut cut: impl FnMut(usize) -> usize,
) -> Vec<u32> {
    let mut all = Vec::new();
    while all.len() < count {
        let room = count - all.len();
        let round = run_round(decoder, sampler, depth().into(), |tokens| {
            cut(tokens.len()).min(room)
        });
        all.extend(round.expect("a round").tokens);
    }
    all
}

/// Cuts at random places of random rounds, then goes on, and compares with decoding token by token.
fn cut_anywhere(pair: &Rc<Pair>, prompt: &[u32], greedy: bool, seed: u64) {
    const COUNT: usize = 24;
    let new_sampler = || match greedy {
        true => Sampler::greedy(),
        false => penalized(pair, prompt, seed),
    };
    let first = 7;
    let mut plain = begun(pair, prompt, 512, first);
    let mut sampler = new_sampler();
    sampler.committed(&[first]);
    let expected = tokens(&mut plain, &mut sampler, COUNT, || 0, |all| all);

    let choices = std::cell::RefCell::new(Choices(seed));
    let below = |bound| choices.borrow_mut().below(bound);
    let mut cut = begun(pair, prompt, 512, first);
    let mut sampler = new_sampler();
    sampler.committed(&[first]);
    let found = tokens(
        &mut cut,
        &mut sampler,
        COUNT,
        || below(5),
        |all| 1 + below(all),
    );
    assert_eq!(found, expected, "seed {seed}");
    let difference = state_difference(&cut, &plain);
    assert!(difference < TOLERANCE, "seed {seed}: off by {difference}");

    // Rounds that were cut have left nothing that later ones could stumble over.
    let further = tokens(&mut cut, &mut sampler, 8, || 3, |all| all);
    let mut sampler = new_sampler();
    sampler.committed(&[&[first], expected.as_slice()].concat());
    let uncut = tokens(&mut plain, &mut sampler, 8, || 0, |all| all);
    assert_eq!(further, uncut, "seed {seed}, after the cut");
}

#[test]
fn a_cut_anywhere_leaves_what_a_shorter_answer_leaves() {
    for (preset, greedy) in [("dense-tied", true), ("dense-4bit", false), ("moe", false)] {
        let (pair, fixture) = fixture(preset);
        for seed in 0..soak(3, 300) as u64 {
            cut_anywhere(&pair, &fixture.prompt, greedy, seed);
        }
    }
}

#[test]
fn the_built_in_model_can_be_cut_anywhere() {
    let pair = pocket();
    let questions = questions();
    for seed in 0..soak(1, 50) {
        let prompt = &questions[(35 + 7 * seed) % questions.len()];
        cut_anywhere(&pair, prompt, false, seed as u64);
    }
}
