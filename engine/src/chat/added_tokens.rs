//! The texts that a tokenizer turns into single tokens before anything else looks at them.

use std::collections::HashMap;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use tokenizers::Tokenizer;

/// A tokenizer's added tokens, special (`<|im_end|>`) or not (`<think>`), ready to be found in text.
///
/// Made once for a loaded tokenizer. Whether a token takes white space with it (`lstrip`, `rstrip`) or stands
/// only for a whole word is not looked at: the family's tokenizers never ask for it, and text has to decode to
/// itself.
#[derive(Debug)]
pub struct AddedTokens {
    tokens: Vec<Token>,
    by_text: HashMap<String, usize>,
    by_id: HashMap<u32, usize>,
    matcher: Option<AhoCorasick>,
}

#[derive(Debug)]
struct Token {
    text: String,
    id: u32,
    special: bool,
}

/// An added token's text within a longer one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub(super) range: Range<usize>,
    pub(super) id: u32,
}

impl AddedTokens {
    /// The added tokens of a tokenizer.
    pub fn of(tokenizer: &Tokenizer) -> Self {
        let mut tokens: Vec<Token> = tokenizer
            .get_added_tokens_decoder()
            .into_iter()
            .filter(|(_, token)| !token.content.is_empty())
            .map(|(id, token)| Token {
                text: token.content,
                id,
                special: token.special,
            })
            .collect();
        tokens.sort_by_key(|token| token.id);
        let index = |(index, token): (usize, &Token)| (token.text.clone(), index);
        Self {
            by_text: tokens.iter().enumerate().map(index).collect(),
            by_id: tokens
                .iter()
                .enumerate()
                .map(|(index, token)| (token.id, index))
                .collect(),
            // Fails only beyond 2³¹ patterns.
            matcher: AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .build(tokens.iter().map(|token| &token.text))
                .ok(),
            tokens,
        }
    }

    /// The id of the token with exactly this text.
    pub fn id(&self, text: &str) -> Option<u32> {
        self.by_text.get(text).map(|&index| self.tokens[index].id)
    }

    /// The text of the added token with this id.
    pub fn text(&self, id: u32) -> Option<&str> {
        self.by_id
            .get(&id)
            .map(|&index| self.tokens[index].text.as_str())
    }

    /// Whether this id is a control token that is never shown, such as `<|im_end|>`.
    pub fn is_special(&self, id: u32) -> bool {
        self.by_id
            .get(&id)
            .is_some_and(|&index| self.tokens[index].special)
    }

    /// Where a text holds added tokens: leftmost first, the longest where several begin.
    pub(super) fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Occurrence> + 'a {
        self.matcher.iter().flat_map(move |matcher| {
            matcher.find_iter(text).map(|found| Occurrence {
                range: found.range(),
                id: self.tokens[found.pattern().as_usize()].id,
            })
        })
    }
}
