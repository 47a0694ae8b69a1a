//! Which bytes of a file are there.

use std::ops::Range;

/// A set of bytes as ranges in order that do not touch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RangeSet(Vec<Range<u64>>);

impl RangeSet {
    /// Adds the bytes of a range; gives how many of them are new.
    pub(super) fn insert(&mut self, range: Range<u64>) -> u64 {
        if range.is_empty() {
            return 0;
        }
        let before = self.total();
        let first = self.0.partition_point(|old| old.end < range.start);
        let last = self.0.partition_point(|old| old.start <= range.end);
        let touching = self.0.get(first..last).unwrap_or_default();
        let start = touching
            .first()
            .map_or(range.start, |old| old.start.min(range.start));
        let end = touching
            .last()
            .map_or(range.end, |old| old.end.max(range.end));
        self.0.splice(first..last, std::iter::once(start..end));
        self.total() - before
    }

    /// How many bytes are there.
    pub(super) fn total(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// What is missing of the first `size` bytes, in pieces of at most `piece`.
    pub(super) fn missing(&self, size: u64, piece: u64) -> Vec<Range<u64>> {
        let mut pieces = Vec::new();
        let mut at = 0;
        for there in self.0.iter().cloned().chain(std::iter::once(size..size)) {
            while at < there.start.min(size) {
                let end = there.start.min(size).min(at.saturating_add(piece.max(1)));
                pieces.push(at..end);
                at = end;
            }
            at = at.max(there.end);
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_order_of_inserts_covers_what_it_covers() {
        let size = 64;
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..500 {
            let mut set = RangeSet::default();
            let mut there = vec![false; size];
            for _ in 0..random.usize(0..12) {
                let start = random.usize(0..size);
                let end = random.usize(start..=size);
                let fresh = there
                    .get(start..end)
                    .unwrap_or_default()
                    .iter()
                    .filter(|there| !**there)
                    .count();
                assert_eq!(set.insert(start as u64..end as u64), fresh as u64);
                there
                    .iter_mut()
                    .take(end)
                    .skip(start)
                    .for_each(|there| *there = true);
            }
            assert_eq!(
                set.total(),
                there.iter().filter(|there| **there).count() as u64
            );
            let piece = random.u64(1..20);
            for range in set.missing(size as u64, piece) {
                assert!(!range.is_empty() && range.end - range.start <= piece);
                for at in range {
                    let spot = there.get_mut(at as usize);
                    assert_eq!(
                        spot.map(|there| std::mem::replace(there, true)),
                        Some(false)
                    );
                }
            }
            assert!(
                there.iter().all(|there| *there),
                "what was missing completes it"
            );
        }
    }
}
