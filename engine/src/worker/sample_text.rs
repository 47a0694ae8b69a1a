//! The text on which the engine measures itself.

use super::models::Loaded;
use crate::{
    Result,
    chat::{Conversation, Message, RenderOptions},
    request::Prompt,
};

/// Text that fills the prompt up to the length asked for.
const FILLER: &str = "The lighthouse keeper wrote down the weather every evening. On clear days he \
    could see the islands to the north, and on foggy days nothing but the rail before him. He knew \
    each ship by its lights. When the harbour was full he lit the second lamp, so that late boats \
    would look for another berth. ";
/// The question at its end.
const QUESTION: &str = "Tell me a long story about an owl and a rabbit.";

/// A prompt of `count` tokens: a question, and as much text before it as there is room for. Of a
/// model without tokenizer, any tokens.
pub(super) fn prompt(loaded: &Loaded, count: usize) -> Result<Vec<u32>> {
    let text = loaded.text();
    let question = Prompt::Chat {
        conversation: Conversation::new(vec![Message::user(QUESTION)]),
        options: RenderOptions {
            thinking: Some(false),
            ..RenderOptions::default()
        },
        template: None,
    };
    let Ok(question) = text.prompt(&question) else {
        let vocabulary = loaded.config().vocab_size;
        return Ok((0..count).map(|i| (i * 7919 % vocabulary) as u32).collect());
    };
    let filler = text.prompt(&Prompt::Raw(FILLER.to_owned()))?.tokens;
    let tail = &question.tokens[question.tokens.len().saturating_sub(count)..];
    let mut tokens: Vec<u32> = filler
        .iter()
        .cycle()
        .take(count - tail.len())
        .copied()
        .collect();
    tokens.extend(tail);
    Ok(tokens)
}
