//! Companions: in a folder of their own, and inside a full release.

use tandem_engine::EngineError;
use tandem_engine::checkpoint::Checkpoint;
use tandem_engine::companion::config::{CompanionConfig, HiddenState};
use tandem_engine::model::config::ModelConfig;
use tandem_engine::model::layout::{Form, companion_prefix};
use tandem_engine::model::plan::Transform;

use crate::folder::{Folder, HIDDEN, weight};

#[test]
fn a_folder_of_its_own_has_its_norms_shifted_already() {
    for marked_mlx in [true, false] {
        let mut folder = Folder::companion();
        folder.marked_mlx = marked_mlx;
        folder.write();
        let plan = folder.read_companion().unwrap();
        assert_eq!(plan.weights.len(), 15);
        assert_eq!(weight(&plan, "fc").shape, [HIDDEN, 2 * HIDDEN]);
        assert!(
            plan.weights
                .iter()
                .all(|weight| weight.transform == Transform::AsIs)
        );
    }
}

#[test]
fn inside_a_release_the_form_of_the_release_holds() {
    for (prefix, raw) in [
        ("mtp.", true),
        ("mtp.", false),
        ("language_model.mtp.", false),
    ] {
        let mut folder = Folder::dense();
        folder.add_companion(prefix, false);
        if raw {
            folder.rename("language_model.model.", "model.language_model.");
            folder.transpose_convolutions();
        }
        folder.write();
        let plan = folder.read_companion().unwrap();
        assert_eq!(plan.form, if raw { Form::Raw } else { Form::Mlx });
        let norm = if raw {
            Transform::AddOne
        } else {
            Transform::AsIs
        };
        for name in [
            "pre_fc_norm_embedding",
            "pre_fc_norm_hidden",
            "norm",
            "layers.0.self_attn.q_norm",
            "layers.0.input_layernorm",
        ] {
            assert_eq!(weight(&plan, name).transform, norm, "{prefix} {name}");
        }
        assert_eq!(
            weight(&plan, "fc").weight[0].name,
            format!("{prefix}fc.weight")
        );
        // The same folder is a target too.
        assert_eq!(folder.target().unwrap().form, plan.form);
    }
}

#[test]
fn tensors_taken_out_of_a_raw_release_are_raw() {
    for (marked_mlx, form) in [(false, Form::Raw), (true, Form::Mlx)] {
        let mut folder = Folder::companion();
        folder.rename("", "mtp.");
        folder.marked_mlx = marked_mlx;
        folder.write();
        assert_eq!(folder.read_companion().unwrap().form, form);
    }
}

#[test]
fn a_sparse_companion_has_experts() {
    let mut folder = Folder::sparse();
    folder.add_companion("mtp.", true);
    folder.write();
    let plan = folder.read_companion().unwrap();
    assert_eq!(plan.weights.len(), 20);
    weight(&plan, "layers.0.mlp.shared_expert_gate");
}

#[test]
fn a_promise_in_the_config_is_no_companion() {
    let mut folder = Folder::dense();
    folder.config["text_config"]["mtp_num_hidden_layers"] = 1.into();
    folder.write();
    assert_eq!(
        companion_prefix(&Checkpoint::open(folder.path()).unwrap()),
        None
    );
    let error = folder.read_companion().unwrap_err();
    assert!(matches!(error, EngineError::NotFound { .. }), "{error}");
}

#[test]
fn its_config_says_how_it_is_used() {
    let mut folder = Folder::companion();
    let read = |folder: &Folder| {
        folder.write_config();
        CompanionConfig::open(folder.path()).unwrap()
    };
    let plain = read(&folder);
    assert_eq!(
        (plain.block_size, plain.hidden_state),
        (3, HiddenState::PostNorm)
    );
    folder.config["block_size"] = 5.into();
    folder.config["mtp_hidden_state"] = "pre_norm".into();
    let other = read(&folder);
    assert_eq!(
        (other.block_size, other.hidden_state),
        (5, HiddenState::PreNorm)
    );
}

#[test]
fn it_fits_a_target_of_its_sizes_only() {
    let target = Folder::dense();
    target.write_config();
    let text = ModelConfig::open(target.path()).unwrap().text;
    let mut folder = Folder::companion();
    for (field, value, fits) in [
        ("hidden_size", 128, true),
        ("hidden_size", 256, false),
        ("vocab_size", 41, false),
    ] {
        folder.config = Folder::companion().config;
        folder.config["text_config"][field] = value.into();
        folder.write_config();
        let fit = CompanionConfig::open(folder.path())
            .unwrap()
            .check_fits(&text);
        match fit {
            Ok(()) => assert!(fits, "{field} {value}"),
            Err(error) => {
                assert!(!fits, "{error}");
                assert!(
                    matches!(error, EngineError::CompanionMismatch { .. }),
                    "{error}"
                );
                assert!(error.to_string().contains(field), "{error}");
            }
        }
    }
}
