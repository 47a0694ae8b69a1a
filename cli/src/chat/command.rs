//! What a line of the chat that begins with `/` means.

use std::path::PathBuf;

use clap::ValueEnum;
use tandem_engine::{Speculate, store::ChatId};

use crate::args::{self, Think};

/// What `/help` says.
pub(super) const HELP: &str = "\
/new               begin another conversation
/list              the latest conversations
/open N            go on with conversation N of /list
/search WORDS      find messages and titles with all these words
/edit TEXT         say TEXT instead of what you said last
/retry             answer the last message again
/branch [N]        the versions at the last place where there are several, or
                   go on with the Nth
/model M           answer with this model from now on
/save FILE         write the conversation as Markdown, or all of it if FILE
                   ends in .json
/system TEXT       tell the model this before the conversation; without TEXT
                   nothing
/think on|off|auto whether the model thinks before it answers
/speculate K       drafts a round: a number, off, or auto
/stats             what the conversation has taken so far
/quit              leave; Ctrl-D does the same

@notes.txt anywhere in a message sends that text file along.
Ctrl-C stops an answer. Pasted text may have several lines. A message that
begins with a slash is written with two.
";

/// A command of the chat.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    Help,
    Quit,
    New,
    List,
    Open(ChatId),
    Search(String),
    Edit(String),
    Retry,
    Branch(Option<usize>),
    Model(String),
    Save(PathBuf),
    System(Option<String>),
    Think(Think),
    Speculate(Speculate),
    Stats,
}

/// The command in a line, `None` if the line is a message, or what is wrong with the command.
pub(super) fn parse(line: &str) -> Result<Option<Command>, String> {
    let Some(rest) = line.strip_prefix('/').filter(|rest| !rest.starts_with('/')) else {
        return Ok(None);
    };
    let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let value = value.trim();
    let needed = |what: &str| match value {
        "" => Err(format!("/{name} takes {what}")),
        value => Ok(value.to_owned()),
    };
    let taken = |command| Ok(Some(command));
    let command = match name {
        "help" => Command::Help,
        "quit" | "exit" => Command::Quit,
        "new" => Command::New,
        "system" => {
            return Ok(Some(Command::System(
                (!value.is_empty()).then(|| value.to_owned()),
            )));
        }
        "think" => {
            let think =
                Think::from_str(value, false).map_err(|_| "/think takes on, off or auto")?;
            return Ok(Some(Command::Think(think)));
        }
        "speculate" => {
            let speculate =
                args::speculate(value).map_err(|error| format!("/speculate: {error}"))?;
            return Ok(Some(Command::Speculate(speculate)));
        }
        "open" => {
            let id = value.parse().map_err(|_| "/open takes a number of /list")?;
            return taken(Command::Open(ChatId(id)));
        }
        "search" => return taken(Command::Search(needed("the words to find")?)),
        "edit" => return taken(Command::Edit(needed("what to say instead")?)),
        "branch" if !value.is_empty() => {
            let nth = value.parse().map_err(|_| "/branch takes a number")?;
            return taken(Command::Branch(Some(nth)));
        }
        "branch" => Command::Branch(None),
        "model" => return taken(Command::Model(needed("a model")?)),
        "save" => return taken(Command::Save(needed("a file")?.into())),
        "list" => Command::List,
        "retry" => Command::Retry,
        "stats" => Command::Stats,
        _ => return Err("there is no such command; /help lists them".to_owned()),
    };
    if value.is_empty() {
        Ok(Some(command))
    } else {
        Err(format!("/{name} takes nothing after it"))
    }
}

/// The message in a line: two slashes at its beginning mean one.
pub(super) fn message(line: &str) -> &str {
    if line.starts_with("//") {
        &line[1..]
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_fits_a_terminal_of_80_columns() {
        for line in HELP.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn commands_and_messages_are_told_apart() {
        let is = |line: &str, command| assert_eq!(parse(line), Ok(Some(command)), "{line}");
        is("/help", Command::Help);
        is("/quit ", Command::Quit);
        is("/system", Command::System(None));
        is(
            "/system  Be brief. ",
            Command::System(Some("Be brief.".to_owned())),
        );
        is("/think on", Command::Think(Think::On));
        is("/list", Command::List);
        is("/open 12", Command::Open(ChatId(12)));
        is("/search two words", Command::Search("two words".to_owned()));
        is("/edit /x", Command::Edit("/x".to_owned()));
        is("/branch", Command::Branch(None));
        is("/branch 2", Command::Branch(Some(2)));
        is("/save a b.md", Command::Save("a b.md".into()));
        is("/speculate 3", Command::Speculate(Speculate::Depth(3)));
        for line in ["", "hello", " /help", "//help"] {
            assert_eq!(parse(line), Ok(None), "{line}");
        }
        for line in [
            "/",
            "/nosuch",
            "/think",
            "/think maybe",
            "/speculate 99",
            "/new chat",
            "/open",
            "/open x",
            "/edit",
            "/branch x",
            "/retry now",
            "/save ",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert_eq!(message("//help"), "/help");
        assert_eq!(message("hello"), "hello");
    }
}
