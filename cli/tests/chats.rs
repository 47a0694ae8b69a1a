//! Kept conversations as a user meets them: the program itself, in a home folder of its own.
#![allow(missing_docs, clippy::expect_used)]

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    fn run(&self, words: &[&str], input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(words)
            .env("TANDEM_HOME", self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(input.as_bytes()).expect("it reads");
        drop(stdin);
        child.wait_with_output().expect("it ends")
    }

    /// What a command prints that must succeed.
    fn says(&self, words: &[&str]) -> String {
        let output = self.run(words, "");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {complaint}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// The one line a command says on standard error that must fail.
    fn fails(&self, words: &[&str]) -> String {
        let output = self.run(words, "");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        complaint
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn fixture(name: &str) -> String {
    format!(
        "{}/../engine/src/store/tests/fixtures/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn chats_are_imported_listed_shown_found_and_exported() {
    let home = Home::new();
    assert_eq!(home.says(&["chats", "list"]), "");
    let said = home.says(&["chats", "import", &fixture("chatgpt.json")]);
    assert!(
        said.starts_with("2 chats imported, 1 could not be read\n"),
        "{said}"
    );
    let again = home.says(&["chats", "import", &fixture("chatgpt.json")]);
    assert!(
        again.starts_with("0 chats imported, 2 were here already"),
        "{again}"
    );
    home.says(&["chats", "import", &fixture("lm-studio.json")]);
    let list = home.says(&["chats", "list"]);
    assert_eq!(list.lines().count(), 3, "{list}");
    assert!(
        list.lines()
            .next()
            .is_some_and(|line| line.ends_with("* My chat")),
        "{list}"
    );

    let shown = home.says(&["chats", "show", "1"]);
    assert!(
        shown.contains("# Trip to Norway") && shown.contains("In May."),
        "{shown}"
    );
    let found = home.says(&["chats", "search", "古池"]);
    assert!(
        found.contains("古池や") && found.lines().count() == 1,
        "{found}"
    );
    assert_eq!(
        home.says(&["chats", "search", "nowhere"]),
        "nothing is found\n"
    );

    let exported = home.says(&["chats", "export", "1", "--format", "json"]);
    let json: Value = serde_json::from_str(&exported).expect("JSON");
    assert_eq!(json["chats"][0]["title"], "Trip to Norway");
    assert_eq!(
        home.says(&["chats", "export", "1", "--format", "md"]),
        shown
    );
    let file = home.file("export.json");
    fs::write(&file, &exported).expect("a file");
    let other = Home::new();
    other.says(&["chats", "import", file.to_str().expect("a path")]);
    assert_eq!(other.says(&["chats", "export", "1"]), exported);
}

#[test]
fn what_is_removed_can_be_taken_back() {
    let home = Home::new();
    home.says(&["chats", "import", &fixture("lm-studio.json")]);
    let said = home.says(&["chats", "rm", "1"]);
    assert!(said.contains("chats restore 1"), "{said}");
    assert_eq!(home.says(&["chats", "list"]), "");
    assert!(home.says(&["chats", "list", "--trash"]).contains("My chat"));
    home.says(&["chats", "restore", "1"]);
    assert!(home.says(&["chats", "list"]).contains("My chat"));
    assert!(
        home.fails(&["chats", "rm", "1", "--purge"])
            .contains("not in the trash")
    );
    home.says(&["chats", "rm", "1"]);
    home.says(&["chats", "rm", "1", "--purge"]);
    assert!(home.fails(&["chats", "show", "1"]).contains("no chat 1"));
    assert!(
        home.fails(&["chats", "import", "nosuch.json"])
            .contains("nosuch.json")
    );
    for (contents, words) in [
        ("Pages of text", "not JSON"),
        ("PK\u{3}\u{4}", "zip archive"),
    ] {
        let file = home.file("other");
        fs::write(&file, contents).expect("a file");
        let complaint = home.fails(&["chats", "import", file.to_str().expect("a path")]);
        assert!(complaint.contains(words), "{contents:?}: {complaint}");
    }
}

#[test]
fn a_damaged_file_is_told_and_repaired_only_when_asked() {
    let home = Home::new();
    home.says(&["chats", "import", &fixture("chatgpt.json")]);
    let path = home.file("chats.sqlite");
    let whole = fs::read(&path).expect("the file");
    let damaged = &whole[..whole.len() - 4096];
    fs::write(&path, damaged).expect("damaged");
    let output = home.run(&["chats", "list"], "");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && complaint.contains("chats repair"),
        "{complaint}"
    );
    assert!(fs::read(&path).expect("the file") == damaged);
    let said = home.says_with_warning(&["chats", "repair"]);
    assert!(said.contains("chats-damaged-"), "{said}");
    assert!(home.says(&["chats", "list"]).contains("Haiku"));
}

#[test]
fn a_conversation_is_kept_as_it_is_had() {
    let home = Home::new();
    let saved = home.file("saved.json");
    let input = format!(
        "hello there\n/retry\n/edit hello again\n/branch\n/branch 1\n/branch 1\n/save {}\n",
        saved.display()
    );
    let output = home.run(&["--max-tokens", "4"], &input);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    let json: Value =
        serde_json::from_slice(&fs::read(saved).expect("the saved file")).expect("JSON");
    let messages = json["chats"][0]["messages"].as_array().expect("messages");
    let what: Vec<(&str, bool)> = messages
        .iter()
        .map(|m| (m["role"].as_str().unwrap_or_default(), m["chosen"] == true))
        .collect();
    // Two answers to the first question; the first question was chosen again, then the first of its answers.
    let expected = [
        ("user", true),
        ("assistant", true),
        ("assistant", false),
        ("user", false),
        ("assistant", true),
    ];
    assert_eq!(what, expected);
    assert!(messages.iter().all(|m| m["state"] == "complete"));
    assert!(messages[1]["statistics"]["usage"]["completion_tokens"].is_number());
    let list = home.says(&["chats", "list"]);
    assert!(list.trim_end().ends_with("hello there"), "{list}");

    // A script begins anew, and what is private is not kept.
    home.run(&["--max-tokens", "1"], "second\n");
    home.run(&["--max-tokens", "1", "--private"], "third\n");
    let list = home.says(&["chats", "list"]);
    assert_eq!(list.lines().count(), 2, "{list}");
    let output = home.run(&["--max-tokens", "1"], "/open 1\nand then\n");
    assert!(output.status.success());
    let shown = home.says(&["chats", "show", "1"]);
    assert!(
        shown.contains("hello there") && shown.contains("and then"),
        "{shown}"
    );
}

impl Home {
    /// What a command prints that succeeds after a warning.
    fn says_with_warning(&self, words: &[&str]) -> String {
        let output = self.run(words, "");
        assert!(output.status.success());
        assert!(!output.stderr.is_empty());
        String::from_utf8(output.stdout).expect("text")
    }
}
