//! Which bytes of a text came from accepted drafts.

use std::{collections::VecDeque, ops::Range};

/// Where the tokens end in the text that they are decoded to, as far as that is still asked for.
#[derive(Debug, Default)]
pub(super) struct Origins {
    /// Where the first of `runs` begins.
    begin: usize,
    /// Where runs of tokens of one origin end, and whether they are accepted drafts.
    runs: VecDeque<(usize, bool)>,
    /// Where the last one ends.
    end: usize,
}

impl Origins {
    /// Another token was decoded, and with it the text is this long.
    pub(super) fn decoded(&mut self, end: usize, drafted: bool) {
        if end <= self.end {
            return;
        }
        self.end = end;
        match self.runs.back_mut() {
            Some((last, same)) if *same == drafted => *last = end,
            _ => self.runs.push_back((end, drafted)),
        }
    }

    /// The parts of `range` that came from drafts, counted from its start. What is before its end is not asked for
    /// again.
    pub(super) fn drafted(&mut self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        while let Some(&(end, drafted)) = self.runs.front() {
            let part = self.begin.max(range.start)..end.min(range.end);
            if drafted && !part.is_empty() {
                parts.push(part.start - range.start..part.end - range.start);
            }
            if end > range.end {
                self.begin = self.begin.max(range.end);
                break;
            }
            self.begin = end;
            self.runs.pop_front();
        }
        parts
    }
}

/// Adds `parts`, moved by `by`, to `ranges`; neighbours become one.
pub(super) fn append(ranges: &mut Vec<Range<usize>>, parts: Vec<Range<usize>>, by: usize) {
    for part in parts {
        let part = part.start + by..part.end + by;
        match ranges.last_mut() {
            Some(last) if last.end == part.start => last.end = part.end,
            _ => ranges.push(part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_cut_where_the_origin_changes() {
        let mut origins = Origins::default();
        for (end, drafted) in [
            (2, false),
            (5, true),
            (6, true),
            (6, false),
            (9, false),
            (12, true),
        ] {
            origins.decoded(end, drafted);
        }
        assert!(origins.drafted(0..1).is_empty());
        assert_eq!(origins.drafted(1..10), [1..5, 8..9]);
        assert!(origins.drafted(10..10).is_empty());
        assert_eq!(origins.drafted(10..12).first(), Some(&(0..2)));
    }

    #[test]
    fn what_was_left_out_moves_nothing() {
        let mut origins = Origins::default();
        origins.decoded(4, true);
        origins.decoded(8, false);
        // The first six bytes are in no event.
        assert!(origins.drafted(6..8).is_empty());
        origins.decoded(9, true);
        assert_eq!(origins.drafted(8..9).first(), Some(&(0..1)));
    }

    #[test]
    fn neighbours_become_one() {
        let mut ranges = Vec::new();
        append(&mut ranges, vec![0..2, 4..5], 3);
        append(&mut ranges, vec![0..1, 2..3], 8);
        assert_eq!(ranges, [3..5, 7..9, 10..11]);
    }
}
