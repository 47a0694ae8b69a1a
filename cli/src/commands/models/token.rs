//! `tandem models token`: the token is never part of a command line, where every program can read it.

use console::Term;
use tandem_engine::{
    home::Home,
    hub::{Token, keep_token},
};

use crate::{args::TokenCommand, failure::Failure, input, output::Output};

/// Runs `tandem models token`.
pub(super) fn run(command: &TokenCommand) -> Result<(), Failure> {
    let home = Home::find()?;
    let (token, done) = match command {
        TokenCommand::Set => (Some(given()?), "the token is kept"),
        TokenCommand::Rm => (None, "no token is kept"),
    };
    keep_token(home.path(), token.as_ref())?;
    Output::new().text(&format!("{done}\n"))
}

/// The token, typed unseen, or on standard input where that is no terminal.
fn given() -> Result<Token, Failure> {
    let terminal = Term::stderr();
    let text = if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        let asked = terminal
            .write_str("token (it is not shown): ")
            .and_then(|()| terminal.read_secure_line());
        asked.map_err(|error| Failure::Failed(format!("cannot read the token: {error}")))?
    } else {
        input::stdin()?
    };
    Token::new(&text).ok_or_else(|| {
        Failure::Usage("that is no token: it is one word of letters, digits and signs".to_owned())
    })
}
