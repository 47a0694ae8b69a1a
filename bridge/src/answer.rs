//! An answer as it comes, and the account at its end.

use std::ops::Range;

use tandem_engine::{Completion, Event, FinishReason, SpeculationCause, SpeculationState};

use crate::failure::Failure;

/// A step of an answer. Pieces that come together are one.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum AnswerEvent {
    /// The prompt is being read.
    Reading {
        /// Tokens read.
        done: u64,
        /// Tokens in all.
        total: u64,
    },
    /// A piece of the model's thinking.
    Thinking {
        /// The piece.
        text: String,
    },
    /// A piece of the answer.
    Text {
        /// The piece.
        text: String,
    },
    /// A complete tool call.
    ToolCall {
        /// The tool.
        name: String,
        /// A JSON object.
        arguments: String,
    },
    /// What drafting did for the pieces since the last such step. It comes after them.
    Drafts {
        /// What it did.
        drafts: DraftsRecord,
    },
}

/// What drafting did for a part of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, uniffi::Record)]
pub struct DraftsRecord {
    /// The rounds, in order.
    pub rounds: Vec<RoundRecord>,
    /// Bytes of all thinking so far (UTF-8) that came from accepted drafts, in order.
    pub thinking: Vec<ByteRange>,
    /// The same of the answer's text.
    pub text: Vec<ByteRange>,
}

/// What one round did. It brought one token more than it accepted: the model's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct RoundRecord {
    /// Tokens drafted.
    pub drafted: u32,
    /// Drafts that the target agreed with.
    pub accepted: u32,
}

/// Bytes of a text, whole characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct ByteRange {
    /// The first.
    pub start: u64,
    /// The one after the last.
    pub end: u64,
}

impl From<Range<usize>> for ByteRange {
    fn from(range: Range<usize>) -> Self {
        Self {
            start: range.start as u64,
            end: range.end as u64,
        }
    }
}

impl From<tandem_engine::Drafts> for DraftsRecord {
    fn from(drafts: tandem_engine::Drafts) -> Self {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            rounds: drafts
                .rounds
                .into_iter()
                .map(|round| RoundRecord {
                    drafted: count(round.drafted),
                    accepted: count(round.accepted),
                })
                .collect(),
            thinking: drafts.thinking.into_iter().map(ByteRange::from).collect(),
            text: drafts.answer.into_iter().map(ByteRange::from).collect(),
        }
    }
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum Ending {
    /// An end token or a stop text.
    Stop,
    /// The token limit or the end of the context.
    Length,
    /// The model said the same over and over.
    Repetition,
    /// The model calls tools.
    ToolCalls,
    /// The request was cancelled.
    Cancelled,
    /// The request failed.
    Failed,
}

/// A whole answer and how it came about.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct Account {
    /// The answer.
    pub text: String,
    /// The thinking before it.
    pub thinking: String,
    /// Complete tool calls: a JSON list of objects with `name` and `arguments`.
    pub tool_calls: String,
    /// Why it ended.
    pub ending: Ending,
    /// What went wrong, if it failed.
    pub failure: Option<Failure>,
    /// What was degraded on the way, one line each.
    pub warnings: Vec<String>,
    /// Messages at the beginning for which there was no room.
    pub messages_left_out: u64,
    /// Token counts.
    pub tokens: TokenCounts,
    /// What speculation did.
    pub speculation: SpeculationAccount,
    /// Where the time went.
    pub time: TimeAccount,
    /// All of it but the text, as the command line prints it: a JSON object, to be kept with the answer.
    pub json: String,
}

/// Token counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct TokenCounts {
    /// Tokens of the prompt.
    pub prompt: u64,
    /// Those of them that did not have to be read again.
    pub cached: u64,
    /// Tokens of the answer.
    pub answer: u64,
    /// Those of them that the model thought.
    pub thinking: u64,
}

/// What speculation did.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct SpeculationAccount {
    /// Whether the companion drafted.
    pub active: bool,
    /// Why it did, or did not.
    pub cause: DraftingCause,
    /// The same in the engine's words.
    pub reason: String,
    /// Drafts a round.
    pub depth: u64,
    /// Verify passes.
    pub rounds: u64,
    /// Tokens drafted.
    pub drafted: u64,
    /// Drafts that the target agreed with.
    pub accepted: u64,
    /// Rounds in which the first draft was accepted, the second, and so on.
    pub accepted_by_position: Vec<u64>,
    /// Tokens that a round brought on average.
    pub tokens_per_round: f64,
    /// How many times as fast as plain decoding the answer came, where that was measured.
    pub gain: Option<f64>,
    /// What the draft vocabulary did, where there is one.
    pub draft_vocabulary: Option<DraftVocabulary>,
}

/// Why the companion drafted, or did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum DraftingCause {
    /// The request asked for a depth.
    Asked,
    /// Drafts pay.
    Pays,
    /// Drafts do not pay at present.
    Rests,
    /// The request wanted none.
    SwitchedOff,
    /// There is none who could draft.
    NoCompanion,
    /// The companion is not this model's.
    Misfit,
    /// The answer ended before it was worth while.
    TooShort,
    /// The answer ended before its first round.
    NotDecoded,
}

impl From<SpeculationCause> for DraftingCause {
    fn from(cause: SpeculationCause) -> Self {
        match cause {
            SpeculationCause::Asked => Self::Asked,
            SpeculationCause::Pays => Self::Pays,
            SpeculationCause::Rests => Self::Rests,
            SpeculationCause::SwitchedOff => Self::SwitchedOff,
            SpeculationCause::NoCompanion => Self::NoCompanion,
            SpeculationCause::Misfit => Self::Misfit,
            SpeculationCause::TooShort => Self::TooShort,
            SpeculationCause::NotDecoded => Self::NotDecoded,
        }
    }
}

/// Drafting from likely tokens alone.
#[derive(Debug, Clone, Copy, PartialEq, uniffi::Record)]
pub struct DraftVocabulary {
    /// Whether drafts came from them at the end.
    pub used: bool,
    /// How many there are.
    pub tokens: u64,
    /// Share of the text's tokens that are not among them.
    pub acceptance_loss: f64,
    /// Expected speed with them, by that with all tokens.
    pub gain: f64,
}

/// Where the time went, in seconds, and the most memory.
#[derive(Debug, Clone, Copy, PartialEq, uniffi::Record)]
pub struct TimeAccount {
    /// Loading the model; 0 if it was in memory.
    pub load: f64,
    /// Reading the prompt.
    pub reading: f64,
    /// From the request to the first token.
    pub first_token: f64,
    /// From the first token to the last.
    pub decoding: f64,
    /// The part of the answer that was thought; 0 without.
    pub thinking: f64,
    /// Tokens after the first, by that time.
    pub tokens_per_second: f64,
    /// Prompt tokens by the time of reading.
    pub prompt_tokens_per_second: f64,
    /// Peak of MLX's active memory in bytes, model included.
    pub peak_memory: u64,
}

impl AnswerEvent {
    /// The event as the app gets it; `None` for what only counts.
    pub(crate) fn of(event: Event) -> Option<Self> {
        Some(match event {
            Event::Prefill { done, total } => Self::Reading {
                done: done as u64,
                total: total as u64,
            },
            Event::Thinking(text) => Self::Thinking { text },
            Event::Answer(text) => Self::Text { text },
            Event::ToolCall(call) => Self::ToolCall {
                name: call.name,
                arguments: serde_json::Value::Object(call.arguments).to_string(),
            },
            Event::Drafts(drafts) => Self::Drafts {
                drafts: drafts.into(),
            },
            Event::Tokens(_) | Event::Finished(_) => return None,
        })
    }

    /// Joins what follows this onto it; gives back what is of another kind.
    pub(crate) fn join(&mut self, next: Self) -> Option<Self> {
        match (self, next) {
            (Self::Text { text }, Self::Text { text: more })
            | (Self::Thinking { text }, Self::Thinking { text: more }) => text.push_str(&more),
            (reading @ Self::Reading { .. }, next @ Self::Reading { .. }) => *reading = next,
            (Self::Drafts { drafts }, Self::Drafts { drafts: more }) => {
                drafts.rounds.extend(more.rounds);
                drafts.thinking.extend(more.thinking);
                drafts.text.extend(more.text);
            }
            (_, next) => return Some(next),
        }
        None
    }
}

impl Account {
    /// The account of an answer that the engine gave none for.
    pub(crate) fn failed(failure: Failure) -> Self {
        Self {
            text: String::new(),
            thinking: String::new(),
            tool_calls: "[]".to_owned(),
            ending: Ending::Failed,
            failure: Some(failure),
            warnings: Vec::new(),
            messages_left_out: 0,
            tokens: TokenCounts {
                prompt: 0,
                cached: 0,
                answer: 0,
                thinking: 0,
            },
            speculation: SpeculationAccount {
                active: false,
                cause: DraftingCause::NotDecoded,
                reason: String::new(),
                depth: 0,
                rounds: 0,
                drafted: 0,
                accepted: 0,
                accepted_by_position: Vec::new(),
                tokens_per_round: 0.0,
                gain: None,
                draft_vocabulary: None,
            },
            time: TimeAccount {
                load: 0.0,
                reading: 0.0,
                first_token: 0.0,
                decoding: 0.0,
                thinking: 0.0,
                tokens_per_second: 0.0,
                prompt_tokens_per_second: 0.0,
                peak_memory: 0,
            },
            json: "{}".to_owned(),
        }
    }
}

impl From<Completion> for Account {
    fn from(completion: Completion) -> Self {
        let json = completion.statistics().to_string();
        let tool_calls = serde_json::to_string(&completion.tool_calls).unwrap_or_default();
        let Completion {
            usage,
            speculation,
            timing,
            ..
        } = completion;
        Self {
            text: completion.text,
            thinking: completion.reasoning,
            tool_calls,
            ending: match completion.finish_reason {
                FinishReason::Stop => Ending::Stop,
                FinishReason::Length => Ending::Length,
                FinishReason::Repetition => Ending::Repetition,
                FinishReason::ToolCalls => Ending::ToolCalls,
                FinishReason::Cancelled => Ending::Cancelled,
                FinishReason::Error => Ending::Failed,
            },
            failure: completion.error.map(Failure::from),
            warnings: completion.warnings,
            messages_left_out: completion.messages_left_out as u64,
            tokens: TokenCounts {
                prompt: usage.prompt_tokens as u64,
                cached: usage.cached_tokens as u64,
                answer: usage.completion_tokens as u64,
                thinking: usage.thinking_tokens as u64,
            },
            speculation: SpeculationAccount {
                active: speculation.state == SpeculationState::Active,
                cause: speculation.cause.into(),
                reason: speculation.reason,
                depth: speculation.depth as u64,
                rounds: speculation.rounds as u64,
                drafted: speculation.drafted as u64,
                accepted: speculation.accepted as u64,
                accepted_by_position: speculation
                    .accepted_by_position
                    .into_iter()
                    .map(|count| count as u64)
                    .collect(),
                tokens_per_round: speculation.tokens_per_round,
                gain: speculation.gain,
                draft_vocabulary: speculation.draft_vocabulary.map(|used| DraftVocabulary {
                    used: used.used,
                    tokens: used.tokens as u64,
                    acceptance_loss: used.acceptance_loss,
                    gain: used.gain,
                }),
            },
            time: TimeAccount {
                load: timing.load_s,
                reading: timing.prefill_s,
                first_token: timing.first_token_s,
                decoding: timing.decode_s,
                thinking: timing.thinking_s,
                tokens_per_second: timing.decode_tokens_per_s,
                prompt_tokens_per_second: timing.prefill_tokens_per_s,
                peak_memory: timing.peak_memory_bytes as u64,
            },
            json,
        }
    }
}
