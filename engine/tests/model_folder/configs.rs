//! Configs as they are written, by the maker, by converters and by hand.

use serde_json::{Value, json};
use tandem_engine::model::config::{LayerKind, MlpConfig, ModelConfig};

use crate::folder::Folder;

fn read(folder: &Folder) -> ModelConfig {
    folder.write_config();
    ModelConfig::open(folder.path()).unwrap()
}

#[test]
fn a_flat_text_config_is_read_like_a_nested_one() {
    let nested = read(&Folder::dense());
    let mut folder = Folder::dense();
    folder.config = folder.config["text_config"].take();
    let flat = read(&folder);
    assert_eq!(flat.model_type, "qwen3_5_text");
    assert_eq!(flat.text, nested.text);
}

#[test]
fn the_family_fills_in_what_every_model_shares() {
    let mut folder = Folder::dense();
    let text = folder.config["text_config"].as_object_mut().unwrap();
    for key in [
        "model_type",
        "full_attention_interval",
        "head_dim",
        "linear_num_key_heads",
        "linear_key_head_dim",
        "linear_value_head_dim",
        "linear_conv_kernel_dim",
        "rms_norm_eps",
    ] {
        text.remove(key).unwrap();
    }
    text.insert("linear_num_value_heads".to_owned(), 32.into());
    text.insert(
        "rope_parameters".to_owned(),
        json!({ "rope_theta": 10_000_000 }),
    );
    let text = read(&folder).text;
    assert_eq!(
        (text.attention.head_dim, text.attention.rotary_dims),
        (256, 64)
    );
    assert_eq!(
        (
            text.delta.key_heads,
            text.delta.key_dim,
            text.delta.value_dim
        ),
        (16, 128, 128)
    );
    assert_eq!((text.delta.conv_kernel, text.norm_eps), (4, 1e-6));
    assert_eq!(text.layers_of(LayerKind::Attention), 1);
    assert_eq!(text.layers[3], LayerKind::Attention);
}

#[test]
fn the_list_of_layers_wins_over_the_interval() {
    let mut folder = Folder::dense();
    folder.config["text_config"]["layer_types"] = json!([
        "full_attention",
        "linear_attention",
        "linear_attention",
        "full_attention"
    ]);
    use LayerKind::{Attention, Delta};
    assert_eq!(
        read(&folder).text.layers,
        [Attention, Delta, Delta, Attention]
    );
}

#[test]
fn the_inner_flag_ties_the_head_and_the_outer_one_stands_in() {
    for (outer, inner, tied) in [
        (json!(true), json!(false), false),
        (json!(false), json!(true), true),
        (json!(true), Value::Null, true),
        (Value::Null, Value::Null, false),
    ] {
        let mut folder = Folder::dense();
        folder.config["tie_word_embeddings"] = outer;
        folder.config["text_config"]["tie_word_embeddings"] = inner;
        assert_eq!(read(&folder).text.tied_head, tied);
    }
}

#[test]
fn rotary_parameters_are_found_where_they_are() {
    for (parameters, beside) in [
        (
            json!({ "type": "default", "rope_theta": 5e5, "partial_rotary_factor": 0.5 }),
            json!({}),
        ),
        (
            json!({ "rope_type": "mrope", "rope_theta": 5e5 }),
            json!({ "partial_rotary_factor": 0.5 }),
        ),
        (
            Value::Null,
            json!({ "rope_theta": 5e5, "partial_rotary_factor": 0.5 }),
        ),
        (
            json!({ "type": "yarn", "factor": 1, "rope_theta": 5e5, "partial_rotary_factor": 0.5 }),
            json!({ "rope_scaling": null }),
        ),
    ] {
        let mut folder = Folder::dense();
        folder.config["text_config"]["rope_parameters"] = parameters;
        for (key, value) in beside.as_object().unwrap() {
            folder.config["text_config"][key] = value.clone();
        }
        let attention = read(&folder).text.attention;
        assert_eq!((attention.rope_theta, attention.rotary_dims), (5e5, 32));
    }
}

#[test]
fn experts_make_a_model_sparse() {
    let MlpConfig::Sparse(moe) = read(&Folder::sparse()).text.mlp else {
        panic!("dense")
    };
    assert_eq!(
        (moe.experts, moe.experts_per_token, moe.normalize_weights),
        (3, 2, true)
    );
    let mut folder = Folder::sparse();
    folder.config["text_config"]["num_experts"] = 1.into();
    folder.config["text_config"]["num_experts_per_tok"] = 1.into();
    assert!(matches!(read(&folder).text.mlp, MlpConfig::Sparse(_)));
    let mut folder = Folder::sparse();
    folder.config["text_config"]["norm_topk_prob"] = false.into();
    folder.config["text_config"]["mlp_only_layers"] = json!([]);
    folder.config["text_config"]["decoder_sparse_step"] = 1.into();
    let MlpConfig::Sparse(moe) = read(&folder).text.mlp else {
        panic!("dense")
    };
    assert!(!moe.normalize_weights);
}

#[test]
fn end_tokens_come_from_every_place() {
    let mut folder = Folder::dense();
    folder.config["eos_token_id"] = json!([9, 3]);
    assert_eq!(read(&folder).end_tokens(), [3, 7, 9]);
    folder.put(
        "generation_config.json",
        r#"{"eos_token_id": [5, 7], "temperature": 0.6, "top_k": 20}"#,
    );
    let config = read(&folder);
    assert_eq!(config.end_tokens(), [3, 5, 7, 9]);
    assert_eq!(
        (config.generation.temperature, config.generation.top_k),
        (Some(0.6), Some(20))
    );
    assert_eq!(config.generation.top_p, None);
}

#[test]
fn a_recommendation_out_of_range_is_left_out() {
    let folder = Folder::dense();
    folder.put(
        "generation_config.json",
        r#"{"top_k": -1, "temperature": "hot", "top_p": 0.95}"#,
    );
    let generation = read(&folder).generation;
    assert_eq!(
        (generation.top_k, generation.temperature, generation.top_p),
        (None, None, Some(0.95))
    );
}

#[test]
fn what_a_config_says_of_quantization_is_kept_as_a_hint() {
    for (outer, inner, expected) in [
        (
            json!({ "quantization": { "bits": 4, "group_size": 64 } }),
            Value::Null,
            (Some(4), None),
        ),
        (
            json!({ "quantization_config": { "quant_method": "fp8" } }),
            Value::Null,
            (None, Some("fp8")),
        ),
        (
            json!({}),
            json!({ "quant_method": "gptq", "bits": 8 }),
            (Some(8), Some("gptq")),
        ),
        (
            json!({ "quantization": "what?" }),
            Value::Null,
            (None, None),
        ),
    ] {
        let mut folder = Folder::dense();
        for (key, value) in outer.as_object().unwrap() {
            folder.config[key] = value.clone();
        }
        folder.config["text_config"]["quantization_config"] = inner;
        let hint = read(&folder).quantization;
        assert_eq!((hint.bits, hint.method.as_deref()), expected);
    }
}
