//! An answer on its way into Swift.

use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tandem_engine::{EngineError, Event, Generation};
use tokio::{
    sync::oneshot,
    time::{Instant, sleep_until},
};

use crate::{
    answer::{Account, AnswerEvent},
    failure::{Failure, Outcome},
    listeners::AnswerListener,
    meter,
    runtime::runtime,
};

/// The least time between two calls of a listener.
const INTERVAL: Duration = Duration::from_millis(33);

/// An answer on its way. Letting go of it cancels the answer.
#[derive(Debug, uniffi::Object)]
pub struct GenerationHandle {
    /// Dropping it is the order to stop, so that nothing can go wrong with giving it.
    order: Mutex<Option<oneshot::Sender<()>>>,
}

#[uniffi::export]
impl GenerationHandle {
    /// Stops the answer at the next round. What came so far is kept; the listener still hears of the end.
    pub fn cancel(&self) {
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        drop(order.take());
    }
}

/// Hands an answer to a listener as it comes, and its account exactly once.
pub(crate) fn start(
    generation: Generation,
    listener: Arc<dyn AnswerListener>,
) -> Outcome<Arc<GenerationHandle>> {
    let (order, stop) = oneshot::channel();
    let runtime = runtime()?;
    runtime.spawn(async move {
        let pump = tokio::spawn(pump(generation, stop, Arc::clone(&listener)));
        let account = pump
            .await
            .unwrap_or_else(|_| Account::failed(Failure::internal()));
        meter::answer_ended(&account);
        listener.on_end(account);
    });
    Ok(Arc::new(GenerationHandle {
        order: Mutex::new(Some(order)),
    }))
}

/// Passes events on in batches until the end, which it returns.
async fn pump(
    mut generation: Generation,
    mut stop: oneshot::Receiver<()>,
    listener: Arc<dyn AnswerListener>,
) -> Account {
    let mut batch = Batch::default();
    let mut meter = meter::AnswerMeter::default();
    let mut wanted = true;
    loop {
        tokio::select! {
            biased;
            _ = &mut stop, if wanted => {
                wanted = false;
                generation.cancel();
            }
            event = generation.next() => match event {
                Some(Event::Finished(completion)) => {
                    batch.flush(&*listener);
                    return (*completion).into();
                }
                Some(event) => {
                    meter.saw(&event, &generation);
                    if let Some(event) = AnswerEvent::of(event) {
                        batch.push(event);
                    }
                }
                None => {
                    batch.flush(&*listener);
                    return Account::failed(EngineError::WorkerGone.into());
                }
            },
            () = sleep_until(batch.due()), if !batch.is_empty() => batch.flush(&*listener),
        }
    }
}

/// Events that wait for the next call.
#[derive(Default)]
struct Batch {
    events: Vec<AnswerEvent>,
    /// What is told of drafting, after the pieces that it is about: between them it would part pieces of one kind.
    drafts: Option<AnswerEvent>,
    flushed: Option<Instant>,
}

impl Batch {
    fn push(&mut self, event: AnswerEvent) {
        let last = match event {
            AnswerEvent::Drafts { .. } => self.drafts.as_mut(),
            _ => self.events.last_mut(),
        };
        let Some(left) = (match last {
            Some(last) => last.join(event),
            None => Some(event),
        }) else {
            return;
        };
        match left {
            AnswerEvent::Drafts { .. } => self.drafts = Some(left),
            _ => self.events.push(left),
        }
    }

    fn is_empty(&self) -> bool {
        self.events.is_empty() && self.drafts.is_none()
    }

    /// When what waits is to be passed on: at once if nothing was for a while.
    fn due(&self) -> Instant {
        self.flushed
            .map_or_else(Instant::now, |flushed| flushed + INTERVAL)
    }

    fn flush(&mut self, listener: &dyn AnswerListener) {
        if !self.is_empty() {
            self.events.extend(self.drafts.take());
            listener.on_events(mem::take(&mut self.events));
            self.flushed = Some(Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{ByteRange, DraftsRecord, RoundRecord};

    fn text(text: &str) -> AnswerEvent {
        AnswerEvent::Text {
            text: text.to_owned(),
        }
    }

    #[test]
    fn pieces_of_one_kind_become_one_and_keep_their_order() {
        let mut batch = Batch::default();
        let thought = AnswerEvent::Thinking {
            text: "hm".to_owned(),
        };
        for event in [
            AnswerEvent::Reading { done: 1, total: 2 },
            AnswerEvent::Reading { done: 2, total: 2 },
            thought.clone(),
            text("a"),
            text("b"),
            AnswerEvent::ToolCall {
                name: "t".to_owned(),
                arguments: "{}".to_owned(),
            },
            text("c"),
        ] {
            batch.push(event);
        }
        assert_eq!(batch.events.len(), 5);
        assert_eq!(
            batch.events[..3],
            [
                AnswerEvent::Reading { done: 2, total: 2 },
                thought,
                text("ab")
            ]
        );
        assert_eq!(batch.events[4], text("c"));
    }

    #[test]
    fn what_is_told_of_drafting_comes_after_its_pieces_and_does_not_part_them() {
        struct Heard(Mutex<Vec<AnswerEvent>>);
        impl AnswerListener for Heard {
            fn on_events(&self, events: Vec<AnswerEvent>) {
                self.0.lock().unwrap().extend(events);
            }
            fn on_end(&self, _: Account) {}
        }
        let drafts = |start, accepted| AnswerEvent::Drafts {
            drafts: DraftsRecord {
                rounds: vec![RoundRecord {
                    drafted: 2,
                    accepted,
                }],
                thinking: Vec::new(),
                text: vec![ByteRange {
                    start,
                    end: start + 1,
                }],
            },
        };
        let mut batch = Batch::default();
        for event in [text("a"), drafts(0, 1), text("b"), drafts(1, 2)] {
            batch.push(event);
        }
        let heard = Heard(Mutex::default());
        batch.flush(&heard);
        assert!(batch.is_empty());
        let mut both = drafts(0, 1);
        assert_eq!(both.join(drafts(1, 2)), None);
        assert_eq!(heard.0.into_inner().unwrap(), [text("ab"), both]);
    }
}
