//! What answers leave behind. In a process of its own: threads and memory are counted.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]

mod support;

use support::{end, notes, open, request, wait};

#[test]
fn many_answers_leave_nothing_behind() {
    let home = tempfile::tempdir().unwrap();
    let engine = open(&home);
    let count = if std::env::var_os("TANDEM_SOAK").is_some() {
        1000
    } else {
        60
    };
    let mut after_first = None;
    for number in 0..count {
        let (notes, heard) = notes();
        let handle = engine.generate(request(&engine, 4), notes).unwrap();
        if number % 2 == 1 {
            handle.cancel();
        }
        drop(handle);
        end(&heard);
        if number == 9 {
            after_first = Some((threads(), wait(engine.memory()).unwrap().active));
        }
    }
    let (threads_then, active_then) = after_first.unwrap();
    assert!(threads() <= threads_then);
    assert!(wait(engine.memory()).unwrap().active <= active_then + (1 << 20));
}

/// The threads of this process that are the bridge's own.
fn threads() -> usize {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else {
        return 0;
    };
    tasks
        .flatten()
        .filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok())
        .filter(|name| name.starts_with("tandem-bridge"))
        .count()
}
