//! Requests as the app sends them: cancelled anywhere, refused, queued, with the built-in model.

#![allow(missing_docs, clippy::expect_used, clippy::panic)]

use std::path::Path;

use tandem_engine::{
    CompanionSpec, Completion, Engine, EngineError, EngineOptions, Event, FinishReason, Generation,
    ModelSpec, Prompt, Request, RoundCounts, Sampling, Speculate, SpeculationState,
    chat::Detokenizer,
    hub::{Band, MachineMemory},
};
use tokenizers::Tokenizer;

fn engine() -> Engine {
    Engine::start(EngineOptions::default()).expect("an engine")
}

fn pocket() -> ModelSpec {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/pocket");
    ModelSpec {
        target: folder.join("target"),
        companion: CompanionSpec::Folder(folder.join("companion")),
    }
}

/// Greedy, so that the same question has the same answer.
fn request(prompt: &str, tokens: usize) -> Request {
    let text = format!(
        "<|im_start|>user\n{prompt}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"
    );
    let mut request = Request::new(pocket(), Prompt::Raw(text));
    // How many drafts pay is the machine's affair; here a fixed number will do.
    request.speculate = Speculate::Depth(2);
    request.max_tokens = Some(tokens);
    request.sampling = Sampling {
        temperature: Some(0.0),
        presence_penalty: Some(0.0),
        ..Sampling::default()
    };
    request
}

const STORY: &str = "Tell me a short story about an owl.";

/// All events up to the last one, which must be the end.
async fn finish(mut generation: Generation) -> Completion {
    let mut end = None;
    while let Some(event) = generation.next().await {
        assert!(end.is_none(), "an event came after the end");
        if let Event::Finished(completion) = event {
            end = Some(*completion);
        }
    }
    end.expect("an end")
}

#[tokio::test]
async fn an_answer_streams_what_its_completion_holds() {
    let engine = engine();
    let mut generation = engine.generate(request(STORY, 60));
    let (mut text, mut tokens, mut drafts) = (String::new(), Vec::new(), Vec::new());
    let completion = loop {
        match generation.next().await.expect("an end") {
            Event::Answer(piece) => text.push_str(&piece),
            Event::Tokens(new) => tokens.extend(new),
            Event::Finished(completion) => break completion,
            Event::Prefill { done, total } => assert!(done <= total),
            Event::Drafts(new) => drafts.push(new),
            Event::Thinking(_) | Event::ToolCall(_) => panic!("neither was asked for"),
        }
    };
    assert!(generation.next().await.is_none());
    assert_eq!(completion.text, text);
    assert_eq!(completion.tokens, tokens);
    assert_eq!(completion.usage.completion_tokens, tokens.len());
    assert_eq!(completion.speculation.state, SpeculationState::Active);
    let counted: usize = completion.speculation.accepted_by_position.iter().sum();
    assert_eq!(completion.speculation.accepted, counted);
    assert!(completion.speculation.tokens_per_round >= 1.5);

    let rounds: Vec<RoundCounts> = drafts.iter().flat_map(|d| d.rounds.clone()).collect();
    assert_eq!(rounds.len(), completion.speculation.rounds);
    let sum = |of: fn(&RoundCounts) -> usize| rounds.iter().map(of).sum::<usize>();
    assert_eq!(sum(|round| round.drafted), completion.speculation.drafted);
    assert_eq!(sum(|round| round.accepted), completion.speculation.accepted);
}

/// Greedy tokens are the same with and without drafts, so the rounds tell the origin of each; decoded one by one, these
/// must be the bytes that the events tell.
#[tokio::test]
async fn the_bytes_that_came_from_drafts_are_those_of_the_accepted_tokens() {
    let engine = engine();
    for depth in [0, 1, 3] {
        let mut request = request(STORY, 120);
        request.speculate = Speculate::Depth(depth);
        let mut generation = engine.generate(request);
        let (mut rounds, mut drafted) = (Vec::new(), Vec::new());
        let completion = loop {
            match generation.next().await.expect("an end") {
                Event::Drafts(new) => {
                    assert!(new.thinking.is_empty());
                    rounds.extend(new.rounds);
                    drafted.extend(new.answer);
                }
                Event::Finished(completion) => break completion,
                _ => {}
            }
        };
        // The first token came before the rounds.
        let mut origins = vec![false];
        for round in &rounds {
            origins.extend(std::iter::repeat_n(true, round.accepted));
            origins.push(false);
        }
        // The last round may be cut where the answer ends.
        origins.truncate(completion.tokens.len());
        assert_eq!(origins.len(), completion.tokens.len());

        let tokenizer =
            Tokenizer::from_file(pocket().target.join("tokenizer.json")).expect("a tokenizer");
        let mut detokenizer = Detokenizer::new(&tokenizer);
        let mut expected = vec![false; completion.text.len()];
        let mut at = 0;
        for (token, drafted) in completion.tokens.iter().zip(origins) {
            let length = detokenizer.push(*token).len() + detokenizer.finish().len();
            let end = expected.len().min(at + length);
            expected[at.min(end)..end].fill(drafted);
            at += length;
        }
        let mut told = vec![false; completion.text.len()];
        for range in &drafted {
            assert!(!range.is_empty() && completion.text.get(range.clone()).is_some());
            told[range.clone()].fill(true);
        }
        assert_eq!(told, expected, "{depth} drafts a round");
        assert_eq!(depth > 0, told.contains(&true));
    }
}

#[tokio::test]
async fn after_a_cancellation_anywhere_the_next_answer_is_as_on_a_fresh_start() {
    let fresh = finish(engine().generate(request(STORY, 40))).await;
    let engine = engine();
    for stop_after in [0, 1, 2, 3, 5, 8] {
        let mut long = request(&"owl ".repeat(200), 200);
        long.prefill_chunk = Some(64);
        let mut generation = engine.generate(long);
        for _ in 0..stop_after {
            generation.next().await.expect("an event");
        }
        generation.cancel();
        let cut = finish(generation).await;
        assert_eq!(cut.finish_reason, FinishReason::Cancelled, "{stop_after}");
        assert!(cut.tokens.len() < 200);

        let next = finish(engine.generate(request(STORY, 40))).await;
        assert_eq!(next.tokens, fresh.tokens, "after {stop_after} events");
        assert_eq!(next.text, fresh.text);
    }
}

#[tokio::test]
async fn a_dropped_generation_does_not_hold_up_the_next() {
    let engine = engine();
    for _ in 0..20 {
        drop(engine.generate(request(STORY, 2000)));
    }
    let answer = finish(engine.generate(request("What is the capital of Italy?", 20))).await;
    assert_eq!(answer.text, "The capital of Italy is Rome.");
    assert_eq!(answer.finish_reason, FinishReason::Stop);
}

#[tokio::test]
async fn requests_take_turns() {
    let engine = engine();
    let answers: Vec<_> = [
        "What is the capital of Italy?",
        "What is the capital of Norway?",
    ]
    .map(|question| engine.generate(request(question, 20)))
    .into();
    let mut texts = Vec::new();
    for generation in answers {
        texts.push(finish(generation).await.text);
    }
    assert!(
        texts[0].contains("Rome") && texts[1].contains("Oslo"),
        "{texts:?}"
    );
}

#[tokio::test]
async fn an_engine_that_is_dropped_ends_its_answer() {
    let engine = engine();
    let generation = engine.generate(request(STORY, 2000));
    drop(engine);
    assert_eq!(
        finish(generation).await.finish_reason,
        FinishReason::Cancelled
    );
}

#[tokio::test]
async fn limits_end_an_answer_where_they_say() {
    let engine = engine();
    let whole = finish(engine.generate(request(STORY, 40))).await.tokens;
    for limit in [0, 1, 2, 3, 4, 5, 7] {
        for speculate in [Speculate::Off, Speculate::Depth(1), Speculate::Depth(4)] {
            let mut request = request(STORY, limit);
            request.speculate = speculate;
            let answer = finish(engine.generate(request)).await;
            assert_eq!(answer.tokens, whole[..limit], "{limit} {speculate:?}");
            assert_eq!(answer.finish_reason, FinishReason::Length);
        }
    }
}

#[tokio::test]
async fn the_context_is_an_end_too() {
    let engine = engine();
    let tokens: Vec<u32> = (0..4090).map(|i| 300 + i % 1000).collect();
    let mut request = Request::new(pocket(), Prompt::Tokens(tokens));
    request.ignore_end = true;
    let answer = finish(engine.generate(request)).await;
    assert_eq!(answer.finish_reason, FinishReason::Length);
    assert_eq!(answer.usage.prompt_tokens + answer.tokens.len(), 4096);
}

#[tokio::test]
async fn what_cannot_be_answered_is_refused_in_one_line() {
    let engine = engine();
    let deep = |depth| {
        let mut request = request("Hello!", 10);
        request.speculate = Speculate::Depth(depth);
        request
    };
    let mut alone = deep(2);
    alone.model.companion = CompanionSpec::None;
    let tokens = |tokens| Request::new(pocket(), Prompt::Tokens(tokens));
    let mut missing = request("Hello!", 10);
    missing.model.target.push("elsewhere");
    for (request, part) in [
        (tokens(vec![]), "the prompt is empty"),
        (tokens(vec![5, 8192]), "token 8192 is out of range"),
        (tokens(vec![300; 4096]), "shorten it"),
        (deep(9), "8 is the most"),
        (alone, "no companion"),
        (missing, "config.json is not there"),
    ] {
        let answer = finish(engine.generate(request)).await;
        assert_eq!(answer.finish_reason, FinishReason::Error);
        let message = answer.error.expect("an error").to_string();
        assert!(message.contains(part), "{message}");
        assert_eq!(message.lines().count(), 1);
    }
    let answer = finish(engine.generate(request("What is the capital of Italy?", 20))).await;
    assert_eq!(answer.text, "The capital of Italy is Rome.");
}

/// A folder with a small model but for its weights, and these.
fn without_weights() -> (tempfile::TempDir, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/references/small/dense-tied/target");
    for name in ["config.json", "tokenizer.json"] {
        std::fs::copy(source.join(name), folder.path().join(name)).expect("a copy");
    }
    let weights = std::fs::read(source.join("model.safetensors")).expect("weights");
    (folder, weights)
}

#[tokio::test]
async fn weights_that_are_not_numbers_are_named() {
    let (folder, mut bytes) = without_weights();
    let last = bytes.len() - 4;
    bytes[last..].copy_from_slice(&f32::NAN.to_le_bytes());
    std::fs::write(folder.path().join("model.safetensors"), bytes).expect("weights");
    let spec = ModelSpec {
        target: folder.path().to_owned(),
        companion: CompanionSpec::None,
    };
    let error = engine().load(spec).await.expect_err("a refusal");
    assert!(matches!(error, EngineError::NotANumber(_)), "{error}");
}

#[tokio::test]
async fn quantized_scales_that_are_not_numbers_are_named() {
    // Of each preset's modules one with this kind of scales, and the byte that is no number.
    for (preset, byte) in [
        ("dense-mxfp4", 0xff),
        ("dense-mxfp8", 0xff),
        ("dense-nvfp4", 0x7f),
    ] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../tests/references/small")
            .join(preset)
            .join("target");
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["config.json", "tokenizer.json"] {
            std::fs::copy(source.join(name), folder.path().join(name)).expect("a copy");
        }
        let mut bytes = std::fs::read(source.join("model.safetensors")).expect("weights");
        let (header, tensors) = safetensors::SafeTensors::read_metadata(&bytes).expect("a header");
        let scales = tensors
            .tensors()
            .into_iter()
            .find(|(name, _)| name.ends_with("down_proj.scales"))
            .expect("scales");
        bytes[8 + header + scales.1.data_offsets.0] = byte;
        std::fs::write(folder.path().join("model.safetensors"), bytes).expect("weights");
        let spec = ModelSpec {
            target: folder.path().to_owned(),
            companion: CompanionSpec::None,
        };
        let error = engine().load(spec).await.expect_err("a refusal");
        assert!(
            matches!(error, EngineError::NotANumber(_)),
            "{preset}: {error}"
        );
    }
}

#[tokio::test]
async fn scores_that_are_not_numbers_end_the_request() {
    let (folder, mut bytes) = without_weights();
    let (header, tensors) = safetensors::SafeTensors::read_metadata(&bytes).expect("a header");
    // A number, but one whose products are none.
    for (name, tensor) in tensors.tensors() {
        if name.ends_with("up_proj.weight") {
            let (from, to) = tensor.data_offsets;
            for word in bytes[8 + header + from..8 + header + to].chunks_exact_mut(4) {
                word.copy_from_slice(&3e38_f32.to_le_bytes());
            }
        }
    }
    std::fs::write(folder.path().join("model.safetensors"), bytes).expect("weights");
    let spec = ModelSpec {
        target: folder.path().to_owned(),
        companion: CompanionSpec::None,
    };
    let request = Request::new(spec, Prompt::Tokens(vec![10, 20, 30]));
    let answer = finish(engine().generate(request)).await;
    let error = answer.error.expect("an error");
    assert!(matches!(error, EngineError::NotANumber(_)), "{error}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_tokenizer_that_never_ends_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/references/small/dense-tied/target");
    for name in ["config.json", "model.safetensors"] {
        std::fs::copy(source.join(name), folder.path().join(name)).expect("a copy");
    }
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("tokenizer.json")).expect("a link");
    let spec = ModelSpec {
        target: folder.path().to_owned(),
        companion: CompanionSpec::None,
    };
    let error = engine().load(spec).await.expect_err("a refusal");
    assert!(error.to_string().contains("regular file"), "{error}");
}

/// Memory of which models may use three quarters.
fn with_memory(total: u64) -> Engine {
    let memory = MachineMemory {
        total,
        working_set: None,
    };
    let options = EngineOptions {
        memory: Some(memory),
        ..EngineOptions::default()
    };
    Engine::start(options).expect("an engine")
}

#[tokio::test]
async fn a_model_that_does_not_fit_is_refused_unless_told_otherwise() {
    let info = engine().load(pocket()).await.expect("a model");
    assert_eq!(info.band, Some(Band::Safe));
    let need = info.memory.total();
    let limits = |total: u64| total * 4 / 3 + 4;

    let tight = with_memory(limits(need));
    assert_eq!(
        tight.load(pocket()).await.expect("a model").band,
        Some(Band::Tight)
    );

    tight.unload().await.expect("unloading");
    let told = finish(tight.generate(request(STORY, 4))).await.warnings;
    assert!(
        told.iter()
            .any(|warning| warning.contains("little to spare")),
        "{told:?}"
    );
    let again = finish(tight.generate(request(STORY, 4))).await.warnings;
    assert!(again.is_empty(), "{again:?}");

    let small = with_memory(limits(need / 2));
    let error = small.load(pocket()).await.expect_err("too large");
    assert!(matches!(error, EngineError::DoesNotFit { .. }), "{error}");
    assert!(error.to_string().contains("models may use"), "{error}");
    let refused = finish(small.generate(request(STORY, 4))).await;
    assert!(matches!(
        refused.error,
        Some(EngineError::DoesNotFit { .. })
    ));
    let loaded = small.load_anyway(pocket()).await.expect("a model");
    assert_eq!(loaded.band, Some(Band::Refuse));
    // That answer holds for later loads too.
    small.unload().await.expect("unloading");
    assert_eq!(
        finish(small.generate(request(STORY, 4))).await.tokens.len(),
        4
    );
}
