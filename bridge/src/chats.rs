//! The kept conversations: everything of the engine's store, each call on a thread that may wait for the disk.

use std::{path::PathBuf, sync::Arc};

use tandem_engine::{
    home::Home,
    store::{
        Attachment, ChatId, FolderId, MessageId, NewChat, NewMessage, Outcome as Ended, Piece,
        PresetId, Store,
    },
    title,
};

use crate::{
    chat_records::{
        ChatInfo, ChatShelf, ChatsCondition, ConversationRecord, DeletedMessages, FolderInfo,
        ImportedChats, MessageDraft, NewChatRecord, PieceRecord, PresetInfo, SearchResult,
        TextAttachment, TitleOrigin,
    },
    chat_translation::parameters,
    failure::{Failure, Outcome},
    request::{parsed, shown},
    runtime::run_blocking,
    title::TitleSubject,
};

/// The file of conversations in the home folder, the same as the command line's.
const FILE: &str = "chats.sqlite";

/// Conversations, on disk or private. What returned without an error is on the disk.
///
/// Every call fails with the kind `Chats` if the file cannot be read or written, with `NotFound` for a number that is
/// not there, and with `NoSpace` if the disk is full.
#[derive(Debug, uniffi::Object)]
pub struct Chats {
    store: Arc<Store>,
}

impl Chats {
    pub(crate) async fn open(home: Home) -> Outcome<Arc<Self>> {
        run_blocking(move || {
            let store = Store::open(&home.path().join(FILE))?;
            Ok::<_, Failure>(Arc::new(Self {
                store: Arc::new(store),
            }))
        })
        .await
    }

    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Outcome<T> + Send + 'static,
    ) -> Outcome<T> {
        let store = Arc::clone(&self.store);
        run_blocking(move || work(&store)).await
    }
}

#[uniffi::export]
impl Chats {
    /// Conversations that are never written to a disk.
    #[uniffi::constructor]
    pub async fn private() -> Outcome<Arc<Self>> {
        run_blocking(|| {
            let store = Store::private()?;
            Ok::<_, Failure>(Arc::new(Self {
                store: Arc::new(store),
            }))
        })
        .await
    }

    /// Whether they can be kept, and what is wrong if not. Users must be told.
    pub fn condition(&self) -> ChatsCondition {
        self.store.condition().into()
    }

    /// Writes what can be read of a damaged file into a new one; the damaged one is kept, at the path returned. Open the
    /// conversations again after it.
    pub async fn repair(&self) -> Outcome<String> {
        self.with(|store| {
            let file: PathBuf = store.file().map(ToOwned::to_owned).unwrap_or_default();
            Ok(shown(Store::repair(&file)?))
        })
        .await
    }

    /// Begins a chat; its number.
    pub async fn create_chat(&self, new: NewChatRecord) -> Outcome<i64> {
        self.with(move |store| Ok(store.create_chat(&NewChat::try_from(new)?)?.0))
            .await
    }

    /// A chat.
    pub async fn chat(&self, id: i64) -> Outcome<ChatInfo> {
        self.with(move |store| Ok(store.chat(ChatId(id))?.into()))
            .await
    }

    /// The chat that was last written to.
    pub async fn latest_chat(&self) -> Outcome<Option<ChatInfo>> {
        self.with(move |store| Ok(store.latest_chat()?.map(ChatInfo::from)))
            .await
    }

    /// Chats of a shelf, `limit` of them after the first `skip`: pinned ones first, then the latest.
    pub async fn list(&self, shelf: ChatShelf, skip: u32, limit: u32) -> Outcome<Vec<ChatInfo>> {
        self.with(move |store| {
            let chats = store.chats(shelf.into(), skip, limit)?;
            Ok(chats.into_iter().map(ChatInfo::from).collect())
        })
        .await
    }

    /// Gives a chat a title; `false` if it has one of a later kind.
    pub async fn set_title(&self, id: i64, title: String, origin: TitleOrigin) -> Outcome<bool> {
        self.with(move |store| Ok(store.set_title(ChatId(id), &title, origin.into())?))
            .await
    }

    /// What to make a title of, if the chat has no better one than its first words.
    pub async fn untitled(&self, id: i64) -> Outcome<Option<TitleSubject>> {
        self.with(move |store| {
            let conversation = store.conversation(ChatId(id))?;
            Ok(title::wanted(&conversation).map(TitleSubject::from))
        })
        .await
    }

    /// Puts a chat into a folder, or takes it out.
    pub async fn set_folder(&self, id: i64, folder: Option<i64>) -> Outcome<()> {
        self.with(move |store| Ok(store.set_folder(ChatId(id), folder.map(FolderId))?))
            .await
    }

    /// Pins a chat, or takes the pin off.
    pub async fn set_pinned(&self, id: i64, pinned: bool) -> Outcome<()> {
        self.with(move |store| Ok(store.set_pinned(ChatId(id), pinned)?))
            .await
    }

    /// Changes what the model is told before the first message.
    pub async fn set_system_prompt(&self, id: i64, text: String) -> Outcome<()> {
        self.with(move |store| Ok(store.set_system_prompt(ChatId(id), &text)?))
            .await
    }

    /// Changes the model of a chat.
    pub async fn set_model(&self, id: i64, model: Option<String>) -> Outcome<()> {
        self.with(move |store| Ok(store.set_model(ChatId(id), model.as_deref())?))
            .await
    }

    /// Changes the options of a chat: a JSON object.
    pub async fn set_parameters(&self, id: i64, json: String) -> Outcome<()> {
        self.with(move |store| Ok(store.set_parameters(ChatId(id), &parameters(&json)?)?))
            .await
    }

    /// Puts a chat into the trash.
    pub async fn trash(&self, id: i64) -> Outcome<()> {
        self.with(move |store| Ok(store.trash(ChatId(id))?)).await
    }

    /// Takes a chat out of the trash.
    pub async fn restore(&self, id: i64) -> Outcome<()> {
        self.with(move |store| Ok(store.restore(ChatId(id))?)).await
    }

    /// Deletes a chat of the trash for good.
    pub async fn purge(&self, id: i64) -> Outcome<()> {
        self.with(move |store| Ok(store.purge(ChatId(id))?)).await
    }

    /// Deletes for good what was put into the trash before a time; how many chats that were.
    pub async fn purge_trash(&self, before: i64) -> Outcome<u64> {
        self.with(move |store| Ok(store.purge_trash(before)? as u64))
            .await
    }

    /// A chat with all its messages. An answer that is being written is there as far as it has come.
    pub async fn conversation(&self, id: i64) -> Outcome<ConversationRecord> {
        self.with(move |store| Ok(store.conversation(ChatId(id))?.into()))
            .await
    }

    /// Adds a message after `parent`, and puts it on the chosen path; its number.
    pub async fn add_message(
        &self,
        chat: i64,
        parent: Option<i64>,
        draft: MessageDraft,
    ) -> Outcome<i64> {
        self.with(move |store| {
            Ok(store
                .add_message(
                    ChatId(chat),
                    parent.map(MessageId),
                    &NewMessage::from(draft),
                )?
                .0)
        })
        .await
    }

    /// Another version of a user's message beside it, with more attachments; its number.
    pub async fn edit_message(
        &self,
        id: i64,
        content: String,
        more: Vec<TextAttachment>,
    ) -> Outcome<i64> {
        self.with(move |store| {
            let more: Vec<Attachment> = more.into_iter().map(Attachment::from).collect();
            Ok(store.edit_message_with(MessageId(id), &content, &more)?.0)
        })
        .await
    }

    /// The last message of a chat's chosen path.
    pub async fn last_message(&self, chat: i64) -> Outcome<Option<i64>> {
        self.with(move |store| Ok(store.last_message(ChatId(chat))?.map(|id| id.0)))
            .await
    }

    /// Puts the chosen path through a message.
    pub async fn choose(&self, id: i64) -> Outcome<()> {
        self.with(move |store| Ok(store.choose(MessageId(id))?))
            .await
    }

    /// Deletes a message with all that follow it on any branch; it can be taken back until it is purged.
    pub async fn delete_message(&self, id: i64) -> Outcome<DeletedMessages> {
        self.with(move |store| Ok(store.delete_message(MessageId(id))?.into()))
            .await
    }

    /// Takes back the deletion of a message.
    pub async fn restore_message(&self, id: i64) -> Outcome<DeletedMessages> {
        self.with(move |store| Ok(store.restore_message(MessageId(id))?.into()))
            .await
    }

    /// Deletes for good the messages that were deleted before a time; how many those were.
    pub async fn purge_deleted(&self, before: i64) -> Outcome<u64> {
        self.with(move |store| Ok(store.purge_deleted(before)? as u64))
            .await
    }

    /// The messages from the start of a chat to `last` as a prompt: a JSON list in the OpenAI form.
    pub async fn prompt(&self, chat: i64, last: Option<i64>) -> Outcome<String> {
        self.with(move |store| {
            let messages = store
                .conversation(ChatId(chat))?
                .prompt(last.map(MessageId));
            Ok(serde_json::Value::Array(messages).to_string())
        })
        .await
    }

    /// Begins an answer to `parent`, on the disk from now on; its number.
    pub async fn begin_answer(&self, parent: i64, model: Option<String>) -> Outcome<i64> {
        self.with(move |store| Ok(store.begin_answer(MessageId(parent), model.as_deref())?.0))
            .await
    }

    /// Appends pieces to an answer that streams: all of them or, with an error, none.
    pub async fn append(&self, answer: i64, pieces: Vec<PieceRecord>) -> Outcome<()> {
        self.with(move |store| {
            let pieces = pieces
                .into_iter()
                .map(Piece::try_from)
                .collect::<Outcome<Vec<_>>>()?;
            Ok(store.append(MessageId(answer), &pieces)?)
        })
        .await
    }

    /// Ends an answer; `statistics` is a JSON object.
    pub async fn finish_answer(
        &self,
        answer: i64,
        finish_reason: String,
        statistics: Option<String>,
    ) -> Outcome<()> {
        self.with(move |store| {
            let statistics = statistics
                .map(|json| parsed("the statistics", &json))
                .transpose()?;
            Ok(store.finish_answer(
                MessageId(answer),
                &Ended {
                    finish_reason,
                    statistics,
                },
            )?)
        })
        .await
    }

    /// Ends an answer that will not be finished, as far as it has come.
    pub async fn cut_answer(&self, answer: i64) -> Outcome<()> {
        self.with(move |store| Ok(store.cut_answer(MessageId(answer))?))
            .await
    }

    /// Chats and messages that contain all words of a query, `limit` of them.
    pub async fn search(&self, query: String, limit: u32) -> Outcome<Vec<SearchResult>> {
        self.with(move |store| {
            let hits = store.search(&query, limit)?;
            Ok(hits.into_iter().map(SearchResult::from).collect())
        })
        .await
    }

    /// All folders, by name.
    pub async fn folders(&self) -> Outcome<Vec<FolderInfo>> {
        self.with(move |store| Ok(store.folders()?.into_iter().map(FolderInfo::from).collect()))
            .await
    }

    /// Makes a folder; its number.
    pub async fn create_folder(&self, name: String) -> Outcome<i64> {
        self.with(move |store| Ok(store.create_folder(&name)?.0))
            .await
    }

    /// Gives a folder another name.
    pub async fn rename_folder(&self, id: i64, name: String) -> Outcome<()> {
        self.with(move |store| Ok(store.rename_folder(FolderId(id), &name)?))
            .await
    }

    /// Deletes a folder; its chats stay.
    pub async fn delete_folder(&self, id: i64) -> Outcome<()> {
        self.with(move |store| Ok(store.delete_folder(FolderId(id))?))
            .await
    }

    /// All presets, by name.
    pub async fn presets(&self) -> Outcome<Vec<PresetInfo>> {
        self.with(move |store| Ok(store.presets()?.into_iter().map(PresetInfo::from).collect()))
            .await
    }

    /// Keeps a preset under a name, in place of the one that had it; its number.
    pub async fn save_preset(
        &self,
        name: String,
        system_prompt: String,
        json: String,
    ) -> Outcome<i64> {
        self.with(move |store| {
            Ok(store
                .save_preset(&name, &system_prompt, &parameters(&json)?)?
                .0)
        })
        .await
    }

    /// Deletes a preset.
    pub async fn delete_preset(&self, id: i64) -> Outcome<()> {
        self.with(move |store| Ok(store.delete_preset(PresetId(id))?))
            .await
    }

    /// Imports a file of conversations.
    pub async fn import_file(&self, path: String) -> Outcome<ImportedChats> {
        self.with(move |store| Ok(store.import(&PathBuf::from(path))?.into()))
            .await
    }

    /// The chosen path of a chat as Markdown.
    pub async fn export_markdown(&self, id: i64) -> Outcome<String> {
        self.with(move |store| Ok(store.export_markdown(ChatId(id))?))
            .await
    }

    /// Chats with all their branches, as JSON that can be imported.
    pub async fn export_json(&self, ids: Vec<i64>) -> Outcome<String> {
        self.with(move |store| {
            let ids: Vec<ChatId> = ids.into_iter().map(ChatId).collect();
            Ok(store.export_json(&ids)?)
        })
        .await
    }

    /// Reads a text file to attach to a message.
    pub async fn read_attachment(&self, path: String) -> Outcome<TextAttachment> {
        self.with(move |store| {
            let _ = store;
            Ok(Attachment::read(&PathBuf::from(path))?.into())
        })
        .await
    }
}
