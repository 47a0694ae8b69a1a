//! Kept conversations in the form that crosses into Swift. Options and statistics cross as JSON. Times are
//! milliseconds since 1970 (UTC).

/// A chat without its messages.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ChatInfo {
    /// Its number.
    pub id: i64,
    /// Its name across exports and imports; never shown.
    pub uid: String,
    /// Its title; empty until there is a first message.
    pub title: String,
    /// Where the title comes from.
    pub title_origin: TitleOrigin,
    /// The folder it is in.
    pub folder: Option<i64>,
    /// What the model is told before the first message.
    pub system_prompt: String,
    /// The model last chosen for it.
    pub model: Option<String>,
    /// Its own options: a JSON object.
    pub parameters: String,
    /// When it was begun.
    pub created_at: i64,
    /// When its last message was added or finished.
    pub updated_at: i64,
    /// When it was pinned, if it is.
    pub pinned_at: Option<i64>,
    /// When it was put into the trash, if it was.
    pub trashed_at: Option<i64>,
}

/// Where a title comes from. A later kind may replace an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum TitleOrigin {
    /// There is none yet.
    None,
    /// The first words of the first message.
    Words,
    /// The model made it.
    Model,
    /// The user gave it.
    User,
}

/// What a chat begins with.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct NewChatRecord {
    /// What the model is told before the first message.
    pub system_prompt: String,
    /// The model.
    pub model: Option<String>,
    /// Options: a JSON object.
    pub parameters: String,
    /// The folder to put it in.
    pub folder: Option<i64>,
}

/// Which chats to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum ChatShelf {
    /// All that are not in the trash.
    All,
    /// Those of one folder.
    Folder {
        /// Its number.
        id: i64,
    },
    /// Those in the trash.
    Trash,
}

/// A message and its place in the tree of its chat.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct MessageRecord {
    /// Its number.
    pub id: i64,
    /// The message it follows.
    pub parent: Option<i64>,
    /// Whether it is the one shown among those that follow the same parent.
    pub chosen: bool,
    /// Who it is from.
    pub role: MessageRole,
    /// How far it has come.
    pub state: MessageState,
    /// Its text.
    pub content: String,
    /// The thinking before it.
    pub thinking: String,
    /// Tool calls: a JSON list.
    pub tool_calls: String,
    /// Which tool call it answers.
    pub tool_call_id: Option<String>,
    /// The model that answered.
    pub model: Option<String>,
    /// Why the answer ended.
    pub finish_reason: Option<String>,
    /// Statistics of the answer: a JSON object.
    pub statistics: Option<String>,
    /// When it was begun.
    pub created_at: i64,
    /// Text files that came with it.
    pub attachments: Vec<TextAttachment>,
}

/// Who a message is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum MessageRole {
    /// Instructions.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// The result of a tool call.
    Tool,
}

/// How far a message has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum MessageState {
    /// All there.
    Complete,
    /// An answer that is being written.
    Streaming,
    /// An answer whose writer ended before it.
    Cut,
}

/// A text file that came with a message.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct TextAttachment {
    /// The file's name.
    pub name: String,
    /// Its text.
    pub content: String,
}

/// A message to add.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct MessageDraft {
    /// Who it is from.
    pub role: MessageRole,
    /// Its text.
    pub content: String,
    /// Which tool call it answers.
    pub tool_call_id: Option<String>,
    /// Text files that come with it.
    pub attachments: Vec<TextAttachment>,
}

/// A chat with all its messages, parents before children.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ConversationRecord {
    /// The chat.
    pub chat: ChatInfo,
    /// All messages, of all branches.
    pub messages: Vec<MessageRecord>,
    /// The numbers of those of the chosen path, from the first to the last.
    pub path: Vec<i64>,
}

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum PieceRecord {
    /// More of its text.
    Content {
        /// The text.
        text: String,
    },
    /// More of the thinking before it.
    Thinking {
        /// The text.
        text: String,
    },
    /// A complete tool call.
    ToolCall {
        /// A JSON object with `name` and `arguments`.
        call: String,
    },
}

/// A folder of chats.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct FolderInfo {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
}

/// A system prompt and options under a name.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct PresetInfo {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What the model is told.
    pub system_prompt: String,
    /// Options: a JSON object.
    pub parameters: String,
}

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct SearchResult {
    /// The chat.
    pub chat: i64,
    /// Its title.
    pub title: String,
    /// The message; `None` if the title was found.
    pub message: Option<i64>,
    /// Who that message is from.
    pub role: Option<MessageRole>,
    /// A piece of text around what was found.
    pub snippet: String,
    /// What to highlight of it.
    pub matches: Vec<TextRange>,
    /// When the message, or the chat, was begun.
    pub created_at: i64,
}

/// A range of bytes of a UTF-8 text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct TextRange {
    /// The first byte.
    pub start: u64,
    /// The byte after the last.
    pub end: u64,
}

/// Whether conversations can be kept.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ChatsCondition {
    /// They can.
    Healthy,
    /// The file cannot be written.
    ReadOnly {
        /// Why.
        reason: String,
    },
    /// The file is damaged; what could be read of it is here.
    Salvaged {
        /// Chats that could be read.
        chats: u64,
        /// Messages that could be read.
        messages: u64,
        /// Where they come from.
        source: String,
    },
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ImportedChats {
    /// The chats that were added.
    pub added: Vec<i64>,
    /// Chats that were there already.
    pub present: u64,
    /// Chats that could not be read.
    pub skipped: u64,
    /// Why, for the first of them.
    pub reasons: Vec<SkippedChat>,
}

/// A chat of a file that was not imported.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct SkippedChat {
    /// Its place in the file, from 1.
    pub nth: u64,
    /// Why.
    pub reason: String,
}

/// What deleting a message, or taking that back, came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct DeletedMessages {
    /// How many messages it was about, on all branches.
    pub count: u64,
    /// The version that is now shown in the place of the one deleted, or the one that is back.
    pub shown: Option<i64>,
}

impl From<tandem_engine::store::Deletion> for DeletedMessages {
    fn from(deletion: tandem_engine::store::Deletion) -> Self {
        Self {
            count: deletion.messages as u64,
            shown: deletion.shown.map(|id| id.0),
        }
    }
}
