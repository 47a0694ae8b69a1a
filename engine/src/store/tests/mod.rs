mod conversations;
mod damage;
mod deleting;
mod kill;
mod migrations;
mod processes;
mod searching;
mod transfer;

use std::path::PathBuf;

use super::*;

/// A store in a folder of its own that goes with it.
pub(super) struct Scratch {
    pub(super) folder: tempfile::TempDir,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("chats.sqlite")
    }

    pub(super) fn open(&self) -> Store {
        let store = Store::open(&self.path()).unwrap();
        assert_eq!(store.condition(), &Condition::Healthy);
        store
    }
}

/// A chat with a question, its number and the question's.
pub(super) fn asked(store: &Store, question: &str) -> (ChatId, MessageId) {
    let chat = store.create_chat(&NewChat::default()).unwrap();
    let id = store
        .add_message(chat, None, &NewMessage::user(question))
        .unwrap();
    (chat, id)
}

/// An answer to `parent`, begun and finished.
pub(super) fn answered(store: &Store, parent: MessageId, text: &str) -> MessageId {
    let answer = store.begin_answer(parent, Some("pocket")).unwrap();
    store
        .append(answer, &[Piece::Content(text.to_owned())])
        .unwrap();
    store.finish_answer(answer, &Outcome::default()).unwrap();
    answer
}

pub(super) fn path_texts(store: &Store, chat: ChatId) -> Vec<String> {
    let conversation = store.conversation(chat).unwrap();
    conversation
        .path()
        .iter()
        .map(|m| m.content.clone())
        .collect()
}

/// Randomness that a seed repeats (SplitMix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Text with what breaks things: several scripts, control characters, quotes, fences, markup.
    pub(super) fn text(&mut self, most: usize) -> String {
        const PARTS: [&str; 16] = [
            "hello ",
            "Wörter ",
            "中文搜索",
            "日本語。",
            "👩‍👩‍👧 ",
            "\n",
            "\"'\\ ",
            "```rust\nfn x() {}\n```\n",
            "<think>",
            "\u{0}",
            "\r\n",
            "עברית ",
            "e\u{301} ",
            "# not a title\n",
            "\u{2028}",
            "$x^2$ ",
        ];
        (0..self.below(most + 1))
            .map(|_| *self.pick(&PARTS))
            .collect()
    }
}
