//! A child process writes conversations and is killed at a random moment. What it had confirmed must be there.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::*;

const FILE: &str = "TANDEM_STORE_TEST_FILE";
const SEED: &str = "TANDEM_STORE_TEST_SEED";

/// What the child says after each call of the store that returned `Ok`.
const CONFIRMED: &str = "confirmed ";

/// Kills in the normal run, and with `TANDEM_SOAK=1`.
fn kills() -> u64 {
    if std::env::var_os("TANDEM_SOAK").is_some_and(|value| value == "1") {
        500
    } else {
        20
    }
}

#[test]
fn nothing_confirmed_is_lost_when_the_process_is_killed() {
    let scratch = Scratch::new();
    // The same file throughout, so that it also has to stand many kills in a row.
    let mut expected = Expected::default();
    let mut confirmed = 0;
    for seed in 0..kills() {
        confirmed += run_and_kill(&scratch.path(), seed, &mut expected);
        check(&scratch, &expected, seed);
    }
    assert!(
        confirmed > kills() as usize,
        "the children did not get to write: {confirmed}"
    );
    let cut = expected
        .answers
        .values()
        .filter(|(_, finished)| !finished)
        .count();
    assert!(cut > 0, "no kill came while an answer streamed");
}

/// What must be in the file.
#[derive(Default)]
struct Expected {
    messages: HashMap<i64, String>,
    /// Answers that were begun, as far as their confirmed pieces go, and whether they were finished.
    answers: HashMap<i64, (String, bool)>,
}

/// Runs a child until a random moment; how much it confirmed.
fn run_and_kill(path: &Path, seed: u64, expected: &mut Expected) -> usize {
    let mut random = Random(seed.wrapping_mul(0x5851_f42d_4c95_7f2d));
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .arg(module_path!().split_once("::").unwrap().1.to_owned() + "::the_child_that_is_killed")
        .env(FILE, path)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    // Killed some time after a random confirmation: starting takes most of the time, and a kill in it shows little.
    let after = random.below(40);
    let delay = Duration::from_micros(random.below(4000) as u64);
    let (sender, receiver) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut lines = Vec::new();
        for line in output.lines() {
            // The last line may be cut off; a confirmation ends with a stop.
            let Ok(line) = line else { break };
            if let Some(line) = line
                .split_once(CONFIRMED)
                .and_then(|(_, l)| l.strip_suffix('.'))
            {
                lines.push(line.to_owned());
                let _ = sender.send(());
            }
        }
        lines
    });
    let limit = Instant::now() + Duration::from_secs(60);
    for _ in 0..=after {
        let left = limit.saturating_duration_since(Instant::now());
        receiver.recv_timeout(left).expect("the child writes");
    }
    std::thread::sleep(delay);
    child.kill().unwrap();
    child.wait().unwrap();
    let lines = reader.join().unwrap();
    for line in &lines {
        let (what, rest) = line.split_once(' ').unwrap();
        let (id, text) = rest.split_once(' ').unwrap();
        let id: i64 = id.parse().unwrap();
        match what {
            "message" => assert!(expected.messages.insert(id, text.to_owned()).is_none()),
            "begun" => assert!(expected.answers.insert(id, Default::default()).is_none()),
            "piece" => expected.answers.get_mut(&id).unwrap().0.push_str(text),
            "finished" => expected.answers.get_mut(&id).unwrap().1 = true,
            other => panic!("{other}"),
        }
    }
    lines.len()
}

fn check(scratch: &Scratch, expected: &Expected, seed: u64) {
    let store = scratch.open();
    let mut found = HashMap::new();
    for chat in store.chats(Shelf::All, 0, u32::MAX).unwrap() {
        for message in store.conversation(chat.id).unwrap().messages {
            found.insert(message.id.0, message);
        }
    }
    for (id, text) in &expected.messages {
        assert_eq!(
            found.get(id).map(|m| &m.content),
            Some(text),
            "kill {seed}: message {id}"
        );
    }
    for (id, (text, finished)) in &expected.answers {
        let message = found
            .get(id)
            .unwrap_or_else(|| panic!("kill {seed}: answer {id}"));
        // One more piece, or the end, may have been written and not confirmed.
        assert!(
            message.content.starts_with(text.as_str()),
            "kill {seed}: answer {id}"
        );
        assert!(
            message.content.len() <= text.len() + LONGEST_PIECE,
            "kill {seed}: answer {id}"
        );
        match message.state {
            State::Complete => {}
            State::Cut => assert!(!finished, "kill {seed}: answer {id} was finished"),
            State::Streaming => panic!("kill {seed}: answer {id} is not marked"),
        }
    }
}

const LONGEST_PIECE: usize = 3000;

/// Not a test of its own: what [`run_and_kill`] kills.
#[test]
#[ignore = "the child process of another test"]
fn the_child_that_is_killed() {
    let path = std::env::var_os(FILE).expect("run by the other test");
    let seed: u64 = std::env::var(SEED).unwrap().parse().unwrap();
    let mut random = Random(seed);
    let store = Store::open(Path::new(&path)).unwrap();
    let confirm = |what: &str, id: MessageId, text: &str| {
        let mut out = std::io::stdout().lock();
        // In one write, as the end may come at any moment.
        out.write_all(format!("\n{CONFIRMED}{what} {id} {text}.\n").as_bytes())
            .and_then(|()| out.flush())
            .unwrap();
    };
    let mut serial = 0;
    loop {
        let chat = store.create_chat(&NewChat::default()).unwrap();
        let mut last = None;
        for _ in 0..random.below(4) + 1 {
            serial += 1;
            let text = format!(
                "question-{seed}-{serial}-{}",
                "x".repeat(random.below(5000))
            );
            let question = store
                .add_message(chat, last, &NewMessage::user(&text))
                .unwrap();
            confirm("message", question, &text);
            let answer = store.begin_answer(question, None).unwrap();
            confirm("begun", answer, "");
            for _ in 0..random.below(12) {
                serial += 1;
                let text = format!("p{serial}{}", "y".repeat(random.below(LONGEST_PIECE - 30)));
                store
                    .append(answer, &[Piece::Content(text.clone())])
                    .unwrap();
                confirm("piece", answer, &text);
            }
            store.finish_answer(answer, &Outcome::default()).unwrap();
            confirm("finished", answer, "");
            last = Some(answer);
        }
    }
}
