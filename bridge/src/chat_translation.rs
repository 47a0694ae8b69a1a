//! Kept conversations from the store's own types into those that cross, and back.

use serde_json::Value;
use tandem_engine::store::{
    Attachment, Chat, ChatId, Condition, Conversation, Folder, FolderId, Hit, ImportReport,
    Message, MessageId, NewChat, NewMessage, Parameters, Piece, Preset, Role, Shelf, State,
    TitleSource,
};

use crate::{
    chat_records::{
        ChatInfo, ChatShelf, ChatsCondition, ConversationRecord, FolderInfo, ImportedChats,
        MessageDraft, MessageRecord, MessageRole, MessageState, NewChatRecord, PieceRecord,
        PresetInfo, SearchResult, SkippedChat, TextAttachment, TextRange, TitleOrigin,
    },
    failure::{Failure, Outcome},
    request::{parsed, shown},
};

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
