//! Markdown and code of an answer, as values that a terminal or a view draws.
//!
//! What comes in is a model's: hostile. Nothing here panics, follows a link or interprets HTML, and the work on a text is
//! bounded by its length; see [`blocks`] and [`colours`] for the limits.

mod block;
mod code;
mod mask;
mod parse;

pub use block::{Alignment, Block, Container, Content, Span, SpanKind};
pub use code::{Colour, ColouredRange, Highlighter, LONGEST_CODE, LONGEST_LINE, colours};
pub use parse::{DEEPEST, LONGEST_LINK, LONGEST_TEXT, blocks};
