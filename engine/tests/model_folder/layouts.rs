//! The layouts a target is found in: names, forms, files.

use std::fs;
use std::os::unix::fs::symlink;

use tandem_engine::checkpoint::Checkpoint;
use tandem_engine::model::layout::Form;
use tandem_engine::model::plan::{Plan, Transform};

use crate::folder::{EXPERTS, Folder, HIDDEN, INNER, VOCAB, read_target, weight};

/// Every weight of the dense folder with its shape, whatever the layout.
fn summary(plan: &Plan) -> Vec<(String, Vec<usize>)> {
    plan.weights
        .iter()
        .map(|weight| (weight.name.clone(), weight.shape.clone()))
        .collect()
}

#[test]
fn every_naming_gives_the_same_model() {
    let expected = {
        let folder = Folder::dense();
        folder.write();
        summary(&folder.target().unwrap())
    };
    assert_eq!(expected.len(), 3 * 14 + 11 + 2);
    assert_eq!(
        expected[0],
        ("embed_tokens".to_owned(), vec![VOCAB, HIDDEN])
    );
    for body in ["model.language_model.", "model.", ""] {
        let mut folder = Folder::dense();
        folder.rename("language_model.model.", body);
        folder.write();
        let plan = folder.target().unwrap();
        assert_eq!(summary(&plan), expected, "{body:?}");
        assert_eq!(
            weight(&plan, "norm").weight[0].name,
            format!("{body}norm.weight")
        );
    }
}

#[test]
fn convolutions_and_not_names_tell_a_raw_release() {
    for body in ["language_model.model.", "model.language_model.", "model."] {
        for raw in [false, true] {
            let mut folder = Folder::dense();
            folder.rename("language_model.model.", body);
            // The mark must not matter where there are convolutions.
            folder.marked_mlx = raw;
            if raw {
                folder.transpose_convolutions();
            }
            folder.write();
            let plan = folder.target().unwrap();
            let (form, norm, convolution) = if raw {
                (Form::Raw, Transform::AddOne, Transform::SwapConvolutionAxes)
            } else {
                (Form::Mlx, Transform::AsIs, Transform::AsIs)
            };
            assert_eq!(plan.form, form, "{body}");
            for name in [
                "norm",
                "layers.0.input_layernorm",
                "layers.3.post_attention_layernorm",
                "layers.3.self_attn.q_norm",
                "layers.3.self_attn.k_norm",
            ] {
                assert_eq!(weight(&plan, name).transform, norm, "{body} {name}");
            }
            let planned = weight(&plan, "layers.1.linear_attn.conv1d");
            assert_eq!(
                (&planned.transform, &*planned.shape),
                (&convolution, &[256, 4, 1][..])
            );
            for name in [
                "layers.0.linear_attn.norm",
                "layers.0.linear_attn.A_log",
                "embed_tokens",
            ] {
                assert_eq!(
                    weight(&plan, name).transform,
                    Transform::AsIs,
                    "{body} {name}"
                );
            }
        }
    }
}

#[test]
fn an_untied_head_is_found_under_each_naming() {
    for (body, head) in [
        ("language_model.model.", "language_model.lm_head"),
        ("language_model.model.", "lm_head"),
        ("model.language_model.", "lm_head"),
        ("model.", "lm_head"),
    ] {
        let mut folder = Folder::dense();
        folder.config["text_config"]["tie_word_embeddings"] = false.into();
        folder.rename("language_model.model.", body);
        folder.add(&format!("{head}.weight"), &[VOCAB, HIDDEN]);
        folder.write();
        let plan = folder.target().unwrap();
        assert_eq!(
            weight(&plan, "lm_head").weight[0].name,
            format!("{head}.weight")
        );
    }
}

#[test]
fn a_head_beside_a_tied_embedding_and_vision_weights_are_ignored() {
    let mut folder = Folder::dense();
    folder.add("language_model.lm_head.weight", &[VOCAB, HIDDEN]);
    folder.add("vision_tower.blocks.0.attn.qkv.weight", &[3, 5]);
    folder.add("model.visual.merger.norm.weight", &[3]);
    folder.add("something.unknown", &[9]);
    folder.write();
    let plan = folder.target().unwrap();
    assert_eq!(plan.weights.len(), 3 * 14 + 11 + 2);
}

#[test]
fn experts_are_found_stacked_fused_or_one_by_one() {
    let stacked = Folder::sparse();
    stacked.write();
    let expected = stacked.target().unwrap();
    assert_eq!(
        weight(&expected, "layers.2.mlp.switch_mlp.up_proj").transform,
        Transform::AsIs
    );

    let mut fused = Folder::sparse();
    let mut single = Folder::sparse();
    for layer in 0..4 {
        let mlp = format!("language_model.model.layers.{layer}.mlp");
        for projection in ["gate_proj", "up_proj", "down_proj"] {
            let name = format!("{mlp}.switch_mlp.{projection}.weight");
            fused.remove(&name);
            let (_, shape) = single.remove(&name);
            for expert in 0..EXPERTS {
                single.add(
                    &format!("{mlp}.experts.{expert}.{projection}.weight"),
                    &shape[1..],
                );
            }
        }
        fused.add(
            &format!("{mlp}.experts.gate_up_proj"),
            &[EXPERTS, 2 * INNER, HIDDEN],
        );
        fused.add(
            &format!("{mlp}.experts.down_proj"),
            &[EXPERTS, HIDDEN, INNER],
        );
    }
    fused.write();
    let plan = fused.target().unwrap();
    assert_eq!(summary(&plan), summary(&expected));
    let name = |projection| format!("layers.2.mlp.switch_mlp.{projection}");
    assert_eq!(
        weight(&plan, &name("gate_proj")).transform,
        Transform::Rows(0..INNER)
    );
    assert_eq!(
        weight(&plan, &name("up_proj")).transform,
        Transform::Rows(INNER..2 * INNER)
    );
    assert_eq!(weight(&plan, &name("down_proj")).transform, Transform::AsIs);
    // What is held does not depend on how it is stored; what is read of a fused one at a time is
    // twice that.
    assert_eq!(plan.stored_bytes(), expected.stored_bytes());
    assert_eq!(plan.largest_bytes(), 2 * expected.largest_bytes());

    single.write();
    let plan = single.target().unwrap();
    assert_eq!(summary(&plan), summary(&expected));
    let planned = weight(&plan, &name("gate_proj"));
    assert_eq!(
        (&planned.transform, planned.weight.len()),
        (&Transform::Stack, EXPERTS)
    );
    assert_eq!(
        planned.weight[1].name,
        "language_model.model.layers.2.mlp.experts.1.gate_proj.weight"
    );
    assert_eq!(plan.stored_bytes(), expected.stored_bytes());
}

#[test]
fn shards_are_found_by_their_index_and_without_it() {
    let folder = Folder::dense();
    let index = folder.write_shards();
    // Neither is part of the model: macOS' companion of a file, and weights that no index names.
    folder.put("._model-00001-of-00002.safetensors", "not weights");
    let without = folder.target().unwrap();
    folder.put("consolidated.safetensors", folder.weights(|_| true));
    folder.put("model.safetensors.index.json", index.to_string());
    let with = folder.target().unwrap();
    assert_eq!(with, without);
    let checkpoint = Checkpoint::open(folder.path()).unwrap();
    assert_eq!(checkpoint.files().len(), 2);
    for (file, name) in [(0, "layers.0.input_layernorm"), (1, "norm")] {
        assert_eq!(weight(&with, name).weight[0].info.file, file);
    }
}

#[test]
fn a_single_file_wins_over_others_without_an_index() {
    let folder = Folder::dense();
    folder.write();
    folder.put("consolidated.safetensors", folder.weights(|_| true));
    assert_eq!(Checkpoint::open(folder.path()).unwrap().files().len(), 1);
    folder.target().unwrap();
}

#[test]
fn a_stale_index_matters_only_for_tensors_that_are_needed() {
    let folder = Folder::dense();
    folder.write();
    let index = |name: &str| format!("{{\"weight_map\": {{\"{name}\": \"model.safetensors\"}}}}");
    folder.put("model.safetensors.index.json", index("mtp.fc.weight"));
    folder.target().unwrap();
}

#[test]
fn ranges_are_the_tensors_bytes_in_the_file() {
    let mut folder = Folder::dense();
    folder.write();
    let mut bytes = fs::read(folder.path().join("model.safetensors")).unwrap();
    let name = "language_model.model.norm.weight";
    let info = Checkpoint::open(folder.path())
        .unwrap()
        .get(name)
        .unwrap()
        .clone();
    let range = info.range.start as usize..info.range.end as usize;
    assert_eq!(range.len(), 2 * HIDDEN);
    bytes[range].fill(0xab);
    let (_, view) = safetensors::SafeTensors::deserialize(&bytes)
        .unwrap()
        .tensors()
        .into_iter()
        .find(|(n, _)| n == name)
        .unwrap();
    assert!(view.data().iter().all(|&byte| byte == 0xab));
    // The same tensor at another place.
    folder.add("aaa", &[1000]);
    folder.write();
    assert_ne!(
        Checkpoint::open(folder.path())
            .unwrap()
            .get(name)
            .unwrap()
            .range,
        info.range
    );
}

#[test]
fn a_folder_of_links_is_a_model() {
    let blobs = Folder::dense();
    blobs.put("0123abcd", blobs.weights(|_| true));
    blobs.put("4567ef", blobs.config.to_string());
    let snapshot = Folder::dense();
    symlink(
        blobs.path().join("0123abcd"),
        snapshot.path().join("model.safetensors"),
    )
    .unwrap();
    symlink(
        blobs.path().join("4567ef"),
        snapshot.path().join("config.json"),
    )
    .unwrap();
    read_target(snapshot.path()).unwrap();
}

#[test]
fn bytes_add_up() {
    let folder = Folder::dense();
    folder.write();
    let plan = folder.target().unwrap();
    let checkpoint = Checkpoint::open(folder.path()).unwrap();
    let data: u64 = checkpoint.tensors().map(|(_, info)| info.bytes()).sum();
    assert_eq!(plan.stored_bytes(), data);
    assert_eq!(
        checkpoint.total_bytes(),
        fs::metadata(folder.path().join("model.safetensors"))
            .unwrap()
            .len()
    );
    assert_eq!(plan.largest_bytes(), 2 * (256 * HIDDEN) as u64);
    assert_eq!(
        weight(&plan, "embed_tokens").elements(),
        (VOCAB * HIDDEN) as u64
    );
}
