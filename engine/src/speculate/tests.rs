//! Whatever is drafted, accepted and rejected, the text and the state are those of plain decoding.

mod cheaper;
mod cuts;
mod exact;
mod trial;

use std::rc::Rc;

use super::{Decoder, DraftsFrom, Pair, force, run_round};
use crate::{
    mlx::token_array,
    sample::Sampler,
    testing::{
        Choices, Fixture, begun, fixture, pocket, repository, scores_after, soak, state_difference,
        text,
    },
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
    let greedy = &fixture.greedy;
    let mut decoder = begun(pair, &fixture.prompt, 512, greedy[0]);
    let mut plain = begun(pair, &fixture.prompt, 512, greedy[0]);
    // Index of the pending token in `greedy`.
    let mut at = 0;
    while at + 1 < greedy.len() {
        let drafts = decoder
            .draft(depth, DraftsFrom::All)
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
    let prompts = questions();
    assert_eq!(prompts.len(), 50);
    // In the sample a few that lie far apart, in the soak all of them.
    let step = prompts.len() / soak(4, 50);
    for prompt in prompts.into_iter().step_by(step) {
        let plain = text(&pair, Sampler::greedy(), &prompt, 0, 200);
        let speculative = text(&pair, Sampler::greedy(), &prompt, 2, 200);
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
    let mut sampler = Sampler::greedy();
    let mut cut = begun(&pair, &fixture.prompt, 512, fixture.greedy[0]);
    let mut plain = begun(&pair, &fixture.prompt, 512, fixture.greedy[0]);
    for _ in 0..6 {
        let round = run_round(&mut cut, &mut sampler, 3.into(), |_| 1).expect("a round");
        let single = run_round(&mut plain, &mut sampler, 0.into(), |_| 1).expect("a round");
        assert_eq!(round.tokens, single.tokens);
        assert!(state_difference(&cut, &plain) < TOLERANCE);
    }
}

#[test]
fn forced_tokens_leave_the_state_of_a_prompt_with_them() {
    let forced = [9, 4, 11, 4];
    for preset in ["dense-tied", "moe"] {
        let (pair, fixture) = fixture(preset);
        let first = fixture.greedy[0];
        for count in 1..=forced.len() {
            let mut sampler = Sampler::greedy();
            let mut decoder = begun(&pair, &fixture.prompt, 512, first);
            // In the middle of an answer, after a round that was cut.
            let round = run_round(&mut decoder, &mut sampler, 2.into(), |_| 1).expect("a round");
            force(&mut decoder, &mut sampler, &forced[..count]).expect("a pass");

            let before = [
                &fixture.prompt,
                &[first][..],
                &round.tokens,
                &forced[..count - 1],
            ]
            .concat();
            let mut fresh = begun(&pair, &before, 512, forced[count - 1]);
            let difference = state_difference(&decoder, &fresh);
            assert!(
                difference < TOLERANCE,
                "after {count} the state is off by {difference}"
            );
            // The pending token and the companion's next drafts too.
            let drafts = |decoder: &mut Decoder| {
                let drafts = decoder
                    .draft(2, DraftsFrom::All)
                    .expect("drafts")
                    .expect("a companion");
                drafts.to_vec_cast::<u32>().expect("tokens")
            };
            assert_eq!(drafts(&mut decoder), drafts(&mut fresh));
            let next = |decoder: &mut Decoder| {
                run_round(decoder, &mut Sampler::greedy(), 2.into(), <[u32]>::len).expect("a round")
            };
            assert_eq!(next(&mut decoder).tokens, next(&mut fresh).tokens);
        }
    }
}

/// Fifty questions to the built-in model, in tokens.
fn questions() -> Vec<Vec<u32>> {
    let file = repository().join("models/pocket/target/tokenizer.json");
    let tokenizer = tokenizers::Tokenizer::from_file(file).expect("a tokenizer");
    let words = [
        "river",
        "mountain",
        "violin",
        "courage",
        "lighthouse",
        "owl",
        "bridge",
        "winter",
        "bread",
        "silver",
    ];
    let questions = [
        "What is a WORD?",
        "What does \"WORD\" mean?",
        "Give me some synonyms for WORD.",
        "Tell me a short story about a WORD.",
        "Use \"WORD\" in a sentence.",
    ];
    questions
        .iter()
        .flat_map(|question| words.map(|word| question.replace("WORD", word)))
        .map(|question| {
            let text = format!(
                "<|im_start|>user\n{question}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"
            );
            let encoding = tokenizer.encode(text, false).expect("tokens");
            encoding.get_ids().to_vec()
        })
        .collect()
}

/// How far apart the best two scores after `text` are.
fn gap_after(pair: &Rc<Pair>, text: &[u32]) -> f32 {
    let mut scores = scores_after(pair, text);
    scores.sort_by(f32::total_cmp);
    scores[scores.len() - 1] - scores[scores.len() - 2]
}
