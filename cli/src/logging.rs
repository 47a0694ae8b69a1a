//! The log: a file in the home folder, the user's alone, bounded in size. It holds no prompts and no
//! answers.
//!
//! `TANDEM_LOG` sets what is kept (`error`, `warn`, `info`, `debug`, `trace`, or by module as in
//! `info,tandem_engine=debug`; default `info`). With `TANDEM_LOG_STDERR` set, standard error gets
//! the same.

use std::{env, io, panic, sync::Mutex};

use tandem_engine::{home::Home, log_file::LogFile};
use tracing::Level;
use tracing_subscriber::{
    Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

/// Starts the log. A program that cannot write one runs without.
pub(crate) fn start() {
    let wish = env::var("TANDEM_LOG").unwrap_or_default();
    let filter: Targets = wish
        .parse()
        .ok()
        .filter(|_| !wish.is_empty())
        .unwrap_or_else(|| {
            // Of other people's modules only what is wrong: they do not know what may be told.
            Targets::new()
                .with_default(Level::WARN)
                .with_target("tandem", Level::INFO)
                .with_target("tandem_engine", Level::INFO)
        });
    let file = Home::find()
        .ok()
        .and_then(|home| LogFile::open(&home, "tandem").ok());
    let file = file.map(|file| {
        fmt::layer()
            .with_ansi(false)
            .with_writer(Mutex::new(file))
            .with_filter(filter.clone())
    });
    let stderr = env::var_os("TANDEM_LOG_STDERR")
        .filter(|value| !value.is_empty())
        .map(|_| {
            fmt::layer()
                .with_ansi(false)
                .with_writer(io::stderr)
                .with_filter(filter)
        });
    // Fails only if there is a log already, and then that one serves.
    let _ = tracing_subscriber::registry()
        .with(file)
        .with(stderr)
        .try_init();
    panic::set_hook(Box::new(|panic| {
        // The message itself may quote a prompt.
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        tracing::error!(%place, "internal error");
    }));
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "started");
}
