//! Ctrl-C: ends the program at once, except while an answer can be stopped in good order.

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use signal_hook::{consts::SIGINT, flag};
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::failure::Failure;

/// Whether Ctrl-C ends the program at once.
static IMMEDIATE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// How many want Ctrl-C for themselves.
static HOLDERS: AtomicUsize = AtomicUsize::new(0);

/// From now on Ctrl-C ends the program with exit code 130.
///
/// It ends without running anything more: what MLX would do at a process's end must not meet the
/// thread that is still using it.
pub(crate) fn install() -> Result<(), Failure> {
    flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&IMMEDIATE))
        .map(drop)
        .map_err(|error| no_signals(&error))
}

/// While this lives, the first Ctrl-C is left to its owner. A second one ends the program unless another of these lives
/// around it.
#[derive(Debug)]
pub(crate) struct Held {
    signals: Signal,
    pressed: bool,
}

impl Held {
    pub(crate) fn new() -> Result<Self, Failure> {
        let signals = signal(SignalKind::interrupt()).map_err(|error| no_signals(&error))?;
        HOLDERS.fetch_add(1, Ordering::Relaxed);
        IMMEDIATE.store(false, Ordering::Relaxed);
        Ok(Self {
            signals,
            pressed: false,
        })
    }

    /// From now on waits for another first Ctrl-C; those before are over.
    pub(crate) async fn renew(&mut self) -> Result<(), Failure> {
        // What has come is handed out first, to no listener that matters any more.
        tokio::task::yield_now().await;
        self.signals = signal(SignalKind::interrupt()).map_err(|error| no_signals(&error))?;
        self.pressed = false;
        Ok(())
    }

    /// Waits for the first Ctrl-C; never ends after that.
    pub(crate) async fn pressed(&mut self) {
        if self.pressed || self.signals.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
        self.pressed = true;
        IMMEDIATE.store(HOLDERS.load(Ordering::Relaxed) == 1, Ordering::Relaxed);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let last = HOLDERS.fetch_sub(1, Ordering::Relaxed) == 1;
        IMMEDIATE.store(last, Ordering::Relaxed);
    }
}

fn no_signals(error: &std::io::Error) -> Failure {
    Failure::Failed(format!("cannot listen for Ctrl-C: {error}"))
}
