//! Where the log goes: to the system's on Apple systems, elsewhere to standard error. It holds no prompts and no answers.

use std::panic;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::{Layer, filter::Targets, layer::SubscriberExt, util::SubscriberInitExt};

/// How much is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// What is wrong.
    Error,
    /// What may be wrong too.
    Warn,
    /// What happens too.
    Info,
    /// What it happens with too.
    Debug,
}

/// Starts the log; the first call counts.
#[uniffi::export]
pub fn start_log(level: LogLevel) {
    let ours = match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    // Of other people's modules only what is wrong: they do not know what may be told.
    let filter = Targets::new()
        .with_default(ours.min(LevelFilter::WARN))
        .with_target("tandem_engine", ours)
        .with_target("tandem_bridge", ours);
    #[cfg(target_os = "macos")]
    let layer = tracing_oslog::OsLogger::new("app.tandem", "engine");
    #[cfg(not(target_os = "macos"))]
    let layer = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(std::io::stderr);
    // Fails only if there is a log already, and then that one serves.
    let started = tracing_subscriber::registry()
        .with(layer.with_filter(filter))
        .try_init();
    if started.is_ok() {
        panic::set_hook(Box::new(|panic| {
            // The message itself may quote a prompt.
            let place = panic
                .location()
                .map(ToString::to_string)
                .unwrap_or_default();
            tracing::error!(%place, "internal error");
        }));
    }
}
