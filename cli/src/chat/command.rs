//! What a line of the chat that begins with `/` means.

use clap::ValueEnum;
use tandem_engine::Speculate;

use crate::args::{self, Think};

/// What `/help` says.
pub(super) const HELP: &str = "\
/new               forget the conversation
/system TEXT       tell the model this before the conversation; without TEXT nothing
/think on|off|auto whether the model thinks before it answers
/speculate K       drafts a round: a number, off, or auto
/stats             what the conversation has taken so far
/quit              leave; Ctrl-D does the same

Ctrl-C stops an answer. Pasted text may have several lines. A message that begins with a slash
is written with two.
";

/// A command of the chat.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    Help,
    Quit,
    New,
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
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert_eq!(message("//help"), "/help");
        assert_eq!(message("hello"), "hello");
    }
}
