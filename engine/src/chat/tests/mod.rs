//! The whole way: conversations into tokens, tokens into answers.

mod answers;
mod detokenizer;
mod forging;
