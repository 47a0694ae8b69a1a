//! Files and standard input, as far as they may be trusted: of bounded size and in UTF-8.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::Path,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use crate::{failure::Failure, output::one_line};

/// The largest text that is read, in bytes: several times the longest context.
const LARGEST: u64 = 64 << 20;

/// The text of a file.
pub(crate) fn file(path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    let file = File::open(path)
        .map_err(|error| Failure::Failed(format!("cannot read {name}: {error}")))?;
    text(file, &name)
}

/// How long standard input may be silent before it is told that it is waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// The text of standard input. Who did not know that it is read learns it after a while.
pub(crate) fn stdin() -> Result<String, Failure> {
    let (done, waiting) = mpsc::channel::<()>();
    thread::spawn(move || {
        if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            notice("waiting for the end of standard input; `< /dev/null` gives none");
        }
    });
    let text = text(io::stdin().lock(), "standard input");
    drop(done);
    text
}

/// Tells something that is no failure.
pub(crate) fn notice(line: &str) {
    // It is not worth failing for.
    let _ = writeln!(io::stderr(), "tandem: {}", one_line(line));
}

fn text(source: impl Read, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    source
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Failed(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > LARGEST {
        let most = LARGEST >> 20;
        return Err(Failure::Usage(format!(
            "{name} is too long; {most} MiB is the most"
        )));
    }
    String::from_utf8(bytes).map_err(|_| Failure::Usage(format!("{name} is not text in UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_refused() {
        assert!(matches!(text(&b"a\xffb"[..], "x"), Err(Failure::Usage(_))));
        assert!(matches!(
            text(io::repeat(b'a'), "x"),
            Err(Failure::Usage(_))
        ));
        assert_eq!(text(&b"ab"[..], "x").expect("text"), "ab");
    }
}
