//! Conversations out of the store and into it: our own JSON, Markdown, and other programs' files.
//!
//! Every format is read into the records of our own ([`portable`]), which alone are written to the database. What
//! comes in is hostile: sizes, numbers of messages and the depth of JSON are limited, and links between messages may
//! be missing, doubled or circular.

mod chatgpt;
mod import;
mod lm_studio;
mod markdown;
mod portable;
mod tree;

pub use import::{ImportReport, Skipped};
