//! What is asked of the engine.

use std::path::PathBuf;

use crate::chat::{ChatTemplate, Conversation, RenderOptions};

/// Which model to run, as a folder and its companion's.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ModelSpec {
    /// Folder of the target: `config.json`, safetensors, `tokenizer.json`.
    pub target: PathBuf,
    /// Where its companion is.
    pub companion: CompanionSpec,
}

/// Which companion drafts for a target.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum CompanionSpec {
    /// The one inside the target's own folder, if there is one.
    #[default]
    Own,
    /// None: plain decoding.
    None,
    /// A folder of its own (or a full release that has one inside).
    Folder(PathBuf),
}

/// What the model continues.
#[derive(Debug, Clone)]
pub enum Prompt {
    /// A conversation, rendered by the model's own template.
    Chat {
        /// Messages and tools.
        conversation: Conversation,
        /// How to render them.
        options: RenderOptions,
        /// Another template than the model's own.
        template: Option<ChatTemplate>,
    },
    /// Text given to the model as it is.
    Raw(String),
    /// Token numbers given to the model as they are.
    Tokens(Vec<u32>),
}

/// What to do about a prompt that is longer than the model reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overflow {
    /// Refuse it.
    #[default]
    Stop,
    /// Leave out the beginning of a conversation: whole exchanges, as few as leave room for the answer. Instructions at
    /// the beginning and the last exchange stay. Other prompts are refused.
    Shorten,
}

/// How often to let the companion draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Speculate {
    /// As the engine finds best.
    #[default]
    Auto,
    /// Never.
    Off,
    /// Always this many drafts a round.
    Depth(usize),
}

/// How the next token is chosen. What is `None` is left to the recommendation of the model's maker:
/// its `generation_config.json`, else what the model cards of the family say for answers with or
/// without thinking. At a temperature of 0 that was asked for, `None` changes nothing.
///
/// The steps come in the order in which mlx-lm takes them: bias, repetition, presence, frequency;
/// then top-p, min-p and top-k, all three at temperature 1; then the temperature. The penalties
/// look at the last 20 tokens of the text, of prompt and answer alike, as they do there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sampling {
    /// 0 takes the most likely token (after bias and penalties); higher values choose more freely.
    /// At most 100.
    pub temperature: Option<f32>,
    /// Choose among this many most likely tokens; 0 among all.
    pub top_k: Option<usize>,
    /// Choose among the most likely tokens that together have this probability, over 0 and at most
    /// 1.
    pub top_p: Option<f32>,
    /// Choose among tokens at least this likely, relative to the likeliest, 0 to 1.
    pub min_p: Option<f32>,
    /// Taken off the score of each token that has occurred, -100 to 100.
    pub presence_penalty: Option<f32>,
    /// Taken off the score of a token for each time it has occurred, -100 to 100.
    pub frequency_penalty: Option<f32>,
    /// Divides the positive score of each token that has occurred, and multiplies a negative one;
    /// 1 changes nothing. From 0.001 to 100.
    pub repetition_penalty: Option<f32>,
    /// Added to the scores of single tokens, -100 to 100 each.
    pub logit_bias: Vec<(u32, f32)>,
    /// The same seed gives the same answer, however the engine speculates. `None` draws one.
    pub seed: Option<u64>,
}

/// Most drafts a round: beyond that no head of this family agrees often enough to pay.
pub const MAX_DEPTH: usize = 8;

/// One request for an answer.
#[derive(Debug, Clone)]
pub struct Request {
    /// The model to run. It is loaded if it is not the one in memory.
    pub model: ModelSpec,
    /// What it continues.
    pub prompt: Prompt,
    /// Most tokens of the answer; `None` leaves it to the model's context.
    pub max_tokens: Option<usize>,
    /// Most tokens that the model may think for; then the engine closes the thinking and the model answers. `None`
    /// leaves it to the model.
    pub think_budget: Option<usize>,
    /// What to do if the prompt is too long.
    pub overflow: Overflow,
    /// End an answer that says the same over and over.
    pub stop_repetition: bool,
    /// How tokens are chosen.
    pub sampling: Sampling,
    /// Texts that end the answer; they are not part of it.
    pub stops: Vec<String>,
    /// Speculation.
    pub speculate: Speculate,
    /// The same text, token for token, however the engine speculates: also where two tokens score
    /// all but the same and rounding decides.
    pub exact: bool,
    /// Go on after an end token, and in a loop, for measuring.
    pub ignore_end: bool,
    /// Prompt tokens read in one pass; `None` for the device's own size.
    pub prefill_chunk: Option<usize>,
}

impl Request {
    /// A request with the defaults.
    pub fn new(model: ModelSpec, prompt: Prompt) -> Self {
        Self {
            model,
            prompt,
            max_tokens: None,
            think_budget: None,
            overflow: Overflow::default(),
            stop_repetition: true,
            sampling: Sampling::default(),
            stops: Vec::new(),
            speculate: Speculate::default(),
            exact: false,
            ignore_end: false,
            prefill_chunk: None,
        }
    }
}
