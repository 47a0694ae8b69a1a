use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::*;

#[test]
fn a_conversation_is_kept_with_all_that_belongs_to_it() {
    let scratch = Scratch::new();
    let (chat, answer) = {
        let store = scratch.open();
        let new = NewChat {
            system_prompt: "Be brief.".into(),
            model: Some("pocket".into()),
            parameters: json!({"temperature": 0.7}).as_object().unwrap().clone(),
            folder: None,
        };
        let chat = store.create_chat(&new).unwrap();
        let mut question = NewMessage::user("What is in it?");
        question.attachments = vec![Attachment {
            name: "notes.txt".into(),
            content: "attached".into(),
        }];
        let question = store.add_message(chat, None, &question).unwrap();
        let answer = store.begin_answer(question, Some("pocket")).unwrap();
        let call = json!({"name": "look", "arguments": {"at": 1}});
        store
            .append(
                answer,
                &[Piece::Thinking("hm".into()), Piece::Content("No".into())],
            )
            .unwrap();
        store
            .append(
                answer,
                &[Piece::Content("tes".into()), Piece::ToolCall(call)],
            )
            .unwrap();
        let outcome = Outcome {
            finish_reason: "stop".into(),
            statistics: Some(json!({"usage": {"completion_tokens": 3}})),
        };
        store.finish_answer(answer, &outcome).unwrap();
        (chat, answer)
    };
    let store = scratch.open();
    let conversation = store.conversation(chat).unwrap();
    assert_eq!(conversation.chat.system_prompt, "Be brief.");
    assert_eq!(conversation.chat.parameters["temperature"], 0.7);
    assert_eq!(conversation.chat.title, "What is in it?");
    let [question, last] = conversation.path()[..] else {
        panic!("two messages")
    };
    assert_eq!(question.attachments[0].content, "attached");
    assert_eq!(last.id, answer);
    assert_eq!(
        (last.content.as_str(), last.thinking.as_str()),
        ("Notes", "hm")
    );
    assert_eq!(last.tool_calls[0]["arguments"]["at"], 1);
    assert_eq!(last.state, State::Complete);
    assert_eq!(last.finish_reason.as_deref(), Some("stop"));
    assert_eq!(
        last.statistics.as_ref().unwrap()["usage"]["completion_tokens"],
        3
    );
}

#[test]
fn an_answer_can_be_seen_while_it_streams() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, question) = asked(&store, "q");
    let answer = store.begin_answer(question, None).unwrap();
    store
        .append(answer, &[Piece::Content("so far".into())])
        .unwrap();
    let other = scratch.open();
    let conversation = other.conversation(chat).unwrap();
    assert_eq!(conversation.path()[1].content, "so far");
    assert_eq!(conversation.path()[1].state, State::Streaming);
}

#[test]
fn editing_and_answering_again_make_branches_that_remember_their_path() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, first) = asked(&store, "one");
    let answer = answered(&store, first, "a1");
    let second = store
        .add_message(chat, Some(answer), &NewMessage::user("two"))
        .unwrap();
    answered(&store, second, "a2");
    assert_eq!(path_texts(&store, chat), ["one", "a1", "two", "a2"]);

    let edited = store.edit_message(first, "uno").unwrap();
    assert_eq!(path_texts(&store, chat), ["uno"]);
    answered(&store, edited, "b1");
    let again = answered(&store, edited, "b1 again");
    assert_eq!(path_texts(&store, chat), ["uno", "b1 again"]);
    assert_eq!(store.last_message(chat).unwrap(), Some(again));

    store.choose(answer).unwrap();
    assert_eq!(path_texts(&store, chat), ["one", "a1", "two", "a2"]);
    store.choose(edited).unwrap();
    assert_eq!(path_texts(&store, chat), ["uno", "b1 again"]);

    let conversation = store.conversation(chat).unwrap();
    let roots: Vec<_> = conversation.siblings(first).iter().map(|m| m.id).collect();
    assert_eq!(roots, [first, edited]);
    assert_eq!(conversation.siblings(again).len(), 2);
}

#[test]
fn an_edit_keeps_attachments_and_answers_cannot_be_edited() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let chat = store.create_chat(&NewChat::default()).unwrap();
    let mut new = NewMessage::user("q");
    new.attachments = vec![Attachment {
        name: "f".into(),
        content: "kept".into(),
    }];
    let question = store.add_message(chat, None, &new).unwrap();
    let edited = store.edit_message(question, "q2").unwrap();
    let conversation = store.conversation(chat).unwrap();
    assert_eq!(
        conversation.message(edited).unwrap().attachments[0].content,
        "kept"
    );
    let answer = answered(&store, edited, "a");
    let error = store.edit_message(answer, "x").unwrap_err();
    assert!(matches!(error, StoreError::Refused(_)), "{error}");
}

#[test]
fn a_message_cannot_be_put_into_another_chat() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (_, question) = asked(&store, "a");
    let (other, _) = asked(&store, "b");
    let error = store
        .add_message(other, Some(question), &NewMessage::user("x"))
        .unwrap_err();
    assert!(matches!(error, StoreError::NoSuchMessage(id) if id == question));
}

#[test]
fn an_ended_answer_takes_no_more() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (_, question) = asked(&store, "a");
    let answer = answered(&store, question, "b");
    let more = [Piece::Content("c".into())];
    assert!(matches!(
        store.append(answer, &more),
        Err(StoreError::Refused(_))
    ));
    assert!(store.finish_answer(answer, &Outcome::default()).is_err());
    let missing = MessageId(answer.0 + 1);
    assert!(matches!(
        store.append(missing, &more),
        Err(StoreError::NoSuchMessage(_))
    ));
}

#[test]
fn a_dropped_writer_leaves_a_cut_answer_with_all_it_was_given() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, question) = asked(&store, "a");
    let mut writer = AnswerWriter::begin(&store, question, None).unwrap();
    for piece in ["one ", "two ", "three"] {
        writer.push(Piece::Content(piece.into())).unwrap();
    }
    drop(writer);
    let conversation = store.conversation(chat).unwrap();
    assert_eq!(conversation.path()[1].content, "one two three");
    assert_eq!(conversation.path()[1].state, State::Cut);
}

#[test]
fn titles_come_from_the_first_words_and_a_lesser_source_never_replaces_a_better() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, _) = asked(
        &store,
        "  Tell me\n\nall about the weather in the mountains of Norway, in detail",
    );
    let title = |store: &Store| store.chat(chat).unwrap().title;
    assert_eq!(
        title(&store),
        "Tell me all about the weather in the mountains of Norway,…"
    );
    assert!(
        store
            .set_title(chat, "Weather", TitleSource::Model)
            .unwrap()
    );
    assert!(store.set_title(chat, "Norway", TitleSource::User).unwrap());
    assert!(!store.set_title(chat, "Rain", TitleSource::Model).unwrap());
    assert_eq!(title(&store), "Norway");
    store
        .set_title(chat, "two\nlines\u{1b}[31m", TitleSource::User)
        .unwrap();
    assert_eq!(title(&store), "two lines [31m");
}

#[test]
fn lists_show_pinned_chats_first_then_the_latest() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let chats: Vec<ChatId> = (0..5)
        .map(|n| asked(&store, &format!("chat {n}")).0)
        .collect();
    store.set_pinned(chats[1], true).unwrap();
    let folder = store.create_folder("Work").unwrap();
    store.set_folder(chats[2], Some(folder)).unwrap();
    let ids = |shelf| -> Vec<ChatId> {
        store
            .chats(shelf, 0, 100)
            .unwrap()
            .iter()
            .map(|c| c.id)
            .collect()
    };
    assert_eq!(
        ids(Shelf::All),
        [chats[1], chats[4], chats[3], chats[2], chats[0]]
    );
    assert_eq!(ids(Shelf::Folder(folder)), [chats[2]]);
    assert_eq!(store.latest_chat().unwrap().unwrap().id, chats[4]);
    let page: Vec<ChatId> = store
        .chats(Shelf::All, 1, 2)
        .unwrap()
        .iter()
        .map(|c| c.id)
        .collect();
    assert_eq!(page, [chats[4], chats[3]]);
    assert!(store.create_folder("WORK").is_err());
    assert!(store.set_folder(chats[2], Some(FolderId(99))).is_err());
    store.delete_folder(folder).unwrap();
    assert_eq!(store.chat(chats[2]).unwrap().folder, None);
}

#[test]
fn presets_are_replaced_by_name() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let parameters = json!({"temperature": 0.1}).as_object().unwrap().clone();
    let first = store
        .save_preset("Coder", "Write code.", &parameters)
        .unwrap();
    let second = store
        .save_preset("coder", "Write Rust.", &parameters)
        .unwrap();
    assert_eq!(first, second);
    let presets = store.presets().unwrap();
    assert_eq!(presets.len(), 1);
    assert_eq!(presets[0].system_prompt, "Write Rust.");
    store.delete_preset(first).unwrap();
    assert!(store.presets().unwrap().is_empty());
}

#[test]
fn the_trash_can_be_undone_and_purging_leaves_no_text_behind() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, question) = asked(&store, "the zanzibarian secret");
    answered(&store, question, "an answer on zanzibarian matters");
    store.trash(chat).unwrap();
    assert!(store.chats(Shelf::All, 0, 10).unwrap().is_empty());
    assert!(store.search("zanzibarian", 10).unwrap().is_empty());
    assert_eq!(store.chats(Shelf::Trash, 0, 10).unwrap().len(), 1);
    store.restore(chat).unwrap();
    assert_eq!(store.search("zanzibarian", 10).unwrap().len(), 3);
    assert!(matches!(store.purge(chat), Err(StoreError::Refused(_))));
    store.trash(chat).unwrap();
    store.purge(chat).unwrap();
    assert!(matches!(store.chat(chat), Err(StoreError::NoSuchChat(_))));
    // A chat's number is not used again.
    assert!(asked(&store, "new").0 > chat);
    drop(store);
    for entry in std::fs::read_dir(scratch.folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            let found = bytes
                .windows(10)
                .any(|w| w.eq_ignore_ascii_case(b"zanzibaria"));
            assert!(!found, "{}", path.display());
        }
    }
}

#[test]
fn a_chat_longer_than_a_cascade_can_be_purged() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, mut last) = asked(&store, "start");
    for n in 0..1500 {
        last = store
            .add_message(chat, Some(last), &NewMessage::user(n.to_string()))
            .unwrap();
    }
    store.trash(chat).unwrap();
    assert_eq!(store.purge_trash(i64::MAX).unwrap(), 1);
    assert!(store.chats(Shelf::Trash, 0, 10).unwrap().is_empty());
}

#[test]
fn a_private_store_writes_no_file() {
    let scratch = Scratch::new();
    let store = Store::private().unwrap();
    let (chat, question) = asked(&store, "between us");
    answered(&store, question, "of course");
    assert_eq!(path_texts(&store, chat), ["between us", "of course"]);
    assert_eq!(store.search("between", 5).unwrap().len(), 2);
    assert_eq!(store.file(), None);
    // No temporary file of SQLite either: everything this process has open that is a file of ours would be here.
    let open_files: Vec<_> = std::fs::read_dir("/dev/fd")
        .unwrap()
        .flatten()
        .filter_map(|entry| std::fs::read_link(entry.path()).ok())
        .filter(|target| target.to_string_lossy().contains("etilqs"))
        .collect();
    assert!(open_files.is_empty(), "{open_files:?}");
    drop(scratch);
}

#[test]
fn files_are_for_their_owner_alone() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (_, question) = asked(&store, "q");
    let _answer = store.begin_answer(question, None).unwrap();
    let mode = |path: PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for name in ["chats.sqlite", "chats.sqlite-wal", "chats.sqlite-shm"] {
        assert_eq!(mode(scratch.folder.path().join(name)), 0o600, "{name}");
    }
    assert_eq!(
        mode(scratch.folder.path().join("chats.sqlite-writers")),
        0o700
    );
    drop(store);
    // One that was opened up by a restore from elsewhere is closed again.
    std::fs::set_permissions(scratch.path(), std::fs::Permissions::from_mode(0o644)).unwrap();
    drop(scratch.open());
    assert_eq!(mode(scratch.path()), 0o600);
}

#[test]
fn one_store_serves_several_threads() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (chat, question) = asked(&store, "q");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let store = &store;
            scope.spawn(move || {
                for n in 0..20 {
                    answered(store, question, &format!("{thread}/{n}"));
                }
            });
        }
    });
    let conversation = store.conversation(chat).unwrap();
    assert_eq!(conversation.messages.len(), 81);
    assert_eq!(conversation.path().len(), 2);
}
