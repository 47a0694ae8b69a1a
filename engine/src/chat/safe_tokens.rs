//! A prompt whose control tokens are the template's alone.
//!
//! Text from users, tools and files must never become a control token, so a prompt is not given to the
//! tokenizer as a whole: where the template wrote an added token (see [`Rendered::controls`] and
//! `template/provenance.rs`) its id is put, and everything between is encoded with no added token matched. The
//! text between two control tokens is encoded as one piece, whoever wrote it, so that harmless conversations
//! get exactly the tokens the tokenizer itself would give.
//!
//! The tokenizer's normalizer is left out. The family composes characters (NFC), which would make the tokens
//! decode to another text than the prompt; text that is composed already, as nearly all is, is encoded the
//! same either way.

use std::ops::Range;

use tokenizers::tokenizer::{
    Model, OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer, Tokenizer,
};

use super::{AddedTokens, ChatError};

/// An added token that the template itself wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    /// Its bytes in the prompt.
    pub range: Range<usize>,
    /// Its id.
    pub id: u32,
}

/// A rendered conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The plain rendering.
    pub prompt: String,
    /// Where the template itself wrote added tokens, in order.
    pub controls: Vec<Control>,
    /// Whether the answer begins inside the thinking, as the prompt's end has it.
    pub starts_in_thinking: bool,
    /// What had to be changed to render the conversation, one line each.
    pub warnings: Vec<String>,
}

impl Rendered {
    /// The prompt's tokens; they decode to [`prompt`](Self::prompt).
    ///
    /// # Errors
    /// [`ChatError::Tokenize`] if the tokenizer fails.
    pub fn tokens(&self, tokenizer: &Tokenizer) -> Result<Vec<u32>, ChatError> {
        let mut tokens = Vec::new();
        let mut end = 0;
        for control in &self.controls {
            encode_text(
                &self.prompt[end..control.range.start],
                tokenizer,
                &mut tokens,
            )?;
            tokens.push(control.id);
            end = control.range.end;
        }
        encode_text(&self.prompt[end..], tokenizer, &mut tokens)?;
        Ok(tokens)
    }
}

/// Encodes text in which no added token is to be matched.
fn encode_text(text: &str, tokenizer: &Tokenizer, tokens: &mut Vec<u32>) -> Result<(), ChatError> {
    let start = tokens.len();
    encode_plain(text, tokenizer, tokens)?;
    let forbidden = tokenizer.get_added_vocabulary().get_added_tokens_decoder();
    if !tokens[start..].iter().any(|id| forbidden.contains_key(id)) {
        return Ok(());
    }
    // A vocabulary may hold the same text as an ordinary entry. Cut in two, it cannot be found as a whole.
    tokens.truncate(start);
    let mut end = 0;
    for found in AddedTokens::of(tokenizer).find(text) {
        let first = text[found.range.start..].chars().next();
        let cut = found.range.start + first.map_or(0, char::len_utf8);
        encode_plain(&text[end..cut], tokenizer, tokens)?;
        end = cut;
    }
    encode_plain(&text[end..], tokenizer, tokens)
}

fn encode_plain(text: &str, tokenizer: &Tokenizer, tokens: &mut Vec<u32>) -> Result<(), ChatError> {
    if text.is_empty() {
        return Ok(());
    }
    let mut pieces = PreTokenizedString::from(text);
    if let Some(pre_tokenizer) = tokenizer.get_pre_tokenizer() {
        pre_tokenizer.pre_tokenize(&mut pieces).map_err(failed)?;
    }
    let model = tokenizer.get_model();
    pieces
        .tokenize(|piece| model.tokenize(piece.get()))
        .map_err(failed)?;
    for (_, _, piece) in pieces.get_splits(OffsetReferential::Normalized, OffsetType::None) {
        tokens.extend(piece.iter().flatten().map(|token| token.id));
    }
    Ok(())
}

fn failed(error: tokenizers::Error) -> ChatError {
    tracing::debug!(%error, "tokenizer failed");
    ChatError::Tokenize("the model's tokenizer does not accept it".into())
}
