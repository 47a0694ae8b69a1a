//! Measures the store with a hundred thousand messages against what it is to keep to: a list of chats in 50 ms, a
//! search in 100 ms, a chat of 2,000 messages opened in 100 ms.
//!
//! Run by `make bench-store`, or with another folder by
//! `cargo run --release --example store_bench FOLDER`. The file is made in FOLDER, or
//! in the system's temporary folder, and removed again.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tandem_engine::store::{ChatId, NewMessage, Outcome, Piece, Shelf, Store};

const MESSAGES: usize = 100_000;
const LONG_CHAT: usize = 2_000;
const CHAT: usize = 49;
const RUNS: usize = 15;

fn main() {
    let root = std::env::args_os()
        .nth(1)
        .map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = tempfile::tempdir_in(root).unwrap();
    let path = folder.path().join("chats.sqlite");
    let (long, deleted) = fill(&path, folder.path());
    let size = fs::metadata(&path).unwrap().len();
    println!("{MESSAGES} messages, {} MB", size >> 20);

    measure("open the store", None, || drop(Store::open(&path).unwrap()));
    let store = Store::open(&path).unwrap();
    measure("list 100 chats", Some(50), || {
        assert_eq!(store.chats(Shelf::All, 0, 100).unwrap().len(), 100);
    });
    measure("list all chats", Some(50), || {
        assert!(store.chats(Shelf::All, 0, u32::MAX).unwrap().len() > 1900);
    });
    for (name, query) in [
        ("a rare word", "zephyrine"),
        ("a common word", "the"),
        ("two words", "river mountain"),
        ("the beginning of a word", "mou"),
        ("one letter", "m"),
        ("two Chinese characters", "搜索"),
        ("one Chinese character", "文"),
        ("a rare and a common word", "zephyrine the"),
        ("nothing", "qqqq"),
        ("an emoji (no index)", "🎉"),
    ] {
        let mut hits = 0;
        measure(&format!("search {name}"), Some(100), || {
            hits = store.search(query, 50).unwrap().len();
        });
        println!("    {hits} hits");
    }
    measure("open a chat of 2,000 messages", Some(100), || {
        assert_eq!(store.conversation(long).unwrap().path().len(), LONG_CHAT);
    });
    measure("find where it goes on", None, || {
        store.last_message(long).unwrap().unwrap();
    });
    let last = store.last_message(long).unwrap();
    measure("add a message", None, || {
        store
            .add_message(long, last, &NewMessage::user("one more"))
            .unwrap();
    });
    let last = store.last_message(long).unwrap().unwrap();
    let answer = store.begin_answer(last, None).unwrap();
    measure("append to an answer", None, || {
        store
            .append(answer, &[Piece::Content("some words of it ".to_owned())])
            .unwrap();
    });
    store.finish_answer(answer, &Outcome::default()).unwrap();
    store.trash(deleted).unwrap();
    let began = Instant::now();
    store.purge(deleted).unwrap();
    println!(
        "purge a chat: {:.0} ms",
        began.elapsed().as_secs_f64() * 1e3
    );
}

/// The median and the slowest of some runs, against a limit in milliseconds.
fn measure(what: &str, limit: Option<u64>, mut run: impl FnMut()) {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let began = Instant::now();
            run();
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (median, slowest) = (times[RUNS / 2], times[RUNS - 1]);
    let verdict = match limit {
        Some(limit) if median > Duration::from_millis(limit) => format!(", over {limit} ms"),
        Some(limit) => format!(", under {limit} ms"),
        None => String::new(),
    };
    println!(
        "{what}: median {:.1} ms, slowest {:.1} ms{verdict}",
        ms(median),
        ms(slowest)
    );
}

/// Imports chats of made-up text; the long one, and one to be thrown away.
fn fill(path: &Path, folder: &Path) -> (ChatId, ChatId) {
    let file = folder.join("import.json");
    let mut words = Words(1);
    let mut out = BufWriter::new(fs::File::create(&file).unwrap());
    let mut left = MESSAGES;
    let mut lengths = vec![LONG_CHAT];
    left -= LONG_CHAT;
    while left > 0 {
        lengths.push(left.min(CHAT));
        left -= left.min(CHAT);
    }
    let chats: Vec<Value> = lengths
        .iter()
        .enumerate()
        .map(|(nth, length)| chat(nth, *length, &mut words))
        .collect();
    let all = json!({"format": "tandem-chats", "version": 1, "chats": chats});
    serde_json::to_writer(&mut out, &all).unwrap();
    out.flush().unwrap();
    let store = Store::open(path).unwrap();
    let began = Instant::now();
    let report = store.import(&file).unwrap();
    println!(
        "import of {} chats: {:.1} s",
        report.added.len(),
        began.elapsed().as_secs_f64()
    );
    fs::remove_file(file).unwrap();
    (report.added[0], report.added[1])
}

fn chat(nth: usize, length: usize, words: &mut Words) -> Value {
    let messages: Vec<Value> = (0..length)
        .map(|place| {
            let user = place % 2 == 0;
            json!({
                "parent": place.checked_sub(1), "chosen": true,
                "role": if user { "user" } else { "assistant" }, "state": "complete",
                "content": words.text(if user { 25 } else { 120 }),
                "thinking": if user { String::new() } else { words.text(60) },
                "tool_calls": [], "tool_call_id": null, "model": "pocket", "finish_reason": "stop",
                "statistics": {"usage": {"prompt_tokens": 10, "completion_tokens": 100}},
                "created_at": nth * 100_000 + place, "attachments": [],
            })
        })
        .collect();
    json!({
        "uid": format!("bench-{nth}"), "title": words.text(5), "title_source": "user", "folder": null,
        "system_prompt": "", "model": "pocket", "parameters": {}, "created_at": nth * 100_000,
        "updated_at": nth * 100_000 + length, "pinned_at": null, "trashed_at": null, "messages": messages,
    })
}

struct Words(u64);

impl Words {
    fn text(&mut self, count: usize) -> String {
        const COMMON: [&str; 24] = [
            "the",
            "and",
            "river",
            "mountain",
            "model",
            "answer",
            "of",
            "a",
            "to",
            "in",
            "搜索",
            "中文文本",
            "is",
            "water",
            "light",
            "日本語の",
            "code",
            "function",
            "where",
            "morning",
            "house",
            "language",
            "time",
            "is",
        ];
        let mut text = String::new();
        for _ in 0..count {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let n = (self.0 >> 33) as usize;
            let kind = n % 100_000;
            let word = n / 100_000;
            match kind {
                0 => text.push_str("zephyrine"),
                1 => text.push('🎉'),
                // A long tail of words, as real text has.
                kind if kind % 4 == 0 => text.push_str(&format!("w{}", word % 21_001)),
                _ => text.push_str(COMMON[word % COMMON.len()]),
            }
            text.push(' ');
        }
        text
    }
}
