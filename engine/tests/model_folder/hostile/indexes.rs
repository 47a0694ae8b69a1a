//! Indexes that name what they must not.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use super::check;
use crate::folder::Folder;

const INDEX: &str = "model.safetensors.index.json";

/// Writes two shards and their index, bent, and reads the folder.
fn refused(case: &str, kind: &str, texts: &[&str], bend: impl FnOnce(&Folder, &mut Value)) {
    let folder = Folder::dense();
    let mut index = folder.write_shards();
    bend(&folder, &mut index);
    if !index.is_null() {
        folder.put(INDEX, index.to_string());
    }
    check(case, folder.target(), (kind, texts));
}

#[test]
fn places_outside_the_folder() {
    let outside = Folder::dense();
    let target = outside.put("outside.safetensors", outside.weights(|_| true));
    let absolute = target.to_str().unwrap().to_owned();
    let up = format!(
        "../{}/outside.safetensors",
        outside.path().file_name().unwrap().to_str().unwrap()
    );
    for place in [
        absolute.as_str(),
        up.as_str(),
        "../x.safetensors",
        "sub/../../x.safetensors",
        "./model-00001-of-00002.safetensors/..",
        "",
        "x\0.safetensors",
    ] {
        refused(
            place,
            "BadCheckpoint",
            &[INDEX, "not inside the folder"],
            |_, index| {
                index["weight_map"]["language_model.model.norm.weight"] = place.into();
            },
        );
    }
}

#[test]
fn files_that_are_not_there() {
    refused(
        "missing",
        "BadCheckpoint",
        &[INDEX, "model-00003", "incomplete"],
        |_, index| {
            index["weight_map"]["something"] = "model-00003-of-00003.safetensors".into();
        },
    );
    const SECOND: &str = "model-00002-of-00002.safetensors";
    refused(
        "not downloaded",
        "BadCheckpoint",
        &[INDEX, SECOND, "incomplete"],
        |folder, _| {
            fs::remove_file(folder.path().join(SECOND)).unwrap();
        },
    );
    refused(
        "a link to nothing",
        "BadCheckpoint",
        &[INDEX, SECOND, "incomplete"],
        |folder, _| {
            fs::remove_file(folder.path().join(SECOND)).unwrap();
            symlink("../blobs/gone", folder.path().join(SECOND)).unwrap();
        },
    );
    refused(
        "not weights",
        "BadCheckpoint",
        &[INDEX, "config.json"],
        |_, index| {
            index["weight_map"]["something"] = "config.json".into();
        },
    );
    refused(
        "too many",
        "BadCheckpoint",
        &[INDEX, "files", "allowed"],
        |_, index| {
            for file in 0..3000 {
                index["weight_map"][format!("t{file}")] = format!("{file}.safetensors").into();
            }
        },
    );
}

#[test]
fn no_index() {
    refused(
        "not JSON",
        "BadConfig",
        &[INDEX, "not valid JSON"],
        |folder, index| {
            folder.put(INDEX, "{");
            *index = Value::Null;
        },
    );
    refused(
        "too large",
        "BadConfig",
        &[INDEX, "larger than 32 MiB"],
        |folder, index| {
            folder.put(INDEX, vec![b' '; (32 << 20) + 1]);
            *index = Value::Null;
        },
    );
    refused(
        "a list",
        "BadConfig",
        &[INDEX, "not a JSON object"],
        |_, index| *index = json!([]),
    );
    refused(
        "no map",
        "BadCheckpoint",
        &[INDEX, "weight_map"],
        |_, index| *index = json!({}),
    );
    refused(
        "an empty map",
        "BadCheckpoint",
        &[INDEX, "no file"],
        |_, index| index["weight_map"] = json!({}),
    );
    refused(
        "a list as map",
        "BadCheckpoint",
        &[INDEX, "weight_map"],
        |_, index| index["weight_map"] = json!(["a"]),
    );
    refused(
        "no name",
        "BadCheckpoint",
        &[INDEX, "some.tensor"],
        |_, index| {
            index["weight_map"]["some.tensor"] = 3.into();
        },
    );
}

#[test]
fn tensors_in_the_wrong_shard() {
    const NORM: &str = "language_model.model.norm.weight";
    refused(
        "stale",
        "BadCheckpoint",
        &[INDEX, NORM, "model-00001-of-00002"],
        |folder, index| {
            folder.put(
                "model-00002-of-00002.safetensors",
                folder.weights(|name| name > "language_model.model.layers.2" && name != NORM),
            );
            index["weight_map"][NORM] = "model-00001-of-00002.safetensors".into();
        },
    );
    for (case, index) in [("twice", true), ("twice, no index", false)] {
        refused(
            case,
            "BadCheckpoint",
            &["model-00002", NORM, "model-00001"],
            |folder, value| {
                folder.put(
                    "model-00001-of-00002.safetensors",
                    folder.weights(|name| name < "language_model.model.layers.2" || name == NORM),
                );
                if !index {
                    *value = Value::Null;
                }
            },
        );
    }
}
