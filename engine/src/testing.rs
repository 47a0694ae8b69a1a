//! What the engine's own tests share: loaded models, comparisons, a reproducible choice.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    path::{Path, PathBuf},
    rc::Rc,
};

use mlx_rs::{Array, Dtype, ops};

use crate::{
    CompanionSpec, ModelSpec,
    mlx::Device,
    model::loader::{CompanionForm, WeightForm},
    request::Sampling,
    sample::{Sampler, SamplingSettings},
    speculate::{Decoder, Pair, run_round},
    worker::load_pair,
};

/// The folder of the whole repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Target and companion of a small reference fixture.
pub(crate) fn fixture(preset: &str) -> (Rc<Pair>, Fixture) {
    let folder = repository().join("tests/references/small").join(preset);
    let pair = pair(&folder.join("target"), &folder.join("companion"));
    (pair, Fixture::read(&folder.join("expected.safetensors")))
}

/// The built-in model.
pub(crate) fn pocket() -> Rc<Pair> {
    let folder = repository().join("models/pocket");
    pair(&folder.join("target"), &folder.join("companion"))
}

/// A target and its companion.
pub(crate) fn pair(target: &Path, companion: &Path) -> Rc<Pair> {
    let device = Device::cpu().expect("a CPU");
    let spec = ModelSpec {
        target: target.to_owned(),
        companion: CompanionSpec::Folder(companion.to_owned()),
    };
    load_pair(&spec, &device, (WeightForm::Auto, CompanionForm::Auto)).expect("a model")
}

/// The answers of other implementations.
pub(crate) struct Fixture {
    pub(crate) prompt: Vec<u32>,
    pub(crate) greedy: Vec<u32>,
    pub(crate) drafts: Vec<Vec<u32>>,
    pub(crate) draft_gaps: Vec<Vec<f32>>,
}

impl Fixture {
    fn read(file: &Path) -> Self {
        let arrays: HashMap<String, Array> = Array::load_safetensors(file).expect("a fixture");
        let numbers = |name: &str| arrays[name].to_vec_cast::<u32>().expect("numbers");
        let depth = arrays["drafts"].dim(1) as usize;
        let gaps = arrays["draft_gap"].to_vec_cast::<f32>().expect("numbers");
        Self {
            prompt: numbers("prompt"),
            greedy: numbers("greedy"),
            drafts: numbers("drafts").chunks(depth).map(<[_]>::to_vec).collect(),
            draft_gaps: gaps.chunks(depth).map(<[_]>::to_vec).collect(),
        }
    }
}

/// Reads a prompt and begins the answer with `first`.
pub(crate) fn begun(pair: &Rc<Pair>, prompt: &[u32], chunk: usize, first: u32) -> Decoder {
    let mut decoder = Decoder::new(Rc::clone(pair), true).expect("a decoder");
    decoder
        .prefill(prompt, chunk, |_, _| Ok(ControlFlow::Continue(())))
        .expect("a prompt");
    decoder
        .begin(crate::mlx::token_array(&[first]))
        .expect("a first token");
    decoder
}

/// The answer of `count` tokens to `prompt`, with `depth` drafts a round.
pub(crate) fn text(
    pair: &Rc<Pair>,
    sampler: Sampler,
    prompt: &[u32],
    depth: usize,
    count: usize,
) -> Vec<u32> {
    let decoder = Decoder::new(Rc::clone(pair), depth > 0).expect("a decoder");
    continued(decoder, sampler, prompt, depth, count)
}

/// As [`text`], by a decoder of one's own.
pub(crate) fn continued(
    mut decoder: Decoder,
    mut sampler: Sampler,
    prompt: &[u32],
    depth: usize,
    count: usize,
) -> Vec<u32> {
    let logits = decoder
        .prefill(prompt, 512, |_, _| Ok(ControlFlow::Continue(())))
        .expect("a prompt");
    let first = sampler.choose(&logits, None).expect("a token");
    let mut tokens = first.to_vec_cast::<u32>().expect("a token");
    sampler.committed(&tokens);
    decoder.begin(first).expect("a first token");
    while tokens.len() < count {
        let room = count - tokens.len();
        let round = run_round(
            &mut decoder,
            &mut sampler,
            depth.min(room - 1).into(),
            <[u32]>::len,
        );
        tokens.extend(round.expect("a round").tokens);
    }
    tokens
}

/// A sampler for the text that begins with `prompt`, without any recommendation.
pub(crate) fn sampler(pair: &Pair, prompt: &[u32], wish: &Sampling) -> Sampler {
    let vocabulary = pair.target.vocabulary();
    let settings = SamplingSettings::resolve(wish, &Default::default(), false, vocabulary);
    Sampler::new(&settings.expect("settings"), vocabulary, prompt)
}

/// The scores of the token after `text`.
pub(crate) fn scores_after(pair: &Rc<Pair>, text: &[u32]) -> Vec<f32> {
    let mut decoder = Decoder::new(Rc::clone(pair), false).expect("a decoder");
    let logits = decoder
        .prefill(text, 512, |_, _| Ok(ControlFlow::Continue(())))
        .expect("a prompt");
    logits.to_vec_cast::<f32>().expect("scores")
}

/// The largest difference between two states, each tensor's measured by its largest value.
pub(crate) fn state_difference(a: &Decoder, b: &Decoder) -> f32 {
    let (a, b) = (
        a.contents().expect("a state"),
        b.contents().expect("a state"),
    );
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(&b)
        .map(|(a, b)| {
            assert_eq!(a.shape(), b.shape());
            largest(&a.subtract(b).expect("shapes")) / largest(b).max(f32::MIN_POSITIVE)
        })
        .fold(0.0, f32::max)
}

/// The largest magnitude in an array.
pub(crate) fn largest(x: &Array) -> f32 {
    ops::abs(x)
        .and_then(|x| x.max(false))
        .and_then(|x| x.as_dtype(Dtype::Float32))
        .map(|x| x.item_cast::<f32>())
        .expect("an array")
}

/// Numbers that look random and are the same in every run (SplitMix64; Steele, Lea, Flood 2014).
pub(crate) struct Choices(pub(crate) u64);

impl Choices {
    /// A number under `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// `full` in `make soak`, else the `sample` that `make test` has time for.
pub(crate) fn soak(sample: usize, full: usize) -> usize {
    if std::env::var("TANDEM_SOAK").is_ok_and(|value| value == "1") {
        full
    } else {
        sample
    }
}
