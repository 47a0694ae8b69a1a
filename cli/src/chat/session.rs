//! A conversation, and how it is answered.

use std::sync::Arc;

use serde_json::json;
use tandem_engine::{
    Completion, Engine, Event, FinishReason, ModelSpec, Overflow, Prompt, Request, builtin,
    chat::{Conversation, RenderOptions},
    store::{Attachment, ChatId, MessageId, NewChat, Outcome, Piece, Store},
    title,
};

use super::{
    command::{self, Command, HELP},
    kept::{self, Kept},
    options::Options,
    titling::Titling,
};
use crate::{
    answer::follow,
    args::{ChatArgs, MachineArgs, ModelArgs},
    attachments,
    commands::chats,
    failure::Failure,
    interrupt::Held,
    model,
    output::{Output, one_line},
    statistics, store,
};

/// A conversation and what it is to be answered with.
pub(super) struct Session {
    engine: Engine,
    spec: ModelSpec,
    /// What the user calls the model.
    model: ModelArgs,
    machine: MachineArgs,
    kept: Kept,
    system: Option<String>,
    options: Options,
    overflow: Overflow,
    stop_repetition: bool,
    ignore_end: bool,
    totals: Totals,
    /// The title that is being made.
    title: Option<Titling>,
    /// In a terminal Ctrl-C never ends the program.
    held: Option<Held>,
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
    /// A conversation yet to begin, to be kept in `store`.
    pub(super) fn new(
        engine: Engine,
        spec: ModelSpec,
        store: Store,
        args: ChatArgs,
        machine: MachineArgs,
        held: Option<Held>,
    ) -> Self {
        Self {
            engine,
            spec,
            kept: Kept::new(store),
            options: Options::given(&args),
            system: args.system,
            overflow: args.overflow.wish(),
            stop_repetition: !args.allow_repetition,
            ignore_end: args.ignore_end,
            model: args.model,
            machine,
            totals: Totals::default(),
            title: None,
            held,
        }
    }

    /// From here on Ctrl-C is about what comes next.
    pub(super) async fn renew(&mut self) -> Result<(), Failure> {
        match &mut self.held {
            Some(held) => held.renew().await,
            None => Ok(()),
        }
    }

    /// Goes on with the last conversation, if there is one.
    pub(super) fn resume(&mut self, output: &mut Output) -> Result<(), Failure> {
        match self.kept.latest()? {
            Some(chat) => {
                let given = self.system.clone();
                self.open(chat.id, output)?;
                if let Some(system) = given {
                    self.kept.set_system(&system)?;
                    self.system = Some(system);
                }
                output.dim("/new begins another.\n\n")
            }
            None => Ok(()),
        }
    }

    fn open(&mut self, id: ChatId, output: &mut Output) -> Result<(), Failure> {
        let conversation = self.kept.open(id)?;
        self.totals = Totals::default();
        self.options.open(&conversation.chat.parameters);
        self.system = Some(conversation.chat.system_prompt.clone()).filter(|text| !text.is_empty());
        output.dim(&store::line(&conversation.chat))?;
        match kept::ending(&conversation) {
            Some(ending) => output.dim(&format!("{ending}\n")),
            None => Ok(()),
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
                self.kept.leave();
                self.totals = Totals::default();
                "a new conversation".to_owned()
            }
            Command::List => {
                for chat in self.kept.list()? {
                    output.text(&store::line(&chat))?;
                }
                return Ok(());
            }
            Command::Open(id) => return self.open(id, output),
            Command::Search(words) => return chats::search(&self.kept.store, &words, output),
            Command::Edit(text) => {
                let files = attached(&text, output)?;
                let question = self.kept.edit(&text, &files)?;
                return self.answer_to(question, output).await;
            }
            Command::Retry => {
                let question = self.kept.last_said()?;
                return self.answer_to(question, output).await;
            }
            Command::Branch(nth) => return self.branch(nth, output),
            Command::Model(name) => self.change_model(name).await?,
            Command::Save(file) => {
                self.kept.save(&file)?;
                format!("saved as {}", one_line(&file.display().to_string()))
            }
            Command::System(text) => {
                self.kept.set_system(text.as_deref().unwrap_or_default())?;
                self.system = text;
                match self.system {
                    Some(_) => "the model is told that from the next message on".to_owned(),
                    None => "the model is told nothing beforehand".to_owned(),
                }
            }
            Command::Think(think) => {
                self.options.set_think(think);
                self.kept.set_parameters(&self.options.all())?;
                "from the next message on".to_owned()
            }
            Command::Speculate(speculate) => {
                self.options.set_speculate(speculate);
                self.kept.set_parameters(&self.options.all())?;
                "from the next message on".to_owned()
            }
            Command::Stats => self.stats().await?,
        };
        output.dim(&format!("{said}\n"))
    }

    fn branch(&mut self, nth: Option<usize>, output: &mut Output) -> Result<(), Failure> {
        let versions = self.kept.versions()?;
        if versions.is_empty() {
            return output.dim("there is one version of everything\n");
        }
        let Some(nth) = nth else {
            for (nth, (_, text, shown)) in versions.iter().enumerate() {
                let mark = if *shown { '*' } else { ' ' };
                output.text(&format!("{mark}{:>3}  {text}\n", nth + 1))?;
            }
            return Ok(());
        };
        let (version, text, _) = nth
            .checked_sub(1)
            .and_then(|nth| versions.get(nth))
            .ok_or_else(|| {
                Failure::Usage(format!("/branch takes a number up to {}", versions.len()))
            })?;
        self.kept.choose(*version)?;
        output.dim(&format!("on with: {text}\n"))
    }

    async fn change_model(&mut self, name: String) -> Result<String, Failure> {
        let model = ModelArgs {
            model: Some(name),
            companion: None,
        };
        let spec = model::resolve(&model, &self.machine)?;
        self.title = None;
        // Before anything changes, so that a model that cannot be loaded leaves the one there is.
        let stopped = async {
            match &mut self.held {
                Some(held) => held.pressed().await,
                None => std::future::pending().await,
            }
        };
        let info = tokio::select! {
            info = self.engine.load(spec.clone()) => info?,
            () = stopped => return Err(Failure::Failed("it was not waited for, and is not used".to_owned())),
        };
        self.spec = spec;
        self.model = model;
        self.kept.set_model(self.model_name())?;
        Ok(if info.companion {
            "it answers from now on, with its companion".to_owned()
        } else {
            "it answers from now on, without a companion".to_owned()
        })
    }

    fn model_name(&self) -> &str {
        model::title(self.model.model.as_deref())
    }

    /// Answers a message.
    pub(super) async fn answer(&mut self, line: &str, output: &mut Output) -> Result<(), Failure> {
        let name = model::title(self.model.model.as_deref());
        let said = command::message(line);
        let files = attached(said, output)?;
        let new = NewChat {
            system_prompt: self.system.clone().unwrap_or_default(),
            model: Some(name.to_owned()),
            parameters: self.options.all(),
            ..NewChat::default()
        };
        let question = self.kept.say(said, files, &new)?;
        self.answer_to(question, output).await
    }

    /// Answers a message that is written down. If that fails, the conversation goes on as before it, and the message
    /// stays as a branch.
    async fn answer_to(&mut self, question: MessageId, output: &mut Output) -> Result<(), Failure> {
        // Nothing is to hold up the answer.
        self.title = None;
        let request = self.request(question)?;
        let name = model::title(self.model.model.as_deref());
        let mut for_this = None;
        let held = match &mut self.held {
            Some(held) => held,
            None => for_this.insert(Held::new()?),
        };
        let mut writer = self.kept.answer(question, name)?;
        // The answer goes on even if the disk is full: the writer keeps what it could not write, and its end tells.
        let mut keep = |piece| {
            if let Err(error) = writer.push(piece) {
                tracing::warn!(%error, "a piece of an answer has to wait");
            }
        };
        let mut thinking = false;
        let outcome = follow(&self.engine, request, held, |event| match event {
            Event::Thinking(text) => {
                thinking = true;
                output.dim(&text)?;
                keep(Piece::Thinking(text));
                Ok(())
            }
            Event::Answer(text) => {
                if std::mem::take(&mut thinking) {
                    output.end_line()?;
                }
                output.answer(&text)?;
                keep(Piece::Content(text));
                Ok(())
            }
            Event::ToolCall(call) => {
                output.end_answer()?;
                output.json(&call)?;
                keep(Piece::ToolCall(
                    json!({"name": call.name, "arguments": call.arguments}),
                ));
                Ok(())
            }
            _ => Ok(()),
        })
        .await;
        let completion = outcome.and_then(|completion| match completion.error {
            Some(error) => Err(error.into()),
            None => Ok(completion),
        })?;
        let saved = writer.finish(&Outcome::from(&completion));
        let answer = writer.id();
        drop(writer);
        output.end_answer()?;
        for warning in &completion.warnings {
            output.dim(&format!("{}\n", one_line(warning)))?;
        }
        output.dim(&format!("{}\n\n", one_line(&statistics::line(&completion))))?;
        self.totals.add(&completion);
        let nothing_came = completion.text.is_empty() && completion.reasoning.is_empty();
        if completion.finish_reason != FinishReason::Cancelled || !nothing_came {
            self.kept.answered(answer);
        }
        saved?;
        if completion.finish_reason != FinishReason::Cancelled {
            self.make_title()?;
        }
        Ok(())
    }

    /// Has the model name the conversation, where a person will see it.
    fn make_title(&mut self) -> Result<(), Failure> {
        let able = self.model_name() != builtin::NAME;
        if able
            && self.held.is_some()
            && let Some((chat, subject)) = self.kept.untitled()?
        {
            let request = title::request(self.spec.clone(), &subject);
            let store = Arc::clone(&self.kept.store);
            self.title = Titling::begin(&self.engine, request, store, chat);
        }
        Ok(())
    }

    fn request(&self, question: MessageId) -> Result<Request, Failure> {
        let messages = self
            .kept
            .conversation()?
            .map(|conversation| conversation.prompt(Some(question)))
            .unwrap_or_default();
        let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
        let messages = serde_json::to_string(&messages).map_err(|error| failed(&error))?;
        let conversation =
            Conversation::from_json(&messages, None).map_err(|error| failed(&error))?;
        Ok(Request {
            overflow: self.overflow,
            stop_repetition: self.stop_repetition,
            ignore_end: self.ignore_end,
            ..self.options.request(
                self.spec.clone(),
                Prompt::Chat {
                    conversation,
                    options: RenderOptions {
                        thinking: self.options.think().wish(),
                        ..RenderOptions::default()
                    },
                    template: None,
                },
            )
        })
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

/// The files that a message names. They are told, and names that seem mistyped.
fn attached(text: &str, output: &mut Output) -> Result<Vec<Attachment>, Failure> {
    let named = attachments::named(text)?;
    for complaint in named.complaints() {
        output.dim(&format!("{}\n", one_line(&complaint)))?;
    }
    let files = named.files;
    for file in &files {
        let (name, length) = (one_line(&file.name), file.content.chars().count());
        output.dim(&format!("with {name}, {length} characters\n"))?;
    }
    Ok(files)
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
