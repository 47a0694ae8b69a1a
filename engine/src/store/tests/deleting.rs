//! Single messages that are deleted, taken back, and purged.

use std::fs;

use rusqlite::Connection;

use super::*;

/// A question with two answers, the first of which was asked on twice.
struct Branched {
    chat: ChatId,
    question: MessageId,
    first: MessageId,
    follow_up: MessageId,
    other_follow_up: MessageId,
    second: MessageId,
}

fn branched(store: &Store) -> Branched {
    let (chat, question) = asked(store, "zebra question");
    let first = answered(store, question, "first answer ☂");
    let follow_up = store
        .add_message(chat, Some(first), &NewMessage::user("quagga follow-up"))
        .unwrap();
    answered(store, follow_up, "more");
    let other_follow_up = store.edit_message(follow_up, "otherwise").unwrap();
    let second = answered(store, question, "second answer");
    Branched {
        chat,
        question,
        first,
        follow_up,
        other_follow_up,
        second,
    }
}

fn far() -> i64 {
    i64::MAX
}

#[test]
fn all_branches_after_a_message_go_with_it_and_another_version_is_shown() {
    let store = Store::private().unwrap();
    let b = branched(&store);
    store.choose(b.follow_up).unwrap();
    let done = store.delete_message(b.first).unwrap();
    assert_eq!(
        done,
        Deletion {
            messages: 4,
            shown: Some(b.second)
        }
    );
    assert_eq!(
        path_texts(&store, b.chat),
        ["zebra question", "second answer"]
    );
    assert_eq!(store.conversation(b.chat).unwrap().messages.len(), 2);
    assert_eq!(store.last_message(b.chat).unwrap(), Some(b.second));
}

#[test]
fn the_version_before_is_shown_and_else_the_one_after() {
    let store = Store::private().unwrap();
    let (_, question) = asked(&store, "q");
    let answers: Vec<MessageId> = (0..3)
        .map(|n| answered(&store, question, &n.to_string()))
        .collect();
    store.choose(answers[1]).unwrap();
    assert_eq!(
        store.delete_message(answers[1]).unwrap().shown,
        Some(answers[0])
    );
    assert_eq!(
        store.delete_message(answers[0]).unwrap().shown,
        Some(answers[2])
    );
    assert_eq!(store.delete_message(answers[2]).unwrap().shown, None);
    assert_eq!(store.last_message(ChatId(1)).unwrap(), Some(question));
}

#[test]
fn deleting_what_is_not_shown_leaves_what_is() {
    let store = Store::private().unwrap();
    let b = branched(&store);
    assert_eq!(store.delete_message(b.first).unwrap().shown, None);
    assert_eq!(
        path_texts(&store, b.chat),
        ["zebra question", "second answer"]
    );
}

#[test]
fn a_deletion_can_be_taken_back_and_shows_what_it_took() {
    let store = Store::private().unwrap();
    let b = branched(&store);
    store.choose(b.follow_up).unwrap();
    let before = store.conversation(b.chat).unwrap();
    store.delete_message(b.first).unwrap();
    assert_eq!(
        store.restore_message(b.first).unwrap(),
        Deletion {
            messages: 4,
            shown: Some(b.first)
        }
    );
    assert_eq!(store.conversation(b.chat).unwrap(), before);
    assert_eq!(store.search("quagga", 5).unwrap().len(), 1);
}

#[test]
fn deletions_within_each_other_are_taken_back_one_by_one() {
    let store = Store::private().unwrap();
    let b = branched(&store);
    assert_eq!(store.delete_message(b.other_follow_up).unwrap().messages, 1);
    assert_eq!(store.delete_message(b.first).unwrap().messages, 3);
    let refused = store.restore_message(b.other_follow_up).unwrap_err();
    assert!(refused.to_string().contains("before it"), "{refused}");
    store.restore_message(b.first).unwrap();
    let numbers: Vec<MessageId> = store
        .conversation(b.chat)
        .unwrap()
        .messages
        .iter()
        .map(|m| m.id)
        .collect();
    assert!(!numbers.contains(&b.other_follow_up));
    store.restore_message(b.other_follow_up).unwrap();
    assert_eq!(store.conversation(b.chat).unwrap().messages.len(), 6);
}

#[test]
fn nothing_finds_exports_or_prompts_what_was_deleted() {
    let store = Store::private().unwrap();
    let b = branched(&store);
    store.choose(b.first).unwrap();
    store.delete_message(b.first).unwrap();
    assert!(store.search("quagga", 5).unwrap().is_empty());
    assert!(store.search("☂", 5).unwrap().is_empty());
    assert_eq!(store.search("second", 5).unwrap().len(), 1);
    let conversation = store.conversation(b.chat).unwrap();
    assert_eq!(conversation.prompt(Some(b.first)).len(), 0);
    for export in [
        store.export_json(&[b.chat]).unwrap(),
        store.export_markdown(b.chat).unwrap(),
    ] {
        assert!(export.contains("second answer"));
        assert!(!export.contains("first answer") && !export.contains("quagga"));
    }
}

#[test]
fn nothing_is_added_to_or_done_with_what_was_deleted() {
    let store = Store::private().unwrap();
    let b = branched(&store);
    store.delete_message(b.first).unwrap();
    let new = NewMessage::user("more");
    let errors = [
        store.add_message(b.chat, Some(b.first), &new).unwrap_err(),
        store.edit_message(b.follow_up, "x").unwrap_err(),
        store.begin_answer(b.follow_up, None).unwrap_err(),
        store.choose(b.first).unwrap_err(),
        store.delete_message(b.first).unwrap_err(),
        store.delete_message(b.follow_up).unwrap_err(),
        // It went with another, and comes back with that.
        store.restore_message(b.follow_up).unwrap_err(),
        store.restore_message(b.second).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, StoreError::NoSuchMessage(_)), "{error}");
    }
}

#[test]
fn what_is_being_written_is_not_deleted() {
    let store = Store::private().unwrap();
    let (chat, question) = asked(&store, "q");
    let answer = store.begin_answer(question, None).unwrap();
    for id in [question, answer] {
        let error = store.delete_message(id).unwrap_err();
        assert!(error.to_string().contains("stop it first"), "{error}");
    }
    assert_eq!(store.conversation(chat).unwrap().messages.len(), 2);
    store.cut_answer(answer).unwrap();
    store.delete_message(question).unwrap();
}

#[test]
fn a_title_of_first_words_goes_and_comes_with_them() {
    let store = Store::private().unwrap();
    let b = branched(&store);
    store.delete_message(b.question).unwrap();
    assert_eq!(store.chat(b.chat).unwrap().title, "");
    assert!(store.search("zebra", 5).unwrap().is_empty());
    store
        .add_message(b.chat, None, &NewMessage::user("another start"))
        .unwrap();
    assert_eq!(store.chat(b.chat).unwrap().title, "another start");
    store.restore_message(b.question).unwrap();
    assert_eq!(store.chat(b.chat).unwrap().title, "zebra question");
    store.set_title(b.chat, "mine", TitleSource::User).unwrap();
    store.delete_message(b.question).unwrap();
    assert_eq!(store.chat(b.chat).unwrap().title, "mine");
}

#[test]
fn what_was_deleted_outlives_the_process_until_it_is_purged() {
    let scratch = Scratch::new();
    let (chat, question, answer);
    {
        let store = scratch.open();
        (chat, question) = asked(&store, "stays");
        let mut new = NewMessage::user("kiwi words");
        answer = answered(&store, question, "secret okapi");
        new.attachments = vec![Attachment {
            name: "a".into(),
            content: "numbat".into(),
        }];
        store.add_message(chat, Some(answer), &new).unwrap();
        store.delete_message(answer).unwrap();
    }
    let store = scratch.open();
    assert_eq!(path_texts(&store, chat), ["stays"]);
    assert_eq!(store.purge_deleted(0).unwrap(), 0);
    store.restore_message(answer).unwrap();
    assert_eq!(store.search("numbat", 5).unwrap().len(), 1);
    store.delete_message(answer).unwrap();
    assert_eq!(store.purge_deleted(far()).unwrap(), 2);
    assert!(store.restore_message(answer).is_err());
    drop(store);
    for entry in fs::read_dir(scratch.folder.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap_or_default();
        for words in ["okapi", "kiwi", "numbat"] {
            let found = bytes.windows(words.len()).any(|w| w == words.as_bytes());
            assert!(!found, "{words}");
        }
    }
    let raw = Connection::open(scratch.path()).unwrap();
    let left: i64 = raw
        .query_row("SELECT count(*) FROM deletion", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0);
}

#[test]
fn a_purged_chat_takes_its_deleted_messages_along() {
    let store = Store::private().unwrap();
    let b = branched(&store);
    store.delete_message(b.first).unwrap();
    store.trash(b.chat).unwrap();
    store.purge(b.chat).unwrap();
    assert_eq!(store.purge_deleted(far()).unwrap(), 0);
}

#[test]
fn a_damaged_file_does_not_bring_deleted_messages_back() {
    let scratch = Scratch::new();
    let b = {
        let store = scratch.open();
        let b = branched(&store);
        store.choose(b.first).unwrap();
        store.delete_message(b.first).unwrap();
        store.restore_message(b.first).unwrap();
        store.delete_message(b.other_follow_up).unwrap();
        b
    };
    // The index by chat is damaged, the rows are not.
    let raw = Connection::open(scratch.path()).unwrap();
    let page: u32 = raw
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'message_by_chat'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
    drop(raw);
    let mut bytes = fs::read(scratch.path()).unwrap();
    let end = page as usize * 4096;
    bytes[end - 4096..end].fill(0xff);
    fs::write(scratch.path(), bytes).unwrap();
    let store = Store::open(&scratch.path()).unwrap();
    assert!(matches!(store.condition(), Condition::Salvaged(_)));
    let texts = path_texts(&store, b.chat);
    assert_eq!(
        texts,
        [
            "zebra question",
            "first answer ☂",
            "quagga follow-up",
            "more"
        ][..texts.len()]
    );
    let conversation = store.conversation(b.chat).unwrap();
    assert_eq!(conversation.messages.len(), 5);
    assert!(conversation.message(b.other_follow_up).is_none());
}
