//! What can go wrong between the hub and the disk, each as one line that says what to do.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{EngineError, one_line};

/// The result of everything in [`hub`](crate::hub) that can fail.
pub type HubResult<T, E = HubError> = Result<T, E>;

/// An error of the hub, the library or a download. `Display` is one line for people.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum HubError {
    /// The text is no `org/name`.
    #[error("{} is not a repository name; it looks like org/name", one_line(.0))]
    BadName(String),

    /// `HF_ENDPOINT` is no usable address.
    #[error("HF_ENDPOINT is {}, which is not an http or https address", one_line(.0))]
    BadEndpoint(String),

    /// No connection to the hub.
    #[error(
        "cannot reach {host}: {}; check the network (or HF_ENDPOINT and the proxy) and try again",
        one_line(reason)
    )]
    Offline {
        /// The host that did not answer.
        host: String,
        /// The network's own words.
        reason: String,
    },

    /// The proxy wants a password.
    #[error("the proxy refuses the request (407); put user and password into HTTPS_PROXY")]
    Proxy,

    /// The Keychain did not take or give up the token.
    #[error("the Keychain refuses; unlock it and try again, or set HF_TOKEN instead")]
    Keychain,

    /// The hub does not take the token.
    #[error("the hub does not accept the token; enter a new one, or remove it for public models")]
    BadToken,

    /// The makers want their terms accepted first.
    #[error("{repo} is gated: {}", gated_advice(page, *with_token))]
    Gated {
        /// The repository.
        repo: String,
        /// Where its terms can be accepted.
        page: String,
        /// Whether a token was sent.
        with_token: bool,
    },

    /// No such repository, or a private one.
    #[error("the hub knows no {repo}{}", if *with_token { " that this token may read; check the name" } else { "; check the name, or set a token if it is private" })]
    NoRepository {
        /// The repository.
        repo: String,
        /// Whether a token was sent.
        with_token: bool,
    },

    /// Nothing on the hub drafts for it.
    #[error(
        "no companion found for {repo}, neither of its own nor in a full release; pull it without --companion"
    )]
    NoCompanion {
        /// The repository.
        repo: String,
    },

    /// The repository was taken down.
    #[error("{repo} has been disabled on the hub")]
    Disabled {
        /// The repository.
        repo: String,
    },

    /// No such branch, tag or commit.
    #[error("{repo} has no revision {}", one_line(revision))]
    NoRevision {
        /// The repository.
        repo: String,
        /// What was asked for.
        revision: String,
    },

    /// The repository lists a file that the hub does not hand out.
    #[error("the hub no longer has {} of {repo}", one_line(file))]
    NoFile {
        /// The repository.
        repo: String,
        /// Path in the repository.
        file: String,
    },

    /// The repository holds no model in a form that can be run.
    #[error("{repo} holds no safetensors model, so there is nothing to download")]
    NoModel {
        /// The repository.
        repo: String,
    },

    /// The hub asks for patience, and patience has run out.
    #[error("{host} limits how often it may be asked (429); wait some minutes, or set a token")]
    RateLimited {
        /// The host.
        host: String,
        /// Seconds it asked to wait.
        wait_s: Option<u64>,
    },

    /// The hub fails.
    #[error("{host} answers with error {status}; try again later")]
    Server {
        /// The host.
        host: String,
        /// The HTTP status.
        status: u16,
    },

    /// An answer that makes no sense.
    #[error("{host} gives an answer that cannot be used: {}", one_line(reason))]
    BadAnswer {
        /// The host.
        host: String,
        /// What is wrong.
        reason: String,
    },

    /// Nothing (or nearly nothing) came for too long.
    #[error("{host} stopped sending")]
    Stalled {
        /// The host.
        host: String,
    },

    /// The connection broke.
    #[error("the connection to {host} broke: {}", one_line(reason))]
    Broken {
        /// The host.
        host: String,
        /// The network's own words.
        reason: String,
    },

    /// A file is not what its hash says, however often it was fetched.
    #[error(
        "{} arrives damaged each time; the hub or something on the way changes it",
        one_line(file)
    )]
    Corrupt {
        /// Path in the repository.
        file: String,
    },

    /// The disk has no room.
    #[error("not enough space in {}: {} needed, {} free; what has arrived is kept", one_line(&path.to_string_lossy()), bytes(*needed), free.map_or("none".to_owned(), bytes))]
    NoSpace {
        /// The folder.
        path: PathBuf,
        /// Bytes still needed by all running downloads.
        needed: u64,
        /// Bytes free, where known.
        free: Option<u64>,
    },

    /// A folder that Tandem knows is not there now.
    #[error("{} is not there; connect the disk, or choose another models folder", one_line(&.0.to_string_lossy()))]
    Unavailable(PathBuf),

    /// No model of that name on this machine.
    #[error("{} is not installed; `tandem models list` shows what is", one_line(.0))]
    NotInstalled(String),

    /// Tandem has no right to delete it.
    #[error("{} is not among the models that Tandem keeps; delete it where it is", one_line(&.0.to_string_lossy()))]
    NotOurs(PathBuf),

    /// A model folder that cannot be imported.
    #[error("cannot import {}: {}", one_line(&path.to_string_lossy()), one_line(reason))]
    CannotImport {
        /// The folder.
        path: PathBuf,
        /// Why not.
        reason: String,
    },

    /// Stopped by the user.
    #[error("cancelled")]
    Cancelled,

    /// The operating system refused.
    #[error("cannot {action} {}: {source}", one_line(&path.to_string_lossy()))]
    Io {
        /// What was attempted, such as "read".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's own error.
        source: Arc<io::Error>,
    },

    /// The model's own files are not right.
    #[error(transparent)]
    Model(#[from] EngineError),
}

impl HubError {
    pub(super) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::StorageFull
            || source.kind() == io::ErrorKind::QuotaExceeded
        {
            return Self::NoSpace {
                path: path.parent().unwrap_or(path).to_owned(),
                needed: 0,
                free: None,
            };
        }
        Self::Io {
            action,
            path: path.to_owned(),
            source: Arc::new(source),
        }
    }

    /// Whether the same request may well succeed a little later.
    pub fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Offline { .. }
                | Self::RateLimited { .. }
                | Self::Server { .. }
                | Self::BadAnswer { .. }
                | Self::Stalled { .. }
                | Self::Broken { .. }
        )
    }
}

fn gated_advice(page: &str, with_token: bool) -> String {
    if with_token {
        format!("accept its terms at {page} with the account of the token, then try again")
    } else {
        format!("accept its terms at {page}, then set a token of that account")
    }
}

/// A size as people read it, in powers of 1000 as disks are sold.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if count < 1000 {
        return format!("{count} bytes");
    }
    let mut value = count as f64 / 1000.0;
    let mut unit = UNITS[0];
    for next in &UNITS[1..] {
        if value < 999.95 {
            break;
        }
        value /= 1000.0;
        unit = next;
    }
    format!("{value:.1} {unit}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_well() {
        for (count, text) in [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1000, "1.0 kB"),
            (999_949, "999.9 kB"),
            (999_950, "1.0 MB"),
            (16_050_000_000, "16.1 GB"),
            (u64::MAX, "18446744.1 TB"),
        ] {
            assert_eq!(bytes(count), text);
        }
    }

    #[test]
    fn an_error_is_one_line_whatever_the_hub_says() {
        let error = HubError::BadAnswer {
            host: "hub".to_owned(),
            reason: "a\nb\u{1b}[31m".to_owned(),
        };
        assert_eq!(error.to_string().lines().count(), 1);
        assert!(!error.to_string().contains('\u{1b}'));
    }
}
