//! Ends before the end: Ctrl-C, and a reader that goes away.
#![allow(clippy::expect_used, reason = "a test fails by panic")]

mod support;

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, ChildStdout, Stdio},
};

use serde_json::Value;
use support::{interrupt, tandem};

/// An answer that takes long, but not so long that a Ctrl-C that does nothing would hold up the tests.
const LONG: [&str; 8] = [
    "generate",
    "--prompt",
    "Tell me a story.",
    "--ignore-end",
    "--max-tokens",
    "1500",
    "--think",
    "off",
];

fn start(more: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut child = tandem(&[&LONG[..], more].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program that starts");
    let stdout = child.stdout.take().expect("a pipe");
    (child, BufReader::new(stdout))
}

fn end(child: Child, code: i32) -> String {
    let output = child.wait_with_output().expect("an end");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    stderr
}

#[test]
fn ctrl_c_stops_the_answer_and_keeps_what_came() {
    let (child, mut stdout) = start(&[]);
    let mut came = vec![0; 10];
    stdout.read_exact(&mut came).expect("the beginning");
    interrupt(&child);
    stdout.read_to_end(&mut came).expect("the rest");
    assert!(String::from_utf8(came).expect("UTF-8").ends_with('\n'));
    assert_eq!(end(child, 130), "");
}

#[test]
fn ctrl_c_leaves_the_account_of_what_came() {
    let (child, stdout) = start(&["--stream-json"]);
    let mut answer = String::new();
    let mut account = Value::Null;
    let mut interrupted = false;
    for line in stdout.lines() {
        let line: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        if line["event"] == "answer" {
            answer += line["text"].as_str().expect("a text");
            if !interrupted {
                interrupt(&child);
                interrupted = true;
            }
        }
        account = line;
    }
    assert_eq!(account["finish_reason"], "cancelled");
    assert_eq!(account["text"].as_str(), Some(answer.as_str()));
    assert!(account["usage"]["completion_tokens"].as_u64() > Some(0));
    assert_eq!(end(child, 130), "");
}

#[test]
fn ctrl_c_ends_a_measurement_at_once() {
    let mut child = tandem(&["bench", "--generate", "3000", "--prompt-tokens", "1"])
        .env("TANDEM_LOG_STDERR", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program that starts");
    let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut log = stderr.lines().map_while(Result::ok);
    assert!(log.any(|line| line.contains("model loaded")));
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for form in [&[][..], &["--stream-json"]] {
        let (child, mut stdout) = start(form);
        stdout.read_exact(&mut [0; 10]).expect("the beginning");
        drop(stdout);
        assert_eq!(end(child, 0), "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("a device");
    let words = [
        "generate",
        "--prompt",
        "hi",
        "--max-tokens",
        "3",
        "--think",
        "off",
    ];
    let child = tandem(&words)
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program that starts");
    let complaint = end(child, 1);
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.contains("output"), "{complaint}");
}
