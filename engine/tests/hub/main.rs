//! The library and its downloads against a real HTTP server on loopback that misbehaves on command.

#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test fails by panic, and says aloud what it skips"
)]

mod faults;
mod huggingface_hub;
mod kill;
mod lifecycle;
#[path = "../split/release.rs"]
#[allow(dead_code, reason = "less of it is used here")]
mod release;
mod releases;
mod server;
mod shop;
mod world;
