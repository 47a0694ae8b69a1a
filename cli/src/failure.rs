//! How the program ends when not all went well.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use tandem_engine::{EngineError, hub::HubError};

use crate::output::one_line;

/// Why the program ends early, by exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line, or a file it names, asks for what cannot be: exit code 2.
    Usage(String),
    /// Something went wrong: exit code 1.
    Failed(String),
    /// The user pressed Ctrl-C: exit code 130, as a shell counts it.
    Interrupted,
    /// Whoever read our output wants no more, which is no fault of ours: exit code 0.
    OutputClosed,
}

impl Failure {
    /// What went wrong while writing the answer.
    pub(crate) fn output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Failed(format!("cannot write the output: {error}"))
        }
    }

    /// Says in one line on standard error what happened, if there is something to say.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::Usage(message) => (message, 2),
            Self::Failed(message) => (message, 1),
            Self::Interrupted => return ExitCode::from(130),
            Self::OutputClosed => return ExitCode::SUCCESS,
        };
        // If even that cannot be written, the exit code has to do.
        let _ = writeln!(io::stderr(), "tandem: {}", one_line(&message));
        ExitCode::from(code)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::InvalidRequest(message) => Self::Usage(message),
            EngineError::PromptTooLong { .. } => Self::Usage(error.to_string()),
            EngineError::Cancelled => Self::Interrupted,
            EngineError::DoesNotFit { .. } => Self::Failed(format!("{error} with --load-anyway")),
            error => Self::Failed(error.to_string()),
        }
    }
}

impl From<HubError> for Failure {
    fn from(error: HubError) -> Self {
        match error {
            HubError::BadName(_) => Self::Usage(error.to_string()),
            HubError::Cancelled => Self::Interrupted,
            error => Self::Failed(error.to_string()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::panic, reason = "a test fails by panic")]
mod tests {
    use tandem_engine::hub::MemoryNeed;

    use super::*;

    #[test]
    fn what_does_not_fit_says_how_to_load_it_anyway() {
        let need = MemoryNeed {
            weights: 16_000_000_000,
            companion: 0,
            cache: 0,
            states: 0,
            working: 0,
        };
        let limit = 12_000_000_000;
        let Failure::Failed(line) = EngineError::DoesNotFit { need, limit }.into() else {
            panic!("no plain failure");
        };
        for part in [
            "needs 16.0 GB",
            "12.0 GB here",
            "load it anyway with --load-anyway",
        ] {
            assert!(line.contains(part), "{line}");
        }
    }
}
