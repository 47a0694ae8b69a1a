//! Wrong uses: each gets one line that says what to do, and its exit code.
#![allow(clippy::expect_used, reason = "a test fails by panic")]

mod support;

use std::{fs, path::Path};

use serde_json::json;
use support::{complaint, json, run, run_with_input, tandem, text};

/// Arguments, exit code, and words of the complaint.
const WRONG: &[(&[&str], i32, &str)] = &[
    // The command line itself.
    (&["frobnicate"], 2, "frobnicate"),
    (&["generate", "--promt", "x"], 2, "--prompt"),
    (&["generate", "--prompt"], 2, "--prompt"),
    (&["generate", "--prompt", ""], 2, "empty"),
    (&["generate", "--raw", "--prompt", ""], 2, "empty"),
    (&["generate"], 2, "empty"),
    (
        &["generate", "--prompt", "x", "--tokens", "1"],
        2,
        "--tokens",
    ),
    (&["generate", "--tokens", "1,two"], 2, "numbers"),
    (&["generate", "--tokens", ""], 2, "numbers"),
    (&["generate", "--tokens", "-1"], 2, "numbers"),
    (&["generate", "--tokens", "4294967296"], 2, "numbers"),
    (
        &["generate", "--raw", "--system", "x", "--prompt", "x"],
        2,
        "--system",
    ),
    (
        &["generate", "--prompt", "x", "--speculate", "9"],
        2,
        "0 to 8",
    ),
    (
        &["generate", "--prompt", "x", "--speculate", "maybe"],
        2,
        "auto, off",
    ),
    (
        &["generate", "--prompt", "x", "--think", "maybe"],
        2,
        "on, off, auto",
    ),
    (
        &["generate", "--prompt", "x", "--max-tokens", "-1"],
        2,
        "--max-tokens",
    ),
    (
        &["generate", "--prompt", "x", "--temperature", "nan"],
        2,
        "number",
    ),
    (&["generate", "--prompt", "x", "--seed", "x"], 2, "--seed"),
    (&["generate", "--prompt", "x", "--stop", ""], 2, "--stop"),
    (
        &["generate", "--prompt", "x", "--prefill-chunk", "0"],
        2,
        "above 0",
    ),
    (
        &["generate", "--prompt", "x", "--template-args", "[1]"],
        2,
        "JSON object",
    ),
    (
        &["generate", "--prompt", "x", "--template-args", "{"],
        2,
        "JSON object",
    ),
    (
        &["generate", "--prompt", "x", "--json", "--stream-json"],
        2,
        "--stream-json",
    ),
    (&["bench", "--depths", "0,9"], 2, "0 to 8"),
    (&["bench", "--repetitions", "0"], 2, "--repetitions"),
    (&["reference", "--out", "x"], 2, "--fixture"),
    (&["--think", "on", "doctor"], 2, "--think"),
    (&["--device", "abacus"], 2, "cpu"),
    // What does not exist yet.
    (&["serve", "--port", "8080"], 2, "not exist yet"),
    (&["models", "split", "a"], 2, "OUT"),
    // A word that is missing.
    (&["models"], 2, "list, search, show, pull"),
    (&["models", "root"], 2, "list, add, rm, set"),
    (&["models", "token"], 2, "set, rm"),
    (&["chats"], 2, "list, show, search, export"),
    // What only the model can tell.
    (&["generate", "--tokens", "8192"], 2, "out of range"),
    (
        &["generate", "--tokens", "8192", "--dry-run"],
        2,
        "out of range",
    ),
    (&["generate", "--prompt", "x", "--model", ""], 2, "empty"),
    (&["models", "verify", ""], 2, "empty"),
    (
        &[
            "generate",
            "--prompt",
            "x",
            "--companion",
            "none",
            "--speculate",
            "2",
        ],
        2,
        "companion",
    ),
    (
        &["bench", "--companion", "none", "--depths", "0,1"],
        2,
        "companion",
    ),
    (&["bench", "--generate", "1"], 2, "generated"),
    (&["bench", "--generate", "99999999999"], 2, "context"),
    // What is not there.
    (
        &["models", "split", "/nosuch", "x"],
        1,
        "there is no folder /nosuch",
    ),
    (
        &["generate", "--prompt", "x", "--model", "org/name"],
        1,
        "not installed",
    ),
    (
        &["generate", "--prompt", "x", "--model", "./nowhere"],
        1,
        "no folder",
    ),
    (
        &["generate", "--prompt", "x", "--companion", "./nowhere"],
        1,
        "no folder",
    ),
    (
        &["generate", "--messages", "./nowhere.json"],
        1,
        "nowhere.json",
    ),
    (
        &["generate", "--prompt", "x", "--tools", "./nowhere.json"],
        1,
        "nowhere.json",
    ),
    (
        &["generate", "--prompt", "x", "--template", "./nowhere"],
        1,
        "nowhere",
    ),
    (
        &[
            "reference",
            "--fixture",
            "./nowhere",
            "--out",
            "x.safetensors",
        ],
        1,
        "nowhere",
    ),
    (
        &["reference", "--fixture", "./nowhere", "--out", "x"],
        2,
        ".safetensors",
    ),
];

#[test]
fn a_wrong_use_gets_one_line_and_its_code() {
    for (args, code, words) in WRONG {
        let output = run(args);
        let complaint = complaint(&output, *code);
        assert!(complaint.contains(words), "{args:?}: {complaint}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn files_with_the_wrong_contents_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files: [(&str, &[u8], &str); 7] = [
        ("text.json", b"hello", "messages"),
        ("object.json", b"{}", "messages"),
        ("cut.json", b"[{\"role\": \"user\"", "messages"),
        ("binary.json", b"[\xff\xfe]", "UTF-8"),
        ("number.json", b"[1]", "message"),
        (
            "content.json",
            br#"[{"role": "user", "content": 5}]"#,
            "message 1: its content",
        ),
        (
            "part.json",
            br#"[{"role": "user"}, {"role": "user", "content": [{}]}]"#,
            "message 2: part 1",
        ),
    ];
    for (name, contents, words) in files {
        let file = folder.path().join(name);
        fs::write(&file, contents).expect("a file");
        let complaint = complaint(&generate("--messages", &file), 2);
        assert!(complaint.contains(words), "{name}: {complaint}");
    }
    complaint(&generate("--messages", folder.path()), 1);
}

#[test]
fn a_broken_template_is_replaced_and_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("broken.jinja");
    fs::write(&file, "fine\n{% for %}").expect("a file");
    let output = tandem(&["generate", "--prompt", "x", "--dry-run", "--template"])
        .arg(&file)
        .output()
        .expect("a program that starts");
    let object: serde_json::Value = serde_json::from_str(text(&output)).expect("JSON");
    let prompt = object["prompt"].as_str().expect("a prompt");
    assert!(prompt.starts_with("<|im_start|>user\nx"), "{prompt}");
    let told = object["warnings"][0].as_str().expect("a warning");
    assert!(told.contains("error in line 2"), "{told}");
}

#[test]
fn a_template_of_the_model_that_is_no_text_is_replaced_and_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/pocket/target");
    for entry in fs::read_dir(pocket).expect("a folder") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("a copy");
    }
    fs::write(folder.path().join("chat_template.jinja"), b"\xff\xfe{{").expect("a file");
    let output = tandem(&["generate", "--prompt", "x", "--dry-run", "--model"])
        .arg(folder.path())
        .output()
        .expect("a program that starts");
    let object: serde_json::Value = serde_json::from_str(text(&output)).expect("JSON");
    let told = object["warnings"].to_string();
    assert!(
        told.contains("chat_template.jinja cannot be used"),
        "{told}"
    );
}

#[test]
fn folders_that_hold_no_model_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ask = || {
        tandem(&["generate", "--prompt", "x", "--model"])
            .arg(folder.path())
            .output()
            .expect("a program that starts")
    };
    let empty = complaint(&ask(), 1);
    assert!(empty.contains("config.json"), "{empty}");
    // What a file says must not steer the terminal.
    fs::write(
        folder.path().join("config.json"),
        r#"{"model_type": "evil\u001b[31m\nsecond line"}"#,
    )
    .expect("a file");
    let hostile = complaint(&ask(), 1);
    assert!(!hostile.contains('\u{1b}'), "{hostile:?}");
    assert!(hostile.contains("evil"), "{hostile:?}");
}

#[test]
fn what_the_user_typed_does_not_steer_the_terminal() {
    let complaint = complaint(&run(&["generate", "--seed", "\u{1b}[31m\nx"]), 2);
    assert!(!complaint.contains('\u{1b}'), "{complaint:?}");
}

#[test]
fn standard_input_must_be_text() {
    let output = run_with_input(&["generate"], b"a\xff");
    assert!(complaint(&output, 2).contains("UTF-8"));
}

#[test]
fn a_prompt_longer_than_the_context_is_told() {
    let output = run_with_input(&["generate", "--raw"], "word ".repeat(5000));
    assert!(complaint(&output, 2).contains("4096"));
}

#[test]
fn a_conversation_longer_than_the_context_stops_or_is_shortened() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("long.json");
    let long = "word ".repeat(3000);
    let messages = json!([
        {"role": "user", "content": long},
        {"role": "assistant", "content": long},
        {"role": "user", "content": "What is a dog?"},
    ]);
    fs::write(&file, messages.to_string()).expect("a file");
    let refused = complaint(&generate("--messages", &file), 2);
    assert!(refused.contains("--overflow shorten"), "{refused}");
    let file = file.to_str().expect("a path");
    let more = ["--overflow", "shorten", "--max-tokens", "2", "--json"];
    let answer = json(&[&["generate", "--messages", file], &more[..]].concat());
    assert_eq!(answer["messages_left_out"], 2);
    assert_eq!(answer["finish_reason"], "length");
    let warning = answer["warnings"][0].as_str().expect("a warning");
    assert!(warning.contains("first 2 messages"), "{warning}");
}

#[test]
fn what_is_degraded_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("odd.json");
    let messages = json!([
        {"role": "narrator", "content": "It is dark."},
        {"role": "user", "content": [
            {"type": "image_url", "image_url": {"url": "u"}},
            {"type": "text", "text": "What is it?"},
        ]},
    ]);
    fs::write(&file, messages.to_string()).expect("a file");
    let file = file.to_str().expect("a path");
    let args = [
        "generate",
        "--messages",
        file,
        "--template-args",
        r#"{"range": 1}"#,
    ];
    let shown = json(&[&args[..], &["--dry-run"]].concat());
    let answered = json(&[&args[..], &["--json", "--max-tokens", "1"]].concat());
    for told in [&shown["warnings"], &answered["warnings"]] {
        let told = told.to_string();
        for word in ["images", "roles", "argument range"] {
            assert!(told.contains(word), "{word}: {told}");
        }
    }
    assert!(
        shown["prompt"]
            .as_str()
            .expect("a prompt")
            .contains("It is dark.")
    );
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [
        &["--help"][..],
        &["generate", "--help"],
        &["help"],
        &["--version"],
    ] {
        let output = run(args);
        assert!(!text(&output).is_empty());
    }
}

fn generate(option: &str, file: &Path) -> std::process::Output {
    tandem(&["generate", option])
        .arg(file)
        .output()
        .expect("a program that starts")
}
