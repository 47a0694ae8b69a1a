//! What can go wrong before a conversation is tokens.

use std::path::PathBuf;

use crate::EngineError;

/// Why a conversation could not be read, rendered or encoded: one line a person can act on.
///
/// No message holds text of the conversation itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    /// The messages or tools are not in the form this program reads.
    #[error("{0}")]
    Conversation(String),
    /// A file of the model that should hold the template or its settings cannot be read.
    #[error("cannot read the chat template in {}: {reason}", file.display())]
    Template {
        /// The file at fault.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The conversation cannot be turned into a prompt at all, not even by the ChatML template.
    #[error("cannot render the conversation: {0}")]
    Render(String),
    /// The tokenizer failed on the prompt.
    #[error("cannot tokenize the prompt: {0}")]
    Tokenize(String),
}

impl From<ChatError> for EngineError {
    fn from(error: ChatError) -> Self {
        match error {
            ChatError::Template { file, reason } => Self::BadConfig { file, reason },
            error => Self::InvalidRequest(error.to_string()),
        }
    }
}
