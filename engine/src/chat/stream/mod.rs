//! From a model's tokens to what it thought, what it said and what it called.

mod calls;
mod schema;
mod splitter;
mod stops;
#[cfg(test)]
mod tests;
mod text;

use serde_json::Value;
use tokenizers::Tokenizer;

use self::schema::Tools;
use self::splitter::{Splitter, Tag};
use super::{AddedTokens, Detokenizer, ToolCall};

/// What to expect of an answer.
#[derive(Debug, Clone, Default)]
pub struct ParserOptions<'a> {
    /// The prompt's end has opened the thinking (see [`Rendered::starts_in_thinking`](super::Rendered)).
    pub starts_in_thinking: bool,
    /// The tools whose schemas give the arguments of calls their types.
    pub tools: &'a [Value],
    /// Texts that end the answer and are not part of it; empty ones are passed over. They are looked for in the
    /// answer alone: what a model thinks or writes into a call does not end it.
    pub stops: Vec<String>,
    /// The prompt was no conversation: all text is answer, whatever it looks like.
    pub plain: bool,
}

/// A part of an answer. No piece of text is empty or ends within a character.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerEvent {
    /// A piece of what the model thinks.
    Thinking(String),
    /// A piece of what it says.
    Answer(String),
    /// A call, complete.
    ToolCall(ToolCall),
    /// The text of a call that was not complete when the answer ended: to be shown, never to be run.
    CutOffCall(String),
}

/// Why an answer has no more tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The model ended it, or a stop string did.
    Stop,
    /// There was no room for more.
    Length,
    /// Nobody wants more of it.
    Cancelled,
}

/// Splits one answer, token by token.
///
/// Thinking and calls are told by token where the vocabulary has `<think>`, `</think>`, `<tool_call>`,
/// `</tool_call>` as single tokens: the same text made of other tokens is then just text. Only for the tags it
/// lacks does their text count. Line feeds that set the parts off from each other belong to none of them.
#[derive(Debug)]
pub struct AnswerParser<'a> {
    detokenizer: Detokenizer<'a>,
    added: &'a AddedTokens,
    tags: Vec<(u32, Tag)>,
    splitter: Splitter<'a>,
}

impl<'a> AnswerParser<'a> {
    /// Ready for the first token of an answer.
    pub fn new(
        tokenizer: &'a Tokenizer,
        added: &'a AddedTokens,
        options: ParserOptions<'a>,
    ) -> Self {
        let (mut tags, mut text_tags) = (Vec::new(), Vec::new());
        if !options.plain {
            for tag in Tag::ALL {
                match added.id(tag.text()) {
                    Some(id) => tags.push((id, tag)),
                    None => text_tags.push(tag),
                }
            }
        }
        let tools = if options.plain { &[] } else { options.tools };
        let thinking = options.starts_in_thinking && !options.plain;
        Self {
            detokenizer: Detokenizer::new(tokenizer),
            added,
            tags,
            splitter: Splitter::new(thinking, text_tags, Tools::new(tools), options.stops),
        }
    }

    /// Takes the next token, which must not be one that ends the answer; gives what is certain now.
    pub fn push(&mut self, token: u32) -> Vec<AnswerEvent> {
        let tag = self.tags.iter().find(|(id, _)| *id == token);
        if let Some(&(_, tag)) = tag {
            let text = self.detokenizer.finish();
            self.splitter.text(&text);
            self.splitter.tag(tag);
        } else if self.added.is_special(token) {
            // Control tokens are no text.
            let text = self.detokenizer.finish();
            self.splitter.text(&text);
        } else {
            let text = self.detokenizer.push(token);
            self.splitter.text(&text);
        }
        self.splitter.take_events()
    }

    /// Bytes that all tokens so far are decoded to, tags included. A character counts when it is complete.
    pub fn decoded(&self) -> usize {
        self.splitter.given() + self.detokenizer.held()
    }

    /// Where in those bytes the pieces of thinking and answer end that were given since this was last asked, one place
    /// for each.
    pub fn take_ends(&mut self) -> Vec<usize> {
        self.splitter.take_ends()
    }

    /// Whether a stop string has ended the answer. Tokens pushed after that one are passed over.
    pub fn stopped(&self) -> bool {
        self.splitter.stopped()
    }

    /// Whether the next token belongs to the thinking.
    pub fn is_thinking(&self) -> bool {
        self.splitter.is_thinking()
    }

    /// Ends the answer: gives what was held back.
    pub fn finish(&mut self, end: End) -> Vec<AnswerEvent> {
        let text = self.detokenizer.finish();
        self.splitter.text(&text);
        self.splitter.finish(end);
        self.splitter.take_events()
    }
}
