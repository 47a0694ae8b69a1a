//! Progress on standard error, if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A line that shows how far a piece of work is. It vanishes with its end, and never appears where
/// standard error is no terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    counting: bool,
}

impl Progress {
    /// Work of unknown length.
    pub(crate) fn waiting(what: &'static str) -> Self {
        let bar = ProgressBar::new_spinner().with_message(what);
        bar.enable_steady_tick(Duration::from_millis(100));
        Self {
            bar,
            counting: false,
        }
    }

    /// Work that is counted in bytes.
    pub(crate) fn bytes() -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) =
            ProgressStyle::with_template("{msg} {wide_bar} {decimal_bytes}/{decimal_total_bytes}")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self {
            bar,
            counting: true,
        }
    }

    /// `done` of `total` steps of `what` are behind us.
    pub(crate) fn set(&mut self, what: &'static str, done: usize, total: usize) {
        if !self.counting {
            self.counting = true;
            self.bar.set_message(what);
            if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}") {
                self.bar.set_style(style);
            }
        }
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
    }

    /// `done` of `total` bytes are behind us; `what` says of what.
    pub(crate) fn set_bytes(&self, what: String, done: u64, total: u64) {
        self.bar.set_message(what);
        self.bar.set_length(total);
        self.bar.set_position(done);
    }

    /// The work has ended.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
