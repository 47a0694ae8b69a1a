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
