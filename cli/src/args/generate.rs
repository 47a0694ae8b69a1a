//! `tandem generate`.

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};

use clap::{ArgGroup, Args};
use serde_json::{Map, Value};
use tandem_engine::{
    Speculate,
    store::{Attachment, with_attachments},
};

use super::{ModelArgs, Overflow, SamplingArgs, Think, speculate, values};
use crate::{attachments, failure::Failure, input};

/// What `--stream-json` prints, as `--help` says it.
const EVENTS: &str = r#"With --stream-json each step of the answer is a JSON object on a line of its own:
  {"event":"prefill","done":512,"total":1300}      prompt tokens read so far
  {"event":"thinking","text":"…"}                  a piece of the thinking
  {"event":"answer","text":"…"}                    a piece of the answer
  {"event":"tool_call","name":"…","arguments":{}}  a complete tool call
  {"event":"tokens","tokens":[1,2]}                the tokens of the pieces since the last such line
  {"text":"…", …}                                  the last line: the object that --json prints
In that object, "error" says what went wrong if "finish_reason" is "error"."#;

/// `tandem generate`.
#[derive(Debug, Args)]
#[command(after_long_help = EVENTS)]
#[command(group = ArgGroup::new("source").args(["words", "prompt", "messages", "tokens"]))]
pub(crate) struct GenerateArgs {
    /// What the user says. What comes on standard input goes with it, and so do text files named in it as @notes.txt
    #[arg(value_name = "TEXT")]
    words: Vec<String>,
    #[command(flatten)]
    pub(crate) model: ModelArgs,
    /// What the user says, as a value of its own; without TEXT, --prompt, --messages or --tokens it is read from standard input
    #[arg(long, value_name = "TEXT")]
    prompt: Option<String>,
    /// A conversation: a JSON list of messages in the OpenAI form
    #[arg(long, value_name = "FILE")]
    messages: Option<PathBuf>,
    /// Token numbers, given to the model as they are
    #[arg(long, value_name = "ID,…", value_delimiter = ',', value_parser = values::token)]
    tokens: Option<Vec<u32>>,
    /// Give the text to the model as it is, without a template
    #[arg(long, conflicts_with = "messages")]
    raw: bool,
    /// What the model is told before the conversation
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["raw", "tokens"])]
    pub(crate) system: Option<String>,
    /// Tools that the model may call: a JSON list in the OpenAI form
    #[arg(long, value_name = "FILE", conflicts_with_all = ["raw", "tokens"])]
    pub(crate) tools: Option<PathBuf>,
    /// Most tokens of the answer
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<usize>,
    /// A text that ends the answer and is not part of it; may be given several times
    #[arg(long, value_name = "TEXT", value_parser = values::not_empty, allow_hyphen_values = true)]
    pub(crate) stop: Vec<String>,
    /// Whether the model thinks before it answers
    #[arg(long, value_enum, default_value_t = Think::Auto)]
    pub(crate) think: Think,
    /// Most tokens that the model may think for before it answers
    #[arg(long, value_name = "N", conflicts_with_all = ["raw", "tokens"])]
    pub(crate) think_budget: Option<usize>,
    /// What to do about a conversation that is longer than the model reads: leave out its beginning, or stop
    #[arg(long, value_enum, default_value_t = Overflow::Stop, conflicts_with_all = ["raw", "tokens"])]
    pub(crate) overflow: Overflow,
    /// Let the answer say the same over and over
    #[arg(long)]
    pub(crate) allow_repetition: bool,
    /// Drafts a round: a number, `off`, or `auto`
    #[arg(long, value_name = "K", value_parser = speculate, default_value = "auto")]
    pub(crate) speculate: Speculate,
    /// The same text to the token whether drafts are used or not, also where rounding decides
    #[arg(long)]
    pub(crate) exact: bool,
    /// Print one JSON object at the end
    #[arg(long, conflicts_with = "stream_json")]
    pub(crate) json: bool,
    /// Print one JSON object a line as the answer comes; the last one is that of --json
    #[arg(long)]
    pub(crate) stream_json: bool,
    /// Print answers as they are, also in a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// Another chat template than the model's own, in Jinja
    #[arg(long, value_name = "FILE", conflicts_with_all = ["raw", "tokens"])]
    pub(crate) template: Option<PathBuf>,
    /// Variables for the template: a JSON object
    #[arg(long, value_name = "JSON", value_parser = values::object, conflicts_with_all = ["raw", "tokens"])]
    pub(crate) template_args: Option<Map<String, Value>>,
    /// Print the prompt as the model would get it, as JSON, and stop
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Prompt tokens read in one pass
    #[arg(long, value_name = "N", value_parser = values::at_least_one, hide = true)]
    pub(crate) prefill_chunk: Option<usize>,
    /// Go on after an end token
    #[arg(long, hide = true)]
    pub(crate) ignore_end: bool,
    #[command(flatten)]
    pub(crate) sampling: SamplingArgs,
}

/// What the model is to continue.
#[derive(Debug)]
pub(crate) enum Source {
    /// What a user says.
    Prompt(String),
    /// A conversation, as JSON.
    Messages(String),
    /// Text without a template.
    Raw(String),
    /// Tokens.
    Tokens(Vec<u32>),
}

impl GenerateArgs {
    /// Whether there may be more than one message.
    pub(crate) fn is_conversation(&self) -> bool {
        self.messages.is_some()
    }

    /// What the model is to continue, read from where it was given.
    pub(crate) fn source(&self) -> Result<Source, Failure> {
        if let Some(tokens) = &self.tokens {
            return Ok(Source::Tokens(tokens.clone()));
        }
        if let Some(file) = &self.messages {
            return Ok(Source::Messages(input::file(file)?));
        }
        let typed = match &self.prompt {
            None if !self.words.is_empty() => Some(self.words.join(" ")),
            prompt => prompt.clone(),
        };
        let text = match typed {
            Some(text) if self.raw || text.is_empty() => text,
            Some(text) => {
                let named = attachments::named(&text)?;
                for complaint in named.complaints() {
                    input::notice(&complaint);
                }
                let mut attachments = named.files;
                if !self.words.is_empty() && !io::stdin().is_terminal() {
                    attachments.extend(piped()?);
                }
                with_attachments(&text, &attachments)
            }
            None if io::stdin().is_terminal() => {
                return Err(Failure::Usage(
                    "there is no prompt; give TEXT, --messages FILE or --tokens IDS, or text on standard input"
                        .to_owned(),
                ));
            }
            // A line break at the very end belongs to the way the text came.
            None if !self.raw => {
                let text = input::stdin()?;
                let text = text.strip_suffix('\n').unwrap_or(&text);
                text.strip_suffix('\r').unwrap_or(text).to_owned()
            }
            None => input::stdin()?,
        };
        if text.is_empty() {
            return Err(Failure::Usage(
                "the prompt is empty; give the model something to answer".to_owned(),
            ));
        }
        Ok(if self.raw {
            Source::Raw(text)
        } else {
            Source::Prompt(text)
        })
    }
}

/// What comes on standard input, to go with what was typed.
fn piped() -> Result<Option<Attachment>, Failure> {
    let content = input::stdin()?;
    Ok((!content.trim().is_empty()).then(|| Attachment {
        name: "standard input".to_owned(),
        content,
    }))
}
