//! What can go wrong before a conversation is tokens.

/// Why a conversation could not be read, rendered or encoded: one line a person can act on.
///
/// No message holds text of the conversation itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    /// The messages or tools are not in the form this program reads.
    #[error("{0}")]
    Conversation(String),
    /// A file of the model that should hold the template or its settings cannot be read.
    #[error("cannot read the chat template in {file}: {reason}")]
    Template {
        /// The file at fault.
        file: String,
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
