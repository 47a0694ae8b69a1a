//! `tandem generate`: one prompt, one answer.
//!
//! Text goes to standard output as it comes; with `--json` one object follows at the end, also for a
//! cancelled or failed request. What `--stream-json` prints stands in `--help`.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
};

use serde_json::{Value, json};
use tandem_engine::{
    Completion, Engine, EngineError, Event, FinishReason, Prompt, Request,
    chat::{ChatTemplate, Conversation, Message, RenderOptions},
};

use crate::{
    answer::follow,
    args::{GenerateArgs, MachineArgs, Overflow, Source},
    failure::Failure,
    input,
    interrupt::Held,
    model,
    output::{Output, one_line},
    progress::Progress,
    statistics,
};

/// In which form the answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    StreamJson,
}

/// Runs `tandem generate`.
pub(crate) async fn run(args: GenerateArgs, machine: MachineArgs) -> Result<(), Failure> {
    let form = match (args.json, args.stream_json) {
        (true, _) => Form::Json,
        (_, true) => Form::StreamJson,
        _ => Form::Text,
    };
    let request = request(&args, &machine)?;
    let engine = Engine::start(machine.options())?;
    let mut output = Output::new();
    if args.dry_run {
        let rendered = engine.render(request).await;
        return output.json(&rendered.map_err(|error| explained(error, &args))?);
    }
    if form == Form::Text && !args.plain {
        output.draw_answers();
    }
    let mut printer = Printer {
        output,
        form,
        progress: Progress::waiting("loading the model"),
        thinking: false,
    };
    let completion = follow(&engine, request, &mut Held::new()?, |event| {
        printer.event(event)
    })
    .await?;
    printer.end(&completion)?;
    match (completion.finish_reason, completion.error) {
        (_, Some(error)) => Err(explained(error, &args)),
        (FinishReason::Cancelled, None) => Err(Failure::Interrupted),
        _ => Ok(()),
    }
}

/// The failure that an error is, with the choice that the command line has.
fn explained(error: EngineError, args: &GenerateArgs) -> Failure {
    match error {
        EngineError::PromptTooLong { .. }
            if args.is_conversation() && args.overflow == Overflow::Stop =>
        {
            Failure::Usage(format!(
                "{error}, or leave out its beginning with --overflow shorten"
            ))
        }
        error => error.into(),
    }
}

/// The engine's request for what the command line asks.
fn request(args: &GenerateArgs, machine: &MachineArgs) -> Result<Request, Failure> {
    let prompt = match args.source()? {
        Source::Tokens(tokens) => Prompt::Tokens(tokens),
        Source::Raw(text) => Prompt::Raw(text),
        Source::Messages(json) => chat(&json, args)?,
        Source::Prompt(text) => chat(
            &json!([{"role": "user", "content": text}]).to_string(),
            args,
        )?,
    };
    Ok(Request {
        max_tokens: args.max_tokens,
        think_budget: args.think_budget,
        overflow: args.overflow.wish(),
        stop_repetition: !args.allow_repetition,
        sampling: args.sampling.sampling(),
        stops: args.stop.clone(),
        speculate: args.speculate,
        exact: args.exact,
        ignore_end: args.ignore_end,
        prefill_chunk: args.prefill_chunk,
        ..Request::new(model::resolve(&args.model, machine)?, prompt)
    })
}

/// A conversation from its messages as JSON.
fn chat(messages: &str, args: &GenerateArgs) -> Result<Prompt, Failure> {
    let tools = args.tools.as_deref().map(input::file).transpose()?;
    let mut conversation = Conversation::from_json(messages, tools.as_deref())
        .map_err(|error| Failure::Usage(error.to_string()))?;
    if let Some(text) = &args.system {
        if conversation
            .messages
            .first()
            .is_some_and(|first| first.role() == "system")
        {
            return Err(Failure::Usage(
                "the messages have a system message already; leave out --system".to_owned(),
            ));
        }
        conversation
            .messages
            .insert(0, Message::system(text.as_str()));
    }
    let template = args.template.as_deref().map(template).transpose()?;
    Ok(Prompt::Chat {
        conversation,
        options: RenderOptions {
            thinking: args.think.wish(),
            template_args: args.template_args.clone().unwrap_or_default(),
        },
        template,
    })
}

fn template(file: &Path) -> Result<ChatTemplate, Failure> {
    Ok(ChatTemplate::from_source(&input::file(file)?))
}

/// Prints an answer as it comes.
struct Printer {
    output: Output,
    form: Form,
    progress: Progress,
    /// Whether the last piece was thinking.
    thinking: bool,
}

impl Printer {
    fn event(&mut self, event: Event) -> Result<(), Failure> {
        match &event {
            Event::Prefill { done, total } => self.progress.set("reading", *done, *total),
            _ => self.progress.clear(),
        }
        match self.form {
            Form::Text => self.piece(event),
            Form::Json => Ok(()),
            Form::StreamJson => match step(event) {
                Some(line) => self.output.json(&line),
                None => Ok(()),
            },
        }
    }

    fn piece(&mut self, event: Event) -> Result<(), Failure> {
        match event {
            // A reader of a pipe wants the answer; `--json` has the thinking too.
            Event::Thinking(text) if self.output.is_terminal() => {
                self.thinking = true;
                self.output.dim(&text)
            }
            Event::Answer(text) => {
                if std::mem::take(&mut self.thinking) {
                    self.output.end_line()?;
                }
                self.output.answer(&text)
            }
            Event::ToolCall(call) => {
                self.output.end_answer()?;
                self.output.json(&call)
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, completion: &Completion) -> Result<(), Failure> {
        self.progress.clear();
        if self.form != Form::Text {
            return self.output.json(&object(completion)?);
        }
        self.output.end_answer()?;
        // Neither is worth failing for.
        let mut stderr = io::stderr();
        for warning in &completion.warnings {
            let _ = writeln!(stderr, "tandem: {}", one_line(warning));
        }
        let silent = completion.text.is_empty() && !completion.reasoning.is_empty();
        if stderr.is_terminal() && silent && completion.finish_reason == FinishReason::Length {
            let _ = writeln!(
                stderr,
                "tandem: the token limit came while the model was thinking; raise --max-tokens or give --think off"
            );
        }
        if stderr.is_terminal() && completion.error.is_none() {
            let _ = writeln!(stderr, "{}", one_line(&statistics::line(completion)));
        }
        Ok(())
    }
}

/// The line for a step of the answer.
fn step(event: Event) -> Option<Value> {
    Some(match event {
        Event::Prefill { done, total } => json!({"event": "prefill", "done": done, "total": total}),
        Event::Thinking(text) => json!({"event": "thinking", "text": text}),
        Event::Answer(text) => json!({"event": "answer", "text": text}),
        Event::ToolCall(call) => {
            json!({"event": "tool_call", "name": call.name, "arguments": call.arguments})
        }
        Event::Tokens(tokens) => json!({"event": "tokens", "tokens": tokens}),
        // For the app alone.
        Event::Drafts(_) | Event::Finished(_) => return None,
    })
}

/// The account of the whole answer.
fn object(completion: &Completion) -> Result<Value, Failure> {
    let mut object = serde_json::to_value(completion)
        .map_err(|error| Failure::Failed(format!("cannot write JSON: {error}")))?;
    if let Some(error) = completion.error.as_ref().map(EngineError::to_string) {
        object["error"] = Value::String(error);
    }
    Ok(object)
}
