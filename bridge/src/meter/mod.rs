//! The live meter: what a view shows of the running engine, read at each frame from any thread without waiting,
//! allocating or packing. There is one a process, as there is one GPU.

mod cell;
mod edge;

use std::time::Instant;

use tandem_engine::{Event, Generation, Speculation};

use crate::answer::Account;
use cell::Cell;

/// Drafts a round that are counted one by one; the engine drafts no more.
const POSITIONS: usize = 8;
const _: () = assert!(POSITIONS == tandem_engine::MAX_DEPTH);

/// The words of the meter, by place.
mod word {
    use super::POSITIONS;

    pub(super) const ANSWERING: usize = 0;
    pub(super) const TOKENS_PER_SECOND: usize = 1;
    pub(super) const TOKENS: usize = 2;
    pub(super) const ROUNDS: usize = 3;
    pub(super) const DRAFTED: usize = 4;
    pub(super) const ACCEPTED: usize = 5;
    pub(super) const POSITIONS_USED: usize = 6;
    pub(super) const POSITION: usize = 7;
    pub(super) const PROMPT_READ: usize = POSITION + POSITIONS;
    pub(super) const PROMPT: usize = PROMPT_READ + 1;
    pub(super) const CONTEXT: usize = PROMPT + 1;
    pub(super) const MEMORY: usize = CONTEXT + 1;
    pub(super) const PEAK_MEMORY: usize = MEMORY + 1;
    pub(super) const DOWNLOADS: usize = PEAK_MEMORY + 1;
    pub(super) const DOWNLOADED: usize = DOWNLOADS + 1;
    pub(super) const TO_DOWNLOAD: usize = DOWNLOADED + 1;
    pub(super) const COUNT: usize = TO_DOWNLOAD + 1;
}

static METER: Cell<{ word::COUNT }> = Cell::new();

/// Over how long the speed is averaged, in seconds.
const AVERAGED_OVER: f64 = 1.0;

/// What one answer adds to the meter.
#[derive(Debug, Default)]
pub(crate) struct AnswerMeter {
    tokens: u64,
    speed: f64,
    counted: Option<Instant>,
}

impl AnswerMeter {
    pub(crate) fn saw(&mut self, event: &Event, generation: &Generation) {
        match event {
            Event::Prefill { done, total } => {
                *self = Self::default();
                METER.update(|words| {
                    show_rounds(words, &Speculation::default());
                    words[word::ANSWERING] = 1;
                    words[word::TOKENS] = 0;
                    words[word::TOKENS_PER_SECOND] = 0;
                    words[word::PROMPT_READ] = *done as u64;
                    words[word::PROMPT] = *total as u64;
                });
            }
            Event::Tokens(tokens) => {
                self.count(tokens.len(), Instant::now());
                let speculation = generation.speculation();
                METER.update(|words| {
                    show_rounds(words, &speculation);
                    words[word::TOKENS] = self.tokens;
                    words[word::TOKENS_PER_SECOND] = self.speed.to_bits();
                });
            }
            Event::Thinking(_)
            | Event::Answer(_)
            | Event::ToolCall(_)
            | Event::Drafts(_)
            | Event::Finished(_) => {}
        }
    }

    fn count(&mut self, tokens: usize, now: Instant) {
        self.tokens += tokens as u64;
        if let Some(before) = self.counted.replace(now) {
            let seconds = now.saturating_duration_since(before).as_secs_f64();
            if seconds > 0.0 {
                let weight = 1.0 - (-seconds / AVERAGED_OVER).exp();
                let speed = tokens as f64 / seconds;
                // The first measurement is the average so far.
                self.speed += (speed - self.speed) * if self.speed > 0.0 { weight } else { 1.0 };
            }
        }
    }
}

/// An answer has ended: the meter shows its account.
pub(crate) fn answer_ended(account: &Account) {
    METER.update(|words| {
        words[word::ANSWERING] = 0;
        words[word::TOKENS] = account.tokens.answer;
        words[word::TOKENS_PER_SECOND] = account.time.tokens_per_second.to_bits();
        words[word::ROUNDS] = account.speculation.rounds;
        words[word::DRAFTED] = account.speculation.drafted;
        words[word::ACCEPTED] = account.speculation.accepted;
        show_positions(words, &account.speculation.accepted_by_position);
        words[word::PEAK_MEMORY] = words[word::PEAK_MEMORY].max(account.time.peak_memory);
    });
}

/// A model is in memory.
pub(crate) fn loaded(context: u64, memory: u64) {
    METER.update(|words| {
        words[word::CONTEXT] = context;
        words[word::MEMORY] = memory;
        words[word::PEAK_MEMORY] = memory;
    });
}

/// No model is in memory.
pub(crate) fn unloaded() {
    loaded(0, 0);
}

/// How far all downloads are.
pub(crate) fn downloads(unfinished: u64, done: u64, total: u64) {
    METER.update(|words| {
        words[word::DOWNLOADS] = unfinished;
        words[word::DOWNLOADED] = done;
        words[word::TO_DOWNLOAD] = total;
    });
}

fn show_rounds(words: &mut [u64; word::COUNT], speculation: &Speculation) {
    words[word::ROUNDS] = speculation.rounds as u64;
    words[word::DRAFTED] = speculation.drafted as u64;
    words[word::ACCEPTED] = speculation.accepted as u64;
    let mut positions = [0; POSITIONS];
    for (shown, count) in positions.iter_mut().zip(&speculation.accepted_by_position) {
        *shown = *count as u64;
    }
    let used = speculation.accepted_by_position.len().min(POSITIONS);
    show_positions(words, &positions[..used]);
}

fn show_positions(words: &mut [u64; word::COUNT], positions: &[u64]) {
    words[word::POSITIONS_USED] = positions.len().min(POSITIONS) as u64;
    let shown = &mut words[word::POSITION..][..POSITIONS];
    shown.fill(0);
    for (shown, count) in shown.iter_mut().zip(positions) {
        *shown = *count;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn speed_is_the_first_measurement_and_then_follows() {
        let mut meter = AnswerMeter::default();
        let start = Instant::now();
        meter.count(1, start);
        assert!(meter.speed.abs() < f64::EPSILON);
        meter.count(10, start + Duration::from_millis(100));
        assert!((meter.speed - 100.0).abs() < 1e-6);
        for tenth in 2..100 {
            meter.count(20, start + Duration::from_millis(100 * tenth));
        }
        assert!((meter.speed - 200.0).abs() < 0.1, "{}", meter.speed);
        assert_eq!(meter.tokens, 11 + 98 * 20);
    }

    #[test]
    fn positions_beyond_those_in_use_are_zero() {
        let mut words = [7; word::COUNT];
        let speculation = Speculation {
            rounds: 5,
            accepted_by_position: vec![4, 2],
            ..Speculation::default()
        };
        show_rounds(&mut words, &speculation);
        assert_eq!(words[word::POSITIONS_USED], 2);
        assert_eq!(
            words[word::POSITION..][..POSITIONS],
            [4, 2, 0, 0, 0, 0, 0, 0]
        );
        assert_eq!(words[word::PROMPT_READ], 7);
        show_positions(&mut words, &[1; 20]);
        assert_eq!(words[word::POSITIONS_USED], 8);
        assert_eq!(words[word::PROMPT_READ], 7);
    }
}
