//! What can go wrong, by kind, each as one line that a person can act on.
//!
//! Names that come out of files (tensors, paths, JSON values) are hostile text: [`one_line`] takes
//! out line breaks and control characters and cuts them, so that no file can forge a second line or
//! fill the terminal.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::hub::MemoryNeed;

/// The result of everything in the engine that can fail.
pub type Result<T, E = EngineError> = std::result::Result<T, E>;

/// An error of the engine. `Display` is one line for people; more detail, where there is any, is in
/// the log.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// Something that must exist does not.
    #[error("{} {what}", line(&path.to_string_lossy()))]
    NotFound {
        /// Where it was looked for.
        path: PathBuf,
        /// What is missing there and what to do.
        what: String,
    },

    /// A JSON file of a model folder cannot be read or holds impossible values.
    #[error("{}: {}", line(&file.to_string_lossy()), line(reason))]
    BadConfig {
        /// The JSON file.
        file: PathBuf,
        /// The field and what is wrong with it.
        reason: String,
    },

    /// The folder holds a model of another family.
    #[error(
        "{}: the architecture {} is not supported; supported are {supported}",
        line(&file.to_string_lossy()),
        line(found)
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
    #[error("{}: {}", line(&file.to_string_lossy()), line(reason))]
    BadCheckpoint {
        /// The weight file, its index, or the folder.
        file: PathBuf,
        /// The tensor, where it is about one, and what is wrong.
        reason: String,
    },

    /// A tensor has another shape than the config says.
    #[error(
        "{}: tensor {} has shape {}, but config.json asks for {}",
        line(&file.to_string_lossy()),
        line(tensor),
        line(found),
        line(expected)
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

    /// The prompt leaves no room in the model's context.
    #[error(
        "the prompt has {tokens} tokens, but the model reads {context} at most and must have room to answer; shorten it"
    )]
    PromptTooLong {
        /// Tokens of the prompt, after any shortening.
        tokens: usize,
        /// Tokens that the model reads.
        context: usize,
    },

    /// A weight or a result is not a finite number.
    #[error("{} is not finite; the file is damaged or its conversion went wrong", line(.0))]
    NotANumber(String),

    /// The model would take more memory than it may.
    #[error(
        "the model needs {} for {} tokens of text, but models may use {} here; take a smaller one, or load it anyway",
        need.summary(),
        crate::hub::USUAL_CONTEXT,
        crate::hub::bytes(*limit)
    )]
    DoesNotFit {
        /// What it needs.
        need: MemoryNeed,
        /// The bytes that models may use.
        limit: u64,
    },

    /// The model, or the caches for this request, do not fit in memory.
    #[error("not enough memory: {0}")]
    OutOfMemory(String),

    /// The request was cancelled.
    #[error("cancelled")]
    Cancelled,

    /// The operating system refused to read or write.
    #[error("cannot {action} {}: {source}", line(&path.to_string_lossy()))]
    Io {
        /// What was attempted, such as "read".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's own error.
        source: Arc<io::Error>,
    },

    /// MLX failed.
    #[error("MLX: {}", line(.0))]
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

/// The longest name from a file that an error repeats, in characters.
const LONGEST_NAME: usize = 160;
/// The longest line of an error, in characters.
const LONGEST_LINE: usize = 1000;

/// A name out of a file, fit to be part of an error.
pub(crate) fn one_line(name: &str) -> String {
    cut(name, LONGEST_NAME)
}

/// A part of an error as it is shown.
fn line(text: &str) -> String {
    cut(text, LONGEST_LINE)
}

fn cut(text: &str, longest: usize) -> String {
    let mut chars = text.chars();
    let start = chars.by_ref().take(longest);
    let mut line: String = start.map(|c| if is_plain(c) { c } else { '?' }).collect();
    if chars.next().is_some() {
        line.push('…');
    }
    line
}

/// Whether a character neither ends a line nor changes how the rest of it is shown.
fn is_plain(c: char) -> bool {
    let ends = matches!(c, '\u{2028}' | '\u{2029}');
    let reorders =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !(c.is_control() || ends || reorders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_short_line_whatever_a_file_holds() {
        let hostile = format!("a\nb\u{2028}c\u{202e}d\x1b[31m{}", "x".repeat(100_000));
        let path = PathBuf::from(&hostile);
        for error in [
            EngineError::NotFound {
                path: path.clone(),
                what: "is gone".to_owned(),
            },
            EngineError::bad_config(&path, hostile.clone()),
            EngineError::bad_checkpoint(&path, hostile.clone()),
            EngineError::UnsupportedArchitecture {
                file: path.clone(),
                found: hostile.clone(),
                supported: "one",
            },
            EngineError::WrongShape {
                file: path.clone(),
                tensor: hostile.clone(),
                expected: "[1]".to_owned(),
                found: "[2]".to_owned(),
            },
            EngineError::NotANumber(hostile.clone()),
            EngineError::Backend(hostile.clone()),
            EngineError::io("read", &path, io::Error::other("no")),
        ] {
            let shown = error.to_string();
            assert!(shown.chars().all(is_plain), "{shown:?}");
            assert!(shown.chars().count() < 3 * LONGEST_LINE, "{}", shown.len());
        }
    }

    #[test]
    fn a_long_name_leaves_room_for_the_reason() {
        let name = one_line(&"n".repeat(5000));
        let error = EngineError::bad_checkpoint(Path::new("f"), format!("tensor {name} is bad"));
        assert!(error.to_string().ends_with("… is bad"), "{error}");
    }
}
