//! Penalties and filters against mlx-lm's own, on the fixture of `tests/references/sampling`.

use std::collections::HashMap;

use mlx_rs::{
    Array,
    ops::{indexing::TryIndexOp, softmax_axis, zeros},
};
use serde_json::Value;

use super::{neutral, oracle};
use crate::{
    mlx::token_array,
    sample::{Sampler, SamplingSettings, draw::Draw, filters::Candidates, greedy},
    testing::repository,
};

/// How far probabilities may lie apart: float32 sums in another order.
const TOLERANCE: f64 = 2e-5;

/// The fixture: scores after some texts, and settings by name.
pub(super) struct Reference {
    arrays: HashMap<String, Array>,
    pub(super) cases: Vec<(String, SamplingSettings)>,
}

impl Reference {
    pub(super) fn read() -> Self {
        let folder = repository().join("tests/references/sampling");
        let arrays =
            Array::load_safetensors(folder.join("expected.safetensors")).expect("a fixture");
        let cases = std::fs::read(folder.join("cases.json")).expect("a fixture");
        let cases: serde_json::Map<String, Value> =
            serde_json::from_slice(&cases).expect("a fixture");
        Self {
            arrays,
            cases: cases
                .into_iter()
                .map(|(name, case)| (name, settings(&case)))
                .collect(),
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.scores().dim(0) as usize
    }

    pub(super) fn vocabulary(&self) -> usize {
        self.scores().dim(1) as usize
    }

    /// `[rows, vocabulary]`.
    pub(super) fn scores(&self) -> &Array {
        &self.arrays["logits"]
    }

    pub(super) fn row(&self, row: usize) -> Vec<f32> {
        self.scores()
            .try_index(row as i32)
            .expect("scores")
            .to_vec_cast::<f32>()
            .expect("scores")
    }

    /// The text before a row.
    pub(super) fn text(&self, row: usize) -> Vec<u32> {
        self.arrays[&format!("history.{row}")]
            .to_vec_cast::<u32>()
            .expect("tokens")
    }

    /// mlx-lm's probabilities.
    fn expected(&self, name: &str, row: usize) -> Vec<f64> {
        self.arrays[name]
            .try_index(row as i32)
            .expect("probabilities")
            .to_vec_cast::<f64>()
            .expect("probabilities")
    }
}

fn settings(case: &Value) -> SamplingSettings {
    let number = |key: &str, default: f32| case[key].as_f64().map_or(default, |value| value as f32);
    let neutral = neutral();
    let bias = case["logit_bias"].as_object().into_iter().flatten();
    SamplingSettings {
        temperature: number("temperature", neutral.temperature),
        top_k: case["top_k"].as_u64().unwrap_or(0) as usize,
        top_p: number("top_p", neutral.top_p),
        min_p: number("min_p", neutral.min_p),
        presence_penalty: number("presence_penalty", neutral.presence_penalty),
        frequency_penalty: number("frequency_penalty", neutral.frequency_penalty),
        repetition_penalty: number("repetition_penalty", neutral.repetition_penalty),
        logit_bias: bias
            .map(|(token, bias)| {
                let token = token.parse().expect("a token");
                (token, bias.as_f64().expect("a number") as f32)
            })
            .collect(),
        seed: 0,
    }
}

/// The sampler's own probabilities, `[T, vocabulary]`, after rows as [`Sampler::choose`] takes them.
fn probabilities(sampler: &Sampler, logits: &Array, drafts: Option<&Array>) -> Array {
    let scores = sampler.scores(logits, drafts).expect("scores");
    let nothing = zeros::<f32>(logits.shape()).expect("zeros");
    let spread = |tokens: &Array, shares: &Array| {
        nothing
            .put_along_axis(tokens, shares, 1)
            .expect("probabilities")
    };
    match sampler
        .draw
        .as_ref()
        .map(|draw: &Draw| draw.candidates(&scores))
    {
        None => {
            let best = greedy(&scores)
                .and_then(|best| best.expand_dims(1))
                .expect("tokens");
            spread(&best, &Array::from_f32(1.0))
        }
        Some(candidates) => {
            let Candidates { scores, tokens } = candidates.expect("candidates");
            let shares = softmax_axis(&scores, 1, true).expect("shares");
            match tokens {
                Some(tokens) => spread(&tokens, &shares),
                None => shares,
            }
        }
    }
}

fn assert_alike(actual: &[f64], expected: &[f64], what: &str) {
    assert_eq!(actual.len(), expected.len());
    for (token, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        assert_eq!(
            *actual > 0.0,
            *expected > 0.0,
            "{what}: only one of the two keeps token {token}"
        );
        assert!(
            (actual - expected).abs() < TOLERANCE,
            "{what}: token {token} has {actual} and not {expected}"
        );
    }
}

#[test]
fn penalties_and_filters_are_those_of_mlx_lm() {
    let reference = Reference::read();
    for (name, settings) in &reference.cases {
        for row in 0..reference.rows() {
            let sampler = Sampler::new(settings, reference.vocabulary(), &reference.text(row));
            let logits = reference
                .scores()
                .try_index(row as i32..row as i32 + 1)
                .expect("a row");
            let actual = probabilities(&sampler, &logits, None)
                .to_vec_cast::<f64>()
                .expect("probabilities");
            let expected = reference.expected(name, row);
            assert_alike(&actual, &expected, &format!("{name}, row {row}"));
        }
    }
}

#[test]
fn the_oracle_of_the_other_tests_is_mlx_lm_too() {
    let reference = Reference::read();
    for (name, settings) in &reference.cases {
        for row in 0..reference.rows() {
            let actual = oracle::distribution(&reference.row(row), &reference.text(row), settings);
            let expected = reference.expected(name, row);
            assert_alike(&actual, &expected, &format!("{name}, row {row}"));
        }
    }
}

#[test]
fn rows_after_drafts_are_penalized_as_if_the_drafts_were_text() {
    let reference = Reference::read();
    let rows = reference.rows();
    let drafts: Vec<u32> = (0..rows - 1).map(|row| reference.text(row)[0]).collect();
    for (name, settings) in &reference.cases {
        for text in [reference.text(0), reference.text(1), reference.text(4)] {
            let sampler = Sampler::new(settings, reference.vocabulary(), &text);
            let drafted = token_array(&drafts);
            let actual = probabilities(&sampler, reference.scores(), Some(&drafted))
                .to_vec_cast::<f64>()
                .expect("probabilities");
            for (row, actual) in actual.chunks(reference.vocabulary()).enumerate() {
                let text = [&text, &drafts[..row]].concat();
                let expected = oracle::distribution(&reference.row(row), &text, settings);
                assert_alike(actual, &expected, &format!("{name}, row {row}"));
            }
        }
    }
}
