//! Sound files whose tensors are not those of the model in the config.

use safetensors::Dtype;

use super::{bent, check};
use crate::folder::{EXPERTS, Folder, HIDDEN, INNER, VOCAB};

const BODY: &str = "language_model.model.";
const QKV: &str = "language_model.model.layers.1.linear_attn.in_proj_qkv";

#[test]
fn absent_or_of_another_shape() {
    for name in [
        "norm.weight",
        "layers.0.linear_attn.A_log",
        "layers.0.linear_attn.conv1d.weight",
        "layers.3.self_attn.k_norm.weight",
        "layers.2.mlp.up_proj.weight",
    ] {
        let name = format!("{BODY}{name}");
        bent("absent", ("BadCheckpoint", &[&name, "missing"]), |folder| {
            drop(folder.remove(&name))
        });
        bent(
            "longer",
            (
                "WrongShape",
                &[&name, "model.safetensors", "config.json asks for"],
            ),
            |folder| {
                folder.tensors.get_mut(&name).unwrap().1[0] += 1;
            },
        );
        bent("one axis more", ("WrongShape", &[&name]), |folder| {
            folder.tensors.get_mut(&name).unwrap().1.push(1);
        });
        bent(
            "whole numbers",
            ("BadCheckpoint", &[&name, "I32"]),
            |folder| {
                folder.tensors.get_mut(&name).unwrap().0 = Dtype::I32;
            },
        );
    }
    bent(
        "transposed",
        ("WrongShape", &["down_proj", "[128, 256]", "[256, 128]"]),
        |folder| {
            folder
                .tensors
                .get_mut(&format!("{BODY}layers.0.mlp.down_proj.weight"))
                .unwrap()
                .1
                .swap(0, 1);
        },
    );
    bent(
        "config of a larger vocabulary",
        ("WrongShape", &["embed_tokens", "[41, 128]", "[40, 128]"]),
        |folder| {
            folder.config["text_config"]["vocab_size"] = (VOCAB + 1).into();
        },
    );
    bent(
        "a head that is not there",
        (
            "BadCheckpoint",
            &["language_model.lm_head.weight", "missing"],
        ),
        |folder| {
            folder.config["text_config"]["tie_word_embeddings"] = false.into();
        },
    );
}

#[test]
fn of_another_model() {
    bent(
        "no text model",
        ("BadCheckpoint", &["embed_tokens", "no Qwen3.5 text model"]),
        |folder| {
            folder.rename(BODY, "transformer.");
        },
    );
    bent(
        "axes without end",
        ("WrongShape", &["norm.weight"]),
        |folder| {
            folder.add("language_model.model.norm.weight", &[1; 100_000]);
        },
    );
    bent(
        "two text models",
        (
            "BadCheckpoint",
            &["two text models", "model.embed_tokens.weight"],
        ),
        |folder| {
            folder.add("model.embed_tokens.weight", &[VOCAB, HIDDEN]);
        },
    );
    bent(
        "layers not in the config",
        ("BadCheckpoint", &["layers.4.", "4 layers"]),
        |folder| {
            folder.add(&format!("{BODY}layers.4.input_layernorm.weight"), &[HIDDEN]);
        },
    );
    bent(
        "layers not in the file",
        ("BadCheckpoint", &["layers.4.", "missing"]),
        |folder| {
            folder.config["text_config"]["num_hidden_layers"] = 5.into();
        },
    );
    bent(
        "layers of the other kind",
        ("BadCheckpoint", &["layers.0.self_attn.q_proj", "missing"]),
        |folder| {
            folder.config["text_config"]["full_attention_interval"] = 1.into();
        },
    );
    bent(
        "both layouts",
        (
            "BadCheckpoint",
            &["layers.1.linear_attn.conv1d", "layers.2.linear_attn.conv1d"],
        ),
        |folder| {
            folder
                .tensors
                .get_mut(&format!("{BODY}layers.2.linear_attn.conv1d.weight"))
                .unwrap()
                .1
                .swap(1, 2);
        },
    );
}

#[test]
fn packed_by_other_tools() {
    for (part, dtype) in [
        ("qweight", Dtype::I32),
        ("weight_packed", Dtype::U8),
        ("weight_scale_inv", Dtype::F32),
    ] {
        let name = format!("{QKV}.{part}");
        bent(
            part,
            ("BadCheckpoint", &[&name, "not supported"]),
            |folder| {
                folder.remove(&format!("{QKV}.weight"));
                folder.add_as(&name, dtype, &[4, 4]);
            },
        );
    }
    bent("fp8", ("BadCheckpoint", &[QKV, "F8_E4M3"]), |folder| {
        folder.tensors.get_mut(&format!("{QKV}.weight")).unwrap().0 = Dtype::F8_E4M3;
    });
    for part in ["bias", "global_scale"] {
        let name = format!("{QKV}.{part}");
        bent(
            part,
            ("BadCheckpoint", &[&name, "not supported"]),
            |folder| folder.add(&name, &[256]),
        );
    }
    let name = format!("{BODY}layers.0.linear_attn.conv1d.bias");
    bent(
        "a bias of the convolution",
        ("BadCheckpoint", &[&name]),
        |folder| folder.add(&name, &[256]),
    );
}

#[test]
fn packed_against_their_shape() {
    let pack = |bits, group, scales, then: fn(&mut Folder)| {
        move |folder: &mut Folder| {
            folder.pack(QKV, bits, group, scales);
            then(folder);
        }
    };
    let weight = format!("{QKV}.weight");
    for (case, bits, group, scales) in [
        ("7 bits", 7, 64, Dtype::BF16),
        ("1 bit", 1, 64, Dtype::BF16),
        ("16 bits", 16, 64, Dtype::BF16),
        ("affine in groups of 16", 4, 16, Dtype::BF16),
        ("8-bit floats in groups of 64", 8, 64, Dtype::U8),
        ("3-bit floats", 3, 32, Dtype::U8),
        ("scales of whole numbers", 4, 64, Dtype::I32),
    ] {
        bent(
            case,
            ("WrongShape", &[&weight, "packed"]),
            pack(bits, group, scales, |_| {}),
        );
    }
    let change = |part: &str, change: fn(&mut Folder, &str)| {
        let name = format!("{QKV}.{part}");
        move |folder: &mut Folder| {
            folder.pack(QKV, 4, 64, Dtype::BF16);
            change(folder, &name);
        }
    };
    let remove = |folder: &mut Folder, name: &str| drop(folder.remove(name));
    let lengthen =
        |folder: &mut Folder, name: &str| folder.tensors.get_mut(name).unwrap().1[1] += 1;
    let more_rows =
        |folder: &mut Folder, name: &str| folder.tensors.get_mut(name).unwrap().1[0] += 1;
    let no_groups =
        |folder: &mut Folder, name: &str| folder.tensors.get_mut(name).unwrap().1[1] = 0;
    let flat = |folder: &mut Folder, name: &str| folder.tensors.get_mut(name).unwrap().1.clear();
    let other_type =
        |folder: &mut Folder, name: &str| folder.tensors.get_mut(name).unwrap().0 = Dtype::F32;
    let scales = format!("{QKV}.scales");
    let biases = format!("{QKV}.biases");
    bent(
        "no scales",
        ("BadCheckpoint", &[&scales, "missing"]),
        change("scales", remove),
    );
    bent(
        "no biases",
        ("BadCheckpoint", &[&biases, "missing"]),
        change("biases", remove),
    );
    bent(
        "no weight",
        ("BadCheckpoint", &[&weight, "missing"]),
        change("weight", remove),
    );
    bent(
        "words",
        ("WrongShape", &[&weight]),
        change("weight", lengthen),
    );
    bent(
        "rows of the weight",
        ("WrongShape", &[&weight]),
        change("weight", more_rows),
    );
    bent(
        "no axes",
        ("WrongShape", &[&weight]),
        change("weight", flat),
    );
    bent(
        "groups",
        ("WrongShape", &[&weight]),
        change("scales", lengthen),
    );
    bent(
        "no groups",
        ("WrongShape", &[&weight]),
        change("scales", no_groups),
    );
    bent(
        "rows of the scales",
        ("WrongShape", &[&weight]),
        change("scales", more_rows),
    );
    bent(
        "shape of the biases",
        ("WrongShape", &[&biases]),
        change("biases", lengthen),
    );
    bent(
        "type of the biases",
        ("BadCheckpoint", &[&biases, "F32", "BF16"]),
        change("biases", other_type),
    );
    bent(
        "scales of no packed weight",
        ("BadCheckpoint", &[&scales, "BF16"]),
        |folder| folder.add(&scales, &[256, 2]),
    );
    bent(
        "biases of no affine weight",
        ("BadCheckpoint", &[&biases, "mxfp4"]),
        |folder| {
            folder.pack(QKV, 4, 32, Dtype::U8);
            folder.add(&biases, &[256, 4]);
        },
    );
}

#[test]
fn experts() {
    let mlp = format!("{BODY}layers.2.mlp");
    let refused = |case: &str, expected: (&str, &[&str]), bend: &dyn Fn(&mut Folder)| {
        let mut folder = Folder::sparse();
        bend(&mut folder);
        folder.write();
        check(case, folder.target(), expected);
    };
    let unstack = |folder: &mut Folder| {
        for projection in ["gate_proj", "up_proj", "down_proj"] {
            folder.remove(&format!("{mlp}.switch_mlp.{projection}.weight"));
        }
    };
    let singles = |folder: &mut Folder| {
        unstack(folder);
        for expert in 0..EXPERTS {
            for (projection, shape) in [
                ("gate_proj", [INNER, HIDDEN]),
                ("up_proj", [INNER, HIDDEN]),
                ("down_proj", [HIDDEN, INNER]),
            ] {
                folder.add(
                    &format!("{mlp}.experts.{expert}.{projection}.weight"),
                    &shape,
                );
            }
        }
    };
    refused(
        "none",
        (
            "BadCheckpoint",
            &["layers.2.mlp.switch_mlp.gate_proj.weight", "missing"],
        ),
        &unstack,
    );
    refused(
        "one too few",
        ("WrongShape", &["layers.2.mlp.gate.weight", "[4, 128]"]),
        &|folder| {
            folder.config["text_config"]["num_experts"] = 4.into();
            for layer in [0, 1] {
                folder.config["text_config"]["num_experts_per_tok"] = 2.into();
                for name in [
                    "gate",
                    "switch_mlp.gate_proj",
                    "switch_mlp.up_proj",
                    "switch_mlp.down_proj",
                ] {
                    folder
                        .tensors
                        .get_mut(&format!("{BODY}layers.{layer}.mlp.{name}.weight"))
                        .unwrap()
                        .1[0] = 4;
                }
            }
        },
    );
    refused(
        "fused of half the size",
        ("WrongShape", &["gate_up_proj", "[3, 512, 128]"]),
        &|folder| {
            unstack(folder);
            folder.add(
                &format!("{mlp}.experts.gate_up_proj"),
                &[EXPERTS, INNER, HIDDEN],
            );
            folder.add(
                &format!("{mlp}.experts.down_proj"),
                &[EXPERTS, HIDDEN, INNER],
            );
        },
    );
    refused(
        "fused without the other half",
        ("BadCheckpoint", &["experts.down_proj", "missing"]),
        &|folder| {
            unstack(folder);
            folder.add(
                &format!("{mlp}.experts.gate_up_proj"),
                &[EXPERTS, 2 * INNER, HIDDEN],
            );
        },
    );
    refused(
        "fused and packed",
        ("BadCheckpoint", &["experts.gate_up_proj", "U32"]),
        &|folder| {
            unstack(folder);
            folder.add_as(
                &format!("{mlp}.experts.gate_up_proj"),
                Dtype::U32,
                &[EXPERTS, 2 * INNER, 16],
            );
        },
    );
    refused(
        "one of the singles absent",
        ("BadCheckpoint", &["experts.1.up_proj.weight", "missing"]),
        &|folder| {
            singles(folder);
            folder.remove(&format!("{mlp}.experts.1.up_proj.weight"));
        },
    );
    refused(
        "singles not alike",
        ("BadCheckpoint", &["experts.2.down_proj", "before it"]),
        &|folder| {
            singles(folder);
            folder.pack(&format!("{mlp}.experts.2.down_proj"), 4, 64, Dtype::BF16);
        },
    );
    refused(
        "singles whose scales are of two types",
        ("BadCheckpoint", &["experts.2.up_proj", "before it"]),
        &|folder| {
            singles(folder);
            for expert in 0..EXPERTS {
                let module = format!("{mlp}.experts.{expert}.up_proj");
                folder.pack(&module, 4, 64, Dtype::BF16);
                if expert == 2 {
                    for part in ["scales", "biases"] {
                        folder
                            .tensors
                            .get_mut(&format!("{module}.{part}"))
                            .unwrap()
                            .0 = Dtype::F32;
                    }
                }
            }
        },
    );
    refused(
        "singles of two types",
        ("BadCheckpoint", &["experts.1.down_proj", "before it"]),
        &|folder| {
            singles(folder);
            folder
                .tensors
                .get_mut(&format!("{mlp}.experts.1.down_proj.weight"))
                .unwrap()
                .0 = Dtype::F32;
        },
    );
}

#[test]
fn companions() {
    let refused = |case: &str, expected: (&str, &[&str]), bend: &dyn Fn(&mut Folder)| {
        let mut folder = Folder::companion();
        bend(&mut folder);
        folder.write();
        check(case, folder.read_companion(), expected);
    };
    refused(
        "half an input",
        ("WrongShape", &["fc.weight", "[128, 256]", "[128, 128]"]),
        &|folder| {
            folder.tensors.get_mut("fc.weight").unwrap().1[1] = HIDDEN;
        },
    );
    refused(
        "of another size",
        ("WrongShape", &["pre_fc_norm_embedding", "[256]"]),
        &|folder| {
            folder.config["text_config"]["hidden_size"] = 256.into();
        },
    );
    refused(
        "a norm absent",
        ("BadCheckpoint", &["pre_fc_norm_hidden.weight", "missing"]),
        &|folder| {
            folder.remove("pre_fc_norm_hidden.weight");
        },
    );
    refused(
        "a layer more",
        ("BadCheckpoint", &["layers.1.", "1 layer"]),
        &|folder| {
            folder.add("layers.1.input_layernorm.weight", &[HIDDEN]);
        },
    );
    refused(
        "no companion",
        ("NotFound", &["no MTP companion"]),
        &|folder| drop(folder.remove("fc.weight")),
    );
    refused(
        "biased",
        ("BadCheckpoint", &["layers.0.self_attn.q_proj.bias"]),
        &|folder| {
            folder.add("layers.0.self_attn.q_proj.bias", &[256]);
        },
    );
}
