//! Kept conversations in the form that crosses into Swift. Options and statistics cross as JSON. Times are
//! milliseconds since 1970 (UTC).

use serde_json::Value;
use tandem_engine::store::{
    Attachment, Chat, ChatId, Condition, Conversation, Folder, FolderId, Hit, ImportReport,
    Message, MessageId, NewChat, NewMessage, Parameters, Piece, Preset, Role, Shelf, State,
    TitleSource,
};

use crate::{
    failure::{Failure, Outcome},
    request::{parsed, shown},
};

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

/// Options from their JSON.
pub(crate) fn parameters(json: &str) -> Outcome<Parameters> {
    parsed("the list of options", json)
}

impl From<Chat> for ChatInfo {
    fn from(chat: Chat) -> Self {
        Self {
            id: chat.id.0,
            uid: chat.uid,
            title: chat.title,
            title_origin: chat.title_source.into(),
            folder: chat.folder.map(|folder| folder.0),
            system_prompt: chat.system_prompt,
            model: chat.model,
            parameters: Value::Object(chat.parameters).to_string(),
            created_at: chat.created_at,
            updated_at: chat.updated_at,
            pinned_at: chat.pinned_at,
            trashed_at: chat.trashed_at,
        }
    }
}

impl From<TitleSource> for TitleOrigin {
    fn from(source: TitleSource) -> Self {
        match source {
            TitleSource::None => Self::None,
            TitleSource::Words => Self::Words,
            TitleSource::Model => Self::Model,
            TitleSource::User => Self::User,
        }
    }
}

impl From<TitleOrigin> for TitleSource {
    fn from(origin: TitleOrigin) -> Self {
        match origin {
            TitleOrigin::None => Self::None,
            TitleOrigin::Words => Self::Words,
            TitleOrigin::Model => Self::Model,
            TitleOrigin::User => Self::User,
        }
    }
}

impl TryFrom<NewChatRecord> for NewChat {
    type Error = Failure;

    fn try_from(new: NewChatRecord) -> Outcome<Self> {
        Ok(Self {
            system_prompt: new.system_prompt,
            model: new.model,
            parameters: parameters(&new.parameters)?,
            folder: new.folder.map(FolderId),
        })
    }
}

impl From<ChatShelf> for Shelf {
    fn from(shelf: ChatShelf) -> Self {
        match shelf {
            ChatShelf::All => Self::All,
            ChatShelf::Folder { id } => Self::Folder(FolderId(id)),
            ChatShelf::Trash => Self::Trash,
        }
    }
}

impl From<Message> for MessageRecord {
    fn from(message: Message) -> Self {
        Self {
            id: message.id.0,
            parent: message.parent.map(|parent| parent.0),
            chosen: message.chosen,
            role: message.role.into(),
            state: match message.state {
                State::Complete => MessageState::Complete,
                State::Streaming => MessageState::Streaming,
                State::Cut => MessageState::Cut,
            },
            content: message.content,
            thinking: message.thinking,
            tool_calls: Value::Array(message.tool_calls).to_string(),
            tool_call_id: message.tool_call_id,
            model: message.model,
            finish_reason: message.finish_reason,
            statistics: message.statistics.map(|value| value.to_string()),
            created_at: message.created_at,
            attachments: message
                .attachments
                .into_iter()
                .map(TextAttachment::from)
                .collect(),
        }
    }
}

impl From<Role> for MessageRole {
    fn from(role: Role) -> Self {
        match role {
            Role::System => Self::System,
            Role::User => Self::User,
            Role::Assistant => Self::Assistant,
            Role::Tool => Self::Tool,
        }
    }
}

impl From<MessageRole> for Role {
    fn from(role: MessageRole) -> Self {
        match role {
            MessageRole::System => Self::System,
            MessageRole::User => Self::User,
            MessageRole::Assistant => Self::Assistant,
            MessageRole::Tool => Self::Tool,
        }
    }
}

impl From<Attachment> for TextAttachment {
    fn from(Attachment { name, content }: Attachment) -> Self {
        Self { name, content }
    }
}

impl From<TextAttachment> for Attachment {
    fn from(TextAttachment { name, content }: TextAttachment) -> Self {
        Self { name, content }
    }
}

impl From<MessageDraft> for NewMessage {
    fn from(draft: MessageDraft) -> Self {
        Self {
            role: draft.role.into(),
            content: draft.content,
            tool_call_id: draft.tool_call_id,
            attachments: draft
                .attachments
                .into_iter()
                .map(Attachment::from)
                .collect(),
        }
    }
}

impl From<Conversation> for ConversationRecord {
    fn from(conversation: Conversation) -> Self {
        Self {
            path: conversation
                .path()
                .into_iter()
                .map(|message| message.id.0)
                .collect(),
            chat: conversation.chat.into(),
            messages: conversation
                .messages
                .into_iter()
                .map(MessageRecord::from)
                .collect(),
        }
    }
}

impl TryFrom<PieceRecord> for Piece {
    type Error = Failure;

    fn try_from(piece: PieceRecord) -> Outcome<Self> {
        Ok(match piece {
            PieceRecord::Content { text } => Self::Content(text),
            PieceRecord::Thinking { text } => Self::Thinking(text),
            PieceRecord::ToolCall { call } => Self::ToolCall(parsed("the tool call", &call)?),
        })
    }
}

impl From<Folder> for FolderInfo {
    fn from(folder: Folder) -> Self {
        Self {
            id: folder.id.0,
            name: folder.name,
        }
    }
}

impl From<Preset> for PresetInfo {
    fn from(preset: Preset) -> Self {
        Self {
            id: preset.id.0,
            name: preset.name,
            system_prompt: preset.system_prompt,
            parameters: Value::Object(preset.parameters).to_string(),
        }
    }
}

impl From<Hit> for SearchResult {
    fn from(hit: Hit) -> Self {
        let (message, role) = hit.message.unzip();
        Self {
            chat: hit.chat.0,
            title: hit.title,
            message: message.map(|MessageId(id)| id),
            role: role.map(MessageRole::from),
            snippet: hit.snippet.text,
            matches: hit
                .snippet
                .matches
                .into_iter()
                .map(|range| TextRange {
                    start: range.start as u64,
                    end: range.end as u64,
                })
                .collect(),
            created_at: hit.created_at,
        }
    }
}

impl From<&Condition> for ChatsCondition {
    fn from(condition: &Condition) -> Self {
        match condition {
            Condition::Healthy => Self::Healthy,
            Condition::ReadOnly(reason) => Self::ReadOnly {
                reason: reason.clone(),
            },
            Condition::Salvaged(salvage) => Self::Salvaged {
                chats: salvage.chats as u64,
                messages: salvage.messages as u64,
                source: shown(salvage.source.clone()),
            },
        }
    }
}

impl From<ImportReport> for ImportedChats {
    fn from(report: ImportReport) -> Self {
        Self {
            added: report.added.into_iter().map(|ChatId(id)| id).collect(),
            present: report.present as u64,
            skipped: report.skipped as u64,
            reasons: report
                .reasons
                .into_iter()
                .map(|skipped| SkippedChat {
                    nth: skipped.nth as u64,
                    reason: skipped.reason,
                })
                .collect(),
        }
    }
}
