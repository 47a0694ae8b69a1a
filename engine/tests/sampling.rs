//! Sampling as a request asks for it, with the built-in model.

#![allow(missing_docs, clippy::expect_used)]

use std::path::Path;

use tandem_engine::{
    CompanionSpec, Completion, DeviceChoice, Engine, EngineError, EngineOptions, FinishReason,
    ModelSpec, Prompt, Request, Sampling, SamplingSettings, Speculate,
};

/// On the CPU, in float32, where near-ties are rare.
fn engine() -> Engine {
    let options = EngineOptions {
        device: DeviceChoice::Cpu,
        ..EngineOptions::default()
    };
    Engine::start(options).expect("an engine")
}

fn request(sampling: Sampling, speculate: Speculate) -> Request {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/pocket");
    let model = ModelSpec {
        target: folder.join("target"),
        companion: CompanionSpec::Folder(folder.join("companion")),
    };
    let prompt = "<|im_start|>user\nTell me a short story about an owl.<|im_end|>\n\
                  <|im_start|>assistant\n<think>\n\n</think>\n\n";
    let mut request = Request::new(model, Prompt::Raw(prompt.to_owned()));
    request.max_tokens = Some(30);
    request.sampling = sampling;
    request.speculate = speculate;
    request
}

fn seeded(seed: u64) -> Sampling {
    Sampling {
        seed: Some(seed),
        presence_penalty: Some(1.5),
        ..Sampling::default()
    }
}

async fn answer(engine: &Engine, request: Request) -> Completion {
    let completion = engine.generate(request).completion().await;
    completion.expect("an answer")
}

#[tokio::test]
async fn a_seed_gives_the_same_answer_with_speculation_on_and_off() {
    let engine = engine();
    let mut texts = Vec::new();
    for seed in [1, 2] {
        let on = answer(&engine, request(seeded(seed), Speculate::Auto)).await;
        let off = answer(&engine, request(seeded(seed), Speculate::Off)).await;
        assert_eq!(on.tokens, off.tokens);
        assert!(on.speculation.accepted > 0);
        texts.push(on.text);
    }
    assert_ne!(texts[0], texts[1]);
}

#[tokio::test]
async fn the_answer_tells_the_settings_in_effect_and_its_seed_repeats_it() {
    let engine = engine();
    let first = answer(&engine, request(Sampling::default(), Speculate::Auto)).await;
    let settings = first.sampling.expect("settings");
    // What the built-in model's generation_config.json recommends.
    let expected = SamplingSettings {
        temperature: 0.6,
        top_k: 20,
        top_p: 0.95,
        min_p: 0.0,
        presence_penalty: 0.0,
        frequency_penalty: 0.0,
        repetition_penalty: 1.0,
        logit_bias: Vec::new(),
        seed: settings.seed,
    };
    assert_eq!(settings, expected);
    let again = Sampling {
        seed: Some(settings.seed),
        ..Sampling::default()
    };
    let second = answer(&engine, request(again, Speculate::Auto)).await;
    assert_eq!(first.tokens, second.tokens);
}

#[tokio::test]
async fn a_bias_lifts_a_token_over_all_others() {
    let engine = engine();
    let sampling = Sampling {
        logit_bias: vec![(300, 100.0)],
        ..Sampling::default()
    };
    let completion = answer(&engine, request(sampling, Speculate::Auto)).await;
    assert_eq!(completion.tokens, [300; 30]);
}

#[tokio::test]
async fn a_setting_out_of_range_is_refused_before_anything_is_read() {
    let engine = engine();
    let sampling = Sampling {
        top_p: Some(0.0),
        ..Sampling::default()
    };
    let mut generation = engine.generate(request(sampling, Speculate::Auto));
    let mut events = 0;
    let completion = loop {
        match generation.next().await.expect("an end") {
            tandem_engine::Event::Finished(completion) => break completion,
            _ => events += 1,
        }
    };
    assert_eq!(events, 0);
    assert_eq!(completion.finish_reason, FinishReason::Error);
    assert!(completion.sampling.is_none());
    assert!(matches!(
        completion.error,
        Some(EngineError::InvalidRequest(_))
    ));
}
