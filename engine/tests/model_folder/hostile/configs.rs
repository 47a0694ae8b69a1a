//! Configs that ask for the impossible, or for another model.

use serde_json::{Value, json};
use tandem_engine::companion::config::CompanionConfig;
use tandem_engine::model::config::ModelConfig;

use super::{Expected, check};
use crate::folder::Folder;

const CONFIG: &str = "config.json";

fn refused(mut folder: Folder, case: &str, expected: Expected<'_>, bend: impl FnOnce(&mut Value)) {
    bend(&mut folder.config);
    folder.write_config();
    check(case, ModelConfig::open(folder.path()), expected);
}

/// Sets one field of the text config; the message must name it.
fn field(folder: Folder, key: &str, value: Value) {
    let case = format!("{key}: {value}");
    refused(
        folder,
        &case,
        ("BadConfig", &[CONFIG, "text_config.", key]),
        |config| {
            config["text_config"][key] = value;
        },
    );
}

#[test]
fn architectures() {
    for (found, bend) in [
        ("llama", json!({ "model_type": "llama" })),
        (
            "no model_type",
            json!({ "architectures": ["Qwen3_5ForConditionalGeneration"] }),
        ),
        ("no model_type", json!({ "model_type": null })),
        (
            "qwen3_next",
            json!({ "model_type": "qwen3_5", "text_config": { "model_type": "qwen3_next" } }),
        ),
        (
            "qwen3_5_mtp (an MTP companion",
            json!({ "model_type": "qwen3_5_mtp" }),
        ),
        ("qwen4_exp", json!({ "model_type": "qwen4_exp" })),
    ] {
        refused(
            Folder::dense(),
            found,
            (
                "UnsupportedArchitecture",
                &[CONFIG, found, "qwen3_5_moe_text"],
            ),
            |config| {
                *config = bend;
            },
        );
    }
    for value in [json!(5), json!(["qwen3_5"])] {
        refused(
            Folder::dense(),
            "no text",
            ("BadConfig", &[CONFIG, "model_type"]),
            |config| {
                config["model_type"] = value;
            },
        );
    }
    refused(
        Folder::dense(),
        "no object",
        ("BadConfig", &[CONFIG, "text_config is a list"]),
        |config| {
            config["text_config"] = json!([1]);
        },
    );
}

#[test]
fn numbers() {
    for (key, values) in [
        (
            "num_hidden_layers",
            vec![
                json!(0),
                json!(1_000_000_000),
                json!(-4),
                json!("4"),
                json!(4.5),
                json!(1e30),
            ],
        ),
        (
            "hidden_size",
            vec![json!(0), json!(u64::MAX), json!(true), json!([128])],
        ),
        ("vocab_size", vec![json!(0), json!(1u64 << 40)]),
        ("intermediate_size", vec![json!(0), json!(1u64 << 40)]),
        ("num_attention_heads", vec![json!(0), json!(1 << 20)]),
        ("num_key_value_heads", vec![json!(0)]),
        ("head_dim", vec![json!(0), json!(1 << 20)]),
        ("linear_num_key_heads", vec![json!(0)]),
        ("linear_num_value_heads", vec![json!(0), json!(1 << 20)]),
        ("linear_key_head_dim", vec![json!(0), json!(1 << 20)]),
        ("linear_value_head_dim", vec![json!(0), json!(1 << 20)]),
        (
            "linear_conv_kernel_dim",
            vec![json!(0), json!(1), json!(1 << 20)],
        ),
        (
            "max_position_embeddings",
            vec![json!(0), json!(u64::MAX), json!(-1)],
        ),
        (
            "rms_norm_eps",
            vec![json!(-1e-6), json!(2.0), json!("1e-6")],
        ),
        ("full_attention_interval", vec![json!(0)]),
        ("tie_word_embeddings", vec![json!("yes"), json!(1)]),
        (
            "eos_token_id",
            vec![
                json!(-1),
                json!("</s>"),
                json!([1, 1u64 << 40]),
                json!(1.5),
                json!({}),
            ],
        ),
    ] {
        for value in values {
            field(Folder::dense(), key, value);
        }
    }
    for key in [
        "vocab_size",
        "hidden_size",
        "num_hidden_layers",
        "intermediate_size",
        "num_attention_heads",
    ] {
        refused(
            Folder::dense(),
            key,
            ("BadConfig", &[CONFIG, key, "missing"]),
            |config| {
                config["text_config"].as_object_mut().unwrap().remove(key);
            },
        );
    }
}

#[test]
fn numbers_that_contradict() {
    for (key, value) in [
        ("num_key_value_heads", json!(3)),
        ("linear_num_key_heads", json!(4)),
        ("layer_types", json!(["linear_attention"])),
        (
            "layer_types",
            json!([
                "linear_attention",
                "full_attention",
                "sliding_attention",
                "full_attention"
            ]),
        ),
        ("layer_types", json!([1, 2, 3, 4])),
        ("layer_types", json!("linear_attention")),
    ] {
        let named = match key {
            "num_key_value_heads" => "num_attention_heads",
            "linear_num_key_heads" => "linear_num_value_heads",
            key => key,
        };
        refused(
            Folder::dense(),
            key,
            ("BadConfig", &[CONFIG, named]),
            |config| config["text_config"][key] = value,
        );
    }
}

#[test]
fn rotary_embeddings() {
    for (text, parameters) in [
        ("rope_theta is missing", json!({})),
        ("rope_theta is missing", Value::Null),
        ("rope_theta", json!({ "rope_theta": 0 })),
        ("rope_theta", json!({ "rope_theta": "1e7" })),
        ("rope_theta", json!({ "rope_theta": 1e300 })),
        (
            "\"yarn\" is not supported",
            json!({ "rope_type": "yarn", "factor": 4.0, "rope_theta": 1e7 }),
        ),
        (
            "\"linear\" is not supported",
            json!({ "type": "linear", "factor": 2, "rope_theta": 1e7 }),
        ),
        (
            "\"yarn\" is not supported",
            json!({ "rope_type": "yarn", "rope_theta": 1e7 }),
        ),
        (
            "\"longrope\" is not supported",
            json!({ "type": "longrope", "factor": 1.0, "rope_theta": 1e7 }),
        ),
        (
            "partial_rotary_factor",
            json!({ "rope_theta": 1e7, "partial_rotary_factor": 0 }),
        ),
        (
            "partial_rotary_factor",
            json!({ "rope_theta": 1e7, "partial_rotary_factor": 1.5 }),
        ),
        (
            "partial_rotary_factor",
            json!({ "rope_theta": 1e7, "partial_rotary_factor": 0.05 }),
        ),
        ("rope_parameters", json!("default")),
    ] {
        refused(
            Folder::dense(),
            text,
            ("BadConfig", &[CONFIG, text]),
            |config| {
                config["text_config"]["rope_parameters"] = parameters;
            },
        );
    }
    refused(
        Folder::dense(),
        "beside",
        ("BadConfig", &[CONFIG, "rope_scaling", "\"yarn\""]),
        |config| {
            config["text_config"]["rope_scaling"] = json!({ "type": "yarn", "factor": 4.0 });
        },
    );
}

#[test]
fn other_computations() {
    for (key, value) in [
        ("hidden_act", json!("gelu")),
        ("output_gate_type", json!("sigmoid")),
        ("attention_bias", json!(true)),
        ("attn_output_gate", json!(false)),
        ("decoder_sparse_step", json!(2)),
        ("mlp_only_layers", json!([0])),
    ] {
        field(Folder::dense(), key, value);
    }
}

#[test]
fn experts() {
    for (key, value) in [
        ("num_experts", json!(1_000_000)),
        ("num_experts_per_tok", json!(4)),
        ("num_experts_per_tok", json!(0)),
        ("moe_intermediate_size", json!(0)),
        ("moe_intermediate_size", Value::Null),
        ("shared_expert_intermediate_size", Value::Null),
        ("norm_topk_prob", json!("yes")),
        ("num_experts", json!(0)),
        ("num_experts", Value::Null),
    ] {
        field(Folder::sparse(), key, value);
    }
}

#[test]
fn companions() {
    for (kind, text, bend) in [
        (
            "UnsupportedArchitecture",
            "llama",
            json!({ "model_type": "llama" }),
        ),
        (
            "UnsupportedArchitecture",
            "no model_type",
            json!({ "model_type": null }),
        ),
        (
            "BadConfig",
            "text_config is missing",
            json!({ "text_config": null }),
        ),
        ("BadConfig", "block_size", json!({ "block_size": 1 })),
        ("BadConfig", "block_size", json!({ "block_size": 1000 })),
        (
            "BadConfig",
            "mtp_hidden_state",
            json!({ "mtp_hidden_state": "middle" }),
        ),
        (
            "BadConfig",
            "mtp_num_hidden_layers",
            json!({ "text_config": { "mtp_num_hidden_layers": 2 } }),
        ),
        (
            "BadConfig",
            "mtp_num_hidden_layers",
            json!({ "text_config": { "mtp_num_hidden_layers": 0 } }),
        ),
        (
            "BadConfig",
            "mtp_use_dedicated_embeddings",
            json!({ "text_config": { "mtp_use_dedicated_embeddings": true } }),
        ),
        (
            "BadConfig",
            "hidden_size",
            json!({ "text_config": { "hidden_size": 0 } }),
        ),
    ] {
        let mut folder = Folder::companion();
        merge(&mut folder.config, &bend);
        folder.write_config();
        check(
            text,
            CompanionConfig::open(folder.path()),
            (kind, &[CONFIG, text]),
        );
    }
}

fn merge(into: &mut Value, from: &Value) {
    match from {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(key, value)| merge(&mut into[key], value)),
        value => *into = value.clone(),
    }
}

/// Not one value in any field may end in a panic, in a plan of another size or in anything but one
/// clear line.
#[test]
fn any_value_in_any_field() {
    let hostile = [
        Value::Null,
        json!(true),
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(-1),
        json!(0.5),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e308),
        json!(""),
        json!("default"),
        json!("\n\u{1b}[2J\u{202e}"),
        json!("x".repeat(10_000)),
        json!([]),
        json!([0, -1, "a", null, {}]),
        json!({}),
        json!({ "bits": -1, "type": 7, "factor": "x", "rope_theta": [] }),
    ];
    for sound in [Folder::dense, Folder::sparse, Folder::companion] {
        let mut folder = sound();
        folder.write();
        let config = folder.config.clone();
        let weights = folder.tensors.len();
        let places = [
            "/quantization",
            "/quantization_config",
            "/text_config/rope_scaling",
        ]
        .map(str::to_owned);
        for place in pointers(&config, "").into_iter().chain(places) {
            for value in &hostile {
                folder.config = config.clone();
                set(&mut folder.config, &place, value.clone());
                folder.write_config();
                let case = format!("{place} = {value:.60}");
                for result in [folder.target(), folder.read_companion()] {
                    match result {
                        Ok(plan) => assert!(plan.weights.len() <= weights, "{case}"),
                        Err(error) => {
                            let kind = super::kind(&error);
                            check::<()>(&case, Err(error), (kind, &[]));
                            assert_ne!(kind, "another", "{case}");
                        }
                    }
                }
            }
        }
    }
}

/// Every field of a config, as JSON pointers.
fn pointers(value: &Value, at: &str) -> Vec<String> {
    let Value::Object(fields) = value else {
        return vec![at.to_owned()];
    };
    let inner = fields
        .iter()
        .flat_map(|(key, value)| pointers(value, &format!("{at}/{key}")));
    inner
        .chain((!at.is_empty()).then(|| at.to_owned()))
        .collect()
}

fn set(config: &mut Value, place: &str, value: Value) {
    let (parent, key) = place.rsplit_once('/').unwrap();
    config.pointer_mut(parent).unwrap()[key] = value;
}
