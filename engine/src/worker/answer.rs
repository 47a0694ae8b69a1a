//! From tokens to the text, events and account of one answer.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use tokio::sync::mpsc;

use crate::{
    chat::{AnswerEvent, AnswerParser, End, Repetition},
    event::{Completion, Drafts, Event, FinishReason, RoundCounts},
    speculate::Round,
};

use super::{
    origins::{Origins, append},
    stopwatch::Stopwatch,
};

/// Least time between two batches of events: about 30 a second, as often as a screen needs.
const BATCH: Duration = Duration::from_millis(33);

/// How long an answer may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Most tokens that were asked for.
    pub(super) tokens: usize,
    /// Tokens for which the model's context has room, at least one.
    pub(super) room: usize,
    /// Tokens that may be thought.
    pub(super) thinking: Option<usize>,
    /// End it if it goes round in a circle.
    pub(super) repetition: bool,
}

/// Where the tokens of an answer go.
pub(super) struct Answer<'a> {
    parser: Option<AnswerParser<'a>>,
    events: &'a mpsc::UnboundedSender<Event>,
    ends: &'a HashSet<u32>,
    limits: Limits,
    repetition: Option<Repetition>,
    reason: Option<FinishReason>,
    waiting: Vec<Event>,
    waiting_tokens: Vec<u32>,
    waiting_drafts: Drafts,
    origins: Origins,
    thought: Stopwatch,
    sent: Instant,
    completion: &'a mut Completion,
}

impl<'a> Answer<'a> {
    /// An empty answer within `limits` that ends with one of `ends`. Without a `parser`
    /// (a model without tokenizer) it consists of tokens alone.
    pub(super) fn new(
        parser: Option<AnswerParser<'a>>,
        events: &'a mpsc::UnboundedSender<Event>,
        ends: &'a HashSet<u32>,
        limits: Limits,
        completion: &'a mut Completion,
    ) -> Self {
        let now = Instant::now();
        let mut thought = Stopwatch::default();
        thought.set(parser.as_ref().is_some_and(AnswerParser::is_thinking), now);
        Self {
            parser,
            events,
            ends,
            limits,
            repetition: limits.repetition.then(Repetition::new),
            reason: (limits.tokens == 0).then_some(FinishReason::Length),
            waiting: Vec::new(),
            waiting_tokens: Vec::new(),
            waiting_drafts: Drafts::default(),
            origins: Origins::default(),
            thought,
            sent: now,
            completion,
        }
    }

    /// Tokens that the answer may still take.
    pub(super) fn room(&self) -> usize {
        self.limits.tokens.min(self.limits.room) - self.completion.tokens.len()
    }

    /// How long it was thought until now.
    pub(super) fn thought(&self) -> Duration {
        self.thought.total(Instant::now())
    }

    /// Why the answer has ended, if it has.
    pub(super) fn ended(&self) -> Option<FinishReason> {
        self.reason
    }

    /// Whether the thinking has to end here.
    pub(super) fn thought_enough(&self) -> bool {
        let used = self.completion.usage.thinking_tokens;
        self.reason.is_none()
            && self.is_thinking()
            && self.limits.thinking.is_some_and(|most| used >= most)
    }

    /// Takes tokens up to the one that ends the answer or the thinking; says how many. The last of `tokens` is the
    /// model's own, those before it are accepted drafts.
    pub(super) fn take(&mut self, tokens: &[u32]) -> usize {
        for (index, &token) in tokens.iter().enumerate() {
            self.push(token, index + 1 < tokens.len());
            if self.is_thinking() {
                self.completion.usage.thinking_tokens += 1;
            }
            if self.reason.is_some() || self.thought_enough() {
                return index + 1;
            }
        }
        tokens.len()
    }

    /// Takes tokens that the engine writes in the model's place, as many as there is room for; says how many.
    pub(super) fn take_forced(&mut self, tokens: &[u32]) -> usize {
        let mut taken = 0;
        for &token in tokens {
            if self.reason.is_some() {
                break;
            }
            self.push(token, false);
            self.completion.usage.forced_tokens += 1;
            taken += 1;
        }
        if self.is_thinking() {
            // Within a call the tags of a tokenizer without tokens for them are just text. Trying again will not help.
            self.limits.thinking = None;
        }
        taken
    }

    /// Notes what the round did whose tokens were just taken.
    pub(super) fn count(&mut self, round: &Round) {
        self.waiting_drafts.rounds.push(RoundCounts {
            drafted: round.drafted,
            accepted: round.accepted,
        });
    }

    fn is_thinking(&self) -> bool {
        self.parser.as_ref().is_some_and(AnswerParser::is_thinking)
    }

    fn push(&mut self, token: u32, drafted: bool) {
        self.completion.tokens.push(token);
        self.waiting_tokens.push(token);
        if self.ends.contains(&token) {
            self.reason = Some(FinishReason::Stop);
            return;
        }
        if let Some(parser) = &mut self.parser {
            let events = parser.push(token);
            let (stopped, ends) = (parser.stopped(), parser.take_ends());
            self.origins.decoded(parser.decoded(), drafted);
            self.collect(events, ends);
            self.thought.set(self.is_thinking(), Instant::now());
            if stopped {
                self.reason = Some(FinishReason::Stop);
                return;
            }
        }
        if self
            .repetition
            .as_mut()
            .is_some_and(|seen| seen.push(token))
        {
            self.reason = Some(FinishReason::Repetition);
        } else if self.room() == 0 {
            self.reason = Some(FinishReason::Length);
        }
    }

    /// Passes on what has gathered, if it is time.
    pub(super) fn flush_if_due(&mut self) {
        if self.sent.elapsed() >= BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        for event in self.waiting.drain(..) {
            // Who listened may have gone; the job then sees the cancellation.
            let _ = self.events.send(event);
        }
        if !self.waiting_tokens.is_empty() {
            let tokens = std::mem::take(&mut self.waiting_tokens);
            let _ = self.events.send(Event::Tokens(tokens));
        }
        let drafts = std::mem::take(&mut self.waiting_drafts);
        if drafts != Drafts::default() {
            let _ = self.events.send(Event::Drafts(drafts));
        }
        self.sent = Instant::now();
    }

    /// Ends the answer: passes on what was held back and writes down the reason.
    pub(super) fn finish(mut self, reason: FinishReason) {
        if let Some(mut parser) = self.parser.take() {
            let events = parser.finish(match reason {
                FinishReason::Stop | FinishReason::ToolCalls => End::Stop,
                FinishReason::Length | FinishReason::Repetition => End::Length,
                FinishReason::Cancelled | FinishReason::Error => End::Cancelled,
            });
            // What only the end decoded belongs to the last token, which is the model's own but for an answer that
            // was cut within a round.
            self.origins.decoded(parser.decoded(), false);
            self.collect(events, parser.take_ends());
        }
        self.flush();
        if reason == FinishReason::Length && self.limits.room <= self.completion.tokens.len() {
            self.completion
                .warnings
                .push("the answer came to the end of what the model reads at once".to_owned());
        }
        let calls = reason == FinishReason::Stop && !self.completion.tool_calls.is_empty();
        self.completion.finish_reason = if calls {
            FinishReason::ToolCalls
        } else {
            reason
        };
    }

    /// Takes events; the pieces of text among them end at these places of what was decoded.
    fn collect(&mut self, events: Vec<AnswerEvent>, ends: Vec<usize>) {
        let mut ends = ends.into_iter();
        let mut drafted = |piece: &str| match ends.next() {
            Some(end) => self.origins.drafted(end.saturating_sub(piece.len())..end),
            None => Vec::new(),
        };
        for event in events {
            match event {
                AnswerEvent::Thinking(piece) => {
                    let waiting = &mut self.waiting_drafts.thinking;
                    append(waiting, drafted(&piece), self.completion.reasoning.len());
                    self.completion.reasoning.push_str(&piece);
                    match self.waiting.last_mut() {
                        Some(Event::Thinking(last)) => last.push_str(&piece),
                        _ => self.waiting.push(Event::Thinking(piece)),
                    }
                }
                AnswerEvent::Answer(piece) => {
                    let waiting = &mut self.waiting_drafts.answer;
                    append(waiting, drafted(&piece), self.completion.text.len());
                    self.completion.text.push_str(&piece);
                    match self.waiting.last_mut() {
                        Some(Event::Answer(last)) => last.push_str(&piece),
                        _ => self.waiting.push(Event::Answer(piece)),
                    }
                }
                AnswerEvent::ToolCall(call) => {
                    self.completion.tool_calls.push(call.clone());
                    self.waiting.push(Event::ToolCall(call));
                }
                AnswerEvent::CutOffCall(_) => self
                    .completion
                    .warnings
                    .push("a tool call was cut off and is left out".to_owned()),
            }
        }
    }
}
