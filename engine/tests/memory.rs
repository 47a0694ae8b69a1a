//! Memory while loading, answering and unloading, by MLX's own counters, which are one per process:
//! so all of it is one test.

#![allow(missing_docs, clippy::expect_used)]

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    time::Duration,
};

use serde_json::json;
use tandem_engine::{
    CompanionSpec, Engine, EngineOptions, FinishReason, ModelSpec, Prompt, Request, Speculate,
};

const HIDDEN: usize = 2048;
const INNER: usize = 8192;
const VOCABULARY: usize = 131_072;
const LAYERS: usize = 4;
const HEAD: usize = 128;
const KEY_HEADS: usize = 8;
const VALUE_HEADS: usize = 16;
const PROMPT: usize = 300;
const ANSWER: usize = 24;

#[tokio::test]
async fn memory_stays_within_weights_caches_and_one_tensor() {
    let folder = tempfile::tempdir().expect("a folder");
    let tensors = write_model(folder.path());
    let elements: usize = tensors.iter().map(|(_, shape)| count(shape)).sum();
    assert!(
        elements * 2 >= 1_000_000_000,
        "the file is under a gigabyte"
    );
    // bfloat16 in the file, float32 as the CPU holds it.
    let weights = elements * 4;
    let largest = tensors.iter().map(|(_, shape)| count(shape) * 4).max();
    let largest = largest.expect("tensors");

    let engine = Engine::start(EngineOptions::default()).expect("an engine");
    let before = engine.memory().await.expect("counters").active;
    let spec = ModelSpec {
        target: folder.path().to_owned(),
        companion: CompanionSpec::None,
    };
    // A request that is not wanted any more does not go on loading, and leaves nothing behind.
    let mut unwanted = engine.generate(Request::new(spec.clone(), Prompt::Tokens(vec![1])));
    tokio::time::sleep(Duration::from_millis(200)).await;
    unwanted.cancel();
    let cut = unwanted.completion().await.expect("an end");
    assert_eq!(cut.finish_reason, FinishReason::Cancelled);
    engine.unload().await.expect("nothing to unload");
    assert_eq!(engine.memory().await.expect("counters").active, before);

    let info = engine.load(spec.clone()).await.expect("a model");
    let loaded = engine.memory().await.expect("counters");
    let held = loaded.active - before;
    let counted = info.memory.weights as usize;
    assert!(
        counted.abs_diff(weights) < weights / 100,
        "{counted} bytes are counted before loading for weights of {weights}"
    );
    assert!(
        held.abs_diff(weights) < weights / 100,
        "{held} bytes are held for weights of {weights}"
    );
    assert!(
        loaded.peak <= before + weights + largest,
        "loading took {} bytes at most, weights and largest tensor are {}",
        loaded.peak,
        weights + largest
    );

    // Two requests at once for the model in memory: neither loads it again.
    let request = || {
        let tokens = (0..PROMPT as u32).map(|i| i * 331 % 100_000).collect();
        let mut request = Request::new(spec.clone(), Prompt::Tokens(tokens));
        request.max_tokens = Some(ANSWER);
        request.ignore_end = true;
        request.speculate = Speculate::Off;
        request
    };
    let (first, second) = (engine.generate(request()), engine.generate(request()));
    let caches = cache_bytes(PROMPT + ANSWER);
    for generation in [first, second] {
        let answer = generation.completion().await.expect("an answer");
        assert_eq!(answer.timing.load_s, 0.0);
        assert_eq!(answer.tokens.len(), ANSWER);
        let peak = answer.timing.peak_memory_bytes - before;
        let allowed = (weights + caches) * 115 / 100;
        assert!(
            peak <= allowed,
            "{peak} bytes at most, {allowed} are allowed"
        );
    }
    let steady = engine.memory().await.expect("counters").active;
    assert!(
        steady - before <= held + held / 100,
        "{steady} bytes stay after the answers, {held} were held before"
    );

    engine.unload().await.expect("unloading");
    let empty = engine.memory().await.expect("counters");
    assert_eq!((empty.active, empty.cached), (before, 0));
    // A request loads what it needs.
    let answer = engine.generate(request()).completion().await;
    assert!(answer.expect("an answer").timing.load_s > 0.0);
    assert_eq!(engine.memory().await.expect("counters").active, steady);
    engine.unload().await.expect("unloading");
    drop(engine);

    // A model that nobody uses leaves by itself, and comes back when it is needed.
    let options = EngineOptions {
        idle_unload: Some(Duration::from_millis(100)),
        ..EngineOptions::default()
    };
    let engine = Engine::start(options).expect("an engine");
    engine.load(spec.clone()).await.expect("a model");
    // Looking at it is no use of it. How long it takes is not tested.
    while engine.memory().await.expect("counters").active > before {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(engine.memory().await.expect("counters").cached, 0);
    let answer = engine.generate(request()).completion().await;
    assert!(answer.expect("an answer").timing.load_s > 0.0);
}

/// Bytes of keys, values and delta states of a text of `rows` tokens; buffers grow by 256 rows.
fn cache_bytes(rows: usize) -> usize {
    let attention = 2 * 4 * HEAD * rows.next_multiple_of(256) * 4;
    let delta = VALUE_HEADS * HEAD * HEAD * 4;
    attention * (LAYERS / 4) + delta * (LAYERS * 3 / 4)
}

fn count(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// A Qwen3.5 of random weights in bfloat16; says which tensors it has.
fn write_model(folder: &Path) -> Vec<(String, Vec<usize>)> {
    let mut tensors: Vec<(String, Vec<usize>)> = Vec::new();
    let mut add = |name: String, shape: &[usize]| {
        tensors.push((format!("language_model.{name}.weight"), shape.to_vec()));
    };
    add("model.embed_tokens".to_owned(), &[VOCABULARY, HIDDEN]);
    let channels = (2 * KEY_HEADS + VALUE_HEADS) * HEAD;
    for layer in 0..LAYERS {
        let layer_name = format!("model.layers.{layer}");
        for norm in ["input_layernorm", "post_attention_layernorm"] {
            add(format!("{layer_name}.{norm}"), &[HIDDEN]);
        }
        for (part, shape) in [
            ("gate_proj", [INNER, HIDDEN]),
            ("up_proj", [INNER, HIDDEN]),
            ("down_proj", [HIDDEN, INNER]),
        ] {
            add(format!("{layer_name}.mlp.{part}"), &shape);
        }
        if layer % 4 == 3 {
            let name = format!("{layer_name}.self_attn");
            add(format!("{name}.q_proj"), &[2 * 16 * HEAD, HIDDEN]);
            add(format!("{name}.k_proj"), &[4 * HEAD, HIDDEN]);
            add(format!("{name}.v_proj"), &[4 * HEAD, HIDDEN]);
            add(format!("{name}.o_proj"), &[HIDDEN, 16 * HEAD]);
            add(format!("{name}.q_norm"), &[HEAD]);
            add(format!("{name}.k_norm"), &[HEAD]);
        } else {
            let name = format!("{layer_name}.linear_attn");
            add(format!("{name}.in_proj_qkv"), &[channels, HIDDEN]);
            add(format!("{name}.in_proj_z"), &[VALUE_HEADS * HEAD, HIDDEN]);
            add(format!("{name}.in_proj_b"), &[VALUE_HEADS, HIDDEN]);
            add(format!("{name}.in_proj_a"), &[VALUE_HEADS, HIDDEN]);
            add(format!("{name}.out_proj"), &[HIDDEN, VALUE_HEADS * HEAD]);
            add(format!("{name}.conv1d"), &[channels, 4, 1]);
            add(format!("{name}.norm"), &[HEAD]);
        }
    }
    add("model.norm".to_owned(), &[HIDDEN]);
    for layer in (0..LAYERS).filter(|layer| layer % 4 != 3) {
        for name in ["A_log", "dt_bias"] {
            let name = format!("language_model.model.layers.{layer}.linear_attn.{name}");
            tensors.push((name, vec![VALUE_HEADS]));
        }
    }

    let config = json!({
        "model_type": "qwen3_5_text", "vocab_size": VOCABULARY, "hidden_size": HIDDEN,
        "intermediate_size": INNER, "num_hidden_layers": LAYERS, "num_attention_heads": 16,
        "num_key_value_heads": 4, "head_dim": HEAD, "full_attention_interval": 4,
        "linear_num_key_heads": KEY_HEADS, "linear_num_value_heads": VALUE_HEADS,
        "linear_key_head_dim": HEAD, "linear_value_head_dim": HEAD, "linear_conv_kernel_dim": 4,
        "rms_norm_eps": 1e-6, "tie_word_embeddings": true, "max_position_embeddings": 4096,
        "rope_parameters": {"rope_type": "default", "rope_theta": 1e7, "partial_rotary_factor": 0.25},
    });
    std::fs::write(folder.join("config.json"), config.to_string()).expect("a config");

    let mut at = 0;
    let mut header = serde_json::Map::new();
    for (name, shape) in &tensors {
        let end = at + count(shape) * 2;
        let entry = json!({"dtype": "BF16", "shape": shape, "data_offsets": [at, end]});
        header.insert(name.clone(), entry);
        at = end;
    }
    let header = serde_json::Value::Object(header).to_string();
    let file = File::create(folder.join("model.safetensors")).expect("a file");
    let mut file = BufWriter::new(file);
    let length = header.len() as u64;
    file.write_all(&length.to_le_bytes()).expect("a length");
    file.write_all(header.as_bytes()).expect("a header");
    // Small numbers of both signs: the upper half of a float32 near ±0.01.
    let block: Vec<u8> = (0..1u32 << 20)
        .flat_map(|i| {
            let bits = 0x3c00 | (i.wrapping_mul(2_654_435_761) >> 25) as u16;
            (bits | ((i.wrapping_mul(40_503) >> 7) as u16 & 1) << 15).to_le_bytes()
        })
        .collect();
    while at > 0 {
        let part = at.min(block.len());
        file.write_all(&block[..part]).expect("weights");
        at -= part;
    }
    file.flush().expect("weights");
    tensors
}
