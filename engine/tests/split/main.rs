//! Taking a companion out of a full release: against the companions that the references were made with, and
//! against mlx-vlm's own splitter.

#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test fails by panic, and says aloud what it skips"
)]

mod against_mlx_vlm;
mod release;

use std::fs;

use serde_json::json;
use tandem_engine::EngineError;
use tandem_engine::companion::split;

use release::{Release, reference, tensors};

/// Every kind of release gives back the companion that is inside, byte for byte but for the norms that a raw one
/// stores zero-centred.
#[test]
fn a_release_gives_back_its_companion() {
    for (preset, raw) in [
        ("dense-tied", true),
        ("moe", true),
        ("dense-tied", false),
        ("dense-4bit", false),
        ("dense-nvfp4", false),
        ("moe-4bit", false),
        ("moe-mxfp4", false),
    ] {
        for prefix in ["mtp.", "language_model.mtp."] {
            if raw && prefix != "mtp." {
                continue;
            }
            for shards in [1, 3] {
                let release = match raw {
                    true => Release::raw(preset),
                    false => Release::converted(preset, prefix),
                };
                let release = release.sharded(shards);
                let out = release.out();
                let bytes = split(release.folder(), &out).unwrap();
                let (expected, found) =
                    (tensors(&reference(preset).join("companion")), tensors(&out));
                let context = format!("{preset}, raw {raw}, {prefix}, {shards} shards");
                assert_eq!(
                    found.keys().collect::<Vec<_>>(),
                    expected.keys().collect::<Vec<_>>(),
                    "{context}"
                );
                for (name, expected) in &expected {
                    let found = &found[name];
                    assert_eq!(
                        (&found.0, &found.1),
                        (&expected.0, &expected.1),
                        "{context}: {name}"
                    );
                    let same = found.2 == expected.2;
                    let close = || {
                        let floats = |bytes: &[u8]| bytes.as_chunks::<4>().0.to_vec();
                        floats(&found.2)
                            .into_iter()
                            .zip(floats(&expected.2))
                            .all(|(a, b)| {
                                (f32::from_le_bytes(a) - f32::from_le_bytes(b)).abs() < 1e-6
                            })
                    };
                    assert!(
                        same || (raw && name.contains("norm") && close()),
                        "{context}: {name}"
                    );
                }
                assert_eq!(
                    bytes,
                    found
                        .values()
                        .map(|tensor| tensor.2.len() as u64)
                        .sum::<u64>()
                );
                let config = |folder: &std::path::Path| -> serde_json::Value {
                    serde_json::from_slice(&fs::read(folder.join("config.json")).unwrap()).unwrap()
                };
                let (ours, theirs) = (config(&out), config(&reference(preset).join("companion")));
                for field in [
                    "model_type",
                    "block_size",
                    "text_config",
                    "tie_word_embeddings",
                ] {
                    assert_eq!(ours[field], theirs[field], "{context}: {field}");
                }
                for field in ["group_size", "bits", "mode"] {
                    assert_eq!(
                        ours["quantization"][field], theirs["quantization"][field],
                        "{context}"
                    );
                }
                assert_eq!(
                    fs::read(out.join("tokenizer.json")).unwrap(),
                    fs::read(release.folder().join("tokenizer.json")).unwrap()
                );
            }
        }
    }
}

/// Experts that a release stores one by one become stacks.
#[test]
fn single_experts_are_stacked() {
    let release = Release::converted("moe-4bit", "mtp.").with_single_experts();
    split(release.folder(), &release.out()).unwrap();
    assert_eq!(
        tensors(&release.out()),
        tensors(&reference("moe-4bit").join("companion"))
    );
}

/// A shard that holds nothing of the companion need not be there; one that does must.
#[test]
fn only_the_companions_shards_are_needed() {
    let release = Release::raw("dense-tied").sharded(4);
    let (with, without) = release.shards();
    assert!(!with.is_empty() && !without.is_empty());
    for shard in without {
        fs::remove_file(shard).unwrap();
    }
    split(release.folder(), &release.out()).unwrap();
    fs::remove_file(&with[0]).unwrap();
    let error = split(release.folder(), &release.folder().join("again")).unwrap_err();
    assert!(
        error.to_string().contains("the download is incomplete"),
        "{error}"
    );
}

/// A packing that the config does not tell of, or tells wrongly, is written down, for those who believe configs.
#[test]
fn the_config_follows_the_tensors() {
    for told in [
        json!(null),
        json!({"bits": 8, "group_size": 32, "mode": "affine", "mtp.fc": {"bits": 2, "group_size": 64}}),
    ] {
        let release = Release::converted("dense-4bit", "mtp.").with_quantization(&told);
        split(release.folder(), &release.out()).unwrap();
        let config: serde_json::Value =
            serde_json::from_slice(&fs::read(release.out().join("config.json")).unwrap()).unwrap();
        let quantization = &config["quantization"];
        let of = |module: &str, field: &str| {
            let own = &quantization[module][field];
            if own.is_null() {
                quantization[field].clone()
            } else {
                own.clone()
            }
        };
        for module in ["fc", "layers.0.mlp.down_proj"] {
            assert_eq!(of(module, "bits"), 4, "{quantization}");
            assert_eq!(of(module, "group_size"), 64, "{quantization}");
        }
        assert_eq!(config["quantization"], config["quantization_config"]);
    }
}

#[test]
fn what_cannot_be_split_leaves_nothing() {
    let release = Release::raw("dense-tied");
    let out = release.out();
    let around = out.parent().unwrap();
    let error = split(&reference("dense-tied").join("target"), &out).unwrap_err();
    assert!(matches!(error, EngineError::NotFound { .. }), "{error}");
    assert!(error.to_string().contains("mtp.*"), "{error}");
    let error = split(&reference("dense-tied").join("companion"), &out).unwrap_err();
    assert!(error.to_string().contains("already"), "{error}");
    assert_eq!(fs::read_dir(around).unwrap().count(), 0);

    // What is there stays, be it a folder, a file or a link that leads nowhere.
    fs::create_dir(&out).unwrap();
    assert!(matches!(
        split(release.folder(), &out),
        Err(EngineError::InvalidRequest(_))
    ));
    fs::remove_dir(&out).unwrap();
    fs::write(&out, "mine").unwrap();
    assert!(matches!(
        split(release.folder(), &out),
        Err(EngineError::InvalidRequest(_))
    ));
    assert_eq!(fs::read(&out).unwrap(), b"mine");
    fs::remove_file(&out).unwrap();
    std::os::unix::fs::symlink("nowhere", &out).unwrap();
    assert!(matches!(
        split(release.folder(), &out),
        Err(EngineError::InvalidRequest(_))
    ));
    assert_eq!(fs::read_dir(around).unwrap().count(), 1);
}

/// Needs the right to mount a tmpfs.
#[test]
fn a_full_disk_leaves_nothing() {
    let release = Release::raw("dense-tied");
    let disk = release.out();
    fs::create_dir(&disk).unwrap();
    let mount = |words: &[&str]| {
        std::process::Command::new("mount")
            .args(words)
            .arg(&disk)
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if !mount(&["-t", "tmpfs", "-o", "size=100k", "tmpfs"]) {
        return release::skip("a_full_disk_leaves_nothing needs the right to mount a tmpfs");
    }
    let error = split(release.folder(), &disk.join("companion")).map_err(|error| error.to_string());
    let left = fs::read_dir(&disk).unwrap().count();
    let unmounted = std::process::Command::new("umount").arg(&disk).status();
    assert!(
        error
            .as_ref()
            .is_err_and(|error| error.contains("are free")),
        "{error:?}"
    );
    assert_eq!(left, 0);
    assert!(unmounted.unwrap().success());
}
