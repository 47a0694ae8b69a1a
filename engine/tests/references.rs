//! The engine's answers against those of mlx-lm (target) and mlx-vlm (companion), for every kind of
//! checkpoint in `tests/references/small`.

#![allow(missing_docs, clippy::expect_used, clippy::panic)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use safetensors::{Dtype, SafeTensors};
use tandem_engine::{
    CompanionSpec, Engine, EngineOptions, ModelSpec, ReferenceRequest, WeightForm,
};

/// Another BLAS alone moves logits by up to 1e-3 in models of this size.
const LOGIT_TOLERANCE: f32 = 3e-3;
/// Under this gap of the best two scores either token is right.
const TIE: f32 = 6e-3;

#[tokio::test]
async fn all_references_agree_with_weights_unpacked() {
    check_all(WeightForm::Auto).await;
}

#[tokio::test]
async fn all_references_agree_with_weights_as_stored() {
    check_all(WeightForm::Stored).await;
}

async fn check_all(weights: WeightForm) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/references/small");
    let mut presets: Vec<PathBuf> = fs::read_dir(&root)
        .expect("the references")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("expected.safetensors").exists())
        .collect();
    presets.sort();
    assert!(
        presets.len() >= 15,
        "only {} references found",
        presets.len()
    );

    let out = tempfile::tempdir().expect("a folder");
    let options = EngineOptions {
        weights,
        ..EngineOptions::default()
    };
    let engine = Engine::start(options).expect("an engine");
    for preset in presets {
        check(&engine, &preset, "target", "companion", out.path()).await;
        if preset.join("raw").exists() {
            check(&engine, &preset, "raw", "raw", out.path()).await;
        }
    }
}

async fn check(engine: &Engine, preset: &Path, target: &str, companion: &str, out: &Path) {
    let name = format!("{} from {target}", preset.display());
    let fixture = preset.join("expected.safetensors");
    let actual = out.join("actual.safetensors");
    engine
        .reference(ReferenceRequest {
            model: ModelSpec {
                target: preset.join(target),
                companion: CompanionSpec::Folder(preset.join(companion)),
            },
            fixture: fixture.clone(),
            out: actual.clone(),
        })
        .await
        .unwrap_or_else(|error| panic!("{name}: {error}"));

    let (expected, actual) = (Answers::read(&fixture), Answers::read(&actual));
    assert_eq!(expected.logits.len(), actual.logits.len(), "{name}");
    let furthest = expected
        .logits
        .iter()
        .zip(&actual.logits)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max);
    assert!(
        furthest <= LOGIT_TOLERANCE,
        "{name}: logits differ by {furthest}"
    );

    same_tokens(
        &name,
        &expected.greedy,
        &actual.greedy,
        &expected.greedy_gaps,
    );
    assert_eq!(expected.drafts.len(), actual.drafts.len(), "{name}");
    let depth = expected.depth;
    assert!(depth >= 3, "{name}");
    for row in 0..expected.drafts.len() / depth {
        let row = row * depth..(row + 1) * depth;
        same_tokens(
            &format!("{name}, drafts {row:?}"),
            &expected.drafts[row.clone()],
            &actual.drafts[row.clone()],
            &expected.draft_gaps[row],
        );
    }
}

/// Compares up to the first tie: what follows one is another text.
fn same_tokens(name: &str, expected: &[i32], actual: &[i32], gaps: &[f32]) {
    assert_eq!(expected.len(), actual.len(), "{name}");
    for ((expected, actual), gap) in expected.iter().zip(actual).zip(gaps) {
        if *gap < TIE {
            return;
        }
        assert_eq!(expected, actual, "{name}");
    }
}

struct Answers {
    logits: Vec<f32>,
    greedy: Vec<i32>,
    greedy_gaps: Vec<f32>,
    drafts: Vec<i32>,
    draft_gaps: Vec<f32>,
    depth: usize,
}

impl Answers {
    fn read(file: &Path) -> Self {
        let bytes = fs::read(file).expect("answers");
        let tensors = SafeTensors::deserialize(&bytes).expect("safetensors");
        let words = |name: &str, dtype: Dtype| -> Vec<[u8; 4]> {
            let Ok(tensor) = tensors.tensor(name) else {
                return Vec::new();
            };
            assert_eq!(tensor.dtype(), dtype, "{name}");
            tensor.data().as_chunks::<4>().0.to_vec()
        };
        let floats = |name| {
            let words = words(name, Dtype::F32);
            words.into_iter().map(f32::from_le_bytes).collect()
        };
        let tokens = |name| {
            let words = words(name, Dtype::I32);
            words.into_iter().map(i32::from_le_bytes).collect()
        };
        Self {
            logits: floats("prefill_logits"),
            greedy: tokens("greedy"),
            greedy_gaps: floats("greedy_gap"),
            drafts: tokens("drafts"),
            draft_gaps: floats("draft_gap"),
            depth: tensors.tensor("drafts").expect("drafts").shape()[1],
        }
    }
}
