//! Conversations into tokens, and tokens back into thinking, answer and tool calls.
//!
//! Nothing here computes or waits: files are read when a template is loaded, everything else is pure.
//!
//! ```text
//! Conversation ─ ChatTemplate::render ─→ Rendered { prompt, … } ─ Rendered::tokens ─→ ids → the model
//!                                                                                          ↓
//!                      AnswerEvent ←─ AnswerParser::push (Detokenizer, sections, calls) ←─ ids
//! ```

mod added_tokens;
mod contents;
mod detokenize;
mod error;
mod message;
mod repetition;
mod safe_tokens;
mod shorten;
mod stream;
mod template;
#[cfg(test)]
#[allow(clippy::expect_used)]
mod testing;
#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests;

pub use added_tokens::AddedTokens;
pub use detokenize::Detokenizer;
pub use error::ChatError;
pub use message::{Conversation, Message, ToolCall};
pub(crate) use repetition::Repetition;
pub use safe_tokens::{Control, Rendered};
pub use stream::{AnswerEvent, AnswerParser, End, ParserOptions};
pub use template::{ChatTemplate, RenderOptions};
