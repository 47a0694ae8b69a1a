//! What the tests of the bridge share: waiting as Swift does, an engine, a request.

use std::{
    future::Future,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
};

use tandem_bridge::{
    AnswerRequest, BridgeEngine, EngineSettings, PromptWish, SamplingWish, SpeculateWish,
};

/// Waits for a call without a runtime, as Swift does.
pub(crate) fn wait<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

/// An engine with a home of its own.
pub(crate) fn open(home: &tempfile::TempDir) -> Arc<BridgeEngine> {
    let settings = EngineSettings {
        home: Some(home.path().to_string_lossy().into_owned()),
        ..EngineSettings::default()
    };
    wait(BridgeEngine::open(settings)).unwrap()
}

/// A request to the built-in model.
pub(crate) fn request(engine: &BridgeEngine, tokens: u64) -> AnswerRequest {
    AnswerRequest {
        model: wait(engine.models().folders("pocket".to_owned())).unwrap(),
        prompt: PromptWish::Raw {
            text: "Once upon a time".to_owned(),
        },
        max_tokens: Some(tokens),
        think_budget: None,
        shorten: false,
        stop_repetition: false,
        sampling: SamplingWish {
            temperature: Some(1.0),
            seed: Some(7),
            ..SamplingWish::default()
        },
        stops: Vec::new(),
        speculate: SpeculateWish::Depth { drafts: 2 },
        exact: false,
    }
}
