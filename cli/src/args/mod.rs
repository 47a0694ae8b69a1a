//! The command line: what may be said, and what it means.

mod chats;
mod generate;
mod models;
mod values;

use std::{env, ffi::OsString, path::PathBuf};

use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, error::ErrorKind,
    parser::ValueSource,
};
use tandem_engine::{
    CompanionForm, DeviceChoice, EngineOptions, Sampling, Speculate, home::Home, hub::MachineMemory,
};

pub(crate) use chats::{ChatsArgs, ChatsCommand, Format};
pub(crate) use generate::{GenerateArgs, Source};
pub(crate) use models::{ImportArgs, ModelsCommand, PullArgs, RootCommand, TokenCommand};
pub(crate) use values::{Overflow, Think, speculate};

use crate::{
    failure::Failure,
    output::{Output, one_line},
};

/// Qwen3.5 with its MTP companion, in the terminal. Without a command: a chat.
#[derive(Debug, Parser)]
#[command(name = "tandem", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) chat: ChatArgs,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer one prompt
    Generate(Box<GenerateArgs>),
    /// Measure the speed at several draft depths
    Bench(BenchArgs),
    /// Recompute a reference fixture, to compare with other implementations
    Reference(ReferenceArgs),
    /// What this machine can run, and where files are
    Doctor,
    /// Answer over HTTP (comes later)
    #[command(disable_help_flag = true)]
    Serve(Anything),
    /// Find, fetch, check and remove models
    #[command(subcommand, arg_required_else_help = false)]
    Models(ModelsCommand),
    /// Look after kept conversations
    #[command(arg_required_else_help = false)]
    Chats(ChatsArgs),
}

/// Words of a command that does not exist yet.
#[derive(Debug, Args)]
pub(crate) struct Anything {
    #[arg(hide = true, allow_hyphen_values = true, trailing_var_arg = true)]
    _words: Vec<String>,
}

/// Where to run.
#[derive(Debug, Clone, Args)]
pub(crate) struct MachineArgs {
    /// Where to compute; `best` is the GPU where there is one
    #[arg(long, global = true, value_enum, default_value_t = Device::Best, help_heading = "Machine")]
    device: Device,
    /// Hold a companion stored in half precision in 4 bits; `auto` does so on a GPU
    #[arg(long, global = true, value_enum, default_value_t = CompanionBits::Auto, help_heading = "Machine")]
    companion_bits: CompanionBits,
    /// Where models are kept
    #[arg(long, global = true, value_name = "FOLDER", help_heading = "Machine")]
    pub(crate) models_dir: Option<PathBuf>,
    /// Load a model also if it does not fit in memory
    #[arg(long, global = true, help_heading = "Machine")]
    load_anyway: bool,
}

/// In which form a companion is held.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum CompanionBits {
    Auto,
    Stored,
    #[value(name = "4")]
    Four,
}

/// Where to compute.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Device {
    Best,
    Cpu,
}

impl MachineArgs {
    /// The engine's side of it.
    pub(crate) fn options(&self) -> EngineOptions {
        EngineOptions {
            device: match self.device {
                Device::Best => DeviceChoice::Best,
                Device::Cpu => DeviceChoice::Cpu,
            },
            companion: match self.companion_bits {
                CompanionBits::Auto => CompanionForm::Auto,
                CompanionBits::Stored => CompanionForm::Stored,
                CompanionBits::Four => CompanionForm::FourBits,
            },
            // Without a home nothing is remembered, and everything works.
            home: Home::find().ok(),
            load_anyway: self.load_anyway,
            ..EngineOptions::default()
        }
    }

    /// This machine's memory, as it counts for the chosen device.
    pub(crate) fn memory(&self) -> Option<MachineMemory> {
        MachineMemory::of_this_machine(matches!(self.device, Device::Best))
    }
}

/// Which model to run.
#[derive(Debug, Args)]
pub(crate) struct ModelArgs {
    /// A model's folder, its `org/name`, or `pocket`, the built-in one (the default)
    #[arg(long, value_name = "M")]
    pub(crate) model: Option<String>,
    /// The companion's folder, its `org/name` or `none`; by default the one that fits the model
    #[arg(long, value_name = "C")]
    pub(crate) companion: Option<String>,
}

/// How tokens are chosen. What is not given is left to the model's own recommendation.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sampling", allow_negative_numbers = true)]
pub(crate) struct SamplingArgs {
    /// 0 takes the most likely token; higher values choose more freely
    #[arg(long, value_name = "T", value_parser = values::finite)]
    temperature: Option<f32>,
    /// Choose among the most likely tokens that together have this probability
    #[arg(long, value_name = "P", value_parser = values::finite)]
    top_p: Option<f32>,
    /// Choose among this many most likely tokens; 0 among all
    #[arg(long, value_name = "K")]
    top_k: Option<usize>,
    /// Choose among tokens at least this likely, relative to the likeliest
    #[arg(long, value_name = "P", value_parser = values::finite)]
    min_p: Option<f32>,
    /// Taken off the score of each token that has occurred
    #[arg(long, value_name = "X", value_parser = values::finite)]
    presence_penalty: Option<f32>,
    /// Divides the score of each token that has occurred
    #[arg(long, value_name = "X", value_parser = values::finite)]
    repetition_penalty: Option<f32>,
    /// Taken off the score of a token for each time it has occurred
    #[arg(long, value_name = "X", value_parser = values::finite)]
    frequency_penalty: Option<f32>,
    /// The same seed gives the same answer
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl SamplingArgs {
    /// The engine's side of it.
    pub(crate) fn sampling(&self) -> Sampling {
        Sampling {
            temperature: self.temperature,
            top_k: self.top_k,
            top_p: self.top_p,
            min_p: self.min_p,
            presence_penalty: self.presence_penalty,
            frequency_penalty: self.frequency_penalty,
            repetition_penalty: self.repetition_penalty,
            seed: self.seed,
            ..Sampling::default()
        }
    }
}

/// The chat.
#[derive(Debug, Args)]
pub(crate) struct ChatArgs {
    #[command(flatten)]
    pub(crate) model: ModelArgs,
    /// What the model is told before the conversation
    #[arg(long, value_name = "TEXT")]
    pub(crate) system: Option<String>,
    /// Whether the model thinks before it answers; if nothing else was said, it does not
    #[arg(long, value_enum)]
    pub(crate) think: Option<Think>,
    /// Most tokens that the model may think for before it answers
    #[arg(long, value_name = "N")]
    pub(crate) think_budget: Option<usize>,
    /// What to do about a conversation that is longer than the model reads: leave out its beginning, or stop
    #[arg(long, value_enum, default_value_t = Overflow::Shorten)]
    pub(crate) overflow: Overflow,
    /// Let the answer say the same over and over
    #[arg(long)]
    pub(crate) allow_repetition: bool,
    /// Drafts a round: a number, `off`, or `auto`
    #[arg(long, value_name = "K", value_parser = speculate)]
    pub(crate) speculate: Option<Speculate>,
    /// Most tokens of an answer
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<usize>,
    /// Print answers as they are, also in a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// Do not keep the lines you type
    #[arg(long)]
    pub(crate) no_history: bool,
    /// Keep nothing of this conversation
    #[arg(long)]
    pub(crate) private: bool,
    /// Go on after an end token
    #[arg(long, hide = true)]
    pub(crate) ignore_end: bool,
    #[command(flatten)]
    pub(crate) sampling: SamplingArgs,
}

/// `tandem bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) model: ModelArgs,
    /// Tokens of the prompt
    #[arg(long, value_name = "N", default_value_t = 128)]
    pub(crate) prompt_tokens: usize,
    /// Tokens to generate in each run
    #[arg(long, value_name = "N", default_value_t = 128)]
    pub(crate) generate: usize,
    /// Drafts a round to try; 0 is plain decoding
    #[arg(long, value_name = "K,…", value_delimiter = ',', value_parser = values::depth)]
    pub(crate) depths: Option<Vec<usize>>,
    /// Runs at each depth; their medians are reported
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) repetitions: u16,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// `tandem reference`.
#[derive(Debug, Args)]
pub(crate) struct ReferenceArgs {
    #[command(flatten)]
    pub(crate) model: ModelArgs,
    /// The safetensors file with the expected answers
    #[arg(long, value_name = "FILE")]
    pub(crate) fixture: PathBuf,
    /// Where to write our own
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// Reads the command line. `None` if it only asked for help or the version, which are then printed.
pub(crate) fn parse() -> Result<Option<Cli>, Failure> {
    match read(env::args_os()) {
        Ok(cli) => Ok(Some(cli)),
        Err(error) if error.use_stderr() => Err(Failure::Usage(first_paragraphs(
            &error.render().to_string(),
        ))),
        Err(help) => {
            Output::new().text(&help.render().to_string())?;
            Ok(None)
        }
    }
}

fn read<T: Into<OsString> + Clone>(words: impl IntoIterator<Item = T>) -> clap::error::Result<Cli> {
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(words)?;
    let cli = Cli::from_arg_matches(&matches)?;
    if cli.command.is_some() {
        // Options of the chat before a command would otherwise be taken and not heeded.
        let misplaced = command.get_arguments().find(|option| {
            let given = matches.value_source(option.get_id().as_str());
            !option.is_global_set() && given == Some(ValueSource::CommandLine)
        });
        if let Some(option) = misplaced {
            let message = format!("put {option} after the command it is meant for");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
    }
    Ok(cli)
}

/// clap's message without its usage lines, on one line.
fn first_paragraphs(text: &str) -> String {
    let message = ["\n\nUsage:", "\n\nFor more information"]
        .into_iter()
        .fold(text, |text, end| text.split(end).next().unwrap_or(text));
    let parts: Vec<_> = message
        .split("\n\n")
        .map(|part| {
            let words = part.split_whitespace().collect::<Vec<_>>().join(" ");
            one_line(words.trim_start_matches("error: "))
        })
        .filter(|part| !part.is_empty())
        .collect();
    format!("{}; see --help", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn claps_messages_fit_on_a_line() {
        let parse = |words: &[&str]| {
            let error = read(words).expect_err("wrong usage");
            first_paragraphs(&error.render().to_string())
        };
        assert_eq!(
            parse(&["tandem", "reference", "--out", "x"]),
            "the following required arguments were not provided: --fixture <FILE>; see --help"
        );
        let message = parse(&["tandem", "generate", "--promt", "x"]);
        assert!(message.contains("--prompt"), "{message}");
        assert!(!message.contains("Usage"), "{message}");
    }

    #[test]
    fn options_stand_with_their_command() {
        assert!(read(["tandem", "--device", "cpu", "doctor"]).is_ok());
        assert!(read(["tandem", "doctor", "--device", "cpu"]).is_ok());
        assert!(read(["tandem", "--think", "on"]).is_ok());
        let error = read(["tandem", "--think", "on", "doctor"]).expect_err("misplaced");
        let message = first_paragraphs(&error.render().to_string());
        assert!(message.contains("put --think"), "{message}");
    }
}
