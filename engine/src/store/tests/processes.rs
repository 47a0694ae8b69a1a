//! Two stores over one file. SQLite and the locks of files treat two connections of one process as those of two
//! processes; that a process which is killed gives its locks back is for `kill` to show.

use super::*;

#[test]
fn two_stores_write_at_once_and_lose_nothing() {
    let scratch = Scratch::new();
    drop(scratch.open());
    std::thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            let path = scratch.path();
            scope.spawn(move || {
                let store = Store::open(&path).unwrap();
                for n in 0..15 {
                    let (_, question) = asked(&store, &format!("{name}{n}"));
                    answered(&store, question, "answer");
                }
            });
        }
    });
    let store = scratch.open();
    let chats = store.chats(Shelf::All, 0, 1000).unwrap();
    assert_eq!(chats.len(), 45);
    for chat in chats {
        assert_eq!(path_texts(&store, chat.id), [chat.title.as_str(), "answer"]);
    }
}

#[test]
fn all_who_begin_the_same_file_at_once_get_the_same_file() {
    let scratch = Scratch::new();
    std::thread::scope(|scope| {
        for name in 0..6 {
            let path = scratch.path();
            scope.spawn(move || asked(&Store::open(&path).unwrap(), &name.to_string()));
        }
    });
    assert_eq!(scratch.open().chats(Shelf::All, 0, 100).unwrap().len(), 6);
    let left: Vec<_> = std::fs::read_dir(scratch.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().ends_with(".new"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn an_answer_whose_writer_lives_is_not_marked_as_cut() {
    let scratch = Scratch::new();
    let first = scratch.open();
    let (chat, question) = asked(&first, "q");
    let answer = first.begin_answer(question, None).unwrap();
    first
        .append(answer, &[Piece::Content("one".into())])
        .unwrap();
    let state = |store: &Store| store.conversation(chat).unwrap().path()[1].state;

    assert_eq!(state(&scratch.open()), State::Streaming);
    first
        .append(answer, &[Piece::Content(" two".into())])
        .unwrap();
    drop(first);
    let later = scratch.open();
    assert_eq!(state(&later), State::Cut);
    assert_eq!(path_texts(&later, chat), ["q", "one two"]);
    assert_eq!(later.search("two", 5).unwrap().len(), 1);
    let left = std::fs::read_dir(scratch.folder.path().join("chats.sqlite-writers")).unwrap();
    assert_eq!(left.count(), 0);
}

#[test]
fn a_writer_named_by_a_hostile_file_touches_nothing_outside_its_folder() {
    let scratch = Scratch::new();
    let victim = scratch.folder.path().join("victim");
    std::fs::write(&victim, "mine").unwrap();
    let store = scratch.open();
    let (chat, question) = asked(&store, "q");
    store.begin_answer(question, None).unwrap();
    drop(store);
    let raw = rusqlite::Connection::open(scratch.path()).unwrap();
    raw.execute(
        "UPDATE message SET writer = '../victim' WHERE state = 'streaming'",
        [],
    )
    .unwrap();
    drop(raw);
    let store = scratch.open();
    assert_eq!(
        store.conversation(chat).unwrap().path()[1].state,
        State::Cut
    );
    assert_eq!(std::fs::read_to_string(victim).unwrap(), "mine");
}
