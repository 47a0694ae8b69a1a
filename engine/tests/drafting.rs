//! The engine decides by itself how much is drafted.

#![allow(missing_docs, clippy::expect_used, clippy::panic)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use safetensors::{Dtype, SafeTensors, serialize_to_file, tensor::TensorView};
use tandem_engine::{
    CompanionSpec, Completion, Engine, EngineOptions, Event, ModelSpec, Prompt, Request, Sampling,
    Speculate, SpeculationCause, SpeculationState, home::Home,
};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../models/pocket")
        .join(name)
}

fn engine(home: &Path) -> Engine {
    Engine::start(EngineOptions {
        home: Some(Home::at(home).expect("a folder")),
        ..EngineOptions::default()
    })
    .expect("an engine")
}

fn story(companion: &Path, speculate: Speculate) -> Request {
    let model = ModelSpec {
        target: folder("target"),
        companion: CompanionSpec::Folder(companion.to_owned()),
    };
    let text = "<|im_start|>user\nTell me a short story about an owl.<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n";
    Request {
        max_tokens: Some(60),
        sampling: Sampling {
            temperature: Some(0.0),
            ..Sampling::default()
        },
        speculate,
        ..Request::new(model, Prompt::Raw(text.to_owned()))
    }
}

async fn finish(engine: &Engine, request: Request) -> Completion {
    let mut generation = engine.generate(request);
    while let Some(event) = generation.next().await {
        if let Event::Finished(completion) = event {
            return *completion;
        }
    }
    panic!("no end");
}

/// The built-in companion's shapes with other numbers in its matrices.
fn companion_of_noise(to: &Path) {
    fs::create_dir(to).expect("a folder");
    let from = folder("companion");
    for file in ["config.json", "tokenizer.json"] {
        fs::copy(from.join(file), to.join(file)).expect("a copy");
    }
    let bytes = fs::read(from.join("model.safetensors")).expect("weights");
    let tensors = SafeTensors::deserialize(&bytes).expect("weights");
    let mut state = 1_u32;
    let changed: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .iter()
        .map(|(name, tensor)| {
            assert_eq!(tensor.dtype(), Dtype::BF16);
            let mut data = tensor.data().to_vec();
            if tensor.shape().len() > 1 {
                for number in data.chunks_exact_mut(2) {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    // bfloat16 is the upper half of a float32.
                    let value = (state >> 8) as f32 / (1 << 24) as f32 - 0.5;
                    number.copy_from_slice(&(0.1 * value).to_le_bytes()[2..]);
                }
            }
            (name.to_owned(), tensor.shape().to_vec(), data)
        })
        .collect();
    let views = changed.iter().map(|(name, shape, data)| {
        let view = TensorView::new(Dtype::BF16, shape.clone(), data).expect("a tensor");
        (name.clone(), view)
    });
    serialize_to_file(views, None, &to.join("model.safetensors")).expect("weights");
}

/// The calibration files of a home.
fn calibrations(home: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(home.join("calibration")).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

#[tokio::test]
async fn a_companion_that_does_not_fit_is_told_and_left_alone() {
    let home = tempfile::tempdir().expect("a folder");
    let noise = home.path().join("noise");
    companion_of_noise(&noise);
    let engine = engine(home.path());
    let plain = finish(&engine, story(&noise, Speculate::Off)).await;
    assert!(plain.warnings.is_empty(), "{:?}", plain.warnings);
    assert_eq!(plain.speculation.cause, SpeculationCause::SwitchedOff);
    for _ in 0..2 {
        let completion = finish(&engine, story(&noise, Speculate::Auto)).await;
        assert_eq!(completion.speculation.state, SpeculationState::Off);
        assert_eq!(completion.speculation.cause, SpeculationCause::Misfit);
        assert_eq!(completion.speculation.drafted, 0);
        let told = "does not fit the model: it seems made for another model, or damaged";
        assert!(completion.speculation.reason.contains(told));
        assert_eq!(completion.warnings.len(), 1, "{:?}", completion.warnings);
        assert!(completion.warnings[0].contains(told));
        assert_eq!(completion.tokens, plain.tokens);
    }
    // Who asks for drafts gets them, the same text, and a word about it.
    let drafted = finish(&engine, story(&noise, Speculate::Depth(2))).await;
    assert_eq!(drafted.speculation.state, SpeculationState::Active);
    assert_eq!(drafted.speculation.cause, SpeculationCause::Asked);
    assert!(drafted.speculation.drafted > 10 * drafted.speculation.accepted);
    let told = &drafted.warnings;
    assert!(
        told.iter()
            .any(|warning| warning.contains("hardly a draft")),
        "{told:?}"
    );
    assert_eq!(drafted.tokens, plain.tokens);
}

#[tokio::test]
async fn what_was_found_out_is_kept_and_holds_no_text() {
    let home = tempfile::tempdir().expect("a folder");
    let companion = folder("companion");
    let plain = finish(&engine(home.path()), story(&companion, Speculate::Off)).await;
    assert!(
        !home.path().join("calibration").exists(),
        "tried out unasked"
    );

    let first = finish(&engine(home.path()), story(&companion, Speculate::Auto)).await;
    assert_eq!(first.tokens, plain.tokens);
    assert!(!first.speculation.reason.is_empty());
    let files = calibrations(home.path());
    assert_eq!(files.len(), 1, "{files:?}");
    let text = fs::read_to_string(&files[0]).expect("a calibration");
    assert!(!text.contains("owl") && text.len() < 4096, "{text}");

    // A new engine believes it: also that each draft costs a minute, which no trial would find here.
    let mut kept: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for drafts in ["drafts", "likely"] {
        kept["Fits"]["costs"][drafts] = vec![60.0; 8].into();
    }
    // On a busy machine drafting may have rested already, and would be tried again.
    kept["Fits"]["rest"] = 0.into();
    fs::write(&files[0], kept.to_string()).expect("a calibration");
    let resting = finish(&engine(home.path()), story(&companion, Speculate::Auto)).await;
    assert_eq!(resting.speculation.state, SpeculationState::Off);
    assert_eq!(resting.speculation.cause, SpeculationCause::Rests);
    assert!(
        resting.speculation.reason.contains("rests"),
        "{}",
        resting.speculation.reason
    );
    assert_eq!(resting.tokens, plain.tokens);

    // And finds out anew what makes no sense.
    for broken in [
        "",
        "{}",
        "nonsense",
        &text.replace("rate", "ratio"),
        &text.replace("e-", "e+"),
    ] {
        fs::write(&files[0], broken).expect("a calibration");
        let again = finish(&engine(home.path()), story(&companion, Speculate::Auto)).await;
        assert_eq!(again.tokens, plain.tokens);
        let now = fs::read_to_string(&files[0]).expect("a calibration");
        assert!(
            serde_json::from_str::<serde_json::Value>(&now).is_ok(),
            "{now}"
        );
        assert_eq!(calibrations(home.path()).len(), 1);
    }
}

#[tokio::test]
async fn one_text_that_no_companion_foresees_does_not_end_drafting_for_others() {
    let home = tempfile::tempdir().expect("a folder");
    let companion = folder("companion");
    let hopeless = || Request {
        sampling: Sampling {
            temperature: Some(4.0),
            top_k: Some(0),
            top_p: Some(1.0),
            seed: Some(1),
            ..Sampling::default()
        },
        max_tokens: Some(150),
        ignore_end: true,
        ..story(&companion, Speculate::Auto)
    };
    let engine = engine(home.path());
    finish(&engine, story(&companion, Speculate::Auto)).await;
    for _ in 0..3 {
        finish(&engine, hopeless()).await;
    }
    let short = Request {
        max_tokens: Some(20),
        ..story(&companion, Speculate::Auto)
    };
    let next = finish(&engine, short).await.speculation;
    assert_eq!(next.state, SpeculationState::Active, "{}", next.reason);
    assert!(next.drafted > 0);
}

#[tokio::test]
async fn exact_mode_and_another_companion_are_found_out_about_on_their_own() {
    let home = tempfile::tempdir().expect("a folder");
    let engine = engine(home.path());
    let companion = folder("companion");
    finish(&engine, story(&companion, Speculate::Auto)).await;
    let exact = Request {
        exact: true,
        ..story(&companion, Speculate::Auto)
    };
    finish(&engine, exact).await;
    assert_eq!(calibrations(home.path()).len(), 2);
}

#[tokio::test]
async fn drafts_that_were_made_are_compared_with_plain_decoding() {
    let home = tempfile::tempdir().expect("a folder");
    let engine = engine(home.path());
    let drafted = finish(&engine, story(&folder("companion"), Speculate::Depth(2))).await;
    assert!(drafted.speculation.gain.is_some_and(|gain| gain > 0.0));
    assert_eq!(drafted.speculation.drafted_by_position.len(), 2);
    assert_eq!(
        drafted
            .speculation
            .drafted_by_position
            .iter()
            .sum::<usize>(),
        drafted.speculation.drafted
    );
    let plain = finish(&engine, story(&folder("companion"), Speculate::Off)).await;
    assert_eq!(plain.speculation.gain, None);
}
