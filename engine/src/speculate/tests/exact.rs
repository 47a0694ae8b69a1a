//! Exact mode: no draft changes the text, not even where rounding decides.

use std::{collections::HashMap, fs, ops::ControlFlow, path::Path, rc::Rc};

use mlx_rs::Array;

use super::questions;
use crate::{
    mlx::token_array,
    model::pass::Exact,
    request::{MAX_DEPTH, Sampling},
    sample::Sampler,
    speculate::{Decoder, Pair, exact, verify},
    testing::{Choices, fixture, pair, pocket, repository, sampler, soak},
};

/// A decoder and a sampler at the beginning of an answer, and its first token.
struct Begun {
    decoder: Decoder,
    sampler: Sampler,
    first: u32,
}

/// The beginning of the answer to `prompt`, in exact mode if `exact` says how.
fn begin(pair: &Rc<Pair>, exact: Option<Exact>, mut sampler: Sampler, prompt: &[u32]) -> Begun {
    let mut decoder = Decoder::new(Rc::clone(pair), true).expect("a decoder");
    if let Some(exact) = exact {
        decoder = decoder.exactly(exact);
        sampler = sampler.exactly();
    }
    let logits = decoder
        .prefill(prompt, 512, |_, _| Ok(ControlFlow::Continue(())))
        .expect("a prompt");
    let first = sampler.choose(&logits, None).expect("a token");
    let token = first.to_vec_cast::<u32>().expect("a token");
    sampler.committed(&token);
    decoder.begin(first).expect("a first token");
    Begun {
        decoder,
        sampler,
        first: token[0],
    }
}

/// The answer of `count` tokens without drafts.
fn plain(begun: Begun, count: usize) -> Vec<u32> {
    let Begun {
        mut decoder,
        mut sampler,
        first,
    } = begun;
    let mut tokens = vec![first];
    while tokens.len() < count {
        let round = verify(&mut decoder, &mut sampler, None, 0, <[u32]>::len).expect("a round");
        tokens.extend(round.tokens);
    }
    tokens
}

/// Goes through the answer `text` with its own tokens as drafts, now and then a wrong one, so that
/// rows of every place are verified. Gives how many tokens came out as in `text`.
fn replayed(begun: Begun, text: &[u32], depth: usize) -> usize {
    let Begun {
        mut decoder,
        mut sampler,
        first,
    } = begun;
    assert_eq!(first, text[0]);
    let mut choices = Choices(depth as u64);
    let mut at = 0;
    while at + depth + 1 < text.len() {
        let mut drafts = text[at + 1..=at + depth].to_vec();
        let wrong = choices.below(2 * depth);
        if let Some(draft) = drafts.get_mut(wrong) {
            *draft = (*draft + 1) % 64;
        }
        let drafts = token_array(&drafts);
        let round = verify(&mut decoder, &mut sampler, Some(&drafts), 0, <[u32]>::len);
        for token in round.expect("a round").tokens {
            at += 1;
            if token != text[at] {
                return at;
            }
        }
    }
    text.len()
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
    sampler(pair, prompt, &wish)
}

/// A model in which rounding alone decides about every token.
///
/// The first coordinate of its hidden states is a sum of products that cancel: what is left of it
/// is the rounding of the order in which they were added. The final norm makes it large, and tokens
/// come as twins whose rows of the head differ in that coordinate alone.
fn twins(folder: &Path) -> Rc<Pair> {
    let original = repository().join("tests/references/small/dense-untied");
    let target = folder.join("target");
    fs::create_dir(&target).expect("a folder");
    for entry in fs::read_dir(original.join("target")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        if path.extension().is_none_or(|end| end != "safetensors") {
            fs::copy(&path, target.join(name)).expect("a copy");
            continue;
        }
        let arrays: HashMap<String, Array> = Array::load_safetensors(&path).expect("weights");
        let twins: Vec<(String, Array)> = arrays
            .into_iter()
            .map(|(name, array)| {
                let changed = twin(&name, &array).unwrap_or(array);
                (name, changed)
            })
            .collect();
        let arrays = twins.iter().map(|(name, array)| (name.as_str(), array));
        Array::save_safetensors(arrays, None, target.join(name)).expect("weights");
    }
    pair(&target, &original.join("companion"))
}

/// What becomes of the weight `name`, if anything.
fn twin(name: &str, weight: &Array) -> Option<Array> {
    const LAST: &str = "layers.3.mlp";
    let name = name.strip_suffix(".weight")?;
    let mut values = weight.to_vec_cast::<f32>().expect("numbers");
    let width = *weight.shape().last()? as usize;
    let half = values.len() / 2;
    if name.ends_with("embed_tokens") {
        values
            .iter_mut()
            .step_by(width)
            .for_each(|first| *first = 0.0);
    } else if name.ends_with("lm_head") {
        values.copy_within(..half, half);
        for (row, first) in values.iter_mut().step_by(width).enumerate() {
            *first = if row * width < half { 1.0 } else { -1.0 };
        }
    } else if name.ends_with("model.norm") {
        values[0] = 1e5;
    } else if name.ends_with(&format!("{LAST}.gate_proj"))
        || name.ends_with(&format!("{LAST}.up_proj"))
    {
        values.copy_within(..half, half);
    } else if name.ends_with(&format!("{LAST}.down_proj")) {
        let (plus, minus) = values[..width].split_at_mut(width / 2);
        for (plus, minus) in plus.iter().zip(minus) {
            *minus = -plus;
        }
    } else if name.ends_with("o_proj") || name.ends_with("out_proj") || name.ends_with("down_proj")
    {
        values[..width].fill(0.0);
    } else {
        return None;
    }
    Some(Array::from_slice(&values, weight.shape()))
}

/// Whether rows of a pass of the most drafts come out as one by one; then default mode is exact too.
fn default_mode_rounds_alike(pair: &Pair) -> bool {
    exact::holds(&pair.target, Exact { block: None }).expect("passes")
}

#[test]
fn drafts_change_no_token_where_rounding_decides() {
    let folder = tempfile::tempdir().expect("a folder");
    let pair = twins(folder.path());
    let (_, fixture) = fixture("dense-untied");
    let exact = exact::find(&pair.target).expect("passes");
    let mut flips = 0;
    for start in 0..soak(2, 40) {
        let prompt = &fixture.prompt[start % 8..];
        let begin = |exact| begin(&pair, exact, Sampler::greedy(), prompt);
        let text = plain(begin(Some(exact)), 100);
        let default = plain(begin(None), 100);
        for depth in 1..=MAX_DEPTH {
            let same = replayed(begin(Some(exact)), &text, depth);
            assert_eq!(same, text.len(), "{depth} drafts");
            flips += usize::from(replayed(begin(None), &default, depth) < default.len());
        }
    }
    assert!(
        flips > 0 || default_mode_rounds_alike(&pair),
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
        for seed in 0..soak(1, 20) as u64 {
            let begin = || begin(&pair, Some(exact), drawing(&pair, &prompt, seed), &prompt);
            let text = plain(begin(), 60);
            for depth in [1, 3, MAX_DEPTH] {
                let same = replayed(begin(), &text, depth);
                assert_eq!(same, text.len(), "seed {seed}, {depth} drafts");
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
        let begin = || begin(&pair, Some(exact), Sampler::greedy(), prompt);
        let text = plain(begin(), 60);
        for depth in [2, MAX_DEPTH] {
            assert_eq!(replayed(begin(), &text, depth), text.len());
        }
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
}
