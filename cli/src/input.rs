//! Files and standard input, as far as they may be trusted: of bounded size and in UTF-8.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::failure::Failure;

/// The largest text that is read, in bytes: several times the longest context.
const LARGEST: u64 = 64 << 20;

/// The text of a file.
pub(crate) fn file(path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    let file = File::open(path)
        .map_err(|error| Failure::Failed(format!("cannot read {name}: {error}")))?;
    text(file, &name)
}

/// The text of standard input.
pub(crate) fn stdin() -> Result<String, Failure> {
    text(io::stdin().lock(), "standard input")
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
