//! Exact mode: no draft changes the text, not even where rounding decides.

use std::{collections::HashMap, fs, path::Path, rc::Rc};

use mlx_rs::{
    Array, Dtype,
    ops::{concatenate, indexing::TryIndexOp},
    random,
};

use super::questions;
use crate::{
    model::pass::Exact,
    request::{MAX_DEPTH, Sampling},
    sample::{Sampler, SamplingSettings},
    speculate::{Decoder, Pair, exact},
    testing::{continued, fixture, pair, pocket, repository, soak, text},
};

/// The answer in exact mode.
fn exact_text(
    pair: &Rc<Pair>,
    exact: Exact,
    sampler: Sampler,
    prompt: &[u32],
    depth: usize,
    count: usize,
) -> Vec<u32> {
    let decoder = Decoder::new(Rc::clone(pair), depth > 0)
        .expect("a decoder")
        .exactly(exact);
    continued(decoder, sampler.exactly(), prompt, depth, count)
}

/// A sampler that draws, with every filter and penalty at work.
fn drawing(pair: &Pair, prompt: &[u32], seed: u64) -> Sampler {
    let wish = Sampling {
        temperature: Some(0.8),
        top_k: Some(40),
        top_p: Some(0.95),
        min_p: Some(0.02),
        presence_penalty: Some(0.5),
        frequency_penalty: Some(0.2),
        repetition_penalty: Some(1.1),
        seed: Some(seed),
        ..Sampling::default()
    };
    let vocabulary = pair.target.vocabulary();
    let settings = SamplingSettings::resolve(&wish, &Default::default(), false, vocabulary);
    Sampler::new(&settings.expect("settings"), vocabulary, prompt)
}

/// A model of which each token has a twin that scores all but the same: half of its vocabulary is
/// the other half, up to the last digits. So rounding decides about nearly every token.
fn twins(folder: &Path) -> Rc<Pair> {
    let original = repository().join("tests/references/small/dense-tied");
    let target = folder.join("target");
    fs::create_dir(&target).expect("a folder");
    for entry in fs::read_dir(original.join("target")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        if path.extension().is_none_or(|end| end != "safetensors") {
            fs::copy(&path, target.join(name)).expect("a copy");
            continue;
        }
        let mut arrays: HashMap<String, Array> = Array::load_safetensors(&path).expect("weights");
        for (name, array) in &mut arrays {
            *array = array.as_dtype(Dtype::Float32).expect("floats");
            if name.ends_with("embed_tokens.weight") {
                *array = twin_rows(array);
            }
        }
        Array::save_safetensors(
            arrays.iter().map(|(name, array)| (name.as_str(), array)),
            None,
            target.join(name),
        )
        .expect("weights");
    }
    pair(&target, &original.join("companion"))
}

fn twin_rows(rows: &Array) -> Array {
    let half = rows.dim(0) / 2;
    let first = rows.try_index((0..half, ..)).expect("rows");
    let key = random::key(3).expect("a key");
    let noise = random::normal::<f32>(&[half, 1], None, None, &key).expect("noise");
    let factor = noise
        .multiply(Array::from_f32(1e-7))
        .and_then(|noise| noise.add(Array::from_f32(1.0)))
        .expect("factors");
    let second = first.multiply(factor).expect("rows");
    concatenate(&[first, second], 0).expect("rows")
}

/// Whether products of one row and of several round alike here; then default mode is exact too.
fn default_mode_rounds_alike(pair: &Rc<Pair>, prompt: &[u32]) -> bool {
    let scores = |drafts: &[u32]| {
        let mut decoder = crate::testing::begun(pair, prompt, 512, 7);
        let drafts = (!drafts.is_empty()).then(|| crate::mlx::token_array(drafts));
        let attempt = decoder.attempt(drafts.as_ref()).expect("a pass");
        attempt.logits.try_index((0..1, ..)).expect("a row")
    };
    scores(&[])
        .eq_values(scores(&[1, 2]))
        .expect("a comparison")
}

#[test]
fn drafts_change_no_token_where_rounding_decides() {
    let folder = tempfile::tempdir().expect("a folder");
    let pair = twins(folder.path());
    let (_, fixture) = fixture("dense-tied");
    let exact = exact::find(&pair.target).expect("passes");
    let mut flips = 0;
    for start in 0..soak(2, 40) {
        let prompt = &fixture.prompt[start % 8..];
        let count = 40 + start;
        let plain = exact_text(&pair, exact, Sampler::greedy(), prompt, 0, count);
        for depth in (1..=MAX_DEPTH).step_by(soak(3, 1)) {
            let drafted = exact_text(&pair, exact, Sampler::greedy(), prompt, depth, count);
            assert_eq!(plain, drafted, "{depth} drafts");
        }
        let default = |depth| text(&pair, Sampler::greedy(), prompt, depth, count);
        flips += usize::from(default(0) != default(3));
    }
    assert!(
        flips > 0 || default_mode_rounds_alike(&pair, &fixture.prompt),
        "the texts of default mode are equal as well: this test shows nothing"
    );
}

#[test]
fn drafts_change_no_token_that_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    for pair in [
        twins(folder.path()),
        fixture("moe").0,
        fixture("dense-4bit").0,
    ] {
        let exact = exact::find(&pair.target).expect("passes");
        let prompt: Vec<u32> = (0..40).map(|i| 5 + i * i % 200).collect();
        for seed in 0..soak(2, 20) as u64 {
            let plain = exact_text(&pair, exact, drawing(&pair, &prompt, seed), &prompt, 0, 30);
            for depth in [2, MAX_DEPTH] {
                let sampler = drawing(&pair, &prompt, seed);
                let drafted = exact_text(&pair, exact, sampler, &prompt, depth, 30);
                assert_eq!(plain, drafted, "seed {seed}, {depth} drafts");
            }
        }
    }
}

#[test]
fn the_built_in_model_drafts_in_exact_mode() {
    let pair = pocket();
    let exact = exact::find(&pair.target).expect("passes");
    let prompts = questions();
    let step = prompts.len() / soak(1, 50);
    for prompt in prompts.iter().step_by(step) {
        let plain = exact_text(&pair, exact, Sampler::greedy(), prompt, 0, 60);
        let drafted = exact_text(&pair, exact, Sampler::greedy(), prompt, 4, 60);
        assert_eq!(plain, drafted);
    }
}

#[test]
fn blocks_are_tried_out_and_not_trusted() {
    // One row at a time is exact by construction; without the trial's answer others are a guess.
    let one = Exact { block: Some(1) };
    for pair in [fixture("dense-tied").0, fixture("moe").0, pocket()] {
        assert!(exact::holds(&pair.target, one).expect("passes"));
        let found = exact::find(&pair.target).expect("passes");
        assert!(
            exact::holds(&pair.target, found).expect("passes"),
            "{found:?}"
        );
    }
    let pair = fixture("dense-tied").0;
    let alike = default_mode_rounds_alike(&pair, &[1, 2, 3]);
    let free = exact::holds(&pair.target, Exact { block: None }).expect("passes");
    assert!(
        alike || !free,
        "rows round differently here, and the trial does not see it"
    );
}
