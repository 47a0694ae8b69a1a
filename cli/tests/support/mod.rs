//! Running `tandem` as a user does.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::expect_used,
    reason = "each test uses its part of it, and fails by panic"
)]

use std::{
    ffi::OsStr,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

use serde_json::Value;

/// Where all tests but those about it have the program write its files.
pub fn home() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("home")
}

/// `tandem` with arguments, on nothing but the files of its own and with no input.
pub fn tandem(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
    command
        .args(args)
        .env("TANDEM_HOME", home())
        .env_remove("TANDEM_LOG")
        .env_remove("TANDEM_LOG_STDERR")
        .stdin(Stdio::null());
    command
}

/// `tandem` in a terminal, which the program `script` makes for it.
pub fn in_terminal(args: &str) -> Command {
    let program = format!("{} {args}", env!("CARGO_BIN_EXE_tandem"));
    let mut script = Command::new("script");
    if cfg!(target_os = "macos") {
        script.args(["-q", "/dev/null", "sh", "-c", &program]);
    } else {
        script.args(["-q", "-e", "-c", &program, "/dev/null"]);
    }
    script.env("TANDEM_HOME", home()).env("TERM", "xterm");
    script
}

/// Runs it to its end.
pub fn run(args: &[&str]) -> Output {
    tandem(args).output().expect("a program that starts")
}

/// Runs it with `input` on standard input.
pub fn run_with_input(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = tandem(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program that starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that refuses its input may be gone before it has all of it.
    let _ = stdin.write_all(input.as_ref());
    drop(stdin);
    child.wait_with_output().expect("an end")
}

/// Standard output of a run that must go well.
pub fn text(output: &Output) -> &str {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert_eq!(stderr, "", "nothing to complain about");
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

/// The one JSON object on standard output of a run that must go well.
pub fn json(args: &[&str]) -> Value {
    let output = run(args);
    serde_json::from_str(text(&output)).expect("JSON")
}

/// `tandem generate --json` for a prompt, greedy and without thinking.
pub fn answer(prompt: &str, more: &[&str]) -> Value {
    let mut args = vec!["generate", "--json", "--temperature", "0", "--think", "off"];
    args.extend(["--prompt", prompt]);
    args.extend(more);
    json(&args)
}

/// The one line of complaint of a run that must end with `code`.
pub fn complaint(output: &Output, code: i32) -> String {
    let stderr = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "one line: {stderr}");
    assert!(stderr.starts_with("tandem: "), "{stderr}");
    stderr
}

/// Sends SIGINT, as Ctrl-C does.
pub fn interrupt(child: &Child) {
    let sent = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .expect("a shell");
    assert!(sent.success());
}

/// The names in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = folder
        .read_dir()
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| OsStr::to_string_lossy(&name).into_owned())
        .collect();
    names.sort();
    names
}
