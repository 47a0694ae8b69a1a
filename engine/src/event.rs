//! What the engine tells while it answers, and its full account at the end.

use std::ops::Range;

use serde::Serialize;

use crate::{EngineError, chat::ToolCall, sample::SamplingSettings};

/// A step of an answer.
#[derive(Debug, Clone)]
pub enum Event {
    /// The prompt is being read.
    Prefill {
        /// Tokens read.
        done: usize,
        /// Tokens in all.
        total: usize,
    },
    /// A piece of the model's thinking.
    Thinking(String),
    /// A piece of the answer.
    Answer(String),
    /// A complete tool call.
    ToolCall(ToolCall),
    /// The tokens that the pieces since the last such event were made of.
    Tokens(Vec<u32>),
    /// What drafting did for the pieces since the last such event.
    Drafts(Drafts),
    /// The end, exactly once.
    Finished(Box<Completion>),
}

/// What drafting did for a part of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drafts {
    /// The rounds, in order.
    pub rounds: Vec<RoundCounts>,
    /// The bytes of all thinking so far that came from accepted drafts: ranges in order, apart, none empty.
    pub thinking: Vec<Range<usize>>,
    /// The same of the answer. A character belongs to the token that completed it.
    pub answer: Vec<Range<usize>>,
}

/// What one round did. It brought one token more than `accepted`: the model's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundCounts {
    /// Tokens drafted.
    pub drafted: usize,
    /// Drafts that the target agreed with, whether or not the answer ended before them.
    pub accepted: usize,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// An end token or a stop text.
    Stop,
    /// The token limit or the end of the model's context.
    Length,
    /// The model said the same over and over.
    Repetition,
    /// The model calls tools.
    ToolCalls,
    /// The request was cancelled.
    Cancelled,
    /// The request failed.
    Error,
}

/// A whole answer and how it came about.
#[derive(Debug, Clone, Serialize)]
pub struct Completion {
    /// The answer.
    pub text: String,
    /// The thinking before it.
    pub reasoning: String,
    /// Complete tool calls.
    pub tool_calls: Vec<ToolCall>,
    /// All tokens, the end token included.
    pub tokens: Vec<u32>,
    /// Why it ended.
    pub finish_reason: FinishReason,
    /// What went wrong if `finish_reason` is [`FinishReason::Error`].
    #[serde(skip)]
    pub error: Option<EngineError>,
    /// What was degraded on the way, one line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Messages at the beginning of the conversation for which there was no room.
    pub messages_left_out: usize,
    /// Token counts.
    pub usage: Usage,
    /// How the tokens were chosen; `None` if it did not come to that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<SamplingSettings>,
    /// What speculation did.
    pub speculation: Speculation,
    /// Where the time went.
    pub timing: Timing,
}

/// Token counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Tokens of the prompt.
    pub prompt_tokens: usize,
    /// Those of them that did not have to be read again.
    pub cached_tokens: usize,
    /// Tokens of the answer.
    pub completion_tokens: usize,
    /// Those of them that the model thought.
    pub thinking_tokens: usize,
    /// Those of them that the engine wrote to close the thinking, as its budget was used up.
    pub forced_tokens: usize,
}

/// Whether speculation was on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeculationState {
    /// The companion drafted.
    Active,
    /// Plain decoding.
    #[default]
    Off,
}

/// Why speculation was on or off.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeculationCause {
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
    #[default]
    NotDecoded,
}

/// What speculation did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Speculation {
    /// Whether it was on.
    pub state: SpeculationState,
    /// Why it was, or was not, for programs.
    pub cause: SpeculationCause,
    /// The same in words, for people.
    pub reason: String,
    /// The most drafts that a round had, or the number asked for.
    pub depth: usize,
    /// Verify passes.
    pub rounds: usize,
    /// Tokens drafted.
    pub drafted: usize,
    /// Drafts that the target agreed with.
    pub accepted: usize,
    /// Rounds in which the first draft was accepted, the second, and so on; as many as `depth`.
    pub accepted_by_position: Vec<usize>,
    /// Rounds that had a first draft, a second, and so on; as many as `depth`.
    pub drafted_by_position: Vec<usize>,
    /// Tokens that a round brought on average.
    pub tokens_per_round: f64,
    /// What the draft vocabulary did; `None` if there is none or the depth was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft_vocabulary: Option<VocabularyUse>,
    /// How many times as fast as plain decoding the answer came, by steps of it that were timed in
    /// between; `None` if there were none.
    pub gain: Option<f64>,
}

/// Drafting from likely tokens alone.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct VocabularyUse {
    /// Whether drafts came from them at the end.
    pub used: bool,
    /// How many there are.
    pub tokens: usize,
    /// Share of the text's tokens that are not among them: so many first drafts are lost.
    pub acceptance_loss: f64,
    /// Expected speed with them, by that with all tokens.
    pub gain: f64,
}

/// Where the time went, in seconds, and the most memory MLX held.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Timing {
    /// Loading the model; 0 if it was in memory.
    pub load_s: f64,
    /// Reading the prompt.
    pub prefill_s: f64,
    /// From the request to the first token.
    pub first_token_s: f64,
    /// From the first token to the last.
    pub decode_s: f64,
    /// The part of the answer that the model thought, from the first token of the thinking to its end; 0 without.
    pub thinking_s: f64,
    /// Tokens after the first, by `decode_s`.
    pub decode_tokens_per_s: f64,
    /// Prompt tokens by `prefill_s`.
    pub prefill_tokens_per_s: f64,
    /// Peak of MLX's active memory during the request, model included.
    pub peak_memory_bytes: usize,
}
