//! Every earlier schema, as a file that a program of that time wrote.

use std::collections::BTreeMap;
use std::fs;

use rusqlite::Connection;

use super::super::{backup, schema};
use super::*;

/// Files as the schema of that version kept them. A new version gets a file here, made by
/// `write_the_fixture_of_the_latest_schema`, and the earlier ones stay.
const FIXTURES: [(i64, &[u8]); 3] = [
    (1, include_bytes!("fixtures/v1.sqlite")),
    (2, include_bytes!("fixtures/v2.sqlite")),
    (3, include_bytes!("fixtures/v3.sqlite")),
];

fn with_fixture(version: i64) -> Scratch {
    let scratch = Scratch::new();
    let (_, bytes) = FIXTURES.iter().find(|(v, _)| *v == version).unwrap();
    fs::write(scratch.path(), bytes).unwrap();
    scratch
}

fn check_content(store: &Store) {
    let chats = store.chats(Shelf::All, 0, 10).unwrap();
    let titles: Vec<&str> = chats.iter().map(|c| c.title.as_str()).collect();
    assert_eq!(titles, ["Fjord 旅行", "second chat"]);
    let fjord = &chats[0];
    assert_eq!(fjord.system_prompt, "Be brief.");
    assert_eq!(fjord.parameters["temperature"], 0.5);
    assert_eq!(store.folders().unwrap()[0].name, "Travel");
    assert_eq!(fjord.folder, Some(store.folders().unwrap()[0].id));
    assert_eq!(store.presets().unwrap()[0].name, "Guide");
    assert_eq!(path_texts(store, fjord.id), ["When to go?", "In May."]);
    let conversation = store.conversation(fjord.id).unwrap();
    assert_eq!(conversation.messages.len(), 3);
    assert_eq!(conversation.path()[1].thinking, "Light nights.");
    assert_eq!(
        conversation.path()[1].statistics.as_ref().unwrap()["speculation"]["depth"],
        2
    );
    // The answer that streamed when that program ended.
    let second = store.conversation(chats[1].id).unwrap();
    assert_eq!(second.path()[1].content, "as far as it");
    assert_eq!(second.path()[1].state, State::Cut);
    // Titles are in the search, which version 1 did not have.
    assert_eq!(store.search("旅行", 5).unwrap()[0].title, "Fjord 旅行");
    assert_eq!(store.search("may", 5).unwrap().len(), 1);
}

#[test]
fn there_is_a_fixture_of_every_schema() {
    let versions: Vec<i64> = FIXTURES.iter().map(|(v, _)| *v).collect();
    assert_eq!(versions, (1..=schema::LATEST).collect::<Vec<_>>());
    for (version, bytes) in FIXTURES {
        // The version as it stands in the header of the file.
        assert_eq!(bytes[60..64], u32::try_from(version).unwrap().to_be_bytes());
    }
}

#[test]
fn every_earlier_schema_opens_with_all_its_content_and_a_backup() {
    for (version, bytes) in FIXTURES {
        let scratch = with_fixture(version);
        check_content(&scratch.open());
        check_content(&scratch.open());
        // One before each step, the first of which is what was there.
        let mut backups = backup::list(&scratch.path());
        backups.reverse();
        let versions: Vec<i64> = backups
            .iter()
            .map(|made| schema::version(&Connection::open(made).unwrap()).unwrap())
            .collect();
        assert_eq!(versions, (version..schema::LATEST).collect::<Vec<_>>());
        if let Some(first) = backups.first() {
            let original = Scratch::new();
            fs::write(original.path(), bytes).unwrap();
            assert_eq!(
                rows(&Connection::open(first).unwrap()),
                rows(&Connection::open(original.path()).unwrap())
            );
        }
    }
}

#[test]
fn a_migration_that_runs_again_changes_nothing() {
    for (version, _) in FIXTURES {
        let scratch = with_fixture(version);
        drop(scratch.open());
        let before = rows(&Connection::open(scratch.path()).unwrap());
        for back_to in 1..schema::LATEST {
            let raw = Connection::open(scratch.path()).unwrap();
            raw.pragma_update(None, "user_version", back_to).unwrap();
            drop(raw);
            let store = scratch.open();
            check_content(&store);
            drop(store);
            assert_eq!(rows(&Connection::open(scratch.path()).unwrap()), before);
        }
    }
}

#[test]
fn the_migrated_schema_is_that_of_a_new_file() {
    let scratch = with_fixture(1);
    drop(scratch.open());
    let new = Scratch::new();
    drop(new.open());
    let schema = |scratch: &Scratch| -> Vec<(String, String)> {
        Connection::open(scratch.path())
            .unwrap()
            .prepare("SELECT name, ifnull(sql, '') FROM sqlite_schema ORDER BY name")
            .unwrap()
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .collect::<rusqlite::Result<_>>()
            .unwrap()
    };
    assert_eq!(schema(&scratch), schema(&new));
}

#[test]
fn a_migration_that_is_interrupted_leaves_the_old_file() {
    let scratch = with_fixture(1);
    let connection = Connection::open(scratch.path()).unwrap();
    let before = rows(&connection);
    // As if the disk were full: not one more page than there are.
    let pages: i64 = connection
        .query_row("PRAGMA page_count", [], |r| r.get(0))
        .unwrap();
    connection
        .pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))
        .unwrap();
    let error = schema::migrate(&connection, Some(&scratch.path())).unwrap_err();
    assert!(matches!(error, StoreError::DiskFull), "{error}");
    drop(connection);
    let connection = Connection::open(scratch.path()).unwrap();
    assert_eq!(schema::version(&connection).unwrap(), 1);
    assert_eq!(rows(&connection), before);
    drop(connection);
    check_content(&scratch.open());
}

#[test]
fn two_who_migrate_at_once_both_get_the_latest() {
    for _ in 0..5 {
        let scratch = with_fixture(1);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| check_content(&Store::open(&scratch.path()).unwrap()));
            }
        });
        check_content(&scratch.open());
    }
}

#[test]
fn a_message_written_while_another_process_migrates_is_kept() {
    let scratch = with_fixture(1);
    let old = Connection::open(scratch.path()).unwrap();
    old.busy_timeout(BUSY_TIMEOUT).unwrap();
    let insert = "INSERT INTO message (chat_id, parent_id, chosen, role, state, content, thinking, tool_calls, created_at) \
                  VALUES (1, NULL, 0, 'user', 'complete', ?1, '', '[]', 0)";
    std::thread::scope(|scope| {
        scope.spawn(|| drop(Store::open(&scratch.path()).unwrap()));
        for n in 0..50 {
            old.execute(insert, [format!("meanwhile {n}")]).unwrap();
        }
    });
    let kept: i64 = old
        .query_row(
            "SELECT count(*) FROM message WHERE content LIKE 'meanwhile%'",
            [],
            |r| r.get(0),
        )
        .unwrap();
    assert_eq!(kept, 50);
    assert_eq!(schema::version(&old).unwrap(), schema::LATEST);
}

#[test]
fn only_the_latest_backups_are_kept() {
    let scratch = Scratch::new();
    drop(scratch.open());
    let connection = Connection::open(scratch.path()).unwrap();
    let mut made = Vec::new();
    for _ in 0..8 {
        made.push(backup::make(&connection, &scratch.path(), 1).unwrap());
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    made.reverse();
    made.truncate(5);
    assert_eq!(backup::list(&scratch.path()), made);
}

#[test]
fn a_newer_schema_and_another_programs_file_are_refused_and_left_alone() {
    let scratch = Scratch::new();
    drop(scratch.open());
    let raw = Connection::open(scratch.path()).unwrap();
    raw.pragma_update(None, "user_version", 99).unwrap();
    drop(raw);
    let before = fs::read(scratch.path()).unwrap();
    let error = Store::open(&scratch.path()).unwrap_err();
    assert!(
        matches!(error, StoreError::Newer { found: 99, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("newer Tandem"), "{error}");
    assert_eq!(fs::read(scratch.path()).unwrap(), before);

    let other = Scratch::new();
    let raw = Connection::open(other.path()).unwrap();
    raw.execute_batch("CREATE TABLE songs (name TEXT)").unwrap();
    drop(raw);
    let before = fs::read(other.path()).unwrap();
    let error = Store::open(&other.path()).unwrap_err();
    assert!(matches!(error, StoreError::NotAStore { .. }), "{error}");
    assert_eq!(fs::read(other.path()).unwrap(), before);
}

/// All rows of all tables, as text; the indexes by what they contain.
fn rows(connection: &Connection) -> BTreeMap<String, Vec<String>> {
    let tables: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_index%' ORDER BY name")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap();
    tables
        .into_iter()
        .map(|table| {
            let mut statement = connection
                .prepare(&format!("SELECT * FROM {table}"))
                .unwrap();
            let columns = statement.column_count();
            let rows = statement
                .query_map([], |row| {
                    (0..columns)
                        .map(|n| row.get_ref(n).map(|v| format!("{v:?}")))
                        .collect::<rusqlite::Result<Vec<_>>>()
                })
                .unwrap()
                .map(|row| row.unwrap().join("|"))
                .collect();
            (table, rows)
        })
        .collect()
}

/// Run by hand when there is a new schema, into the file that `TANDEM_STORE_FIXTURE` names; the version is that of
/// `TANDEM_STORE_FIXTURE_VERSION`, so that the content can be made again for an earlier one.
#[test]
#[ignore = "makes a file to be committed"]
fn write_the_fixture_of_the_latest_schema() {
    let path = std::env::var("TANDEM_STORE_FIXTURE").unwrap();
    let version: i64 = std::env::var("TANDEM_STORE_FIXTURE_VERSION")
        .unwrap()
        .parse()
        .unwrap();
    let _ = fs::remove_file(&path);
    let connection = Connection::open(&path).unwrap();
    schema::migrate_to(&connection, None, version).unwrap();
    connection
        .execute_batch(include_str!("fixtures/content.sql"))
        .unwrap();
    for (id, text) in [
        (1, "when to go"),
        (2, "in june"),
        (3, "in may"),
        (4, "hello"),
    ] {
        connection
            .execute(
                "INSERT INTO message_index (rowid, text) VALUES (?1, ?2)",
                (id, text),
            )
            .unwrap();
    }
    if version >= 2 {
        for (id, text) in [(1, "fjord 旅行 行"), (2, "second chat")] {
            connection
                .execute(
                    "INSERT INTO title_index (rowid, text) VALUES (?1, ?2)",
                    (id, text),
                )
                .unwrap();
        }
    }
    if version >= 3 {
        connection
            .execute_batch(
                "INSERT INTO message (id, chat_id, parent_id, chosen, role, state, content, thinking, tool_calls, created_at)
                 VALUES (6, 1, 1, 0, 'assistant', 'complete', 'Never.', '', '[]', 1300);
                 INSERT INTO deletion VALUES (6, 6, 1400);",
            )
            .unwrap();
    }
    connection.execute_batch("VACUUM").unwrap();
    connection
        .pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))
        .unwrap();
}
