//! The engine's intervals, as an instrument sees them. In a process of its own, since the subscriber is global.

#![allow(clippy::unwrap_used, reason = "a test fails by panic")]

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use tandem_engine::{
    Engine, EngineOptions, INTERVALS, Prompt, Request, Speculate, builtin, home::Home,
};
use tracing::{Subscriber, level_filters::LevelFilter, span};
use tracing_subscriber::{
    Layer, Registry, filter::Targets, layer::Context, layer::SubscriberExt, util::SubscriberInitExt,
};

type Count = Arc<Mutex<BTreeMap<&'static str, (u64, u64)>>>;

/// Counts how often each interval begins and ends.
struct Counter(Count);

impl<S: Subscriber> Layer<S> for Counter
where
    S: for<'a> tracing_subscriber::registry::LookupSpan<'a>,
{
    fn on_enter(&self, id: &span::Id, context: Context<'_, S>) {
        let name = context.metadata(id).unwrap().name();
        self.0.lock().unwrap().entry(name).or_default().0 += 1;
    }

    fn on_exit(&self, id: &span::Id, context: Context<'_, S>) {
        let name = context.metadata(id).unwrap().name();
        self.0.lock().unwrap().entry(name).or_default().1 += 1;
    }
}

#[tokio::test]
async fn an_answer_has_one_prefill_and_its_rounds() {
    let count = Count::default();
    let filter = Targets::new().with_target(INTERVALS, LevelFilter::TRACE);
    Registry::default()
        .with(Counter(Arc::clone(&count)).with_filter(filter))
        .init();
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path()).unwrap();
    let engine = Engine::start(EngineOptions::default()).unwrap();
    let model = builtin::pocket(&home).unwrap();
    let request = Request {
        max_tokens: Some(30),
        speculate: Speculate::Depth(2),
        ..Request::new(model, Prompt::Raw("Once upon a time".to_owned()))
    };
    let completion = engine.generate(request).completion().await.unwrap();
    let rounds = completion.speculation.rounds as u64;
    assert!(rounds > 1);
    let count = count.lock().unwrap();
    assert_eq!(count["prefill"], (1, 1));
    assert_eq!(count["round"], (rounds, rounds));
    assert_eq!(count.len(), 2);
}
