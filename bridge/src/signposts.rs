//! The intervals of an answer as signposts, which Instruments shows on a time line. They carry a name and nothing else.
//!
//! tracing-oslog has activities and log lines, but no signposts. Their names must be literals that the C compiler puts
//! into a section of its own, so the edge is a few lines of C (`signposts.c`). Nothing is written unless Instruments
//! records.

use tandem_engine::INTERVALS;
use tracing::{Subscriber, level_filters::LevelFilter, span};
use tracing_subscriber::{
    Layer,
    filter::Targets,
    layer::{Context, Filter},
    registry::LookupSpan,
};

/// An interval that is shown. The numbers are those of `signposts.c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Interval {
    /// Reading the prompt, up to the choice of the first token.
    Prefill = 0,
    /// Drafting, verifying and committing.
    Round = 1,
}

impl Interval {
    fn named(name: &str) -> Option<Self> {
        match name {
            "prefill" => Some(Self::Prefill),
            "round" => Some(Self::Round),
            _ => None,
        }
    }
}

/// Where intervals are told. Of those that are open at once each has a number of its own, which is not 0.
pub(crate) trait Edge: 'static {
    fn begin(&self, interval: Interval, number: u64);
    fn end(&self, interval: Interval, number: u64);
}

/// Tells an edge of the intervals. The engine enters each of them once, on one thread.
pub(crate) struct Signposts<E>(pub(crate) E);

impl<S: Subscriber + for<'a> LookupSpan<'a>, E: Edge> Layer<S> for Signposts<E> {
    fn on_enter(&self, id: &span::Id, context: Context<'_, S>) {
        if let Some(interval) = interval(id, &context) {
            self.0.begin(interval, id.into_u64());
        }
    }

    fn on_exit(&self, id: &span::Id, context: Context<'_, S>) {
        if let Some(interval) = interval(id, &context) {
            self.0.end(interval, id.into_u64());
        }
    }
}

fn interval<S: Subscriber + for<'a> LookupSpan<'a>>(
    id: &span::Id,
    context: &Context<'_, S>,
) -> Option<Interval> {
    Interval::named(context.metadata(id)?.name())
}

/// Lets intervals through and nothing else.
pub(crate) fn filter<S>() -> impl Filter<S> {
    Targets::new().with_target(INTERVALS, LevelFilter::TRACE)
}

/// Apple's signposts.
#[cfg(target_os = "macos")]
pub(crate) mod apple {
    use super::{Edge, Interval};

    // Both may be called from any thread at any time.
    unsafe extern "C" {
        fn tandem_signpost_begin(interval: u8, number: u64);
        fn tandem_signpost_end(interval: u8, number: u64);
    }

    pub(crate) struct Apple;

    impl Edge for Apple {
        fn begin(&self, interval: Interval, number: u64) {
            // SAFETY: both arguments are plain numbers.
            unsafe { tandem_signpost_begin(interval as u8, number) }
        }

        fn end(&self, interval: Interval, number: u64) {
            // SAFETY: as above.
            unsafe { tandem_signpost_end(interval as u8, number) }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    type Heard = Arc<Mutex<Vec<(Interval, bool, u64)>>>;

    struct Notes(Heard);

    impl Edge for Notes {
        fn begin(&self, interval: Interval, number: u64) {
            self.0.lock().unwrap().push((interval, true, number));
        }

        fn end(&self, interval: Interval, number: u64) {
            self.0.lock().unwrap().push((interval, false, number));
        }
    }

    #[test]
    fn intervals_and_nothing_else_are_told() {
        let heard = Heard::default();
        let layer = Signposts(Notes(Arc::clone(&heard))).with_filter(filter());
        let subscriber = tracing_subscriber::registry().with(layer);
        tracing::subscriber::with_default(subscriber, || {
            let _other = tracing::trace_span!("prefill").entered();
            let prefill = tracing::trace_span!(target: INTERVALS, "prefill").entered();
            tracing::error!(target: INTERVALS, "an event");
            let _unknown = tracing::trace_span!(target: INTERVALS, "unknown").entered();
            drop(prefill);
            drop(tracing::trace_span!(target: INTERVALS, "round").entered());
        });
        let heard = heard.lock().unwrap();
        let told: Vec<_> = heard
            .iter()
            .map(|(name, begin, _)| (*name, *begin))
            .collect();
        assert_eq!(
            told,
            [
                (Interval::Prefill, true),
                (Interval::Prefill, false),
                (Interval::Round, true),
                (Interval::Round, false),
            ]
        );
        assert!(heard[0].2 != 0 && heard[0].2 == heard[1].2 && heard[2].2 == heard[3].2);
    }
}
