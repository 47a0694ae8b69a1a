//! Where the log goes: to the system's on Apple systems, elsewhere to a file or to standard error. It holds no prompts
//! and no answers.

use std::{panic, sync::OnceLock};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::{
    Layer, Registry, filter::Targets, layer::SubscriberExt, reload, util::SubscriberInitExt,
};

use crate::failure::{Failure, FailureKind, Outcome, Remedy};
#[cfg(target_os = "macos")]
use crate::signposts;

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

/// The way to the level of the log that was started.
static FILTER: OnceLock<reload::Handle<Targets, Registry>> = OnceLock::new();

/// Starts the log; the first call counts. Off Apple systems it goes to a file in the folder `home`, or, without one or
/// if that cannot be written, to standard error.
#[uniffi::export]
pub fn start_log(level: LogLevel, home: Option<String>) {
    let (filter, handle) = reload::Layer::new(targets(level));
    #[cfg(target_os = "macos")]
    let layer = {
        let _ = home;
        tracing_oslog::OsLogger::new("local.tandem.Tandem", "engine")
    };
    #[cfg(not(target_os = "macos"))]
    let layer = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(elsewhere(home));
    let registry = tracing_subscriber::registry().with(layer.with_filter(filter));
    #[cfg(target_os = "macos")]
    let registry = registry
        .with(signposts::Signposts(signposts::apple::Apple).with_filter(signposts::filter()));
    // Fails only if there is a log already, and then that one serves.
    let started = registry.try_init();
    if started.is_ok() {
        let _ = FILTER.set(handle);
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

/// Changes how much is kept from now on.
///
/// # Errors
/// `InvalidRequest` if no log was started here.
#[uniffi::export]
pub fn set_log_level(level: LogLevel) -> Outcome<()> {
    let changed = FILTER
        .get()
        .is_some_and(|filter| filter.reload(targets(level)).is_ok());
    if changed {
        return Ok(());
    }
    Err(Failure::Failed {
        kind: FailureKind::InvalidRequest,
        message: "the log has not been started".to_owned(),
        detail: String::new(),
        remedy: Remedy::Nothing,
    })
}

/// Of other people's modules only what is wrong: they do not know what may be told.
fn targets(level: LogLevel) -> Targets {
    let ours = match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    Targets::new()
        .with_default(ours.min(LevelFilter::WARN))
        .with_target("tandem_engine", ours)
        .with_target("tandem_bridge", ours)
}

#[cfg(not(target_os = "macos"))]
fn elsewhere(home: Option<String>) -> tracing_subscriber::fmt::writer::BoxMakeWriter {
    use std::{io, path::Path, sync::Mutex};

    use tandem_engine::{home::Home, log_file::LogFile};
    use tracing_subscriber::fmt::writer::BoxMakeWriter;

    let file = home
        .and_then(|folder| Home::at(Path::new(&folder)).ok())
        .and_then(|home| LogFile::open(&home, "app").ok());
    match file {
        Some(file) => BoxMakeWriter::new(Mutex::new(file)),
        None => BoxMakeWriter::new(io::stderr),
    }
}
