//! Out of the store and into it.

use std::fs;

use serde_json::{Value, json};

use super::*;

fn import(store: &Store, text: &str) -> Result<ImportReport> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.json");
    fs::write(&path, text).unwrap();
    store.import(&path)
}

/// The one chat of an import that is one chat.
fn imported(text: &str) -> (Store, Conversation) {
    let store = Store::private().unwrap();
    let report = import(&store, text).unwrap();
    assert_eq!((report.added.len(), report.skipped), (1, 0), "{report:?}");
    let conversation = store.conversation(report.added[0]).unwrap();
    (store, conversation)
}

fn shown(conversation: &Conversation) -> Vec<(Role, &str)> {
    conversation
        .path()
        .iter()
        .map(|m| (m.role, m.content.as_str()))
        .collect()
}

/// A store with chats of random shape and content.
fn random_store(seed: u64) -> (Store, Vec<ChatId>) {
    let mut random = Random(seed);
    let store = Store::private().unwrap();
    let folders = [
        store.create_folder("One").unwrap(),
        store.create_folder("Zwei 二").unwrap(),
    ];
    let mut chats = Vec::new();
    for _ in 0..random.below(4) + 1 {
        let folder = (random.below(2) == 0).then(|| *random.pick(&folders));
        let parameters = json!({"temperature": random.next() as f64 / 1e19, "stop": [random.text(3)], "seed": random.next()});
        let chat = store
            .create_chat(&NewChat {
                system_prompt: random.text(5),
                model: (random.below(2) == 0).then(|| random.text(2)),
                parameters: parameters.as_object().unwrap().clone(),
                folder,
            })
            .unwrap();
        let mut all: Vec<MessageId> = Vec::new();
        for _ in 0..random.below(25) {
            let parent = (random.below(8) > 0 && !all.is_empty()).then(|| *random.pick(&all));
            if let Some(parent) = parent.filter(|_| random.below(2) == 0) {
                let answer = store.begin_answer(parent, Some("pocket")).unwrap();
                for _ in 0..random.below(4) {
                    let piece = match random.below(3) {
                        0 => Piece::Content(random.text(6)),
                        1 => Piece::Thinking(random.text(6)),
                        _ => Piece::ToolCall(
                            json!({"name": random.text(1), "arguments": {"n": random.next()}}),
                        ),
                    };
                    store.append(answer, &[piece]).unwrap();
                }
                match random.below(3) {
                    0 => store.cut_answer(answer).unwrap(),
                    1 => {}
                    _ => store
                        .finish_answer(
                            answer,
                            &Outcome {
                                finish_reason: "stop".into(),
                                statistics: Some(
                                    json!({"x": random.next() as f64 / 3e15, "y": random.next()}),
                                ),
                            },
                        )
                        .unwrap(),
                }
                all.push(answer);
            } else {
                let mut new = NewMessage::user(random.text(8));
                if random.below(4) == 0 {
                    new.role = Role::Tool;
                    new.tool_call_id = Some(random.text(1));
                }
                for _ in 0..random.below(3) {
                    new.attachments.push(Attachment {
                        name: random.text(1),
                        content: random.text(9),
                    });
                }
                all.push(store.add_message(chat, parent, &new).unwrap());
            }
        }
        if !all.is_empty() {
            store.choose(*random.pick(&all)).unwrap();
        }
        store.set_pinned(chat, random.below(2) == 0).unwrap();
        if random.below(4) == 0 {
            store.trash(chat).unwrap();
        }
        chats.push(chat);
    }
    (store, chats)
}

#[test]
fn json_comes_back_exactly() {
    for seed in 0..60 {
        let (store, chats) = random_store(seed);
        let exported = store.export_json(&chats).unwrap();
        let other = Store::private().unwrap();
        let report = import(&other, &exported).unwrap();
        assert_eq!(report.added.len(), chats.len(), "seed {seed}");
        assert_eq!(
            other.export_json(&report.added).unwrap(),
            exported,
            "seed {seed}"
        );
        for (old, new) in chats.iter().zip(&report.added) {
            assert_eq!(
                path_texts(&store, *old),
                path_texts(&other, *new),
                "seed {seed}"
            );
            assert_eq!(
                store.export_markdown(*old).unwrap(),
                other.export_markdown(*new).unwrap()
            );
        }
    }
}

#[test]
fn importing_twice_adds_nothing_and_loses_nothing() {
    let (store, chats) = random_store(5);
    for chat in &chats {
        store.restore(*chat).unwrap();
    }
    let exported = store.export_json(&chats).unwrap();
    let other = Store::private().unwrap();
    let first = import(&other, &exported).unwrap();
    let again = import(&other, &exported).unwrap();
    assert_eq!((again.added.len(), again.present), (0, chats.len()));
    // A chat that has gone on since is not taken for the same.
    let last = other.last_message(first.added[0]).unwrap();
    other
        .add_message(first.added[0], last, &NewMessage::user("more"))
        .unwrap();
    let third = import(&other, &exported).unwrap();
    assert_eq!((third.added.len(), third.present), (1, chats.len() - 1));
    // Nor is one in the trash: who imports it again wants it back.
    other.trash(third.added[0]).unwrap();
    other.trash(first.added[0]).unwrap();
    assert_eq!(import(&other, &exported).unwrap().added.len(), 1);
}

#[test]
fn what_was_imported_is_found() {
    let (_, conversation) = imported(LM_STUDIO);
    let (store, _) = imported(LM_STUDIO);
    let hits = store.search("hello", 5).unwrap();
    assert_eq!(hits.len(), 1);
    assert_eq!(
        hits[0].message.map(|(id, _)| id),
        conversation.path().get(1).map(|m| m.id)
    );
    assert_eq!(store.search("my cha", 5).unwrap()[0].message, None);
    // Of all branches.
    assert_eq!(store.search("good day", 5).unwrap().len(), 1);
}

#[test]
fn markdown_shows_everything_and_closes_what_was_left_open() {
    let (store, conversation) = imported(
        &json!({"format": "tandem-chats", "version": 1, "chats": [{
            "uid": "u", "title": "Fences", "title_source": "user", "folder": null, "system_prompt": "Be brief.",
            "model": null, "parameters": {}, "created_at": 86_400_000, "updated_at": 0, "pinned_at": null,
            "trashed_at": null, "messages": [
                message(None, "user", json!({"content": "Look:", "attachments": [{"name": "a.md", "content": "```\nx\n```"}]})),
                message(Some(0), "assistant", json!({"content": "```rust\nfn f() {", "thinking": "Let me see.",
                    "state": "cut", "model": "pocket", "tool_calls": [{"name": "look", "arguments": {"a": 1}}]})),
            ]}]})
        .to_string(),
    );
    let expected = "# Fences

1970-01-02 00:00 UTC

## System

Be brief.

## User

Look:

**a.md**

````
```
x
```
````

## Assistant (pocket)

<details>
<summary>Thinking</summary>

Let me see.

</details>

```rust
fn f() {
```

**Tool call**

```json
{
  \"name\": \"look\",
  \"arguments\": {
    \"a\": 1
  }
}
```

*(cut off)*
";
    assert_eq!(
        store.export_markdown(conversation.chat.id).unwrap(),
        expected
    );
}

fn message(parent: Option<usize>, role: &str, fields: Value) -> Value {
    let mut message = json!({"parent": parent, "chosen": true, "role": role, "state": "complete", "content": "",
        "thinking": "", "tool_calls": [], "tool_call_id": null, "model": null, "finish_reason": null,
        "statistics": null, "created_at": 0, "attachments": []});
    for (name, value) in fields.as_object().unwrap() {
        message[name] = value.clone();
    }
    message
}

const CHATGPT: &str = include_str!("fixtures/chatgpt.json");
const LM_STUDIO: &str = include_str!("fixtures/lm-studio.json");

#[test]
fn chatgpts_export_keeps_branches_thinking_and_the_path_that_was_shown() {
    let store = Store::private().unwrap();
    let report = import(&store, CHATGPT).unwrap();
    assert_eq!(report.added.len(), 2);
    assert_eq!((report.skipped, report.present), (1, 0));
    assert_eq!(report.reasons[0].nth, 3);
    let conversation = store.conversation(report.added[0]).unwrap();
    assert_eq!(conversation.chat.title, "Trip to Norway");
    assert_eq!(conversation.chat.created_at, 1_700_000_000_123);
    assert_eq!(
        shown(&conversation),
        [
            (Role::User, "[image]\n\nWhere is this?"),
            (Role::Assistant, "In Norway."),
            (Role::User, "When to go?"),
            (Role::Assistant, "```python\nprint('May')\n```"),
            (Role::Tool, "```\nMay\n```"),
            (Role::Assistant, "In May."),
        ]
    );
    let path = conversation.path();
    assert_eq!(path[1].thinking, "A fjord.\n\nSo Norway.");
    assert_eq!(path[1].model.as_deref(), Some("gpt-5-thinking"));
    assert_eq!(path[5].finish_reason.as_deref(), Some("length"));
    // The answer that was regenerated, and the question that was edited, are branches.
    let other: Vec<&str> = conversation
        .siblings(path[1].id)
        .iter()
        .map(|m| m.content.as_str())
        .collect();
    assert_eq!(other, ["In Iceland?", "In Norway."]);
    assert_eq!(conversation.siblings(path[2].id).len(), 2);
    assert_eq!(conversation.messages.len(), 8);

    let second = store.conversation(report.added[1]).unwrap();
    assert_eq!(second.chat.system_prompt, "You are a poet.");
    assert_eq!(
        shown(&second),
        [(Role::User, "A haiku"), (Role::Assistant, "古池や")]
    );
    assert_eq!(import(&store, CHATGPT).unwrap().present, 2);
}

#[test]
fn lm_studios_conversation_keeps_versions_and_thinking() {
    let (_, conversation) = imported(LM_STUDIO);
    assert_eq!(conversation.chat.title, "My chat");
    assert_eq!(conversation.chat.system_prompt, "Be kind.");
    assert_eq!(conversation.chat.model.as_deref(), Some("qwen3.5-9b"));
    assert!(conversation.chat.pinned_at.is_some());
    assert_eq!(
        shown(&conversation),
        [
            (Role::User, "Hi"),
            (Role::Assistant, "Hello!\n\nHow are you?"),
            (Role::User, "Fine [notes.txt]")
        ]
    );
    let path = conversation.path();
    assert_eq!(path[1].thinking, "They greet me.");
    assert_eq!(path[1].tool_calls[0]["name"], "wave");
    assert_eq!(path[1].finish_reason.as_deref(), Some("stop"));
    assert_eq!(
        path[1].statistics.as_ref().unwrap()["lm_studio"]["tokensPerSecond"],
        42.5
    );
    assert_eq!(conversation.siblings(path[1].id)[0].content, "Good day.");
}

#[test]
fn odd_links_between_messages_lose_no_message() {
    let node = |parent: Value, children: Value, text: &str| {
        json!({"parent": parent, "children": children, "message": {"author": {"role": "user"},
            "content": {"content_type": "text", "parts": [text]}}})
    };
    let mapping = json!({
        "self": node(json!("self"), json!(["self"]), "its own parent"),
        "a": node(json!("b"), json!(["b"]), "circle a"),
        "b": node(json!("a"), json!(["a", "a", "gone"]), "circle b"),
        "lost": node(json!("gone"), json!(null), "parent is missing"),
        "adopted": node(json!(null), json!([]), "named by a child list"),
        "host": node(json!(null), json!(["adopted", 7, {}]), "host"),
        "empty": {}, "null": null, "number": 5, "text": "x",
        "no message": {"parent": null, "children": ["adopted"]},
        "odd": {"message": {"author": {"role": "narrator"}, "content": {"content_type": "tomorrow", "parts": [{"content_type": "hologram"}, 4, null]}}},
    });
    let (store, conversation) =
        imported(&json!([{"mapping": mapping, "current_node": "gone"}]).to_string());
    let mut texts: Vec<&str> = conversation
        .messages
        .iter()
        .map(|m| m.content.as_str())
        .collect();
    texts.sort_unstable();
    assert_eq!(
        texts,
        [
            "[attachment]",
            "circle a",
            "circle b",
            "host",
            "its own parent",
            "named by a child list",
            "parent is missing"
        ]
    );
    let adopted = conversation
        .messages
        .iter()
        .find(|m| m.content.starts_with("named"))
        .unwrap();
    assert_eq!(
        conversation
            .message(adopted.parent.unwrap())
            .unwrap()
            .content,
        "host"
    );
    store.export_json(&[conversation.chat.id]).unwrap();
}

#[test]
fn hostile_files_are_refused_in_words() {
    let store = Store::private().unwrap();
    let deep = format!(
        "[{{\"mapping\": {}{}}}]",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let newer = json!({"format": "tandem-chats", "version": 2, "chats": []}).to_string();
    for (text, words) in [
        ("", "not JSON"),
        ("hello", "not JSON"),
        ("PK\u{3}\u{4}", "zip"),
        ("Pages of text", "not JSON"),
        ("{\"a\": 1}", "neither"),
        ("[{\"mapping\": {}", "breaks off"),
        ("[1, 2]", "not a conversation"),
        ("[{\"title\": \"x\"}]", "mapping"),
        ("[{\"mapping\": {}}] x", "not valid JSON"),
        (&deep, "not valid JSON"),
        (&newer, "newer Tandem"),
        (
            "{\"format\": \"tandem-chats\", \"version\": 1}",
            "no list of chats",
        ),
        (
            "{\"format\": \"tandem-chats\", \"version\": 1, \"chats\": [{\"uid\": \"private words\"}]}",
            "not as Tandem",
        ),
        ("{\"messages\": \"x\"}", "neither"),
        ("{\"mapping\": 1e999}", "not valid JSON"),
    ] {
        match import(&store, text) {
            Ok(report) => assert_eq!(words, "not valid JSON", "{text:.60}: {report:?}"),
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains(words), "{text:.60}: {error}");
                assert!(
                    !error.contains("private words") && !error.contains('\n'),
                    "{error}"
                );
            }
        }
    }
}

#[test]
fn a_file_with_nothing_in_it_is_refused() {
    let store = Store::private().unwrap();
    let cycle = json!([{"mapping": {"a": {"parent": "b", "children": ["b"]}, "b": {"parent": "a", "children": ["a"]}}}]);
    for empty in [
        json!([]),
        json!({"messages": []}),
        json!([{"mapping": {}}]),
        json!({"mapping": {}}),
        cycle[0].clone(),
        cycle,
    ] {
        let refused = import(&store, &empty.to_string()).unwrap_err().to_string();
        assert!(
            refused.contains("no messages") || refused.contains("no conversation"),
            "{refused}"
        );
    }
    assert!(store.chats(Shelf::All, 0, 9).unwrap().is_empty());
}

#[test]
fn broken_parts_do_not_keep_the_rest_out() {
    let store = Store::private().unwrap();
    let good = json!({"title": "good", "mapping": {"a": {"message": {"author": {"role": "user"},
        "content": {"parts": ["hi"]}}}}});
    let report = import(&store, &json!([good, 7, {"mapping": []}, good]).to_string()).unwrap();
    assert_eq!((report.added.len(), report.skipped), (2, 2));
    // A file that breaks off gives what was whole.
    let whole = json!([good, good]).to_string();
    let report = import(&store, &whole[..whole.len() - 10]).unwrap();
    assert_eq!((report.added.len(), report.skipped), (1, 1));
    assert!(
        report.reasons[0].reason.contains("breaks off"),
        "{report:?}"
    );
}

#[test]
fn our_own_json_with_impossible_links_is_mended() {
    let chat = json!({"uid": "u", "title": "t", "title_source": "user", "folder": "F", "system_prompt": "",
    "model": null, "parameters": {}, "created_at": 0, "updated_at": 0, "pinned_at": null, "trashed_at": null,
    "messages": [
        message(Some(5), "user", json!({"content": "parent to come"})),
        message(Some(1), "user", json!({"content": "own parent"})),
        message(Some(0), "assistant", json!({"content": "streaming", "state": "streaming"})),
        message(Some(0), "assistant", json!({"content": "also chosen"})),
    ]});
    let file = json!({"format": "tandem-chats", "version": 1, "chats": [chat, chat]}).to_string();
    let store = Store::private().unwrap();
    let report = import(&store, &file).unwrap();
    assert_eq!((report.added.len(), report.present), (1, 1));
    let conversation = store.conversation(report.added[0]).unwrap();
    assert_eq!(
        shown(&conversation),
        [
            (Role::User, "parent to come"),
            (Role::Assistant, "streaming")
        ]
    );
    assert_eq!(conversation.path()[1].state, State::Cut);
}

#[test]
fn random_damage_to_files_never_panics() {
    let store = Store::private().unwrap();
    let (random_chats, ids) = random_store(9);
    let ours = random_chats.export_json(&ids).unwrap();
    let mut random = Random(11);
    for _ in 0..300 {
        let mut bytes = random
            .pick(&[CHATGPT, LM_STUDIO, ours.as_str()])
            .as_bytes()
            .to_vec();
        for _ in 0..random.below(6) + 1 {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.next() as u8,
                1 => bytes.truncate(at.max(1)),
                _ => bytes[at] = *random.pick(b"[]{}\",:0n\\"),
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.json");
        fs::write(&path, bytes).unwrap();
        if let Ok(report) = store.import(&path) {
            for id in report.added {
                store.conversation(id).unwrap();
            }
        }
    }
}
