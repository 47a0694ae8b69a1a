//! Where the lines of a chat come from: an editor with history, or a pipe.

use std::{
    io::{self, BufRead, IsTerminal},
    path::PathBuf,
};

use rustyline::{Config, Editor, error::ReadlineError, history::FileHistory};
use tandem_engine::home::Home;

use crate::{failure::Failure, interrupt::Held};

/// Lines that the history keeps.
const KEPT: usize = 1000;
/// The longest line that a pipe may bring, in bytes.
const LONGEST: u64 = 4 << 20;
/// What stands before a line to be typed.
const PROMPT: &str = "> ";

/// What was read.
#[derive(Debug)]
pub(super) enum Line {
    /// A line, or several that were pasted together.
    Text(String),
    /// Ctrl-C at an empty line, once.
    Interrupted,
    /// There is nothing more, or the user wants to leave.
    End,
}

/// Where lines come from.
pub(super) enum Lines {
    Terminal(Box<Terminal>),
    Pipe,
}

/// A terminal with an editor.
pub(super) struct Terminal {
    editor: Editor<(), FileHistory>,
    history: Option<PathBuf>,
    interrupted: bool,
}

impl Lines {
    /// An editor if there is a terminal, else standard input as it is. Lines are kept in `home`, if
    /// given.
    pub(super) fn new(home: Option<Home>) -> Self {
        if io::stdin().is_terminal()
            && io::stdout().is_terminal()
            && let Ok(terminal) = Terminal::new(home)
        {
            return Self::Terminal(Box::new(terminal));
        }
        Self::Pipe
    }

    /// Whether a person types.
    pub(super) fn interactive(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// Waits for the next line.
    pub(super) fn next(&mut self) -> Result<Line, Failure> {
        match self {
            Self::Terminal(terminal) => terminal.next(),
            Self::Pipe => read(io::stdin().lock()),
        }
    }
}

impl Terminal {
    fn new(home: Option<Home>) -> rustyline::Result<Self> {
        let config = Config::builder()
            .auto_add_history(true)
            .max_history_size(KEPT)?
            .build();
        let mut editor = Editor::with_config(config)?;
        let history = home.and_then(|home| Some(home.folder("").ok()?.join("history")));
        if let Some(file) = &history {
            // There is none at first, and one that cannot be read is as good as none.
            let _ = editor.load_history(file);
        }
        Ok(Self {
            editor,
            history,
            interrupted: false,
        })
    }

    fn next(&mut self) -> Result<Line, Failure> {
        let was_interrupted = std::mem::take(&mut self.interrupted);
        // The editor reads Ctrl-C as a key. A signal from elsewhere must not end the program while
        // the terminal is in the editor's own mode.
        let _held = Held::new()?;
        match self.editor.readline(PROMPT) {
            Ok(line) => {
                self.keep_history();
                Ok(Line::Text(line))
            }
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(ReadlineError::Interrupted) if was_interrupted => Ok(Line::End),
            Err(ReadlineError::Interrupted) => {
                self.interrupted = true;
                Ok(Line::Interrupted)
            }
            Err(error) => Err(Failure::Failed(format!("cannot read a line: {error}"))),
        }
    }

    /// Writes the line down at once, so that no end of the program loses it.
    fn keep_history(&mut self) {
        if let Some(file) = &self.history
            && let Err(error) = self.editor.append_history(file)
        {
            tracing::warn!(%error, "the history cannot be written");
        }
    }
}

/// A line of a pipe.
fn read(source: impl BufRead) -> Result<Line, Failure> {
    let mut bytes = Vec::new();
    source
        .take(LONGEST)
        .read_until(b'\n', &mut bytes)
        .map_err(|error| Failure::Failed(format!("cannot read standard input: {error}")))?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == LONGEST {
        return Err(Failure::Usage(
            "a line of standard input is too long".to_owned(),
        ));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::Usage("standard input is not text in UTF-8".to_owned()))?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    Ok(Line::Text(
        text.strip_suffix('\r').unwrap_or(text).to_owned(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_gives_lines() {
        let mut pipe = &b"one\r\n\ntwo"[..];
        let mut line = || match read(&mut pipe).expect("a line") {
            Line::Text(text) => Some(text),
            _ => None,
        };
        assert_eq!(line().as_deref(), Some("one"));
        assert_eq!(line().as_deref(), Some(""));
        assert_eq!(line().as_deref(), Some("two"));
        assert_eq!(line(), None);
    }

    #[test]
    fn a_pipe_may_not_bring_anything() {
        assert!(read(&b"\xff\n"[..]).is_err());
        assert!(read(io::BufReader::new(io::repeat(b'a'))).is_err());
    }
}
