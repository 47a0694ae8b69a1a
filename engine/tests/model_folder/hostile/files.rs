//! Folders and files that are not what they should be.

use std::fs;
use std::os::unix::fs::symlink;

use tandem_engine::checkpoint::Checkpoint;
use tandem_engine::model::config::ModelConfig;

use super::{check, damaged};
use crate::folder::{Folder, read_target};

const WEIGHTS: &str = "model.safetensors";

#[test]
fn folders() {
    let folder = Folder::dense();
    let missing = folder.path().join("not-there");
    check(
        "no folder",
        read_target(&missing),
        ("NotFound", &["not-there", "is not there"]),
    );
    check(
        "no folder",
        Checkpoint::open(&missing),
        ("NotFound", &["not-there", "is not there"]),
    );
    check("no config", folder.target(), ("NotFound", &["config.json"]));
    folder.write_config();
    check(
        "no weights",
        folder.target(),
        ("NotFound", &["model.safetensors", "downloaded"]),
    );
    let file = folder.put("notes.txt", "");
    check(
        "a file",
        Checkpoint::open(&file),
        ("BadCheckpoint", &["notes.txt", "not a folder"]),
    );
    check("a file", ModelConfig::open(&file), ("Io", &["notes.txt"]));
}

#[test]
fn weight_files() {
    let replace =
        |contents: &'static [u8]| move |folder: &Folder| drop(folder.put(WEIGHTS, contents));
    damaged(
        "empty",
        ("BadCheckpoint", &[WEIGHTS, "0 bytes"]),
        replace(b""),
    );
    damaged(
        "seven bytes",
        ("BadCheckpoint", &[WEIGHTS, "7 bytes"]),
        replace(b"\x02\0\0\0\0\0\0"),
    );
    damaged(
        "a Git LFS pointer",
        ("BadCheckpoint", &[WEIGHTS, "git lfs pull"]),
        replace(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
    );
    damaged(
        "a web page",
        ("BadCheckpoint", &[WEIGHTS, "download it again"]),
        replace(b"<!DOCTYPE html><html><body>Not found</body></html>"),
    );
    damaged(
        "a folder",
        ("BadCheckpoint", &[WEIGHTS, "not a regular file"]),
        |folder| {
            fs::remove_file(folder.path().join(WEIGHTS)).unwrap();
            fs::create_dir(folder.path().join(WEIGHTS)).unwrap();
        },
    );
    damaged(
        "a device",
        ("BadCheckpoint", &[WEIGHTS, "not a regular file"]),
        |folder| {
            fs::remove_file(folder.path().join(WEIGHTS)).unwrap();
            symlink("/dev/zero", folder.path().join(WEIGHTS)).unwrap();
        },
    );
    damaged("a link to nothing", ("Io", &[WEIGHTS]), |folder| {
        fs::remove_file(folder.path().join(WEIGHTS)).unwrap();
        symlink("gone", folder.path().join(WEIGHTS)).unwrap();
    });
    damaged("a link to itself", ("Io", &[WEIGHTS]), |folder| {
        fs::remove_file(folder.path().join(WEIGHTS)).unwrap();
        symlink(WEIGHTS, folder.path().join(WEIGHTS)).unwrap();
    });
}

#[test]
fn config_files() {
    const CONFIG: &str = "config.json";
    let replace = |contents: &str| {
        let contents = contents.to_owned();
        move |folder: &Folder| drop(folder.put(CONFIG, contents))
    };
    damaged(
        "empty",
        ("BadConfig", &[CONFIG, "not valid JSON"]),
        replace(""),
    );
    damaged(
        "cut",
        ("BadConfig", &[CONFIG, "not valid JSON"]),
        replace("{\"model_type\": \"qwen3_5\""),
    );
    damaged(
        "a list",
        ("BadConfig", &[CONFIG, "not a JSON object"]),
        replace("[]"),
    );
    damaged(
        "deep",
        ("BadConfig", &[CONFIG, "not valid JSON"]),
        replace(&"[".repeat(100_000)),
    );
    damaged(
        "large",
        ("BadConfig", &[CONFIG, "larger than 4 MiB"]),
        replace(&" ".repeat((4 << 20) + 1)),
    );
    damaged(
        "not UTF-8",
        ("BadConfig", &[CONFIG, "not valid JSON"]),
        |folder| {
            folder.put(CONFIG, b"{\"model_type\": \"\xff\"}");
        },
    );
    damaged(
        "a device",
        ("BadConfig", &[CONFIG, "not a regular file"]),
        |folder| {
            fs::remove_file(folder.path().join(CONFIG)).unwrap();
            symlink("/dev/zero", folder.path().join(CONFIG)).unwrap();
        },
    );
    const GENERATION: &str = "generation_config.json";
    damaged(
        "a list",
        ("BadConfig", &[GENERATION, "not a JSON object"]),
        |folder| {
            folder.put(GENERATION, "[1]");
        },
    );
    damaged(
        "no token",
        ("BadConfig", &[GENERATION, "eos_token_id", "-1"]),
        |folder| {
            folder.put(GENERATION, r#"{"eos_token_id": [3, -1]}"#);
        },
    );
}
