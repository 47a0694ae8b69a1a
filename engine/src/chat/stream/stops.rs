//! Texts that end an answer.

use super::text::partial_match;

/// Finds stop strings in text that comes in pieces.
///
/// The one that is complete first counts, so that the result does not depend on how the text is cut into
/// pieces; of several complete at the same place, the longest.
#[derive(Debug)]
pub(super) struct Stops {
    stops: Vec<String>,
    held: String,
    found: bool,
    /// Bytes of the stop string that was found and of what came with it.
    dropped: usize,
}

impl Stops {
    pub(super) fn new(mut stops: Vec<String>) -> Self {
        stops.retain(|stop| !stop.is_empty());
        Self {
            stops,
            held: String::new(),
            found: false,
            dropped: 0,
        }
    }

    /// Bytes at the end of the text so far that were not given, or never will be.
    pub(super) fn held(&self) -> usize {
        self.held.len() + self.dropped
    }

    /// Whether a stop string was found. Nothing comes after it.
    pub(super) fn found(&self) -> bool {
        self.found
    }

    /// Takes text; gives what is certainly before any stop string.
    pub(super) fn push(&mut self, text: &str) -> String {
        if self.found {
            return String::new();
        }
        self.held.push_str(text);
        let first = self
            .stops
            .iter()
            .filter_map(|stop| {
                let start = self.held.find(stop)?;
                Some((start + stop.len(), start))
            })
            .min();
        if let Some((_, start)) = first {
            self.found = true;
            self.dropped = self.held.len() - start;
            self.held.truncate(start);
            return std::mem::take(&mut self.held);
        }
        let keep = partial_match(&self.held, self.stops.iter().map(String::as_str));
        let held = self.held.split_off(self.held.len() - keep);
        std::mem::replace(&mut self.held, held)
    }

    /// Gives what was held back and turned out not to be a stop string.
    pub(super) fn release(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(stops: &[&str], pieces: &[&str]) -> (String, bool) {
        let mut matcher = Stops::new(stops.iter().map(|&stop| stop.to_owned()).collect());
        let mut out: String = pieces.iter().map(|piece| matcher.push(piece)).collect();
        if !matcher.found() {
            out += &matcher.release();
        }
        (out, matcher.found())
    }

    #[test]
    fn the_result_is_the_same_however_the_text_is_cut() {
        let cases: [(&[&str], &str, &str, bool); 7] = [
            (&["END"], "one END two", "one ", true),
            (&["END"], "one EN two EEN", "one EN two EEN", false),
            (&["abc", "b"], "xabc", "xa", true),
            (&["bc", "abc"], "xabc", "x", true),
            (&["aab"], "aaab", "a", true),
            (&["日本"], "これは日本語", "これは", true),
            (&["", "\n\n"], "a\n\nb", "a", true),
        ];
        for (stops, text, before, found) in cases {
            let chars: Vec<String> = text.chars().map(String::from).collect();
            for cuts in 0..1_u32 << (chars.len() - 1) {
                let mut pieces = vec![chars[0].clone()];
                for (index, c) in chars[1..].iter().enumerate() {
                    if cuts >> index & 1 == 1 {
                        pieces.push(String::new());
                    }
                    pieces.last_mut().unwrap().push_str(c);
                }
                let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
                assert_eq!(
                    run(stops, &pieces),
                    (before.to_owned(), found),
                    "{stops:?} {pieces:?}"
                );
            }
        }
    }
}
