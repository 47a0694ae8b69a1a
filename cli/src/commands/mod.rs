//! One file a command.

pub(crate) mod bench;
pub(crate) mod chats;
pub(crate) mod doctor;
pub(crate) mod generate;
pub(crate) mod models;
pub(crate) mod reference;

use crate::failure::Failure;

/// The answer to a command that is planned but does not exist.
pub(crate) fn later(command: &str) -> Failure {
    Failure::Usage(format!("`tandem {command}` does not exist yet"))
}
