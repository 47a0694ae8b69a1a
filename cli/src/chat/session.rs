//! A conversation in memory, and how it is answered.

use tandem_engine::{
    Completion, Engine, Event, FinishReason, ModelSpec, Prompt, Request, Sampling, Speculate,
    chat::{Conversation, Message, RenderOptions},
};

use super::command::{self, Command, HELP};
use crate::{
    answer::follow,
    args::{ChatArgs, Think},
    failure::Failure,
    output::{Output, one_line},
    statistics,
};

/// A conversation and what it is to be answered with.
pub(super) struct Session {
    engine: Engine,
    model: ModelSpec,
    system: Option<String>,
    messages: Vec<Message>,
    think: Think,
    speculate: Speculate,
    max_tokens: Option<usize>,
    ignore_end: bool,
    sampling: Sampling,
    totals: Totals,
}

/// What the conversation has taken so far.
#[derive(Debug, Default)]
struct Totals {
    answers: usize,
    tokens: usize,
    seconds: f64,
    drafted: usize,
    accepted: usize,
}

impl Session {
    /// An empty conversation.
    pub(super) fn new(engine: Engine, model: ModelSpec, args: &ChatArgs) -> Self {
        Self {
            engine,
            model,
            system: args.system.clone(),
            messages: Vec::new(),
            think: args.think,
            speculate: args.speculate,
            max_tokens: args.max_tokens,
            ignore_end: args.ignore_end,
            sampling: args.sampling.sampling(),
            totals: Totals::default(),
        }
    }

    /// Does what a command says.
    pub(super) async fn obey(
        &mut self,
        command: Command,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let said = match command {
            Command::Help => return output.text(HELP),
            Command::Quit => return Ok(()),
            Command::New => {
                self.messages.clear();
                self.totals = Totals::default();
                "a new conversation".to_owned()
            }
            Command::System(text) => {
                self.system = text;
                match self.system {
                    Some(_) => "the model is told that from the next message on".to_owned(),
                    None => "the model is told nothing beforehand".to_owned(),
                }
            }
            Command::Think(think) => {
                self.think = think;
                "from the next message on".to_owned()
            }
            Command::Speculate(speculate) => {
                self.speculate = speculate;
                "from the next message on".to_owned()
            }
            Command::Stats => self.stats().await?,
        };
        output.dim(&format!("{said}\n"))
    }

    /// Answers a message. If that fails, the conversation is as before.
    pub(super) async fn answer(&mut self, line: &str, output: &mut Output) -> Result<(), Failure> {
        self.messages.push(Message::user(command::message(line)));
        let request = self.request();
        let mut thinking = false;
        let outcome = follow(&self.engine, request, |event| match event {
            Event::Thinking(text) => {
                thinking = true;
                output.dim(&text)
            }
            Event::Answer(text) => {
                if std::mem::take(&mut thinking) {
                    output.end_line()?;
                }
                output.text(&text)
            }
            Event::ToolCall(call) => {
                output.end_line()?;
                output.json(&call)
            }
            _ => Ok(()),
        })
        .await;
        let completion = outcome.and_then(|completion| match completion.error {
            Some(error) => Err(error.into()),
            None => Ok(completion),
        });
        let completion = match completion {
            Ok(completion) => completion,
            Err(failure) => {
                self.messages.pop();
                return Err(failure);
            }
        };
        output.end_line()?;
        for warning in &completion.warnings {
            output.dim(&format!("{}\n", one_line(warning)))?;
        }
        output.dim(&format!("{}\n\n", one_line(&statistics::line(&completion))))?;
        self.totals.add(&completion);
        self.keep(completion);
        Ok(())
    }

    fn request(&self) -> Request {
        let system = self.system.as_deref().map(Message::system);
        let messages = system
            .into_iter()
            .chain(self.messages.iter().cloned())
            .collect();
        Request {
            max_tokens: self.max_tokens,
            ignore_end: self.ignore_end,
            sampling: self.sampling.clone(),
            speculate: self.speculate,
            ..Request::new(
                self.model.clone(),
                Prompt::Chat {
                    conversation: Conversation::new(messages),
                    options: RenderOptions {
                        thinking: self.think.wish(),
                        ..RenderOptions::default()
                    },
                    template: None,
                },
            )
        }
    }

    /// Adds the answer to the conversation; one that was stopped before it began was never asked.
    fn keep(&mut self, completion: Completion) {
        if completion.finish_reason == FinishReason::Cancelled
            && completion.text.is_empty()
            && completion.reasoning.is_empty()
        {
            self.messages.pop();
            return;
        }
        let mut message = Message::assistant(completion.text);
        if !completion.reasoning.is_empty() {
            message = message.with_reasoning(completion.reasoning);
        }
        if !completion.tool_calls.is_empty() {
            message = message.with_tool_calls(&completion.tool_calls);
        }
        self.messages.push(message);
    }

    async fn stats(&self) -> Result<String, Failure> {
        let memory = self.engine.memory().await?;
        let totals = &self.totals;
        let speed = if totals.seconds > 0.0 {
            totals.tokens as f64 / totals.seconds
        } else {
            0.0
        };
        Ok(format!(
            "{} answers · {} tokens · {speed:.1} tokens/s · {} of the drafts accepted · {:.0} MB in use, {:.0} MB at most",
            totals.answers,
            totals.tokens,
            statistics::percent(totals.accepted, totals.drafted),
            memory.active as f64 / 1e6,
            memory.peak as f64 / 1e6,
        ))
    }
}

impl Totals {
    fn add(&mut self, completion: &Completion) {
        self.answers += 1;
        self.tokens += completion.usage.completion_tokens;
        self.seconds += completion.timing.decode_s;
        self.drafted += completion.speculation.drafted;
        self.accepted += completion.speculation.accepted;
    }
}
