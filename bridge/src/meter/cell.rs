//! Many numbers that change together, written by one thread at a time and read by any, without a lock.
//!
//! A sequence counter says which of two slots holds the newest set; the next set is written to the other one and then
//! the counter moves. A reader never waits for a writer, even one that was stopped in the middle; it reads again only
//! if two newer sets came while it read. The fences are those of H.-J. Boehm, "Can Seqlocks Get Along with Programming
//! Language Memory Models?" (2012), section 4.

use std::{
    hint,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering, fence},
    },
};

/// `N` words that change together.
pub(super) struct Cell<const N: usize> {
    /// How many sets were written; the newest is in the slot of its parity.
    sequence: AtomicU64,
    slots: [[AtomicU64; N]; 2],
    /// What was written last; writers take turns by it.
    last: Mutex<[u64; N]>,
}

impl<const N: usize> Cell<N> {
    pub(super) const fn new() -> Self {
        Self {
            sequence: AtomicU64::new(0),
            slots: [const { [const { AtomicU64::new(0) }; N] }; 2],
            last: Mutex::new([0; N]),
        }
    }

    /// Changes the set and shows it.
    pub(super) fn update(&self, change: impl FnOnce(&mut [u64; N])) {
        let mut words = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut words);
        let next = self.sequence.load(Ordering::Relaxed).wrapping_add(1);
        // Whoever sees one of the words below sees the counter's last step too.
        fence(Ordering::Release);
        for (slot, word) in self.slot(next).iter().zip(*words) {
            slot.store(word, Ordering::Relaxed);
        }
        self.sequence.store(next, Ordering::Release);
    }

    /// The newest set.
    pub(super) fn read(&self) -> [u64; N] {
        let mut words = [0; N];
        loop {
            let sequence = self.sequence.load(Ordering::Acquire);
            for (word, slot) in words.iter_mut().zip(self.slot(sequence)) {
                *word = slot.load(Ordering::Relaxed);
            }
            fence(Ordering::Acquire);
            if self.sequence.load(Ordering::Relaxed) == sequence {
                return words;
            }
            hint::spin_loop();
        }
    }

    fn slot(&self, sequence: u64) -> &[AtomicU64; N] {
        let [even, odd] = &self.slots;
        if sequence.is_multiple_of(2) {
            even
        } else {
            odd
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use std::{
        sync::atomic::AtomicBool,
        thread,
        time::{Duration, Instant},
    };

    use super::*;

    const WORDS: usize = 24;
    const READERS: usize = 4;

    #[test]
    fn no_reader_sees_parts_of_two_sets_or_goes_back() {
        static CELL: Cell<WORDS> = Cell::new();
        let done = AtomicBool::new(false);
        let seconds = if std::env::var_os("TANDEM_SOAK").is_some() {
            20
        } else {
            1
        };
        thread::scope(|scope| {
            let readers: Vec<_> = (0..READERS)
                .map(|_| {
                    scope.spawn(|| {
                        let (mut newest, mut sets) = (0, 0_u64);
                        while !done.load(Ordering::Relaxed) {
                            let words = CELL.read();
                            for (place, word) in (0..).zip(words.iter().skip(1)) {
                                // Each word follows from the first, so that a torn set is seen.
                                assert_eq!(*word, words[0].rotate_left(place));
                            }
                            assert!(words[0] >= newest);
                            sets += u64::from(words[0] > newest);
                            newest = words[0];
                        }
                        sets
                    })
                })
                .collect();
            let end = Instant::now() + Duration::from_secs(seconds);
            let mut number = 0_u64;
            while Instant::now() < end {
                for _ in 0..100 {
                    number += 1;
                    CELL.update(|words| {
                        for (place, word) in (0..).zip(words.iter_mut().skip(1)) {
                            *word = number.rotate_left(place);
                        }
                        words[0] = number;
                    });
                }
            }
            done.store(true, Ordering::Relaxed);
            for reader in readers {
                // A reader that saw nothing change has tested nothing.
                assert!(reader.join().unwrap() > 10);
            }
            assert_eq!(CELL.read()[0], number);
        });
    }
}
