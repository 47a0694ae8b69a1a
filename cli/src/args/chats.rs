//! `tandem chats` and what it takes.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// `tandem chats`.
#[derive(Debug, Args)]
pub(crate) struct ChatsArgs {
    #[command(subcommand)]
    pub(crate) command: ChatsCommand,
}

/// What to do with kept conversations.
#[derive(Debug, Subcommand)]
pub(crate) enum ChatsCommand {
    /// List them, the latest first
    List {
        /// Those in the trash instead
        #[arg(long)]
        trash: bool,
    },
    /// Print one
    Show {
        /// Its number
        id: i64,
    },
    /// Find the messages and titles that contain all words
    Search {
        /// The words; the last letters of each may be missing
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Write one to standard output
    Export {
        /// Its number
        id: i64,
        /// All of it as JSON, or what is shown as Markdown
        #[arg(long, value_enum, default_value_t = Format::Json)]
        format: Format,
    },
    /// Read an export of Tandem or ChatGPT, or a conversation of LM Studio
    Import {
        /// The .json file
        file: PathBuf,
    },
    /// Put one into the trash, or with --purge delete one of the trash for good
    Rm {
        /// Its number
        id: i64,
        /// Delete it for good
        #[arg(long)]
        purge: bool,
    },
    /// Take one out of the trash
    Restore {
        /// Its number
        id: i64,
    },
    /// Write what can be read of a damaged file of conversations into a new one
    Repair,
}

/// The form of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Json,
    Md,
}
