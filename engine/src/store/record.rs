//! What the store keeps: chats, their messages as a tree, and what belongs to them.

use std::collections::HashMap;
use std::fmt;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Names of options (as on the command line, such as `temperature`) and their values.
pub type Parameters = Map<String, Value>;

macro_rules! row_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                i64::column_result(value).map(Self)
            }
        }
    };
}

row_id! {
    /// A chat. Never used again, not even after the chat is purged.
    ChatId
}
row_id! {
    /// A message. Later messages have larger numbers; a parent's is smaller than its children's.
    MessageId
}
row_id! {
    /// A folder of chats.
    FolderId
}
row_id! {
    /// A preset.
    PresetId
}

macro_rules! text_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$item_doc])* #[serde(rename = $text)] $item,)+
        }

        impl $name {
            /// The word for it in the database and in exports.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$item => $text,)+ }
            }
        }

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                match value.as_str()? {
                    $($text => Ok(Self::$item),)+
                    _ => Err(FromSqlError::InvalidType),
                }
            }
        }
    };
}

text_enum! {
    /// Who a message is from.
    Role {
        /// Instructions in the middle of a chat; those at its start are [`Chat::system_prompt`].
        System = "system",
        /// The user.
        User = "user",
        /// The model.
        Assistant = "assistant",
        /// The result of a tool call.
        Tool = "tool",
    }
}

text_enum! {
    /// How far a message has come.
    State {
        /// All there.
        Complete = "complete",
        /// An answer that is being written.
        Streaming = "streaming",
        /// An answer whose writer ended before it; kept as far as it came.
        Cut = "cut",
    }
}

text_enum! {
    /// Where a chat's title comes from. A later kind may replace an earlier one, never the other way.
    TitleSource {
        /// There is none yet.
        None = "none",
        /// The first words of the first message.
        Words = "words",
        /// The model made it.
        Model = "model",
        /// The user gave it, or it came with an import.
        User = "user",
    }
}

/// A chat without its messages.
#[derive(Debug, Clone, PartialEq)]
pub struct Chat {
    /// Its number.
    pub id: ChatId,
    /// Its name across exports and imports; never shown.
    pub uid: String,
    /// Its title; empty until there is a first message.
    pub title: String,
    /// Where the title comes from.
    pub title_source: TitleSource,
    /// The folder it is in.
    pub folder: Option<FolderId>,
    /// What the model is told before the first message; empty for nothing.
    pub system_prompt: String,
    /// The model last chosen for it: a folder, an `org/name`, or `pocket`.
    pub model: Option<String>,
    /// Its own options.
    pub parameters: Parameters,
    /// When it was begun, in milliseconds since 1970 (UTC), as all times here.
    pub created_at: i64,
    /// When its last message was added or finished.
    pub updated_at: i64,
    /// When it was pinned, if it is.
    pub pinned_at: Option<i64>,
    /// When it was put into the trash, if it was.
    pub trashed_at: Option<i64>,
}

/// A message and its place in the tree of its chat.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Its number.
    pub id: MessageId,
    /// The message it follows; `None` for the start of a chat.
    pub parent: Option<MessageId>,
    /// Whether it is the one shown among those that follow the same parent.
    pub chosen: bool,
    /// Who it is from.
    pub role: Role,
    /// How far it has come.
    pub state: State,
    /// Its text, without thinking.
    pub content: String,
    /// What the model thought before answering.
    pub thinking: String,
    /// Tool calls, each an object with `name` and `arguments`.
    pub tool_calls: Vec<Value>,
    /// Which tool call it answers, for [`Role::Tool`].
    pub tool_call_id: Option<String>,
    /// The model that answered.
    pub model: Option<String>,
    /// Why the answer ended, in the words of the engine's finish reasons.
    pub finish_reason: Option<String>,
    /// Model and speculation statistics of the answer.
    pub statistics: Option<Value>,
    /// When it was begun.
    pub created_at: i64,
    /// Text files that came with it.
    pub attachments: Vec<Attachment>,
}

/// A text file that came with a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// The file's name, without its folder.
    pub name: String,
    /// Its text.
    pub content: String,
}

/// A folder of chats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Its number.
    pub id: FolderId,
    /// Its name; no two folders have the same.
    pub name: String,
}

/// A system prompt and options under a name, to begin chats with.
#[derive(Debug, Clone, PartialEq)]
pub struct Preset {
    /// Its number.
    pub id: PresetId,
    /// Its name; no two presets have the same.
    pub name: String,
    /// What the model is told.
    pub system_prompt: String,
    /// Options.
    pub parameters: Parameters,
}

/// A chat with all its messages, in the order of their numbers, so that parents come before children.
#[derive(Debug, Clone, PartialEq)]
pub struct Conversation {
    /// The chat.
    pub chat: Chat,
    /// All messages, of all branches.
    pub messages: Vec<Message>,
}

impl Conversation {
    /// The messages of the chosen path, from the first to the last.
    pub fn path(&self) -> Vec<&Message> {
        let chosen: HashMap<Option<MessageId>, &Message> = self
            .messages
            .iter()
            .filter(|message| message.chosen)
            .map(|message| (message.parent, message))
            .collect();
        let mut path = Vec::new();
        let mut at = None;
        while let Some(&message) = chosen.get(&at) {
            // A parent's number is smaller than its child's, so this ends even in a damaged file.
            if at.is_some_and(|parent| parent >= message.id) {
                break;
            }
            path.push(message);
            at = Some(message.id);
        }
        path
    }

    /// The message with this number.
    pub fn message(&self, id: MessageId) -> Option<&Message> {
        let at = self.messages.binary_search_by_key(&id, |m| m.id).ok()?;
        self.messages.get(at)
    }

    /// The messages that follow the same parent as `id`, itself among them: the branches to choose from.
    pub fn siblings(&self, id: MessageId) -> Vec<&Message> {
        let Some(message) = self.message(id) else {
            return Vec::new();
        };
        self.messages
            .iter()
            .filter(|other| other.parent == message.parent)
            .collect()
    }
}
