//! The bridge over the real engine with the built-in model, used as Swift uses it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]

mod support;

use std::{
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use support::{end, notes, open, request, wait};
use tandem_bridge::{
    Account, AnswerEvent, AnswerListener, ChatShelf, Chats, Ending, Failure, FailureKind,
    MessageDraft, MessageRole, NewChatRecord, PieceRecord, PromptWish, Remedy, TitleOrigin,
};

#[test]
fn events_come_in_batches_and_one_end_with_all_statistics() {
    let home = tempfile::tempdir().unwrap();
    let engine = open(&home);
    let (notes, heard) = notes();
    let handle = engine
        .generate(request(&engine, 200), Arc::clone(&notes) as _)
        .unwrap();
    let calls = Arc::clone(&notes);
    drop(notes);
    let account = heard.iter().flatten().next().unwrap();
    assert!(matches!(account.ending, Ending::Stop | Ending::Length));
    let speculation = &account.speculation;
    assert!(speculation.active && speculation.accepted > 0 && speculation.rounds > 0);
    assert_eq!(
        speculation.accepted_by_position.iter().sum::<u64>(),
        speculation.accepted
    );
    assert!(account.tokens.answer > 0 && account.time.tokens_per_second > 0.0);
    let kept: serde_json::Value = serde_json::from_str(&account.json).unwrap();
    assert!(kept["speculation"]["accepted_by_position"].is_array());
    assert!(kept["finish_reason"].is_string() && kept["timing"]["thinking_s"].is_number());
    // The text is kept as it comes, and not a second time.
    for part in ["text", "reasoning", "tool_calls", "tokens"] {
        assert!(kept[part].is_null(), "{part}");
    }
    let calls = calls.calls.lock().unwrap();
    let text: String = calls
        .iter()
        .flat_map(|(_, events)| events)
        .filter_map(|event| match event {
            AnswerEvent::Text { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(text, account.text);
    // The last call may follow at once, with what was left.
    let times: Vec<Instant> = calls.iter().map(|(time, _)| *time).collect();
    for pair in times[..times.len() - 1].windows(2) {
        assert!(pair[1] - pair[0] > Duration::from_millis(20));
    }
    drop(handle);
}

#[test]
fn letting_go_of_a_handle_cancels_and_the_next_answer_comes() {
    let home = tempfile::tempdir().unwrap();
    let engine = open(&home);
    for explicit in [true, false] {
        let (notes, heard) = notes();
        let handle = engine.generate(request(&engine, 1_000_000), notes).unwrap();
        assert!(heard.recv().unwrap().is_none());
        if explicit {
            handle.cancel();
            handle.cancel();
        }
        drop(handle);
        assert_eq!(end(&heard).ending, Ending::Cancelled);
    }
    let (notes, heard) = notes();
    let _handle = engine.generate(request(&engine, 5), notes).unwrap();
    assert_eq!(end(&heard).ending, Ending::Length);
}

#[test]
fn an_engine_that_goes_ends_its_answers() {
    let home = tempfile::tempdir().unwrap();
    let engine = open(&home);
    let (notes, heard) = notes();
    let _handle = engine.generate(request(&engine, 1_000_000), notes).unwrap();
    assert!(heard.recv().unwrap().is_none());
    drop(engine);
    assert!(matches!(
        end(&heard).ending,
        Ending::Cancelled | Ending::Failed
    ));
}

#[test]
fn a_listener_that_panics_ends_its_answer_and_no_other() {
    struct Broken(mpsc::Sender<Account>);
    impl AnswerListener for Broken {
        fn on_events(&self, _: Vec<AnswerEvent>) {
            panic!("a listener");
        }
        fn on_end(&self, account: Account) {
            let _ = self.0.send(account);
        }
    }
    let home = tempfile::tempdir().unwrap();
    let engine = open(&home);
    let (sender, receiver) = mpsc::channel();
    let _broken = engine
        .generate(request(&engine, 1_000_000), Arc::new(Broken(sender)))
        .unwrap();
    let account = receiver.recv().unwrap();
    let Some(Failure::Failed { kind, .. }) = account.failure else {
        panic!("no failure");
    };
    assert_eq!(kind, FailureKind::Internal);
    let (notes, heard) = notes();
    let _handle = engine.generate(request(&engine, 5), notes).unwrap();
    assert_eq!(end(&heard).ending, Ending::Length);
}

#[test]
fn no_error_holds_what_was_asked() {
    let home = tempfile::tempdir().unwrap();
    let engine = open(&home);
    let secret = "xyzzy";
    for prompt in [
        PromptWish::Chat {
            messages: format!("[{{\"role\": \"user\", \"content\": \"{secret}\""),
            tools: None,
            thinking: None,
            template_arguments: None,
            template: None,
        },
        PromptWish::Chat {
            messages: "[]".to_owned(),
            tools: None,
            thinking: None,
            template_arguments: Some(format!("{{\"a\": {secret}}}")),
            template: None,
        },
    ] {
        let mut request = request(&engine, 5);
        request.prompt = prompt;
        let failure = engine.generate(request, notes().0).unwrap_err();
        let Failure::Failed { kind, remedy, .. } = &failure;
        assert_eq!(
            (*kind, *remedy),
            (FailureKind::InvalidRequest, Remedy::ChangeRequest)
        );
        assert!(!format!("{failure:?}").contains(secret), "{failure:?}");
    }
}

fn draft(content: &str) -> MessageDraft {
    MessageDraft {
        role: MessageRole::User,
        content: content.to_owned(),
        tool_call_id: None,
        attachments: Vec::new(),
    }
}

#[test]
fn a_chat_is_kept_edited_branched_found_and_exported() {
    let home = tempfile::tempdir().unwrap();
    let engine = open(&home);
    let chats = wait(engine.chats()).unwrap();
    let new = NewChatRecord {
        system_prompt: "Be kind.".to_owned(),
        model: Some("pocket".to_owned()),
        parameters: "{\"temperature\": 0.5}".to_owned(),
        folder: None,
    };
    let chat = wait(chats.create_chat(new.clone())).unwrap();
    let first = wait(chats.add_message(chat, None, draft("Where do otters live?"))).unwrap();
    let answer = wait(chats.begin_answer(first, Some("pocket".to_owned()))).unwrap();
    let pieces = [
        PieceRecord::Thinking {
            text: "hm".to_owned(),
        },
        PieceRecord::Content {
            text: "By rivers.".to_owned(),
        },
    ];
    wait(chats.append(answer, pieces.to_vec())).unwrap();
    let statistics = Some("{\"tokens\": 3}".to_owned());
    wait(chats.finish_answer(answer, "stop".to_owned(), statistics)).unwrap();

    let edited =
        wait(chats.edit_message(first, "Where do seals live?".to_owned(), Vec::new())).unwrap();
    let conversation = wait(chats.conversation(chat)).unwrap();
    assert_eq!(conversation.path, [edited]);
    assert_eq!(conversation.messages.len(), 3);
    wait(chats.choose(answer)).unwrap();
    let conversation = wait(chats.conversation(chat)).unwrap();
    assert_eq!(conversation.path, [first, answer]);
    assert_eq!(conversation.messages[1].content, "By rivers.");
    assert_eq!(conversation.messages[1].thinking, "hm");

    let prompt = wait(chats.prompt(chat, Some(answer))).unwrap();
    assert!(prompt.contains("Be kind.") && prompt.contains("By rivers."));
    let hits = wait(chats.search("otter".to_owned(), 10)).unwrap();
    assert!(hits.iter().any(|hit| hit.message == Some(first)));
    assert!(wait(chats.set_title(chat, "Otters".to_owned(), TitleOrigin::User)).unwrap());
    let listed = wait(chats.list(ChatShelf::All, 0, 10)).unwrap();
    assert_eq!(listed[0].title, "Otters");
    assert_eq!(listed[0].parameters, "{\"temperature\":0.5}");

    let file = home.path().join("export.json");
    std::fs::write(&file, wait(chats.export_json(vec![chat])).unwrap()).unwrap();
    let other = wait(Chats::private()).unwrap();
    let report = wait(other.import_file(file.to_string_lossy().into_owned())).unwrap();
    assert_eq!((report.added.len(), report.skipped), (1, 0));

    let malformed = NewChatRecord {
        parameters: "[".to_owned(),
        ..new
    };
    for failure in [
        wait(chats.create_chat(malformed)).unwrap_err(),
        wait(chats.finish_answer(answer, "stop".to_owned(), None)).unwrap_err(),
    ] {
        let Failure::Failed { kind, .. } = failure;
        assert_eq!(kind, FailureKind::InvalidRequest);
    }
    let Failure::Failed { kind, .. } = wait(chats.chat(99)).unwrap_err();
    assert_eq!(kind, FailureKind::NotFound);
}
