//! A prompt that fits into the model's context.

use super::text::{Prepared, Text};
use crate::{
    EngineError, Result,
    request::{Overflow, Prompt, Request},
};

/// Of a model's context as much as a shortened conversation leaves free for the answer, if the answer may need it.
const ROOM: usize = 4;

/// Renders and tokenizes the prompt of `request` for a model that reads `context` tokens. If the request says so, a
/// conversation that is too long loses as many of its first exchanges as it must.
///
/// It may be too long all the same: [`check`] tells.
pub(super) fn prompt(text: &Text, request: &Request, context: usize) -> Result<Prepared> {
    let whole = text.prompt(&request.prompt)?;
    let room = request.max_tokens.unwrap_or(usize::MAX).min(context / ROOM);
    let fits = |prepared: &Prepared| prepared.tokens.len() + room.max(1) <= context;
    Ok(match (&request.prompt, request.overflow) {
        (
            Prompt::Chat {
                conversation,
                options,
                template,
            },
            Overflow::Shorten,
        ) if !fits(&whole) => {
            let without = |count| {
                let (conversation, left_out) = conversation.without_first(count);
                let mut prepared = text.prompt(&Prompt::Chat {
                    conversation,
                    options: options.clone(),
                    template: template.clone(),
                })?;
                prepared.left_out = left_out;
                Ok::<_, EngineError>(prepared)
            };
            // The last exchange is the question; without the fewest others with which it fits.
            let (mut few, mut enough) = (0, conversation.exchanges().saturating_sub(1));
            let mut shorter = without(enough)?;
            while few + 1 < enough {
                let middle = few.midpoint(enough);
                let prepared = without(middle)?;
                if fits(&prepared) {
                    (enough, shorter) = (middle, prepared);
                } else {
                    few = middle;
                }
            }
            shorter
        }
        _ => whole,
    })
}

/// Whether a prompt leaves room for an answer.
///
/// # Errors
/// [`EngineError::PromptTooLong`] if not.
pub(super) fn check(prompt: &Prepared, context: usize) -> Result<()> {
    if prompt.tokens.len() < context {
        return Ok(());
    }
    Err(EngineError::PromptTooLong {
        tokens: prompt.tokens.len(),
        context,
    })
}
