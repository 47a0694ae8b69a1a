//! Files that a text names as `@notes.txt`, to go with it.
//!
//! Only what a person typed is looked through: a text that comes from elsewhere could name files it should not see.

use std::{collections::BTreeSet, path::Path};

use tandem_engine::store::Attachment;

use crate::failure::Failure;

/// Most files that go with one text.
const MOST: usize = 32;
/// What may stand before an `@` that names a file, besides white space.
const OPENING: &[char] = &['(', '[', '{', '"', '\'', '`'];
/// What may follow a name without being part of it.
const CLOSING: &[char] = &[
    ')', ']', '}', '"', '\'', '`', '.', ',', ';', ':', '!', '?', '…', '。', '，',
];

/// Endings of what people send along. `@` followed by a name with one of these is meant to be a file.
const USUAL: [&str; 24] = [
    "c", "cpp", "css", "csv", "diff", "go", "h", "html", "java", "js", "json", "log", "md",
    "patch", "py", "rs", "sh", "swift", "toml", "ts", "txt", "xml", "yaml", "yml",
];

/// What a text names.
#[derive(Debug, Default)]
pub(crate) struct Named {
    /// The files, read.
    pub(crate) files: Vec<Attachment>,
    /// Names that look like files and are none: what was written stays text.
    pub(crate) missing: Vec<String>,
}

/// Reads the files that `text` names. A name with spaces stands in quotes: `@"my notes.txt"`. An `@` before anything
/// that is no file is just an `@`.
pub(crate) fn named(text: &str) -> Result<Named, Failure> {
    let mut seen = BTreeSet::new();
    let mut named = Named::default();
    for (at, _) in text.match_indices('@') {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let begins = |c: char| c.is_whitespace() || OPENING.contains(&c);
        if !before.chars().next_back().is_none_or(begins) {
            continue;
        }
        let Some(name) = file(after) else {
            named.missing.extend(looks_like_a_file(after));
            continue;
        };
        if !seen.insert(name) {
            continue;
        }
        if named.files.len() == MOST {
            return Err(Failure::Usage(format!(
                "more than {MOST} files are named; {MOST} can go with one message"
            )));
        }
        let path = Path::new(name);
        if !path.is_file() {
            let what = if path.is_dir() {
                "a folder"
            } else {
                "no file that can be read"
            };
            return Err(Failure::Usage(format!(
                "@{name} is {what}; name a text file, or put a space after the @"
            )));
        }
        named.files.push(Attachment::read(path)?);
    }
    Ok(named)
}

impl Named {
    /// What to tell of the names that are no files, a line each.
    pub(crate) fn complaints(&self) -> impl Iterator<Item = String> {
        let line =
            |name: &String| format!("there is no file {name}; the text goes as it is written");
        self.missing.iter().map(line)
    }
}

/// The word at the beginning of `text`, if it ends as files do.
fn looks_like_a_file(text: &str) -> Option<String> {
    let word = text.split(char::is_whitespace).next()?;
    let word = word.trim_end_matches(CLOSING);
    let end = Path::new(word).extension()?.to_str()?;
    USUAL.contains(&end).then(|| word.to_owned())
}

/// The name of something on the disk at the beginning of `text`. A single word that is a folder is more likely a word.
fn file(text: &str) -> Option<&str> {
    let exists = |name: &&str| {
        let path = Path::new(name);
        path.is_file() || (name.contains('/') && path.symlink_metadata().is_ok())
    };
    if let Some((name, _)) = text.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        return Some(name).filter(exists);
    }
    let mut name = text.split(char::is_whitespace).next()?;
    loop {
        if name.is_empty() || exists(&name) {
            return Some(name).filter(|name| !name.is_empty());
        }
        // A sentence may go on or end right after it.
        name = name.strip_suffix(CLOSING)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_are_found_where_they_are_named() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = folder.path().display();
        for name in ["a.txt", "b c.md", "d"] {
            fs::write(folder.path().join(name), name).expect("a file");
        }
        let found = |text: &str| -> Vec<String> {
            let text = text.replace('%', &place.to_string());
            let named = named(&text).expect("attachments");
            named.files.into_iter().map(|file| file.content).collect()
        };
        assert_eq!(found("@%/a.txt"), ["a.txt"]);
        assert_eq!(
            found("compare @%/d, (@%/a.txt). And @%/d again"),
            ["d", "a.txt"]
        );
        assert_eq!(found("see @\"%/b c.md\"!"), ["b c.md"]);
        for none in [
            "",
            "@",
            "@@",
            "a@%/a.txt",
            "@%/e.txt",
            "@dataclass",
            "@\"",
            "@...",
        ] {
            assert_eq!(found(none), Vec::<String>::new(), "{none}");
        }
    }

    #[test]
    fn a_name_that_is_mistyped_is_told() {
        let missing = |text: &str| named(text).expect("attachments").missing;
        assert_eq!(missing("see @no/such.txt, please"), ["no/such.txt"]);
        assert_eq!(missing("(@notes.md)"), ["notes.md"]);
        for word in [
            "@app.route",
            "@types/node",
            "@dataclass",
            "me@x.rs",
            "@",
            "@v1.2",
        ] {
            assert!(missing(word).is_empty(), "{word}");
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let picture = folder.path().join("p.png");
        fs::write(&picture, b"\x89PNG\r\n\x1a\n").expect("a file");
        let refused = named(&format!("@{}", picture.display()));
        assert!(matches!(refused, Err(Failure::Failed(reason)) if reason.contains("image")));
    }

    #[test]
    fn what_is_there_and_no_file_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let dead = folder.path().join("dead");
        std::os::unix::fs::symlink("nowhere", &dead).expect("a link");
        for path in [folder.path(), &dead] {
            let refused = named(&format!("@{}", path.display()));
            assert!(
                matches!(refused, Err(Failure::Usage(_))),
                "{}",
                path.display()
            );
        }
    }

    #[test]
    fn there_is_a_limit() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut text = String::new();
        for nth in 0..=MOST {
            let file = folder.path().join(nth.to_string());
            fs::write(&file, "x").expect("a file");
            text += &format!("@{} ", file.display());
        }
        assert!(matches!(named(&text), Err(Failure::Usage(_))));
    }
}
