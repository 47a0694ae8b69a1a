//! The same seed gives the same text, however much is drafted.

use mlx_rs::Array;
use tokenizers::Tokenizer;

use super::{mlx_lm::Reference, neutral, oracle};
use crate::{
    sample::{Sampler, SamplingSettings},
    testing::{pocket, repository, scores_after, soak, text},
};

/// How far the scores of one row and of several may lie apart.
const ERROR: f64 = 3e-3;

const QUESTIONS: [&str; 6] = [
    "Tell me a short story about an owl.",
    "What is the capital of Norway?",
    "List the months of the year.",
    "Write FizzBuzz in Python.",
    "What does \"courage\" mean?",
    "Name some kinds of tree.",
];

fn prompts() -> Vec<Vec<u32>> {
    let file = repository().join("models/pocket/target/tokenizer.json");
    let tokenizer = Tokenizer::from_file(file).expect("a tokenizer");
    QUESTIONS
        .iter()
        .map(|question| {
            let text = format!(
                "<|im_start|>user\n{question}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"
            );
            let encoding = tokenizer.encode_fast(text, false).expect("tokens");
            encoding.get_ids().to_vec()
        })
        .collect()
}

fn settings() -> Vec<SamplingSettings> {
    let maker = SamplingSettings {
        top_k: 20,
        top_p: 0.95,
        ..neutral()
    };
    vec![
        SamplingSettings {
            temperature: 0.6,
            ..maker.clone()
        },
        SamplingSettings {
            presence_penalty: 1.5,
            ..maker.clone()
        },
        SamplingSettings {
            min_p: 0.05,
            repetition_penalty: 1.2,
            frequency_penalty: 0.3,
            top_k: 0,
            ..maker
        },
        neutral(),
        SamplingSettings {
            temperature: 0.0,
            repetition_penalty: 1.1,
            presence_penalty: 0.5,
            ..neutral()
        },
    ]
}

#[test]
fn the_same_seed_gives_the_same_text_at_every_depth() {
    let pair = pocket();
    let prompts = prompts();
    let vocabulary = 8192;
    let length = soak(24, 200);
    for (turn, settings) in settings().into_iter().enumerate() {
        for run in 0..soak(1, 10) {
            let prompt = &prompts[(turn + run) % prompts.len()];
            let settings = SamplingSettings {
                seed: run as u64,
                ..settings.clone()
            };
            let answer = |depth| {
                let sampler = Sampler::new(&settings, vocabulary, prompt);
                text(&pair, sampler, prompt, depth, length)
            };
            let plain = answer(0);
            for depth in [1, 2, 4] {
                let speculative = answer(depth);
                let Some(at) = (0..length).find(|&i| plain[i] != speculative[i]) else {
                    continue;
                };
                let before = [&prompt[..], &plain[..at]].concat();
                let scores = scores_after(&pair, &before);
                let possible = oracle::possible_draws(&scores, &before, &settings, ERROR);
                assert!(
                    possible.contains(&plain[at]) && possible.contains(&speculative[at]),
                    "{settings:?}: with {depth} drafts token {at} differs, and it is no tie"
                );
            }
        }
    }
}

/// What the test above takes for an excuse must be rare, and hold what is drawn.
#[test]
fn near_ties_are_few() {
    let reference = Reference::read();
    let (mut draws, mut ties) = (0, 0);
    for (index, (name, settings)) in reference.cases.iter().enumerate() {
        for row in 0..reference.rows() {
            let settings = SamplingSettings {
                seed: (index * reference.rows() + row) as u64,
                ..settings.clone()
            };
            let (scores, text) = (reference.row(row), reference.text(row));
            let drawn = Sampler::new(&settings, scores.len(), &text)
                .choose(&Array::from_slice(&scores, &[1, scores.len() as i32]), None)
                .expect("a token")
                .item_cast::<u32>();
            let possible = oracle::possible_draws(&scores, &text, &settings, ERROR);
            assert!(possible.contains(&drawn), "{name}, row {row}");
            draws += 1;
            ties += usize::from(possible.len() > 1);
        }
    }
    assert!(ties * 20 < draws, "{ties} of {draws}");
}
