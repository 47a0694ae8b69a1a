//! A title from the model, while the user reads or types.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
};

use tandem_engine::{
    Engine, Event, Generation, Request,
    store::{ChatId, Store, TitleSource},
    title,
};
use tokio::sync::oneshot;

/// A title in the making. Dropping it gives it up.
pub(super) struct Titling {
    /// Its end is the sign to stop.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Titling {
    /// Begins to make a title for `chat`. Nobody waits for it, and what goes wrong leaves the title as it is.
    pub(super) fn begin(
        engine: &Engine,
        request: Request,
        store: Arc<Store>,
        chat: ChatId,
    ) -> Option<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().ok()?;
        let generation = engine.generate(request);
        let (stop, stopped) = oneshot::channel();
        let work = move || {
            runtime.block_on(async {
                tokio::select! {
                    biased;
                    _ = stopped => {}
                    title = made(generation) => {
                        let kept = title.map(|title| store.set_title(chat, &title, TitleSource::Model));
                        if let Some(Err(error)) = kept {
                            tracing::warn!(%error, "a title cannot be kept");
                        }
                    }
                }
            });
        };
        let thread = thread::Builder::new().name("title".to_owned()).spawn(work);
        Some(Self {
            stop: Some(stop),
            thread: thread.ok(),
        })
    }
}

impl Drop for Titling {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // It has nothing to wait for any more.
            let _ = thread.join();
        }
    }
}

async fn made(mut generation: Generation) -> Option<String> {
    while let Some(event) = generation.next().await {
        if let Event::Finished(completion) = event {
            return title::read(&completion);
        }
    }
    None
}
