//! Which tokens drafts are likely to be: what the draft vocabulary is made of.
//!
//! Never from chats: a ranking of those would be stored data about who had them.

use std::{collections::HashMap, path::Path};

use tokenizers::Tokenizer;

use crate::checkpoint::json;

/// A ranking that comes with a model: a JSON list of token numbers, likeliest first.
const FILE: &str = "draft_vocabulary.json";
/// Largest such file, in bytes.
const LIMIT: u64 = 8 << 20;
/// The subset has one in so many tokens,
const SHARE: usize = 8;
/// but at least and at most so many.
const FEWEST: usize = 2048;
const MOST: usize = 32_768;
/// Texts that come with the program: prose, markup, code, a conversation's frame.
const TEXTS: [&str; 6] = [
    include_str!("../../../README.md"),
    include_str!("../../../docs/ARCHITECTURE.md"),
    include_str!("../../../models/pocket/MODEL_CARD.md"),
    include_str!("../../../models/pocket/target/chat_template.jinja"),
    include_str!("../../../models/pocket/train/model.py"),
    include_str!("../../../models/pocket/train/samples.py"),
];

/// The likeliest tokens of a model with `count` of them. `None` if there are too few to choose from.
///
/// A model's own ranking first; else the tokens of the program's texts, then those with low numbers:
/// a tokenizer learns the most frequent ones first.
pub(super) fn likely_tokens(
    folder: &Path,
    tokenizer: &Tokenizer,
    count: usize,
) -> Option<Vec<u32>> {
    let size = (count / SHARE).clamp(FEWEST, MOST);
    if size >= count {
        return None;
    }
    if let Some(tokens) = own_ranking(folder) {
        return Some(tokens.into_iter().take(MOST).collect());
    }
    let mut seen: HashMap<u32, usize> = HashMap::new();
    for text in TEXTS {
        let encoding = tokenizer.encode_fast(text, false).ok()?;
        for &token in encoding.get_ids() {
            *seen.entry(token).or_default() += 1;
        }
    }
    let mut tokens: Vec<u32> = seen.keys().copied().collect();
    tokens.sort_by_key(|token| (std::cmp::Reverse(seen[token]), *token));
    // What ends a turn or opens a block has the highest numbers of all.
    tokens.extend(tokenizer.get_added_tokens_decoder().keys());
    let learnt = (0..count as u32).filter(|token| !seen.contains_key(token));
    tokens.extend(learnt);
    tokens.truncate(size);
    Some(tokens)
}

fn own_ranking(folder: &Path) -> Option<Vec<u32>> {
    let file = folder.join(FILE);
    let text = json::read_file(&file, LIMIT).ok()??;
    match serde_json::from_slice(&text) {
        Ok(tokens) => Some(tokens),
        Err(error) => {
            tracing::warn!(%error, file = %file.display(), "the model's ranking of tokens is not a list of numbers");
            None
        }
    }
}
