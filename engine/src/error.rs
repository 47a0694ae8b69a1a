//! What can go wrong, by kind, each as one line that a person can act on.
//!
//! Names that come out of files (tensors, paths, JSON values) are hostile text: [`one_line`] takes out line breaks
//! and control characters and cuts them, so that no file can forge a second line or fill the terminal.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The result of everything in the engine that can fail.
pub type Result<T, E = EngineError> = std::result::Result<T, E>;

/// An error of the engine. `Display` is one line for people; more detail, where there is any, is in the log.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A file or folder that must exist does not.
    #[error("{} does not exist: {what}", one_line(&path.to_string_lossy()))]
    NotFound {
        /// Where it was looked for.
        path: PathBuf,
        /// What it is and what to do.
        what: String,
    },

    /// A JSON file of a model folder cannot be read or holds impossible values.
    #[error("{}: {}", one_line(&file.to_string_lossy()), one_line(reason))]
    BadConfig {
        /// The JSON file.
        file: PathBuf,
        /// The field and what is wrong with it.
        reason: String,
    },

    /// The folder holds a model of another family.
    #[error(
        "{}: the architecture {} is not supported; supported are {supported}",
        one_line(&file.to_string_lossy()),
        one_line(found)
    )]
    UnsupportedArchitecture {
        /// The config file that names the architecture.
        file: PathBuf,
        /// What it names.
        found: String,
        /// What the engine can run here.
        supported: &'static str,
    },

    /// A weight file is damaged or incomplete, or does not hold what the model needs.
    #[error("{}: {}", one_line(&file.to_string_lossy()), one_line(reason))]
    BadCheckpoint {
        /// The weight file, its index, or the folder.
        file: PathBuf,
        /// The tensor, where it is about one, and what is wrong.
        reason: String,
    },

    /// A tensor has another shape than the config says.
    #[error(
        "{}: tensor {} has shape {found}, but config.json asks for {expected}",
        one_line(&file.to_string_lossy()),
        one_line(tensor)
    )]
    WrongShape {
        /// The weight file.
        file: PathBuf,
        /// The tensor's name in that file.
        tensor: String,
        /// The shape that follows from the config.
        expected: String,
        /// The shape in the file.
        found: String,
    },

    /// The companion was made for a model of another size.
    #[error(
        "the companion does not fit the model: its {field} is {companion}, the model's is {target}"
    )]
    CompanionMismatch {
        /// The config field that differs.
        field: &'static str,
        /// The companion's value.
        companion: usize,
        /// The model's value.
        target: usize,
    },

    /// The request cannot be answered as it stands.
    #[error("{0}")]
    InvalidRequest(String),

    /// A weight or a result is not a finite number.
    #[error("{} holds a value that is not a finite number; the file is damaged or the conversion went wrong", one_line(.0))]
    NotANumber(String),

    /// The model, or the caches for this request, do not fit in memory.
    #[error("not enough memory: {0}")]
    OutOfMemory(String),

    /// The request was cancelled.
    #[error("cancelled")]
    Cancelled,

    /// The operating system refused to read or write.
    #[error("cannot {action} {}: {source}", one_line(&path.to_string_lossy()))]
    Io {
        /// What was attempted, such as "read".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's own error.
        source: Arc<io::Error>,
    },

    /// MLX failed.
    #[error("MLX: {}", one_line(.0))]
    Backend(String),

    /// The thread that owns the model has ended.
    #[error("the engine has stopped; start it again")]
    WorkerGone,
}

impl EngineError {
    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io {
            action,
            path: path.to_owned(),
            source: Arc::new(source),
        }
    }

    pub(crate) fn bad_config(file: &Path, reason: impl Into<String>) -> Self {
        Self::BadConfig {
            file: file.to_owned(),
            reason: reason.into(),
        }
    }

    pub(crate) fn bad_checkpoint(file: &Path, reason: impl Into<String>) -> Self {
        Self::BadCheckpoint {
            file: file.to_owned(),
            reason: reason.into(),
        }
    }
}

/// The longest text from a file that an error repeats, in characters.
const LONGEST: usize = 400;

/// `text` on one line: control characters and line separators become `?`, and what is longer than an error may
/// be is cut.
pub(crate) fn one_line(text: &str) -> String {
    let mut line: String = text
        .chars()
        .take(LONGEST)
        .map(|c| {
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}') {
                '?'
            } else {
                c
            }
        })
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}
