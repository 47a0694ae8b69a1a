//! Damaged and hostile folders: each fails by its kind, in one line that names what is wrong.

use tandem_engine::{EngineError, Result};

use crate::folder::Folder;

mod configs;
mod files;
mod headers;
mod indexes;
mod tensors;

/// What a folder should fail with: the kind, and texts that the message holds.
type Expected<'a> = (&'a str, &'a [&'a str]);

fn kind(error: &EngineError) -> &'static str {
    match error {
        EngineError::NotFound { .. } => "NotFound",
        EngineError::BadConfig { .. } => "BadConfig",
        EngineError::UnsupportedArchitecture { .. } => "UnsupportedArchitecture",
        EngineError::BadCheckpoint { .. } => "BadCheckpoint",
        EngineError::WrongShape { .. } => "WrongShape",
        EngineError::Io { .. } => "Io",
        _ => "another",
    }
}

fn check<T>(case: &str, result: Result<T>, (expected, texts): Expected<'_>) {
    let Err(error) = result else {
        panic!("{case}: was accepted")
    };
    let message = error.to_string();
    assert_eq!(kind(&error), expected, "{case}: {message}");
    for text in texts {
        assert!(
            message.contains(text),
            "{case}: {text:?} is not in: {message}"
        );
    }
    assert!(
        !message.chars().any(char::is_control),
        "{case}: {message:?}"
    );
    assert!(message.len() < 2000, "{case}: {} bytes", message.len());
}

/// Bends a sound dense target before it is written, and reads it.
fn bent(case: &str, expected: Expected<'_>, bend: impl FnOnce(&mut Folder)) {
    let mut folder = Folder::dense();
    bend(&mut folder);
    folder.write();
    check(case, folder.target(), expected);
}

/// Damages a sound dense target after it is written, and reads it.
fn damaged(case: &str, expected: Expected<'_>, damage: impl FnOnce(&Folder)) {
    let folder = Folder::dense();
    folder.write();
    damage(&folder);
    check(case, folder.target(), expected);
}
