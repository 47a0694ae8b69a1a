//! Pieces of text against the whole.

use serde_json::json;
use tokenizers::Tokenizer;

use crate::chat::{
    Detokenizer,
    testing::{Random, pocket},
};

fn pieces(tokenizer: &Tokenizer, ids: &[u32]) -> Vec<String> {
    let mut detokenizer = Detokenizer::new(tokenizer);
    let mut pieces: Vec<String> = ids.iter().map(|&id| detokenizer.push(id)).collect();
    pieces.push(detokenizer.finish());
    assert_eq!(detokenizer.finish(), "");
    pieces
}

fn check(tokenizer: &Tokenizer, ids: &[u32]) {
    let whole = tokenizer.decode(ids, false).expect("text");
    assert_eq!(pieces(tokenizer, ids).concat(), whole, "{ids:?}");
}

#[test]
fn text_comes_back_in_whole_characters_and_emoji() {
    let (tokenizer, _) = pocket();
    let texts = [
        "",
        "Hello there.\n\n  x",
        "naïve — “quotes”",
        "日本語で答えて。",
        "ÄÖÜ\u{301}",
        "a\u{200d}b",
        "\u{200d}\u{fe0f}",
        "👩‍👩‍👧‍👦!",
        "👍🏽👍",
        "🇩🇪🇫🇷 🇯",
        "1️⃣2",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿.",
        "❤️‍🔥",
        "<think>x</think><|im_end|>",
        "🙂🙂🙂",
        "™ →",
    ];
    for text in texts {
        let ids = tokenizer
            .encode_fast(text, false)
            .expect("tokens")
            .get_ids()
            .to_vec();
        check(&tokenizer, &ids);
        for piece in pieces(&tokenizer, &ids) {
            assert!(!piece.contains('\u{fffd}'), "{text:?}: {piece:?}");
            assert!(
                !piece.ends_with('\u{200d}') || text.ends_with(&piece),
                "{text:?}: {piece:?}"
            );
        }
    }
    let family = "👩‍👩‍👧‍👦";
    let ids = tokenizer
        .encode_fast(format!("{family}!"), false)
        .expect("tokens")
        .get_ids()
        .to_vec();
    assert!(ids.len() > 8);
    let parts: Vec<String> = pieces(&tokenizer, &ids)
        .into_iter()
        .filter(|piece| !piece.is_empty())
        .collect();
    assert_eq!(parts, [format!("{family}!")]);
}

#[test]
fn bytes_that_are_no_text_become_what_they_become_at_once() {
    let (tokenizer, _) = pocket();
    let single: Vec<u32> = (0..=255_u8)
        .filter_map(|byte| {
            let shown = match byte {
                0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff => u32::from(byte),
                0..=0x20 => 0x100 + u32::from(byte),
                0x7f..=0xa0 => 0x121 + u32::from(byte) - 0x7f,
                0xad => 0x143,
            };
            tokenizer.token_to_id(&char::from_u32(shown)?.to_string())
        })
        .collect();
    assert_eq!(single.len(), 256);
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        // Mostly bytes that begin or continue characters.
        let ids: Vec<u32> = (0..random.below(8))
            .map(|_| match random.below(3) {
                0 => single[random.below(256)],
                1 => single[0x80 + random.below(64)],
                _ => single[0xc0 + random.below(64)],
            })
            .collect();
        check(&tokenizer, &ids);
    }
}

#[test]
fn any_tokens_in_any_order() {
    let (tokenizer, _) = pocket();
    let mut random = Random::new(2);
    for _ in 0..3000 {
        // A few ids beyond the vocabulary.
        let ids: Vec<u32> = (0..random.below(40))
            .map(|_| random.below(8200) as u32)
            .collect();
        check(&tokenizer, &ids);
    }
}

#[test]
fn an_endless_emoji_is_not_held_back_for_ever() {
    let (tokenizer, _) = pocket();
    let ids = tokenizer
        .encode_fast("👩‍".repeat(50), false)
        .expect("tokens")
        .get_ids()
        .to_vec();
    let mut detokenizer = Detokenizer::new(&tokenizer);
    let mut held = 0;
    for id in ids {
        let piece = detokenizer.push(id);
        held = if piece.is_empty() { held + 1 } else { 0 };
        assert!(held < 80);
    }
}

#[test]
fn vocabularies_with_byte_fallback() {
    let mut vocab = serde_json::Map::new();
    let words = [
        "▁", "▁a", "b", "▁é", "<0x41>", "<0xE2>", "<0x82>", "<0xAC>", "<0xFF>", "👩", "\u{200d}",
    ];
    for (id, word) in words.iter().enumerate() {
        vocab.insert((*word).to_owned(), json!(id));
    }
    let tokenizer = json!({
        "version": "1.0",
        "added_tokens": [],
        "decoder": {"type": "Sequence", "decoders": [
            {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"},
            {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
        "model": {"type": "BPE", "merges": [], "vocab": vocab, "byte_fallback": true},
    });
    let tokenizer = Tokenizer::from_bytes(tokenizer.to_string()).expect("a tokenizer");
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let ids: Vec<u32> = (0..random.below(10))
            .map(|_| random.below(words.len() + 1) as u32)
            .collect();
        check(&tokenizer, &ids);
    }
}
