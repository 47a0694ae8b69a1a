//! Packed weights: every format of MLX, mixed as converters mix them.

use safetensors::Dtype;
use serde_json::json;
use tandem_engine::model::quantization::{Quantization, QuantizationMode};

use crate::folder::{EXPERTS, Folder, HIDDEN, VOCAB, weight};

const BODY: &str = "language_model.model.";

#[test]
fn each_tensor_tells_its_own_format() {
    use QuantizationMode::{Affine, Mxfp4, Mxfp8, Nvfp4};
    let mut formats = vec![
        (4, 32, Dtype::U8, Mxfp4),
        (8, 32, Dtype::U8, Mxfp8),
        (4, 16, Dtype::U8, Nvfp4),
    ];
    for bits in [2, 3, 4, 5, 6, 8] {
        formats.extend([32, 64, 128].map(|group| (bits, group, Dtype::BF16, Affine)));
    }
    for (bits, group_size, scales, mode) in formats {
        let mut folder = Folder::dense();
        // The config is wrong on purpose: only the shapes count.
        folder.config["quantization"] = json!({
            "bits": 7, "group_size": 1000, "language_model.model.embed_tokens": false
        });
        folder.pack(&format!("{BODY}embed_tokens"), bits, group_size, scales);
        folder.pack(
            &format!("{BODY}layers.3.mlp.down_proj"),
            8,
            128,
            Dtype::BF16,
        );
        folder.write();
        let plan = folder.target().unwrap();
        let packed = weight(&plan, "embed_tokens").packed.as_ref().unwrap();
        assert_eq!(
            packed.quantization,
            Quantization {
                bits,
                group_size,
                mode
            }
        );
        assert_eq!(packed.biases.len(), usize::from(mode == Affine));
        assert_eq!(packed.scales[0].name, format!("{BODY}embed_tokens.scales"));
        let other = weight(&plan, "layers.3.mlp.down_proj")
            .packed
            .as_ref()
            .unwrap();
        assert_eq!(
            other.quantization,
            Quantization {
                bits: 8,
                group_size: 128,
                mode: Affine
            }
        );
        assert_eq!(weight(&plan, "layers.2.mlp.down_proj").packed, None);
        assert_eq!(weight(&plan, "embed_tokens").shape, [VOCAB, HIDDEN]);
    }
}

#[test]
fn expert_stacks_are_packed_as_one() {
    let mut folder = Folder::sparse();
    let mlp = format!("{BODY}layers.1.mlp");
    folder.pack(&format!("{mlp}.switch_mlp.up_proj"), 4, 64, Dtype::BF16);
    folder.pack(&format!("{mlp}.switch_mlp.down_proj"), 4, 32, Dtype::U8);
    folder.pack(&format!("{mlp}.gate"), 8, 64, Dtype::BF16);
    folder.pack(&format!("{mlp}.shared_expert_gate"), 8, 64, Dtype::BF16);
    folder.write();
    let plan = folder.target().unwrap();
    for (name, bits, group_size, mode) in [
        ("switch_mlp.up_proj", 4, 64, QuantizationMode::Affine),
        ("switch_mlp.down_proj", 4, 32, QuantizationMode::Mxfp4),
        ("gate", 8, 64, QuantizationMode::Affine),
        ("shared_expert_gate", 8, 64, QuantizationMode::Affine),
    ] {
        let packed = weight(&plan, &format!("layers.1.mlp.{name}"))
            .packed
            .as_ref()
            .unwrap();
        assert_eq!(
            packed.quantization,
            Quantization {
                bits,
                group_size,
                mode
            },
            "{name}"
        );
    }
}

#[test]
fn experts_packed_one_by_one_are_stacked_part_by_part() {
    let mut folder = Folder::sparse();
    for projection in ["gate_proj", "up_proj", "down_proj"] {
        let mlp = format!("{BODY}layers.0.mlp");
        let (_, shape) = folder.remove(&format!("{mlp}.switch_mlp.{projection}.weight"));
        for expert in 0..EXPERTS {
            let module = format!("{mlp}.experts.{expert}.{projection}");
            folder.add(&format!("{module}.weight"), &shape[1..]);
            folder.pack(&module, 6, 64, Dtype::BF16);
        }
    }
    folder.write();
    let plan = folder.target().unwrap();
    let planned = weight(&plan, "layers.0.mlp.switch_mlp.gate_proj");
    let packed = planned.packed.as_ref().unwrap();
    assert_eq!(
        (
            planned.weight.len(),
            packed.scales.len(),
            packed.biases.len()
        ),
        (EXPERTS, EXPERTS, EXPERTS)
    );
    assert_eq!(
        packed.biases[2].name,
        format!("{BODY}layers.0.mlp.experts.2.gate_proj.biases")
    );
}
