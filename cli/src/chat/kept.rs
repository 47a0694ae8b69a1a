//! The conversation of a chat in the store: where it goes on, and what is written to it.

use std::{fs::OpenOptions, io::Write, os::unix::fs::OpenOptionsExt, path::Path, sync::Arc};

use tandem_engine::{
    store::{
        AnswerWriter, Attachment, Chat, ChatId, Conversation, MessageId, NewChat, NewMessage,
        Parameters, Role, Shelf, State, Store,
    },
    title,
};

use crate::{failure::Failure, output::one_line};

/// Chats that a list in the chat shows.
const LISTED: u32 = 20;

/// A conversation that is kept.
pub(super) struct Kept {
    pub(super) store: Arc<Store>,
    /// `None` until there is something to keep.
    chat: Option<ChatId>,
    /// The message that the next one follows.
    last: Option<MessageId>,
}

impl Kept {
    /// A conversation yet to begin.
    pub(super) fn new(store: Store) -> Self {
        Self {
            store: Arc::new(store),
            chat: None,
            last: None,
        }
    }

    /// Leaves the conversation for one yet to begin.
    pub(super) fn leave(&mut self) {
        self.chat = None;
        self.last = None;
    }

    pub(super) fn latest(&self) -> Result<Option<Chat>, Failure> {
        Ok(self.store.latest_chat()?)
    }

    pub(super) fn list(&self) -> Result<Vec<Chat>, Failure> {
        Ok(self.store.chats(Shelf::All, 0, LISTED)?)
    }

    /// Goes on with a chat, where it was left.
    pub(super) fn open(&mut self, id: ChatId) -> Result<Conversation, Failure> {
        let conversation = self.store.conversation(id)?;
        if conversation.chat.trashed_at.is_some() {
            return Err(Failure::Failed(format!(
                "chat {id} is in the trash; `tandem chats restore {id}` takes it back"
            )));
        }
        self.chat = Some(id);
        self.last = conversation.path().last().map(|message| message.id);
        Ok(conversation)
    }

    /// The conversation; `None` if it has not begun.
    pub(super) fn conversation(&self) -> Result<Option<Conversation>, Failure> {
        Ok(self
            .chat
            .map(|chat| self.store.conversation(chat))
            .transpose()?)
    }

    pub(super) fn set_system(&self, text: &str) -> Result<(), Failure> {
        match self.chat {
            Some(chat) => Ok(self.store.set_system_prompt(chat, text)?),
            None => Ok(()),
        }
    }

    pub(super) fn set_model(&self, model: &str) -> Result<(), Failure> {
        match self.chat {
            Some(chat) => Ok(self.store.set_model(chat, Some(model))?),
            None => Ok(()),
        }
    }

    pub(super) fn set_parameters(&self, parameters: &Parameters) -> Result<(), Failure> {
        match self.chat {
            Some(chat) => Ok(self.store.set_parameters(chat, parameters)?),
            None => Ok(()),
        }
    }

    /// The chat and what to make a title of, if it has no better one than its first words.
    pub(super) fn untitled(&self) -> Result<Option<(ChatId, title::Subject)>, Failure> {
        Ok(self.conversation()?.and_then(|conversation| {
            title::wanted(&conversation).map(|subject| (conversation.chat.id, subject))
        }))
    }

    /// Writes down what the user says; if there is no chat yet, `new` begins with it.
    pub(super) fn say(
        &mut self,
        text: &str,
        attachments: Vec<Attachment>,
        new: &NewChat,
    ) -> Result<MessageId, Failure> {
        let chat = match self.chat {
            Some(chat) => chat,
            None => self.store.create_chat(new)?,
        };
        self.chat = Some(chat);
        let message = NewMessage {
            attachments,
            ..NewMessage::user(text)
        };
        Ok(self.store.add_message(chat, self.last, &message)?)
    }

    /// Writes down another version of what the user said last. Its files stay.
    pub(super) fn edit(&mut self, text: &str, more: &[Attachment]) -> Result<MessageId, Failure> {
        let last = self.last_said()?;
        Ok(self.store.edit_message_with(last, text, more)?)
    }

    /// The last message of the user on the path.
    pub(super) fn last_said(&self) -> Result<MessageId, Failure> {
        self.conversation()?
            .and_then(|conversation| {
                let path = conversation.path();
                let said = path.iter().rev().find(|message| message.role == Role::User);
                said.map(|message| message.id)
            })
            .ok_or_else(|| Failure::Usage("nothing was said yet".to_owned()))
    }

    /// Begins the answer to a message.
    pub(super) fn answer(&self, to: MessageId, model: &str) -> Result<AnswerWriter<'_>, Failure> {
        Ok(AnswerWriter::begin(&self.store, to, Some(model))?)
    }

    /// The answer is what the next message follows.
    pub(super) fn answered(&mut self, answer: MessageId) {
        self.last = Some(answer);
    }

    /// The versions at the last place of the path where there are several: first words, and whether it is the one
    /// that is shown.
    pub(super) fn versions(&self) -> Result<Vec<(MessageId, String, bool)>, Failure> {
        let Some(conversation) = self.conversation()? else {
            return Ok(Vec::new());
        };
        let path = conversation.path();
        let versions = path
            .iter()
            .rev()
            .map(|message| conversation.siblings(message.id))
            .find(|siblings| siblings.len() > 1)
            .unwrap_or_default();
        Ok(versions
            .into_iter()
            .map(|message| {
                let said = match message.content.trim() {
                    "" => format!("(thinking) {}", message.thinking),
                    said => said.to_owned(),
                };
                (message.id, first_line(&said), message.chosen)
            })
            .collect())
    }

    /// Goes on with another version.
    pub(super) fn choose(&mut self, version: MessageId) -> Result<(), Failure> {
        self.store.choose(version)?;
        if let Some(chat) = self.chat {
            self.last = self.store.last_message(chat)?;
        }
        Ok(())
    }

    /// Writes the conversation into a new file.
    pub(super) fn save(&self, file: &Path) -> Result<(), Failure> {
        let chat = self
            .chat
            .ok_or_else(|| Failure::Usage("there is nothing to save yet".to_owned()))?;
        let json = file
            .extension()
            .is_some_and(|extension| extension == "json");
        let text = if json {
            self.store.export_json(&[chat])?
        } else {
            self.store.export_markdown(chat)?
        };
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(file)
            .and_then(|mut file| {
                file.write_all(text.as_bytes())
                    .and_then(|()| file.sync_all())
            })
            .map_err(|error| Failure::Failed(format!("cannot write {}: {error}", file.display())))
    }
}

/// How the end of a conversation looks to who comes back to it.
pub(super) fn ending(conversation: &Conversation) -> Option<String> {
    let path = conversation.path();
    let last = path.last()?;
    let cut = match last.state {
        State::Cut => " (cut off; /retry answers again)",
        State::Streaming => " (being written elsewhere)",
        State::Complete => "",
    };
    let who = match last.role {
        Role::User => "you",
        _ => "model",
    };
    let files: String = last
        .attachments
        .iter()
        .map(|file| format!(" [{}]", one_line(&file.name)))
        .collect();
    Some(format!("{who}: {}{files}{cut}", first_line(&last.content)))
}

fn first_line(text: &str) -> String {
    /// As much of a line as fits beside its number.
    const LENGTH: usize = 70;
    let line: String = text
        .split_whitespace()
        .flat_map(|word| [word, " "])
        .collect();
    let line = line.trim_end();
    if line.chars().count() <= LENGTH {
        return line.to_owned();
    }
    let cut: String = line.chars().take(LENGTH).collect();
    format!("{cut}…")
}
