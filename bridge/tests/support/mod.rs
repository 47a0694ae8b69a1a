//! What the tests of the bridge share: waiting as Swift does, an engine, a request.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::{
    future::Future,
    pin::pin,
    sync::{Arc, Mutex, mpsc},
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
    time::Instant,
};

use tandem_bridge::{
    Account, AnswerEvent, AnswerListener, AnswerRequest, BridgeEngine, EngineSettings, PromptWish,
    SamplingWish, SpeculateWish,
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

/// Writes down what it hears.
pub(crate) struct Notes {
    pub(crate) calls: Mutex<Vec<(Instant, Vec<AnswerEvent>)>>,
    heard: mpsc::Sender<Option<Account>>,
}

impl AnswerListener for Notes {
    fn on_events(&self, events: Vec<AnswerEvent>) {
        self.calls.lock().unwrap().push((Instant::now(), events));
        let _ = self.heard.send(None);
    }

    fn on_end(&self, account: Account) {
        let _ = self.heard.send(Some(account));
    }
}

/// A listener, and what tells of each of its calls.
pub(crate) fn notes() -> (Arc<Notes>, mpsc::Receiver<Option<Account>>) {
    let (heard, receiver) = mpsc::channel();
    let notes = Notes {
        calls: Mutex::default(),
        heard,
    };
    (Arc::new(notes), receiver)
}

/// Waits for the end, and makes sure that nothing follows it.
pub(crate) fn end(heard: &mpsc::Receiver<Option<Account>>) -> Account {
    let account = heard
        .iter()
        .flatten()
        .next()
        .unwrap_or_else(|| panic!("no end came"));
    // Whoever could still call has let go of the listener.
    assert!(
        heard.iter().next().is_none(),
        "something came after the end"
    );
    account
}
