//! Importing a file: telling what it is, and taking its chats one by one.

use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::portable::{self, FORMAT, Inserted, MOST_MESSAGES, PortableChat, VERSION};
use super::{chatgpt, lm_studio};
use crate::store::connection::Store;
use crate::store::error::{Result, StoreError};
use crate::store::file;
use crate::store::record::ChatId;

/// Largest file that is imported. A list of conversations is read one at a time, so this is a limit of time and disk.
const LARGEST_LIST: u64 = 4 << 30;

/// Largest file that has to be held in memory whole.
const LARGEST_OBJECT: u64 = 512 << 20;

/// Most reasons that are reported; a file of a million broken parts needs no million lines.
const MOST_REASONS: usize = 20;

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// The chats that were added.
    pub added: Vec<ChatId>,
    /// Chats that were there already, with the same messages.
    pub present: usize,
    /// Chats that could not be read.
    pub skipped: usize,
    /// Why, for the first of them.
    pub reasons: Vec<Skipped>,
}

/// A chat of a file that was not imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Its place in the file, from 1.
    pub nth: usize,
    /// Why.
    pub reason: String,
}

impl Store {
    /// Imports our own JSON, ChatGPT's `conversations.json`, or a conversation file of LM Studio; which it is, is told
    /// by its content. Each chat is written whole or not at all, and one that cannot be read does not keep the others
    /// out. Importing a file twice adds nothing the second time.
    pub fn import(&self, path: &Path) -> Result<ImportReport> {
        self.writable()?;
        let refused = |reason: String| StoreError::Import {
            file: path.to_owned(),
            reason,
        };
        let Some((file, length)) = file::open_named(path)? else {
            return Err(refused(
                "it is not a file; name the .json file in it".to_owned(),
            ));
        };
        let mut reader = BufReader::new(file.take(LARGEST_LIST));
        let first = first_byte(&mut reader).map_err(|e| StoreError::io("read", path, e))?;
        let mut import = Import {
            store: self,
            report: ImportReport::default(),
            read: 0,
            failed: None,
        };
        let limit = match first {
            Some(b'[') => LARGEST_LIST,
            Some(b'{') => LARGEST_OBJECT,
            // Other text may begin with this letter too.
            Some(b'P')
                if reader
                    .fill_buf()
                    .is_ok_and(|next| next.starts_with(b"K\x03\x04")) =>
            {
                return Err(refused(
                    "it may be a zip archive; unpack it and import conversations.json".to_owned(),
                ));
            }
            _ => return Err(refused("it is not JSON".to_owned())),
        };
        if length > limit {
            return Err(refused(format!("it is larger than {} MB", limit >> 20)));
        }
        let first = [first.unwrap_or_default()];
        let rest = first.chain(reader);
        let parsed = if first == *b"[" {
            import.list(rest)
        } else {
            import.object(rest)
        };
        if let Some(error) = import.failed {
            return Err(error);
        }
        match parsed {
            Ok(()) if import.read == 0 => Err(refused("it holds no conversation".to_owned())),
            // What was whole before the file broke off is kept, and the end is reported.
            Err(reason) if import.report.added.len() + import.report.present > 0 => {
                import.skip(reason);
                Ok(import.report)
            }
            Err(reason) => Err(refused(reason)),
            Ok(()) if import.report.skipped == import.read => {
                let first = import.report.reasons.first();
                Err(refused(
                    first.map_or_else(String::new, |first| first.reason.clone()),
                ))
            }
            Ok(()) => Ok(import.report),
        }
    }
}

struct Import<'a> {
    store: &'a Store,
    report: ImportReport,
    /// Chats read from the file, whatever became of them.
    read: usize,
    /// An error of the store, after which going on is no use.
    failed: Option<StoreError>,
}

impl Import<'_> {
    /// A list of conversations, taken one at a time.
    fn list(&mut self, from: impl Read) -> std::result::Result<(), String> {
        let mut json = serde_json::Deserializer::from_reader(from);
        (&mut *self)
            .deserialize(&mut json)
            .and_then(|()| json.end())
            .map_err(|error| not_json(&error))
    }

    fn object(&mut self, from: impl Read) -> std::result::Result<(), String> {
        let file: Value = serde_json::from_reader(from).map_err(|error| not_json(&error))?;
        let Value::Object(mut file) = file else {
            return Err("it is not JSON".to_owned());
        };
        if file.get("format").and_then(Value::as_str) == Some(FORMAT) {
            let version = file.get("version").and_then(Value::as_u64).unwrap_or(0);
            if version > u64::from(VERSION) {
                return Err(format!(
                    "it was exported by a newer Tandem (version {version}, this one reads {VERSION}); update Tandem"
                ));
            }
            let Some(Value::Array(chats)) = file.remove("chats") else {
                return Err("it has no list of chats".to_owned());
            };
            for chat in chats {
                let chat = serde_json::from_value::<PortableChat>(chat)
                    // serde's words would repeat the text of messages.
                    .map_err(|_| "it is not as Tandem exports a chat".to_owned())
                    .and_then(|chat| {
                        if chat.messages.len() > MOST_MESSAGES {
                            return Err("it has more messages than can be imported".to_owned());
                        }
                        Ok(chat)
                    });
                if !self.take(chat) {
                    break;
                }
            }
            return Ok(());
        }
        let chat = if file.contains_key("mapping") {
            with_messages(chatgpt::chat(&file))
        } else if lm_studio::is_one(&file) {
            with_messages(lm_studio::chat(&file))
        } else {
            return Err(
                "it is neither an export of Tandem or ChatGPT nor a conversation of LM Studio"
                    .to_owned(),
            );
        };
        self.take(chat);
        Ok(())
    }

    fn one_of_a_list(&mut self, conversation: Map<String, Value>) -> bool {
        let chat = if lm_studio::is_one(&conversation) {
            lm_studio::chat(&conversation)
        } else {
            chatgpt::chat(&conversation)
        };
        self.take(with_messages(chat))
    }

    /// Writes a chat that could be read; whether to go on.
    fn take(&mut self, chat: std::result::Result<PortableChat, String>) -> bool {
        self.read += 1;
        let chat = match chat {
            Ok(chat) => chat,
            Err(reason) => {
                self.skip(reason);
                return true;
            }
        };
        match self.store.write(|db| portable::insert(db, chat)) {
            Ok(Inserted::New(id)) => self.report.added.push(id),
            Ok(Inserted::Present(_)) => self.report.present += 1,
            Err(StoreError::Refused(reason)) => self.skip(reason),
            Err(error) => {
                self.failed = Some(error);
                return false;
            }
        }
        true
    }

    fn skip(&mut self, reason: String) {
        self.report.skipped += 1;
        if self.report.reasons.len() < MOST_REASONS {
            self.report.reasons.push(Skipped {
                nth: self.read,
                reason: crate::error::one_line(&reason),
            });
        }
    }
}

/// A chat of another program, if there is anything in it. One of ours may be empty: it is wanted back as it was.
fn with_messages(
    chat: std::result::Result<PortableChat, String>,
) -> std::result::Result<PortableChat, String> {
    chat.and_then(|chat| match chat.messages.is_empty() {
        true => Err("it has no messages".to_owned()),
        false => Ok(chat),
    })
}

impl<'de> DeserializeSeed<'de> for &mut Import<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> std::result::Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for &mut Import<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of conversations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<(), A::Error> {
        while let Some(element) = list.next_element::<Value>()? {
            let go_on = match element {
                Value::Object(conversation) => self.one_of_a_list(conversation),
                _ => self.take(Err("it is not a conversation".to_owned())),
            };
            if !go_on {
                // The rest is read over, as a list that is left in its middle counts as an error of the file.
                while list.next_element::<IgnoredAny>()?.is_some() {}
            }
        }
        Ok(())
    }
}

fn first_byte(reader: &mut impl Read) -> std::io::Result<Option<u8>> {
    let mut byte = [0];
    let mut bytes_seen = 0;
    loop {
        if reader.read(&mut byte)? == 0 {
            return Ok(None);
        }
        bytes_seen += 1;
        match byte {
            // White space, and the byte order mark that some editors write.
            [b' ' | b'\n' | b'\r' | b'\t' | 0xef | 0xbb | 0xbf] if bytes_seen < 1 << 20 => {}
            [first] => return Ok(Some(first)),
        }
    }
}

/// What is wrong with the JSON, without its text: serde_json's errors name a place and a kind.
fn not_json(error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    let place = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => format!("it breaks off at {place}; get the file again"),
        Category::Io => "it cannot be read to its end".to_owned(),
        Category::Syntax | Category::Data => format!("it is not valid JSON at {place}"),
    }
}
