//! The model's own chat template, rendered as the reference engine does, whatever the conversation.

mod environment;
mod files;
mod guard;
mod provenance;
mod python;
mod repair;
mod source;

use std::collections::BTreeSet;
use std::error::Error as _;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use jiff::ZonedDateTime;
use minijinja::value::Value;
use minijinja::{Error, ErrorKind};
use serde_json::{Map, Value as Json};

use self::environment::{Raised, environment};
use self::source::Source;
use crate::error::one_line;

use super::{AddedTokens, ChatError, Control, Conversation, Rendered};

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic)]
mod tests;

const CHATML: &str = include_str!("chatml.jinja");

/// What any rendering may use: one unit for an instruction or 64 bytes of data, so that it bounds time and
/// memory. Measured on the family's templates: up to 500 units, and for each value 80 and each byte 0.25.
const BASE_FUEL: u64 = 200_000;
/// What it may use besides for each value of the conversation, and for each byte.
const FUEL_PER_VALUE: u64 = 500;
const FUEL_PER_BYTE: u64 = 2;
/// No conversation that is read gives a longer prompt.
const MAX_PROMPT_BYTES: usize = 256 << 20;
/// Templates nested as deep as the limits on them allow take under 8 MiB. This is reserved, not used.
const STACK_BYTES: usize = 64 << 20;

/// How a conversation is rendered.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RenderOptions {
    /// Whether the model is to think; `None` leaves it to the template.
    pub thinking: Option<bool>,
    /// More variables for the template. They win over all others but `messages`, `tools` and the functions that
    /// templates call.
    pub template_args: Map<String, Json>,
}

/// A chat template, ready to render.
#[derive(Debug, Clone)]
pub struct ChatTemplate {
    default: Arc<Source>,
    tool_use: Option<Arc<Source>>,
    variables: Arc<[(String, String)]>,
    warnings: Vec<String>,
}

/// Why a template cannot be used at all.
#[derive(Debug, thiserror::Error)]
enum BrokenTemplate {
    #[error("is too large")]
    TooLarge,
    #[error("has an error{}", .line.map_or(String::new(), |line| format!(" in line {line}")))]
    Syntax { line: Option<usize> },
}

impl ChatTemplate {
    /// The template in a model's folder: `chat_template.jinja`, `chat_template.json` or an entry of
    /// `tokenizer_config.json`, with a template for tools beside it or not.
    ///
    /// A model without a template, or with a broken one, gets ChatML, and every rendering warns of it.
    ///
    /// # Errors
    /// [`ChatError::Template`] if a file is there but cannot be read.
    pub fn load(folder: &Path) -> Result<Self, ChatError> {
        let found = files::find(folder)?;
        let template = Self {
            variables: found.variables.into(),
            ..Self::chatml()
        };
        let mut template = match found.default.as_deref().or(found.tool_use.as_deref()) {
            Some(text) => template.with_source(text),
            None => {
                template.warning("the model has no chat template; a plain ChatML prompt was used")
            }
        };
        if let Some(text) = &found.tool_use {
            template.tool_use = ready(text, &template.variables).ok();
        }
        Ok(match found.broken {
            Some(file) => template.warning(&format!(
                "the model's {file} cannot be used, for it is damaged"
            )),
            None => template,
        })
    }

    /// A template by its text. A broken one becomes ChatML, and every rendering warns of it.
    pub fn from_source(text: &str) -> Self {
        Self::chatml().with_source(text)
    }

    /// The plain ChatML prompt.
    pub fn chatml() -> Self {
        Self {
            default: Source::trusted(CHATML).into(),
            tool_use: None,
            variables: Arc::default(),
            warnings: Vec::new(),
        }
    }

    /// Another template for the same model, with its special tokens.
    #[must_use]
    pub fn with_source(&self, text: &str) -> Self {
        let template = Self {
            variables: self.variables.clone(),
            ..Self::chatml()
        };
        match ready(text, &template.variables) {
            Ok(default) => Self {
                default,
                ..template
            },
            Err(broken) => template.warning(&format!(
                "the chat template {broken}; a plain ChatML prompt was used"
            )),
        }
    }

    /// Renders a conversation into a prompt.
    ///
    /// The template gets `messages`, `tools` (or none), `documents` (none), `add_generation_prompt` (true),
    /// `enable_thinking` if asked for, and the template arguments.
    ///
    /// # Errors
    /// [`ChatError::Render`] if not even ChatML can be rendered.
    pub fn render(
        &self,
        conversation: &Conversation,
        options: &RenderOptions,
        added: &AddedTokens,
    ) -> Result<Rendered, ChatError> {
        self.render_at(ZonedDateTime::now(), conversation, options, added)
    }

    fn render_at(
        &self,
        now: ZonedDateTime,
        conversation: &Conversation,
        options: &RenderOptions,
        added: &AddedTokens,
    ) -> Result<Rendered, ChatError> {
        let mut warnings = self.warnings.clone();
        let (options, ignored) = &usable(options);
        warnings.extend_from_slice(ignored);
        let source = match &self.tool_use {
            Some(tool_use) if !conversation.tools.is_empty() => tool_use,
            _ => &self.default,
        };
        let mut job = Job::new(conversation, options, now.clone());
        let mut outcome = job.render(source.text());
        if outcome
            .as_ref()
            .is_err_and(|error| error.kind() != ErrorKind::OutOfFuel)
        {
            let mut repaired = conversation.clone();
            let mut changes = Vec::new();
            for repair in repair::REPAIRS {
                let Some(change) = repair(&mut repaired) else {
                    continue;
                };
                changes.push(change);
                job = Job::new(&repaired, options, now.clone());
                outcome = job.render(source.text());
                if outcome.is_ok() {
                    warnings.append(&mut changes);
                    break;
                }
            }
        }
        if let Ok(prompt) = &outcome
            && repair::loses_a_role(conversation, prompt)
        {
            let mut repaired = conversation.clone();
            let change = repair::known_roles(&mut repaired);
            let again = Job::new(&repaired, options, now.clone());
            if let Ok(prompt) = again.render(source.text()) {
                (job, outcome) = (again, Ok(prompt));
                warnings.extend(change);
            }
        }
        match outcome {
            Ok(prompt) => Ok(job.finish(prompt, source, added, warnings)),
            Err(error) => {
                warnings.push(why_not(&error, source));
                let job = Job::new(conversation, options, now);
                let chatml = Source::trusted(CHATML);
                match job.render(chatml.text()) {
                    Ok(prompt) => Ok(job.finish(prompt, &chatml, added, warnings)),
                    Err(error) => Err(ChatError::Render(error.kind().to_string())),
                }
            }
        }
    }

    fn warning(mut self, text: &str) -> Self {
        self.warnings.push(text.to_owned());
        self
    }
}

/// One conversation, ready to be rendered any number of times.
struct Job {
    context: Value,
    fuel: u64,
    now: ZonedDateTime,
    private: BTreeSet<char>,
}

impl Job {
    fn new(conversation: &Conversation, options: &RenderOptions, now: ZonedDateTime) -> Self {
        let mut values = Values::default();
        let mut context: Vec<(String, Value)> = vec![
            ("documents".into(), Value::from(())),
            ("add_generation_prompt".into(), Value::from(true)),
        ];
        if let Some(thinking) = options.thinking {
            context.push(("enable_thinking".into(), Value::from(thinking)));
        }
        for (name, value) in &options.template_args {
            context.push((name.clone(), values.convert(value)));
        }
        let messages: Vec<Value> = conversation
            .messages
            .iter()
            .map(|message| values.message(message.as_json()))
            .collect();
        context.push(("messages".into(), Value::from(messages)));
        let tools: Vec<Value> = conversation
            .tools
            .iter()
            .map(|tool| values.convert(tool))
            .collect();
        let tools = if tools.is_empty() {
            Value::from(())
        } else {
            Value::from(tools)
        };
        context.push(("tools".into(), tools));
        Self {
            context: Value::from_pairs(context),
            fuel: BASE_FUEL + FUEL_PER_VALUE * values.count + FUEL_PER_BYTE * values.bytes,
            now,
            private: values.private,
        }
    }

    fn render(&self, template: &str) -> Result<String, Error> {
        on_a_deep_stack(|| {
            let env = environment(self.fuel, self.now.clone())?;
            let prompt = env.render_str(template, self.context.clone())?;
            if prompt.len() > MAX_PROMPT_BYTES {
                return Err(Error::from(ErrorKind::OutOfFuel));
            }
            Ok(prompt)
        })
    }

    fn finish(
        &self,
        prompt: String,
        source: &Source,
        added: &AddedTokens,
        warnings: Vec<String>,
    ) -> Rendered {
        let controls = provenance::controls(&prompt, source, added, &self.private, |template| {
            self.render(template).ok()
        });
        Rendered {
            starts_in_thinking: ends_in_thinking(&prompt, &controls, added),
            prompt,
            controls,
            warnings,
        }
    }
}

/// Turns JSON into the engine's values and takes its measure.
#[derive(Default)]
struct Values {
    bytes: u64,
    count: u64,
    private: BTreeSet<char>,
}

impl Values {
    fn text(&mut self, text: &str) -> Value {
        self.bytes += text.len() as u64;
        // Only characters that take four bytes in UTF-8 can be in the way.
        if text.bytes().any(|byte| byte >= 0xf3) {
            self.private
                .extend(text.chars().filter(|&c| provenance::may_be_stand_in(c)));
        }
        Value::from(text)
    }

    fn convert(&mut self, value: &Json) -> Value {
        self.count += 1;
        match value {
            Json::Null => Value::from(()),
            Json::Bool(value) => Value::from(*value),
            Json::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(number), _) => Value::from(number),
                (None, Some(number)) => Value::from(number),
                (None, None) => Value::from(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => self.text(text),
            Json::Array(items) => items.iter().map(|item| self.convert(item)).collect(),
            Json::Object(fields) => Value::from_pairs(
                fields
                    .iter()
                    .map(|(name, value)| (self.text(name), self.convert(value)))
                    .collect::<Vec<_>>(),
            ),
        }
    }

    /// A message whose tool calls have their arguments as objects, which is what templates expect.
    fn message(&mut self, message: &Map<String, Json>) -> Value {
        let mut message = message.clone();
        for call in message
            .get_mut("tool_calls")
            .and_then(Json::as_array_mut)
            .into_iter()
            .flatten()
        {
            let function = match call.get("function") {
                Some(Json::Object(_)) => &mut call["function"],
                _ => call,
            };
            let Some(arguments) = function.get_mut("arguments") else {
                continue;
            };
            match arguments.as_str().map(str::trim) {
                Some("") => *arguments = Map::new().into(),
                Some(text) => {
                    if let Ok(object @ Json::Object(_)) = serde_json::from_str(text) {
                        *arguments = object;
                    }
                }
                None => {}
            }
        }
        self.convert(&Json::Object(message))
    }
}

/// The options without template arguments that would take the place of the conversation or of a function that
/// templates call, and a line for each of those.
fn usable(options: &RenderOptions) -> (RenderOptions, Vec<String>) {
    let mut options = options.clone();
    let mut ignored = Vec::new();
    let functions: Vec<String> = environment(0, ZonedDateTime::default())
        .map(|env| env.globals().map(|(name, _)| name.to_owned()).collect())
        .unwrap_or_default();
    options.template_args.retain(|name, _| {
        let taken = functions.contains(name) || matches!(name.as_str(), "messages" | "tools");
        if taken {
            ignored.push(format!(
                "the template argument {} is not used: templates know something else by that name",
                one_line(name)
            ));
        }
        !taken
    });
    (options, ignored)
}

/// A template that compiles.
fn ready(text: &str, variables: &[(String, String)]) -> Result<Arc<Source>, BrokenTemplate> {
    let source = Source::new(text, variables)?;
    let compiled = on_a_deep_stack(|| {
        let env = environment(BASE_FUEL, ZonedDateTime::default())?;
        env.template_from_str(source.text()).map(|_| ())
    });
    match compiled {
        Ok(()) => Ok(source.into()),
        Err(error) => Err(BrokenTemplate::Syntax {
            line: error
                .line()
                .map(|line| line.saturating_sub(variables.len())),
        }),
    }
}

/// Why a template gave no prompt. What it raised is repeated only if it stands in the template itself, as it
/// may hold text of the conversation.
fn why_not(error: &Error, source: &Source) -> String {
    let raised = error
        .source()
        .and_then(|source| source.downcast_ref::<Raised>())
        .filter(|Raised(message)| !message.is_empty() && source.text().contains(message));
    let reason = match raised {
        Some(Raised(message)) => format!("refuses this conversation ({message})"),
        None if error.kind() == ErrorKind::OutOfFuel => "does not come to an end".into(),
        None => format!("fails on this conversation ({})", error.kind()),
    };
    format!("the chat template {reason}; a plain ChatML prompt was used")
}

/// Whether the text after the prompt continues a thinking block that the last turn has opened.
fn ends_in_thinking(prompt: &str, controls: &[Control], added: &AddedTokens) -> bool {
    let last = |text: &str| match added.id(text) {
        // Where it is a token, only the token counts.
        Some(id) => (controls.iter().rev())
            .find(|control| control.id == id)
            .map(|control| control.range.start),
        None => prompt.rfind(text),
    };
    last("<think>")
        > last("</think>")
            .max(last("<|im_start|>"))
            .max(last("<|im_end|>"))
}

/// Runs on a thread with room for templates and values nested as deep as their limits allow. Should the engine
/// panic, that ends the thread and nothing else.
fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    let failed = |reason: &'static str| Error::new(ErrorKind::InvalidOperation, reason);
    thread::scope(|scope| {
        thread::Builder::new()
            .name("template".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .map_err(|_| failed("no thread could be started"))?
            .join()
            .unwrap_or_else(|_| Err(failed("the template engine failed")))
    })
}
