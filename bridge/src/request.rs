//! What is asked of the engine.

use std::path::PathBuf;

use serde::de::DeserializeOwned;
use tandem_engine::{
    CompanionSpec, ModelSpec, Overflow, Prompt, Request, Sampling, Speculate,
    chat::{ChatTemplate, Conversation, RenderOptions},
};

use crate::failure::{Failure, Outcome};

/// Which model to run, by folders.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelFolders {
    /// Folder of the target.
    pub target: String,
    /// Where its companion is.
    pub companion: CompanionWish,
}

/// Which companion drafts.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum CompanionWish {
    /// The one inside the target's own folder, if there is one.
    Own,
    /// None: plain decoding.
    None,
    /// The one in a folder of its own.
    Folder {
        /// That folder.
        path: String,
    },
}

/// What the model continues.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum PromptWish {
    /// A conversation.
    Chat {
        /// A JSON list of messages in the OpenAI form.
        messages: String,
        /// A JSON list of tools.
        tools: Option<String>,
        /// Whether the model is to think; `None` leaves it to the template.
        thinking: Option<bool>,
        /// A JSON object of what else the template gets.
        template_arguments: Option<String>,
        /// Another template than the model's own.
        template: Option<String>,
    },
    /// Text given to the model as it is.
    Raw {
        /// The text.
        text: String,
    },
    /// Tokens given to the model as they are.
    Tokens {
        /// Their numbers.
        tokens: Vec<u32>,
    },
}

/// How tokens are chosen; what is `None` is left to the model's maker. Ranges are those of
/// [`Sampling`].
#[derive(Debug, Clone, PartialEq, Default, uniffi::Record)]
pub struct SamplingWish {
    /// 0 takes the most likely token.
    pub temperature: Option<f32>,
    /// Choose among so many.
    pub top_k: Option<u32>,
    /// Choose among the likeliest with this probability together.
    pub top_p: Option<f32>,
    /// Choose among tokens at least this likely, relative to the likeliest.
    pub min_p: Option<f32>,
    /// Taken off the score of what has occurred.
    pub presence_penalty: Option<f32>,
    /// Taken off it for each time.
    pub frequency_penalty: Option<f32>,
    /// Divides it.
    pub repetition_penalty: Option<f32>,
    /// Added to the scores of single tokens.
    pub logit_bias: Vec<LogitBias>,
    /// The same seed gives the same answer.
    pub seed: Option<u64>,
}

/// What is added to the score of one token.
#[derive(Debug, Clone, Copy, PartialEq, uniffi::Record)]
pub struct LogitBias {
    /// The token.
    pub token: u32,
    /// -100 to 100.
    pub bias: f32,
}

/// How often to let the companion draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum SpeculateWish {
    /// As the engine finds best.
    Auto,
    /// Never.
    Off,
    /// Always so many drafts a round.
    Depth {
        /// Drafts a round.
        drafts: u32,
    },
}

/// One request for an answer.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct AnswerRequest {
    /// The model to run; it is loaded if it is not in memory.
    pub model: ModelFolders,
    /// What it continues.
    pub prompt: PromptWish,
    /// Most tokens of the answer.
    pub max_tokens: Option<u64>,
    /// Most tokens that the model may think for.
    pub think_budget: Option<u64>,
    /// Leave out the beginning of a conversation that is too long, in place of refusing it.
    pub shorten: bool,
    /// End an answer that says the same over and over.
    pub stop_repetition: bool,
    /// How tokens are chosen.
    pub sampling: SamplingWish,
    /// Texts that end the answer.
    pub stops: Vec<String>,
    /// Speculation.
    pub speculate: SpeculateWish,
    /// The same text, token for token, however the engine speculates.
    pub exact: bool,
}

impl From<ModelFolders> for ModelSpec {
    fn from(model: ModelFolders) -> Self {
        Self {
            target: model.target.into(),
            companion: match model.companion {
                CompanionWish::Own => CompanionSpec::Own,
                CompanionWish::None => CompanionSpec::None,
                CompanionWish::Folder { path } => CompanionSpec::Folder(path.into()),
            },
        }
    }
}

impl From<ModelSpec> for ModelFolders {
    fn from(model: ModelSpec) -> Self {
        Self {
            target: shown(model.target),
            companion: match model.companion {
                CompanionSpec::Own => CompanionWish::Own,
                CompanionSpec::None => CompanionWish::None,
                CompanionSpec::Folder(path) => CompanionWish::Folder { path: shown(path) },
            },
        }
    }
}

impl TryFrom<PromptWish> for Prompt {
    type Error = Failure;

    fn try_from(prompt: PromptWish) -> Outcome<Self> {
        Ok(match prompt {
            PromptWish::Chat {
                messages,
                tools,
                thinking,
                template_arguments,
                template,
            } => Self::Chat {
                conversation: Conversation::from_json(&messages, tools.as_deref())?,
                options: RenderOptions {
                    thinking,
                    template_args: template_arguments
                        .map(|json| parsed("what the template gets", &json))
                        .transpose()?
                        .unwrap_or_default(),
                },
                template: template.map(|text| ChatTemplate::from_source(&text)),
            },
            PromptWish::Raw { text } => Self::Raw(text),
            PromptWish::Tokens { tokens } => Self::Tokens(tokens),
        })
    }
}

impl From<SamplingWish> for Sampling {
    fn from(wish: SamplingWish) -> Self {
        Self {
            temperature: wish.temperature,
            top_k: wish.top_k.map(|count| size(count.into())),
            top_p: wish.top_p,
            min_p: wish.min_p,
            presence_penalty: wish.presence_penalty,
            frequency_penalty: wish.frequency_penalty,
            repetition_penalty: wish.repetition_penalty,
            logit_bias: wish
                .logit_bias
                .into_iter()
                .map(|LogitBias { token, bias }| (token, bias))
                .collect(),
            seed: wish.seed,
        }
    }
}

impl TryFrom<AnswerRequest> for Request {
    type Error = Failure;

    fn try_from(request: AnswerRequest) -> Outcome<Self> {
        Ok(Self {
            max_tokens: request.max_tokens.map(size),
            think_budget: request.think_budget.map(size),
            overflow: if request.shorten {
                Overflow::Shorten
            } else {
                Overflow::Stop
            },
            stop_repetition: request.stop_repetition,
            sampling: request.sampling.into(),
            stops: request.stops,
            speculate: match request.speculate {
                SpeculateWish::Auto => Speculate::Auto,
                SpeculateWish::Off => Speculate::Off,
                SpeculateWish::Depth { drafts } => Speculate::Depth(size(drafts.into())),
            },
            exact: request.exact,
            ..Self::new(request.model.into(), request.prompt.try_into()?)
        })
    }
}

/// A count that the machine may be too small for.
pub(crate) fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// A path as Swift gets it.
pub(crate) fn shown(path: PathBuf) -> String {
    path.into_os_string()
        .into_string()
        .unwrap_or_else(|path| path.to_string_lossy().into_owned())
}

/// A value from its JSON; `what` names it in the error.
pub(crate) fn parsed<T: DeserializeOwned>(what: &str, json: &str) -> Outcome<T> {
    serde_json::from_str(json).map_err(|error| Failure::malformed(what, &error))
}
