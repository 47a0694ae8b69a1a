//! Files that are damaged, and disks that are full or read-only.

use std::fs;
use std::path::Path;

use super::super::backup;
use super::*;

/// A store of some hundred messages, checkpointed and closed.
fn filled(scratch: &Scratch) -> usize {
    let store = scratch.open();
    // Much faster, and nothing here depends on it.
    let fast = "PRAGMA synchronous = OFF";
    store.inner().connection.execute_batch(fast).unwrap();
    let mut messages = 0;
    for chat in 0..20 {
        let (_, mut last) = asked(&store, &format!("chat number {chat}"));
        for n in 0..10 {
            let text = format!("answer {n} of chat {chat}: {}", "lorem ipsum ".repeat(60));
            last = answered(&store, last, &text);
        }
        messages += 11;
    }
    messages
}

fn salvaged(path: &Path) -> (Store, Salvage) {
    let store = Store::open(path).unwrap();
    let Condition::Salvaged(salvage) = store.condition().clone() else {
        panic!("{:?}", store.condition());
    };
    (store, salvage)
}

/// That the file is as it was, and that nothing can be written.
fn check_untouched(path: &Path, before: &[u8], store: &Store) {
    let error = store.create_chat(&NewChat::default()).unwrap_err();
    assert!(error.to_string().contains("repair"), "{error}");
    for chat in store.chats(Shelf::All, 0, 1000).unwrap() {
        store.conversation(chat.id).unwrap();
        assert!(store.trash(chat.id).is_err());
    }
    assert!(
        fs::read(path).unwrap() == before,
        "the damaged file was changed"
    );
}

#[test]
fn a_truncated_file_gives_what_is_left() {
    let scratch = Scratch::new();
    let all = filled(&scratch);
    let whole = fs::read(scratch.path()).unwrap();
    for part in [0.9, 0.6, 0.3] {
        let bytes = &whole[..(whole.len() as f64 * part) as usize];
        fs::write(scratch.path(), bytes).unwrap();
        let (store, salvage) = salvaged(&scratch.path());
        assert!(salvage.messages < all);
        assert!(
            part < 0.5 || salvage.messages > all / 4,
            "{part}: {salvage:?}"
        );
        check_untouched(&scratch.path(), bytes, &store);
    }
}

#[test]
fn a_damaged_page_costs_no_more_than_what_was_on_it() {
    const PAGE: usize = 4096;
    let scratch = Scratch::new();
    let all = filled(&scratch);
    let whole = fs::read(scratch.path()).unwrap();
    let mut random = Random(7);
    let mut seen = 0;
    for _ in 0..25 {
        let mut bytes = whole.clone();
        let page = random.below(whole.len() / PAGE);
        for byte in &mut bytes[page * PAGE..(page + 1) * PAGE] {
            *byte = random.next() as u8;
        }
        fs::write(scratch.path(), &bytes).unwrap();
        let store = Store::open(&scratch.path()).unwrap();
        match store.condition().clone() {
            // A page that was free, or of which no part is checked before it is read.
            Condition::Healthy => {}
            Condition::ReadOnly(reason) => panic!("{reason}"),
            Condition::Salvaged(salvage) => {
                seen += 1;
                assert!(salvage.chats > 10, "page {page}: {salvage:?}");
                assert!(
                    salvage.messages > all * 9 / 10,
                    "page {page}: {salvage:?} of {all}"
                );
                check_untouched(&scratch.path(), &bytes, &store);
            }
        }
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(file::beside(&scratch.path(), suffix));
        }
    }
    assert!(seen > 10, "only {seen} damaged pages were noticed");
}

#[test]
fn a_large_file_is_checked_once_a_day_and_again_when_damage_shows() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, question) = asked(&store, "q");
    answered(&store, question, &"a long answer ".repeat(1_600_000));
    drop(store);
    drop(scratch.open());
    // The link from one of the pages of the long answer to the next; what was freed is zeros.
    let mut bytes = fs::read(scratch.path()).unwrap();
    let live: Vec<usize> = (0..bytes.len() / 4096)
        .filter(|page| {
            let text = &bytes[page * 4096 + 2000..page * 4096 + 2100];
            text.windows(14).any(|words| words == b"a long answer ")
        })
        .collect();
    let at = live[live.len() / 2] * 4096;
    bytes[at..at + 4].copy_from_slice(&[0xff; 4]);
    fs::write(scratch.path(), &bytes).unwrap();
    let store = scratch.open();
    let read = store.conversation(chat);
    assert!(matches!(read, Err(StoreError::Damaged)));
    drop(store);
    let (store, salvage) = salvaged(&scratch.path());
    assert_eq!((salvage.chats, salvage.messages), (1, 1));
    check_untouched(&scratch.path(), &bytes, &store);
}

#[test]
fn what_is_no_database_is_neither_replaced_nor_an_error_nobody_understands() {
    for bytes in [
        &b""[..],
        b"x",
        b"SQLite format 3\0",
        &[0xff; 9000],
        "{\"chats\": []}".repeat(1000).as_bytes(),
    ] {
        let scratch = Scratch::new();
        fs::write(scratch.path(), bytes).unwrap();
        let (store, salvage) = salvaged(&scratch.path());
        assert_eq!((salvage.chats, salvage.messages), (0, 0));
        check_untouched(&scratch.path(), bytes, &store);
    }
}

#[test]
fn where_nothing_can_be_read_the_latest_backup_is_shown() {
    let scratch = Scratch::new();
    filled(&scratch);
    let raw = rusqlite::Connection::open(scratch.path()).unwrap();
    let made = backup::make(&raw, &scratch.path(), 2).unwrap();
    drop(raw);
    fs::write(scratch.path(), b"").unwrap();
    let (store, salvage) = salvaged(&scratch.path());
    assert_eq!(salvage.source, made);
    assert_eq!(salvage.chats, 20);
    assert_eq!(store.search("lorem", 5).unwrap().len(), 5);
    check_untouched(&scratch.path(), b"", &store);
}

#[test]
fn a_log_left_over_by_a_kill_is_used_and_a_damaged_one_is_not_trusted() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, question) = asked(&store, "before");
    answered(&store, question, "in the log");
    // The files as a killed process leaves them.
    let left = Scratch::new();
    let log = file::beside(&left.path(), "-wal");
    fs::copy(scratch.path(), left.path()).unwrap();
    fs::copy(file::beside(&scratch.path(), "-wal"), &log).unwrap();
    let bytes = fs::read(&log).unwrap();
    assert_eq!(path_texts(&left.open(), chat), ["before", "in the log"]);

    let mut random = Random(3);
    for _ in 0..20 {
        let left = Scratch::new();
        fs::copy(scratch.path(), left.path()).unwrap();
        let mut damaged = bytes.clone();
        if random.below(2) == 0 {
            damaged.truncate(random.below(bytes.len()));
        } else {
            let at = random.below(bytes.len());
            damaged[at] ^= 0xff;
        }
        fs::write(file::beside(&left.path(), "-wal"), &damaged).unwrap();
        // What is before the damage is there; what is after it never was, as after a power cut.
        let store = left.open();
        for chat in store.chats(Shelf::All, 0, 10).unwrap() {
            store.conversation(chat.id).unwrap();
        }
    }
}

#[test]
fn repairing_keeps_the_damaged_file_under_another_name() {
    let scratch = Scratch::new();
    filled(&scratch);
    let mut bytes = fs::read(scratch.path()).unwrap();
    bytes.truncate(bytes.len() * 3 / 4);
    fs::write(scratch.path(), &bytes).unwrap();
    let (damaged, salvage) = salvaged(&scratch.path());
    drop(damaged);
    let kept = Store::repair(&scratch.path()).unwrap();
    assert_eq!(fs::read(kept).unwrap(), bytes);
    let store = scratch.open();
    let chats = store.chats(Shelf::All, 0, 1000).unwrap();
    assert_eq!(chats.len(), salvage.chats);
    let (chat, question) = asked(&store, "life goes on");
    answered(&store, question, "it does");
    assert_eq!(path_texts(&store, chat), ["life goes on", "it does"]);
}

#[test]
fn on_a_full_disk_nothing_is_lost_and_writing_goes_on_when_there_is_room() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, question) = asked(&store, "before");
    let mut writer = AnswerWriter::begin(&store, question, None).unwrap();
    writer.push(Piece::Content("kept".into())).unwrap();
    writer.flush().unwrap();
    let limit = |pages: i64| {
        let inner = store.inner();
        inner
            .connection
            .pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))
            .unwrap();
    };
    limit(1);
    let long = "x".repeat(200_000);
    writer.push(Piece::Content(long.clone())).unwrap();
    let error = writer.flush().unwrap_err();
    assert!(matches!(error, StoreError::DiskFull), "{error}");
    let error = store
        .add_message(chat, None, &NewMessage::user(&long))
        .unwrap_err();
    assert!(error.to_string().contains("disk is full"), "{error}");
    assert_eq!(path_texts(&store, chat), ["before", "kept"]);
    limit(1_000_000);
    writer.push(Piece::Content(" end".into())).unwrap();
    writer.finish(&Outcome::default()).unwrap();
    assert_eq!(path_texts(&store, chat)[1], format!("kept{long} end"));
}
