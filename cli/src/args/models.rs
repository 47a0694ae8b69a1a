//! `tandem models`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tandem_engine::hub::USUAL_CONTEXT;

/// What to do with models.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// The models on this machine
    List(Printing),
    /// Find models, in the curated list and on the hub
    Search {
        /// Words that must match
        #[arg(value_name = "Q", required = true)]
        words: Vec<String>,
        #[command(flatten)]
        printing: Printing,
    },
    /// What a model is, before downloading it
    Show(ShowArgs),
    /// Download a model, or what is missing of it
    Pull(PullArgs),
    /// Take over a model's folder from elsewhere
    Import(ImportArgs),
    /// Use a companion with a model from now on
    Pair {
        /// The model
        #[arg(value_name = "M")]
        model: String,
        /// The companion
        #[arg(value_name = "C")]
        companion: String,
    },
    /// Take the companion out of a full release
    Split {
        /// The release: a folder, or the name of an installed one
        #[arg(value_name = "SRC")]
        source: String,
        /// The companion's folder, which must not be there yet
        #[arg(value_name = "OUT")]
        out: PathBuf,
    },
    /// Read every byte of a model again and compare with its hashes
    Verify {
        /// The model
        #[arg(value_name = "M")]
        model: String,
        #[command(flatten)]
        printing: Printing,
    },
    /// The folders that models are looked for in
    #[command(subcommand, arg_required_else_help = false)]
    Root(RootCommand),
    /// The token for gated and private models
    #[command(subcommand, arg_required_else_help = false)]
    Token(TokenCommand),
    /// Delete a model
    Rm {
        /// The model
        #[arg(value_name = "M")]
        model: String,
    },
}

/// `tandem models root`.
#[derive(Debug, Subcommand)]
pub(crate) enum RootCommand {
    /// The folders, the one that downloads go to first
    List(Printing),
    /// Look into one more folder, without ever changing it
    Add {
        /// The folder
        #[arg(value_name = "PATH")]
        folder: PathBuf,
    },
    /// Look into a folder no more; nothing in it is touched
    Rm {
        /// The folder
        #[arg(value_name = "PATH")]
        folder: PathBuf,
    },
    /// Keep downloads in this folder from now on
    Set {
        /// The folder
        #[arg(value_name = "PATH", required_unless_present = "default")]
        folder: Option<PathBuf>,
        /// Go back to the usual cache of Hugging Face
        #[arg(long, conflicts_with = "folder")]
        default: bool,
    },
}

/// `tandem models token`.
#[derive(Debug, Subcommand)]
pub(crate) enum TokenCommand {
    /// Keep a token, typed unseen or given on standard input
    Set,
    /// Forget the token
    Rm,
}

/// How to print.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Printing {
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// `tandem models show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The model's `org/name`
    #[arg(value_name = "M")]
    pub(crate) model: String,
    /// Length of text to count memory for, in tokens
    #[arg(long, value_name = "N", default_value_t = USUAL_CONTEXT)]
    pub(crate) context: usize,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

/// `tandem models pull`.
#[derive(Debug, Args)]
pub(crate) struct PullArgs {
    /// The model's `org/name`
    #[arg(value_name = "M")]
    pub(crate) model: String,
    /// Bring a companion along also for a model outside the curated list
    #[arg(long, conflicts_with = "no_companion")]
    pub(crate) companion: bool,
    /// Bring no companion along
    #[arg(long)]
    pub(crate) no_companion: bool,
    /// A branch, tag or commit
    #[arg(long, value_name = "R", default_value = "main")]
    pub(crate) revision: String,
}

/// `tandem models import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The model's folder
    #[arg(value_name = "PATH")]
    pub(crate) folder: PathBuf,
    /// Copy it into the models' root instead of using it where it is
    #[arg(long)]
    pub(crate) copy: bool,
}
