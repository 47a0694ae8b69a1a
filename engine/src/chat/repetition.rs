//! Telling an answer that goes round in a circle.
//!
//! A model that loops says the same tokens again and again until its context is full. Only exact repetition counts
//! here, and only a lot of it: a loop that is noticed late costs some time, a good answer that is cut costs the
//! answer.

/// The longest period that is looked for, in tokens: a long paragraph.
const LONGEST_PERIOD: usize = 512;
/// How often a period must have come.
const TIMES: usize = 8;
/// The fewest tokens that the repetition must span. More than what people ask for: a sentence written a hundred times,
/// 256 zero bytes spelled out as code, a third to a thousand digits.
const LEAST_TOKENS: usize = 1600;

/// Watches the tokens of one answer. A token takes the same time however long the answer is.
#[derive(Debug)]
pub(crate) struct Repetition {
    /// The last tokens, a ring.
    recent: Vec<u32>,
    seen: usize,
    /// For each period less one: how many tokens in a row equalled the one that long before.
    runs: Vec<usize>,
}

impl Repetition {
    pub(crate) fn new() -> Self {
        Self {
            recent: vec![0; LONGEST_PERIOD],
            seen: 0,
            runs: vec![0; LONGEST_PERIOD],
        }
    }

    /// Takes the next token; says whether the answer is in a loop now.
    pub(crate) fn push(&mut self, token: u32) -> bool {
        let end = self.seen % LONGEST_PERIOD;
        // From the last token back to the oldest: the periods in order.
        let (newer, older) = self.recent.split_at(end);
        let before = newer.iter().rev().chain(older.iter().rev());
        let known = self.seen.min(LONGEST_PERIOD);
        let mut loops = false;
        for (index, (run, &other)) in self.runs.iter_mut().zip(before).take(known).enumerate() {
            *run = if token == other { *run + 1 } else { 0 };
            let period = index + 1;
            loops |= *run + period >= LEAST_TOKENS.max(TIMES * period);
        }
        self.recent[end] = token;
        self.seen += 1;
        loops
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::testing::{Random, pocket};

    /// After how many tokens the detector fires.
    fn fires(tokens: impl IntoIterator<Item = u32>) -> Option<usize> {
        let mut repetition = Repetition::new();
        tokens.into_iter().position(|token| repetition.push(token))
    }

    fn tokens(text: &str) -> Vec<u32> {
        let (tokenizer, _) = pocket();
        let encoding = tokenizer.encode_fast(text, false).expect("tokens");
        encoding.get_ids().to_vec()
    }

    #[test]
    fn every_loop_is_noticed_after_a_bounded_time() {
        let mut random = Random::new(1);
        for period in 1..=LONGEST_PERIOD {
            // Few different tokens, so that there is repetition within the period too.
            let kinds = [2, 3, 50, 8000][period % 4];
            let before: Vec<u32> = (0..random.below(700))
                .map(|_| random.below(kinds) as u32)
                .collect();
            let circle: Vec<u32> = (0..period).map(|_| random.below(kinds) as u32).collect();
            let text = before.iter().chain(circle.iter().cycle()).copied();
            let bound = before.len() + LEAST_TOKENS.max(TIMES * period);
            let at = fires(text.take(bound)).expect("a loop");
            assert!(at + 1 >= LEAST_TOKENS, "{period}");
        }
    }

    #[test]
    fn it_says_what_the_definition_says() {
        let definition = |text: &[u32]| {
            (1..=LONGEST_PERIOD).any(|period| {
                let span = LEAST_TOKENS.max(TIMES * period);
                text.len() >= span
                    && (text.len() - span + period..text.len())
                        .all(|at| text[at] == text[at - period])
            })
        };
        let mut random = Random::new(2);
        for _ in 0..40 {
            // Loops with a fault somewhere.
            let period = 1 + random.below(300);
            let circle: Vec<u32> = (0..period).map(|_| random.below(3) as u32).collect();
            let length = 1500 + random.below(1500);
            let mut text: Vec<u32> = circle.iter().cycle().take(length).copied().collect();
            for _ in 0..random.below(3) {
                let at = random.below(length);
                text[at] = 9;
            }
            let found = fires(text.iter().copied());
            let ends = found.map_or(text.len(), |at| at + 1);
            assert_eq!(found.is_some(), definition(&text[..ends]), "{period}");
            // It did not come earlier.
            assert!(!definition(&text[..ends - 1]), "{period}");
        }
    }

    #[test]
    fn texts_that_repeat_themselves_for_a_reason_are_left_alone() {
        let lines = |count, line: &dyn Fn(usize) -> String| -> String {
            (0..count).map(|nth| line(nth) + "\n").collect()
        };
        let refrain = "Row, row, row your boat, gently down the stream.\n\
                       Merrily, merrily, merrily, merrily, life is but a dream.\n\n";
        let verse =
            |nth: usize| format!("This is verse number {nth}, about the river and the boat.\n");
        let identity = |nth: usize| -> String {
            (0..40)
                .map(|at| if at == nth { "1, " } else { "0, " })
                .collect()
        };
        let mut random = Random::new(3);
        let base64: String = (0..6000)
            .map(|_| {
                let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
                char::from(digits[random.below(digits.len())])
            })
            .collect();
        let texts = [
            (
                "a table of zeros",
                lines(60, &|_| "| 0 | 0 | 0 | 0 |".into()),
            ),
            (
                "an empty table",
                lines(100, &|nth| format!("| {nth} | | | | | |")),
            ),
            ("a rule", "-".repeat(1000)),
            (
                "a wide space",
                format!("{}o{}/|\\\n", " ".repeat(400), " ".repeat(400)),
            ),
            (
                "ASCII art",
                lines(40, &|nth| " ".repeat(60 - nth) + &"*".repeat(2 * nth + 1)),
            ),
            (
                "a sentence a hundred times",
                lines(100, &|_| "I will not talk in class.".into()),
            ),
            ("a third", format!("0.{}", "3".repeat(1000))),
            ("a seventh", format!("0.{}", "142857".repeat(160))),
            ("counting", (0..3000).map(|n| format!("{n}, ")).collect()),
            ("binary", (0..512).map(|n| format!("{n:b} ")).collect()),
            ("zero bytes", lines(32, &|_| "0x00, ".repeat(8))),
            ("an identity matrix", lines(40, &identity)),
            ("a list", lines(400, &|nth| format!("- [ ] item {nth}"))),
            (
                "code",
                lines(300, &|nth| {
                    format!("    assert_eq!(f({nth}), {});", nth * nth)
                }),
            ),
            ("the same code", lines(50, &|_| "    counter += 1;".into())),
            ("a song", lines(12, &|nth| verse(nth) + refrain)),
            (
                "na na na",
                lines(20, &|_| "Na, na na, nananana, nananana, hey Jude".into()),
            ),
            (
                "a paragraph five times",
                (verse(1).repeat(20) + "\n").repeat(5),
            ),
            ("base64", base64),
            ("a thousand letters", "a".repeat(1000)),
        ];
        for (what, text) in texts {
            assert_eq!(fires(tokens(&text)), None, "{what}");
        }
    }
}
