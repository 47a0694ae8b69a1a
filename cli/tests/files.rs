//! What the program writes, where, and that it works from anywhere.
#![allow(clippy::expect_used, reason = "a test fails by panic")]

mod support;

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    process::{Command, Stdio},
};

use support::{complaint, in_terminal, names, tandem, text};

fn at(home: &Path, args: &[&str]) -> Command {
    let mut command = tandem(args);
    command
        .env("TANDEM_HOME", home)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

const SHORT: [&str; 5] = ["generate", "--prompt", "hi", "--max-tokens", "1"];

/// The one copy of the built-in model.
fn copy(home: &Path) -> std::path::PathBuf {
    let builtin = home.join("builtin");
    let copies: Vec<String> = names(&builtin)
        .into_iter()
        .filter(|name| name != ".lock")
        .collect();
    assert_eq!(copies.len(), 1, "{copies:?}");
    builtin.join(&copies[0])
}

#[test]
fn first_starts_at_once_from_another_folder() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let home = folder.path().join("not/there/yet");
    let children: Vec<_> = (0..4)
        .map(|_| {
            at(&home, &SHORT)
                .current_dir(folder.path())
                .spawn()
                .expect("a program that starts")
        })
        .collect();
    for child in children {
        text(&child.wait_with_output().expect("an end"));
    }
    assert!(copy(&home).join("target/config.json").is_file());
    for private in [home.clone(), home.join("logs"), home.join("builtin")] {
        assert_eq!(private.metadata().expect("a folder").mode() & 0o777, 0o700);
    }
    assert_eq!(
        names(folder.path()),
        ["not"],
        "nothing is written elsewhere"
    );
}

#[test]
fn a_relative_home_is_one_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = at(Path::new("home"), &SHORT)
        .current_dir(folder.path())
        .output()
        .expect("a program that starts");
    text(&output);
    copy(&folder.path().join("home"));
}

/// Asks the built-in model something short; the length of the answer.
fn starts(home: &Path) -> usize {
    let output = at(home, &SHORT).output().expect("a program that starts");
    text(&output).len()
}

#[test]
fn a_damaged_copy_of_the_built_in_model_is_replaced() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let start = || starts(home.path());
    start();
    let weights = copy(home.path()).join("target/model.safetensors");
    let whole = fs::read(&weights).expect("the weights");
    fs::write(&weights, &whole[..whole.len() / 2]).expect("half the weights");
    start();
    assert!(fs::read(&weights).expect("the weights") == whole);
}

#[test]
fn a_home_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let output = at(&file, &SHORT).output().expect("a program that starts");
    assert!(complaint(&output, 1).contains("TANDEM_HOME"));
}

#[test]
fn a_home_once_filled_may_be_read_only() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let start = || starts(home.path());
    start();
    fs::remove_dir_all(home.path().join("logs")).expect("logs");
    let lock = |mode| fs::set_permissions(home.path(), fs::Permissions::from_mode(mode));
    lock(0o500).expect("read-only");
    start();
    lock(0o700).expect("writable again");
}

#[test]
fn the_log_is_private_and_knows_no_prompt_and_no_answer() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let output = at(
        home.path(),
        &[
            "generate",
            "--prompt",
            "Hello xyzzyplugh",
            "--temperature",
            "0",
            "--think",
            "off",
        ],
    )
    .args([
        "--max-tokens",
        "12",
        "--stop",
        "frotzstop",
        "--system",
        "plovertell",
    ])
    .env("TANDEM_LOG", "trace")
    .output()
    .expect("a program that starts");
    let answer = text(&output).trim().to_owned();
    assert!(!answer.is_empty());
    let file = home.path().join("logs/tandem.log");
    assert_eq!(file.metadata().expect("a log").mode() & 0o777, 0o600);
    let log = fs::read_to_string(&file).expect("a log");
    assert!(log.contains("model loaded"), "{log}");
    for secret in ["xyzzyplugh", "frotzstop", "plovertell", answer.as_str()] {
        assert!(!log.contains(secret), "{secret}");
    }
}

#[test]
fn the_doctor_tells_where_files_are() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let output = at(home.path(), &["doctor"])
        .output()
        .expect("a program that starts");
    let report = text(&output);
    assert!(
        report.contains(home.path().to_str().expect("a path")),
        "{report}"
    );
    assert!(report.contains("works"), "{report}");
}

#[test]
fn nothing_in_a_report_steers_the_terminal() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let home = folder.path().join("x\u{1b}[31my\u{9b}2Jz");
    let piped = at(&home, &["doctor"])
        .output()
        .expect("a program that starts");
    assert!(
        text(&piped).contains("x\u{1b}[31my"),
        "a pipe gets names as they are"
    );
    let shown = in_terminal("doctor")
        .env("TANDEM_HOME", &home)
        .output()
        .expect("the program `script`");
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("x[31my2Jz"), "{shown:?}");
}
