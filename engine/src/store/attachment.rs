//! Text files to attach to a message; others are refused in words.

use std::io::Read;
use std::path::Path;

use super::error::{Result, StoreError};
use super::file;
use super::record::Attachment;

/// Largest file that can be attached: more than a context of a million tokens holds.
const LARGEST: u64 = 8 << 20;

impl Attachment {
    /// Reads a text file in UTF-8 or, with its byte order mark, UTF-16.
    pub fn read(path: &Path) -> Result<Self> {
        let refused = |reason| StoreError::Attachment {
            file: path.to_owned(),
            reason,
        };
        let Some((file, _)) = file::open_named(path)? else {
            return Err(refused(
                "it is not a file; attach the text files in it one by one",
            ));
        };
        let mut bytes = Vec::new();
        file.take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| StoreError::io("read", path, e))?;
        if bytes.len() as u64 > LARGEST {
            return Err(refused(
                "it is larger than 8 MB; attach the part that matters",
            ));
        }
        if let Some(reason) = known_kind(&bytes) {
            return Err(refused(reason));
        }
        let content = text(bytes)
            .ok_or_else(|| refused("it is not text, and only text files can be attached"))?;
        Ok(Self {
            name: path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default(),
            content,
        })
    }
}

fn known_kind(bytes: &[u8]) -> Option<&'static str> {
    const IMAGE: &str = "it is an image, and this model is given text alone; describe it in words";
    const PDF: &str = "it is a PDF; copy its text into a text file and attach that";
    const ARCHIVE: &str = "it is an archive or an office document; attach its text as a text file";
    const KINDS: [(&[u8], &str); 9] = [
        (b"\x89PNG\r\n\x1a\n", IMAGE),
        (b"\xff\xd8\xff", IMAGE),
        (b"GIF87a", IMAGE),
        (b"GIF89a", IMAGE),
        (b"II*\0", IMAGE),
        (b"MM\0*", IMAGE),
        (b"%PDF-", PDF),
        (b"PK\x03\x04", ARCHIVE),
        (b"\x1f\x8b", ARCHIVE),
    ];
    let container = bytes.get(8..12);
    if bytes.starts_with(b"RIFF") && container == Some(b"WEBP")
        || bytes.get(4..8) == Some(b"ftyp")
            && matches!(container, Some(b"heic" | b"avif" | b"mif1"))
    {
        return Some(IMAGE);
    }
    KINDS
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, reason)| *reason)
}

fn text(bytes: Vec<u8>) -> Option<String> {
    let utf16 = |from: fn([u8; 2]) -> u16| {
        let units = bytes.get(2..)?.chunks(2);
        let units: Option<Vec<u16>> = units.map(|unit| unit.try_into().ok().map(from)).collect();
        String::from_utf16(&units?).ok()
    };
    let text = match bytes.get(..2) {
        Some(b"\xff\xfe") => utf16(u16::from_le_bytes)?,
        Some(b"\xfe\xff") => utf16(u16::from_be_bytes)?,
        _ => String::from_utf8(bytes).ok()?,
    };
    let text = text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text);
    // A text file has no NUL; a binary that happens to be valid UTF-8 nearly always does.
    (!text.contains('\0')).then_some(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs;

    fn read(name: &str, bytes: &[u8]) -> Result<Attachment> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        Attachment::read(&path)
    }

    #[test]
    fn text_is_taken_in_its_usual_encodings() {
        assert_eq!(
            read("a.txt", "häuser\n".as_bytes()).unwrap().content,
            "häuser\n"
        );
        assert_eq!(read("a.txt", b"\xef\xbb\xbfbom").unwrap().content, "bom");
        assert_eq!(read("a.txt", b"\xff\xfeh\0i\0").unwrap().content, "hi");
        assert_eq!(read("a.txt", b"\xfe\xff\0h\0i").unwrap().content, "hi");
        assert_eq!(
            read("notes.md", b"").unwrap(),
            Attachment {
                name: "notes.md".into(),
                content: String::new()
            }
        );
    }

    #[test]
    fn what_is_not_text_is_refused_in_words() {
        let reason = |bytes: &[u8]| read("f", bytes).unwrap_err().to_string();
        assert!(reason(b"\x89PNG\r\n\x1a\n...").contains("image"));
        assert!(reason(b"RIFF\x10\0\0\0WEBPVP8 ").contains("image"));
        assert!(reason(b"\0\0\0\x18ftypheic....").contains("image"));
        assert!(reason(b"%PDF-1.7").contains("PDF"));
        assert!(reason(b"PK\x03\x04....").contains("archive"));
        assert!(reason(b"\xff\xfe\x00").contains("not text"));
        assert!(reason(b"a\0b").contains("not text"));
        assert!(reason(b"\xc3\x28").contains("not text"));
        assert!(reason(&vec![b'a'; LARGEST as usize + 1]).contains("larger than 8 MB"));
    }

    #[test]
    fn a_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = Attachment::read(folder.path()).unwrap_err();
        assert!(error.to_string().contains("not a file"), "{error}");
    }
}
