//! The chat, over a pipe and in a terminal.
#![allow(clippy::expect_used, reason = "a test fails by panic")]

mod support;

use std::{
    fs,
    io::{Read, Write},
    os::unix::fs::MetadataExt,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use support::{answer, complaint, run_with_input, text};

const GREEDY: [&str; 2] = ["--temperature", "0"];

/// The figures that follow every answer.
fn statistics(text: &str) -> usize {
    text.matches("tokens/s · first token").count()
}

#[test]
fn each_line_of_a_pipe_is_a_message() {
    let args = [&GREEDY[..], &["--speculate", "2"]].concat();
    let output = run_with_input(&args, "What is a dog?\n\nWhat is a cat?");
    let chat = text(&output);
    assert_eq!(statistics(chat), 2, "{chat}");
    let first = answer("What is a dog?", &[]);
    assert!(
        chat.starts_with(first["text"].as_str().expect("a text")),
        "{chat}"
    );
    assert!(chat.contains("of 2 drafts a round accepted"), "{chat}");
}

#[test]
fn the_conversation_is_remembered_until_a_new_one() {
    let prompt = |chat: &str| -> Vec<String> {
        let output = run_with_input(&GREEDY, chat);
        text(&output).lines().map(str::to_owned).collect()
    };
    let fresh = prompt("What is a cat?\n");
    let after_another = prompt("What is a dog?\n/new\nWhat is a cat?\n");
    assert!(after_another.contains(&fresh[0]), "{after_another:?}");
}

#[test]
fn commands_do_what_help_says() {
    let output = run_with_input(
        &GREEDY,
        "/help\n/system Be brief.\n/speculate off\nWhat is a dog?\n/stats\n/think on\n/quit\nnever read\n",
    );
    let chat = text(&output);
    for name in ["/quit", "/new", "/system", "/think", "/speculate", "/stats"] {
        assert!(chat.contains(name), "{name}: {chat}");
    }
    assert_eq!(statistics(chat), 1, "{chat}");
    assert!(chat.contains("no drafts: "), "{chat}");
    assert!(chat.contains("1 answers"), "{chat}");
}

#[test]
fn a_wrong_command_in_a_pipe_ends_the_program() {
    let output = run_with_input(&GREEDY, "/frobnicate\nWhat is a dog?\n");
    assert!(complaint(&output, 2).contains("/help"));
    assert!(output.stdout.is_empty());
}

/// How long to wait for what should come at once before the test counts as failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// `tandem` in a terminal that `script` makes for it.
struct Terminal {
    child: Child,
    pieces: Receiver<Vec<u8>>,
    seen: Vec<u8>,
    /// What it said before the first line could be typed.
    greeting: String,
}

impl Terminal {
    fn start(home: &Path, args: &str) -> Self {
        let mut child = support::in_terminal(args)
            .env("TANDEM_HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program `script`");
        let mut stdout = child.stdout.take().expect("a pipe");
        let (sender, pieces) = mpsc::channel();
        thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut piece) {
                let _ = sender.send(piece[..count].to_vec());
            }
        });
        let mut terminal = Self {
            child,
            pieces,
            seen: Vec::new(),
            greeting: String::new(),
        };
        terminal.wait_for("/help says");
        terminal.greeting = terminal.wait_for("> ");
        terminal
    }

    fn type_keys(&mut self, keys: &str) {
        let stdin = self.child.stdin.as_mut().expect("a pipe");
        stdin
            .write_all(keys.as_bytes())
            .expect("a terminal that listens");
    }

    /// Types a line and waits for what it brings, and for the next line.
    fn say(&mut self, line: &str, answer: &str) {
        self.type_keys(&format!("{line}\r"));
        self.wait_for(answer);
        self.wait_for("> ");
    }

    /// Waits until `text` has come; gives what came up to there.
    fn wait_for(&mut self, text: &str) -> String {
        loop {
            let seen = String::from_utf8_lossy(&self.seen).into_owned();
            if let Some(at) = seen.find(text) {
                let (before, rest) = seen.split_at(at + text.len());
                self.seen = rest.into();
                return before.to_owned();
            }
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => self.seen.extend(piece),
                Err(error) => unreachable!("{text:?} did not come ({error}): {seen:?}"),
            }
        }
    }

    fn end(mut self) -> Option<i32> {
        while self.pieces.recv_timeout(PATIENCE).is_ok() {}
        self.child.wait().expect("an end").code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // One that has ended is beyond harm.
        let _ = self.child.kill();
    }
}

#[test]
fn ctrl_c_stops_the_answer_and_not_the_program() {
    let mut terminal = Terminal::start(
        &support::home(),
        "--temperature 0 --no-history --ignore-end",
    );
    terminal.type_keys("Tell me a story.\r");
    terminal.wait_for("story");
    // Any two letters of the answer will do.
    terminal.wait_for("e");
    terminal.wait_for("a");
    terminal.type_keys("\u{3}");
    let answer = terminal.wait_for("> ");
    assert!(answer.contains("stopped"), "{answer}");
    terminal.type_keys("/stats\r");
    terminal.wait_for("1 answers");
    terminal.wait_for("> ");
    terminal.type_keys("\u{3}");
    terminal.wait_for("Ctrl-D leaves");
    terminal.wait_for("> ");
    terminal.type_keys("\u{3}");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn ctrl_c_at_any_moment_after_a_message_leaves_the_program_running() {
    let home = tempfile::tempdir().expect("a temporary folder");
    // So much that writing it down takes its time, and more than the model reads.
    let file = home.path().join("long.txt");
    fs::write(&file, "word ".repeat(400_000)).expect("a file");
    let mut terminal = Terminal::start(home.path(), "--no-history");
    let program = terminal.child.id().to_string();
    for delay in (0..40).step_by(4) {
        terminal.type_keys(&format!("Sum up @{}\r", file.display()));
        thread::sleep(Duration::from_millis(delay));
        // As a signal: a key that comes too early would be one of the line editor's.
        let sent = Command::new("pkill")
            .args(["-INT", "-P", &program])
            .status();
        assert!(sent.expect("the program `pkill`").success());
        // It is stopped, or refused as too long.
        terminal.wait_for("long.txt, ");
        terminal.wait_for("> ");
    }
    terminal.type_keys("/stats\r");
    terminal.wait_for("MB at most");
    terminal.type_keys("\u{4}");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn answers_are_drawn_in_a_terminal_and_plain_where_asked() {
    let home = tempfile::tempdir().expect("a temporary folder");
    for (options, drawn) in [("", true), ("--plain", false)] {
        let options = format!(
            "--temperature 0 --max-tokens 250 --ignore-end --no-history --private {options}"
        );
        let mut terminal = Terminal::start(home.path(), &options);
        // Past its end the model goes on with a list.
        terminal.type_keys("Tell me a story.\r");
        let answer = terminal.wait_for("tokens/s");
        terminal.wait_for("> ");
        terminal.type_keys("\u{4}");
        assert_eq!(terminal.end(), Some(0));
        // A line that came is drawn anew over itself.
        assert_eq!(answer.contains("\r\u{1b}[J• "), drawn, "{answer:?}");
    }
}

#[test]
fn every_command_works_in_a_terminal_and_the_last_chat_goes_on() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let notes = home.path().join("notes.txt");
    fs::write(&notes, "Buy bread.").expect("a file");
    let saved = home.path().join("saved.md");
    let mut terminal = Terminal::start(home.path(), "--temperature 0 --max-tokens 4");
    terminal.say("What is a dog?", "first token");
    terminal.say("/retry", "first token");
    terminal.say("/edit What is a cat?", "first token");
    terminal.say("/branch", "*  2  What is a cat?");
    terminal.say("/branch 1", "on with: What is a dog?");
    terminal.say("/system Be brief.", "told that from the next message on");
    terminal.say("/think on", "from the next message on");
    terminal.say("/speculate off", "from the next message on");
    terminal.say("And a cow?", "no drafts: switched off");
    terminal.say("/model pocket", "with its companion");
    terminal.say("/model ./nowhere", "no folder");
    terminal.say("/stats", "4 answers");
    terminal.say(&format!("/save {}", saved.display()), "saved as");
    terminal.say("/new", "a new conversation");
    terminal.say(
        &format!("Sum up @{}", notes.display()),
        "with notes.txt, 10",
    );
    terminal.say("/list", "What is a dog?");
    terminal.say("/search bread", "notes.txt: Buy");
    terminal.say("/search nowhere", "nothing is found");
    terminal.say("/search cow", "    1  you");
    terminal.say("/open 1", "model: ");
    terminal.say("/open 9", "no chat 9");
    terminal.say("/help", "Ctrl-C stops an answer");
    terminal.type_keys("/quit\r");
    assert_eq!(terminal.end(), Some(0));
    let kept = fs::read_to_string(saved).expect("the saved file");
    assert!(kept.contains("What is a dog?") && kept.contains("And a cow?"));

    // The one that was written to last goes on, with its file.
    let mut terminal = Terminal::start(home.path(), "--temperature 0 --max-tokens 4");
    assert!(
        terminal.greeting.contains("Sum up"),
        "{}",
        terminal.greeting
    );
    terminal.say("/edit And now?", "first token");
    terminal.type_keys("\u{4}");
    assert_eq!(terminal.end(), Some(0));
    let shown = support::tandem(&["chats", "show", "2"])
        .env("TANDEM_HOME", home.path())
        .output()
        .expect("a program that starts");
    let shown = text(&shown);
    assert!(
        shown.contains("And now?") && shown.contains("Buy bread."),
        "{shown}"
    );
}

#[test]
fn the_model_names_a_chat_while_the_user_is_idle() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/pocket");
    let options = format!(
        "--temperature 0 --max-tokens 20 --model {model}/target --companion {model}/companion"
    );
    let mut terminal = Terminal::start(home.path(), &options);
    let titles = || {
        let list = support::tandem(&["chats", "list"])
            .env("TANDEM_HOME", home.path())
            .output();
        text(&list.expect("a program that starts")).to_owned()
    };
    terminal.say("What is the capital of Italy?", "first token");
    let begun = Instant::now();
    while titles().contains("What is the capital of Italy?") {
        assert!(begun.elapsed() < PATIENCE, "no title came");
        thread::sleep(Duration::from_millis(50));
    }
    // One that is still being made when the next message comes is given up.
    terminal.say("/new", "a new conversation");
    for _ in 0..3 {
        terminal.say("What is a cat?", "first token");
    }
    terminal.type_keys("\u{4}");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn a_chat_keeps_its_options() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut terminal = Terminal::start(home.path(), "--temperature 0 --max-tokens 3");
    terminal.say("What is a dog?", "cut at the token limit");
    terminal.say("/speculate off", "from the next message on");
    terminal.type_keys("\u{4}");
    assert_eq!(terminal.end(), Some(0));
    let mut terminal = Terminal::start(home.path(), "");
    terminal.type_keys("And a cat?\r");
    let answer = terminal.wait_for("cut at the token limit");
    assert!(answer.contains("3 tokens · "), "{answer}");
    assert!(answer.contains("no drafts"), "{answer}");
    terminal.wait_for("> ");
    terminal.type_keys("\u{4}");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn pasted_lines_are_one_message_and_the_history_is_private() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut terminal = Terminal::start(home.path(), "--temperature 0 --max-tokens 5");
    terminal.type_keys("\u{1b}[200~What is\na dog?\u{1b}[201~\r");
    let answer = terminal.wait_for("tokens/s");
    assert!(!answer.contains("no such command"), "{answer}");
    terminal.wait_for("> ");
    terminal.type_keys("/frobnicate\r");
    terminal.wait_for("there is no such command");
    terminal.wait_for("> ");
    terminal.type_keys("\u{4}");
    assert_eq!(terminal.end(), Some(0));

    let file = home.path().join("history");
    assert_eq!(file.metadata().expect("a history").mode() & 0o777, 0o600);
    let history = fs::read_to_string(&file).expect("a history");
    assert!(history.contains("What is\\na dog?"), "{history}");
}

#[test]
fn lines_typed_ahead_are_answered_in_turn() {
    let mut terminal = Terminal::start(&support::home(), "--no-history --private --max-tokens 5");
    terminal.type_keys("What is a dog?\rWhat is a cat?\r/stats\r");
    terminal.wait_for("2 answers");
    terminal.wait_for("> ");
    terminal.type_keys("/quit\r");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn no_history_is_kept_if_so_asked() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut terminal = Terminal::start(home.path(), "--no-history");
    terminal.type_keys("/help\r");
    terminal.wait_for("Ctrl-C stops");
    terminal.wait_for("> ");
    terminal.type_keys("/quit\r");
    assert_eq!(terminal.end(), Some(0));
    assert!(!home.path().join("history").exists());
}
