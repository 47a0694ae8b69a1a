//! Small tools for text that comes in pieces.

/// The length of the longest end of `text` that begins any of the `patterns` without being all of it.
pub(super) fn partial_match<'p>(text: &str, patterns: impl IntoIterator<Item = &'p str>) -> usize {
    let longest_of = |pattern: &str| {
        let longest = text.len().min(pattern.len().saturating_sub(1));
        (1..=longest)
            .rev()
            .find(|&length| text.as_bytes().ends_with(&pattern.as_bytes()[..length]))
    };
    let longest = patterns.into_iter().filter_map(longest_of).max();
    // A pattern's first byte never lies within a character of the text.
    longest.unwrap_or(0)
}

/// The line feeds around a part of an answer, which are not part of it.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Whether there was other text yet; before it, line feeds go.
    begun: bool,
    /// Line feeds at the end so far; they stay only if text follows.
    held: usize,
}

impl Lines {
    /// A part whose first line feeds belong to it.
    pub(super) fn begun() -> Self {
        Self {
            begun: true,
            held: 0,
        }
    }

    /// The text without the part's first line feeds.
    pub(super) fn strip_first<'t>(&mut self, text: &'t str) -> &'t str {
        if self.begun {
            return text;
        }
        let text = text.trim_start_matches('\n');
        self.begun = !text.is_empty();
        text
    }

    /// The text without line feeds at its end, after those that were held.
    pub(super) fn hold_last(&mut self, text: &str) -> String {
        let kept = text.trim_end_matches('\n');
        if kept.is_empty() {
            self.held += text.len();
            return String::new();
        }
        let out = "\n".repeat(self.held) + kept;
        self.held = text.len() - kept.len();
        out
    }

    /// How many line feeds are held.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// The line feeds that were held.
    pub(super) fn release(&mut self) -> String {
        "\n".repeat(std::mem::take(&mut self.held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_matches() {
        assert_eq!(partial_match("abc<thi", ["<think>", "</think>"]), 4);
        assert_eq!(partial_match("abc<think>", ["<think>"]), 0);
        assert_eq!(partial_match("aa", ["aab", "ab"]), 2);
        assert_eq!(partial_match("é", ["\u{e9}x"]), 2);
        assert_eq!(partial_match("ab", ["", "x"]), 0);
    }
}
