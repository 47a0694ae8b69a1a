//! Text as the search sees it, and queries in the same form.
//!
//! SQLite's `unicode61` tokenizer takes a run of Chinese or Japanese for one long word, and its `trigram` tokenizer
//! finds nothing shorter than three characters, while most Chinese words have two. So words in scripts written
//! without spaces are indexed as overlapping pairs of characters, and the last character of a run alone: a query of
//! two or more characters is a phrase of pairs, one of a single character a prefix. Hangul is treated alike, so that
//! a Korean noun is found with its particles. Other words are lower-cased and lose their accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{compose, decompose_canonical, is_combining_mark};

/// `text` in the form that is indexed.
pub(super) fn indexed(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    for run in runs(text) {
        match run {
            Run::Words(words) => out.push_str(&words),
            Run::Pairs(characters) => {
                for pair in characters.windows(2) {
                    out.extend(pair);
                    out.push(' ');
                }
                out.extend(characters.last());
            }
        }
        out.push(' ');
    }
    out
}

/// The terms of a query, each of which a hit must contain, folded. Empty if the query has no letter or digit.
pub(super) fn terms(query: &str) -> Vec<String> {
    /// More words than that in a query only make it slow.
    const MOST: usize = 32;
    query
        .split_whitespace()
        .map(|term| term.nfkc().flat_map(folded).collect::<String>())
        .filter(|term| term.chars().any(char::is_alphanumeric))
        .take(MOST)
        .collect()
}

/// An FTS5 expression that finds what contains all `terms`; the last part of each may be the beginning of a word.
pub(super) fn match_expression(terms: &[String]) -> String {
    let mut parts = Vec::new();
    for term in terms {
        let mut term_runs = runs(term).peekable();
        while let Some(run) = term_runs.next() {
            let last = term_runs.peek().is_none();
            match run {
                Run::Words(words) => {
                    let phrase: Vec<&str> = words
                        .split(|c: char| !c.is_alphanumeric())
                        .filter(|word| !word.is_empty())
                        .collect();
                    if !phrase.is_empty() {
                        let star = if last { "*" } else { "" };
                        parts.push(format!("\"{}\"{star}", phrase.join(" ")));
                    }
                }
                Run::Pairs(characters) => match characters.as_slice() {
                    [single] => parts.push(format!("\"{single}\"*")),
                    several => {
                        let pairs: Vec<String> = several
                            .windows(2)
                            .map(|pair| pair.iter().collect())
                            .collect();
                        parts.push(format!("\"{}\"", pairs.join(" ")));
                    }
                },
            }
        }
    }
    parts.join(" AND ")
}

/// A character as the search compares it: lower case, without accents. Hangul stays composed.
pub(super) fn folded(c: char) -> impl Iterator<Item = char> {
    let mut base = Vec::with_capacity(1);
    if is_hangul(c) {
        base.push(c);
    } else {
        decompose_canonical(c, |part| {
            if !is_combining_mark(part) {
                base.extend(part.to_lowercase());
            }
        });
    }
    base.into_iter()
}

enum Run {
    /// Words in scripts that have spaces, and all that lies between words.
    Words(String),
    /// Characters of a script that has none.
    Pairs(Vec<char>),
}

fn runs(text: &str) -> impl Iterator<Item = Run> {
    let mut characters = text.nfkc().flat_map(folded).peekable();
    std::iter::from_fn(move || {
        let first = characters.next()?;
        let unspaced = is_unspaced(first);
        let mut run = vec![first];
        while let Some(c) = characters.next_if(|c| is_unspaced(*c) == unspaced) {
            run.push(c);
        }
        Some(if unspaced {
            Run::Pairs(run)
        } else {
            Run::Words(run.into_iter().collect())
        })
    })
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

fn is_unspaced(c: char) -> bool {
    is_hangul(c)
        || matches!(c,
            '\u{2e80}'..='\u{2fdf}'       // radicals
            | '\u{3005}'..='\u{3007}'     // iteration mark, zero
            | '\u{3041}'..='\u{30ff}'     // hiragana, katakana
            | '\u{3105}'..='\u{312f}'     // bopomofo
            | '\u{31a0}'..='\u{31ff}'     // bopomofo and katakana extensions
            | '\u{3400}'..='\u{4dbf}'     // Han, extension A
            | '\u{4e00}'..='\u{9fff}'     // Han
            | '\u{f900}'..='\u{faff}'     // Han, compatibility
            | '\u{20000}'..='\u{3ffff}') // Han, later extensions
}

/// The first place in `text` where `term` (folded) stands, as a byte range of `text`. Text in decomposed form
/// (accents as characters of their own) is compared without them, as the index does.
pub(super) fn find(text: &str, term: &str) -> Option<std::ops::Range<usize>> {
    let wanted: Vec<char> = term.chars().collect();
    let starts_word = wanted.first().is_some_and(|c| !is_unspaced(*c));
    let mut folded_text: Vec<(char, usize)> = Vec::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let c = compatible(c);
        folded_text.extend(c.flat_map(folded).map(|f| (f, at)));
    }
    let mut before_is_word = false;
    for start in 0..folded_text.len() {
        let window = folded_text.get(start..start + wanted.len())?;
        let fits = window.iter().zip(&wanted).all(|((c, _), w)| c == w);
        if fits && !(starts_word && before_is_word) {
            let from = window.first()?.1;
            let last = window.last()?.1;
            let to = last + text.get(last..)?.chars().next()?.len_utf8();
            return Some(from..to);
        }
        let (c, _) = folded_text.get(start)?;
        before_is_word = c.is_alphanumeric() && !is_unspaced(*c);
    }
    None
}

/// The compatibility form of one character: full-width Latin as Latin, half-width kana as kana.
fn compatible(c: char) -> impl Iterator<Item = char> {
    let mut parts = Vec::with_capacity(1);
    for part in std::iter::once(c).nfkd() {
        match parts.last().and_then(|last| compose(*last, part)) {
            Some(composed) => {
                parts.pop();
                parts.push(composed);
            }
            None => parts.push(part),
        }
    }
    parts.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_case_accents_and_width() {
        assert_eq!(indexed("Déjà Vu"), "deja vu ");
        assert_eq!(indexed("ＡＢＣ"), "abc ");
        // Decomposed, as macOS file names are.
        assert_eq!(indexed("De\u{301}ja\u{300}"), indexed("Déjà"));
    }

    #[test]
    fn unspaced_scripts_become_pairs() {
        assert_eq!(indexed("中文搜索"), "中文 文搜 搜索 索 ");
        assert_eq!(indexed("我用iPhone手机"), "我用 用 iphone 手机 机 ");
        // Voiced kana is found however it was written: composed, decomposed, half-width.
        assert_eq!(indexed("ガ"), indexed("カ\u{3099}"));
        assert_eq!(indexed("ガ"), indexed("ｶﾞ"));
    }

    #[test]
    fn hangul_is_the_same_composed_and_decomposed() {
        let decomposed: String = "한국어".nfd().collect();
        assert_ne!(decomposed, "한국어");
        assert_eq!(indexed(&decomposed), indexed("한국어"));
    }

    #[test]
    fn a_query_cannot_be_more_than_words() {
        assert_eq!(match_expression(&terms("AND")), "\"and\"*");
        assert_eq!(
            match_expression(&terms("a\" OR \"b")),
            "\"a\"* AND \"or\"* AND \"b\"*"
        );
        assert_eq!(match_expression(&terms("foo-bar:baz*")), "\"foo bar baz\"*");
        assert_eq!(match_expression(&terms("()^*\"' 🎉")), "");
        assert_eq!(match_expression(&terms("中文 猫")), "\"中文\" AND \"猫\"*");
    }

    #[test]
    fn a_term_is_found_at_the_start_of_a_word_or_inside_an_unspaced_run() {
        assert_eq!(find("the cat sat", "cat"), Some(4..7));
        assert_eq!(find("concatenate a cat", "cat"), Some(14..17));
        assert_eq!(find("CAFÉ Déjà", "deja"), Some(6..12));
        assert_eq!(find("我喜欢中文", "中文"), Some(9..15));
        assert_eq!(find("nothing", "cat"), None);
    }
}
