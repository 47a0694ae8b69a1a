//! The app's log off Apple systems. In a process of its own, since there is one log.

#![cfg(not(target_os = "macos"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]

mod support;

use std::{fs, os::unix::fs::PermissionsExt};

use support::{end, notes, open, request, wait};
use tandem_bridge::{
    Account, BridgeEngine, FailureKind, LogLevel, PromptWish, set_log_level, start_log,
};

/// Has a prompt answered by a model that was freed before, so that there is something to log.
fn answer(engine: &BridgeEngine, prompt: &str) -> Account {
    wait(engine.unload()).unwrap();
    let mut request = request(engine, 8);
    request.prompt = PromptWish::Raw {
        text: prompt.to_owned(),
    };
    let (notes, heard) = notes();
    let _handle = engine.generate(request, notes).unwrap();
    end(&heard)
}

#[test]
fn the_log_is_private_says_nothing_private_and_follows_its_level() {
    assert!(set_log_level(LogLevel::Debug).is_err_and(|error| {
        let tandem_bridge::Failure::Failed { kind, .. } = error;
        kind == FailureKind::InvalidRequest
    }));
    let home = tempfile::tempdir().unwrap();
    start_log(
        LogLevel::Debug,
        Some(home.path().to_string_lossy().into_owned()),
    );
    let file = home.path().join("logs/app.log");
    let engine = open(&home);
    let account = answer(&engine, "A very secret prompt");
    let log = fs::read_to_string(&file).unwrap();
    assert!(
        log.contains("model loaded") || log.contains("loaded"),
        "{log}"
    );
    assert!(!log.contains("secret") && !account.text.is_empty());
    assert!(!log.contains(account.text.trim()), "{log}");
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    set_log_level(LogLevel::Off).unwrap();
    answer(&engine, "Another");
    assert_eq!(fs::read_to_string(&file).unwrap(), log);
    set_log_level(LogLevel::Debug).unwrap();
    answer(&engine, "Another");
    assert!(fs::read_to_string(&file).unwrap().len() > log.len());
}
