//! The kept conversations of this user.

use std::{
    path::PathBuf,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use indicatif::HumanDuration;
use tandem_engine::{
    home::Home,
    store::{Chat, Condition, Store, StoreError},
};

use crate::failure::Failure;

/// The name of the file in the home folder.
const FILE: &str = "chats.sqlite";

/// Where conversations are kept.
pub(crate) fn path() -> Result<PathBuf, Failure> {
    Ok(Home::find()?.path().join(FILE))
}

/// Opens them. What is wrong with the file is said on standard error, as what follows may be incomplete.
pub(crate) fn open() -> Result<Store, Failure> {
    let store = Store::open(&path()?)?;
    match store.condition() {
        Condition::Healthy => {}
        Condition::ReadOnly(reason) => warn(&format!("{reason}: nothing can be saved")),
        Condition::Salvaged(salvage) => warn(&format!(
            "the file of conversations is damaged and was left as it is; {} messages in {} chats could be read from {}. \
             `tandem chats repair` puts them into a new file and keeps the damaged one",
            salvage.messages,
            salvage.chats,
            salvage.source.display(),
        )),
    }
    Ok(store)
}

fn warn(message: &str) {
    let _ = Failure::Failed(message.to_owned()).report();
}

/// A chat as one line of a list.
pub(crate) fn line(chat: &Chat) -> String {
    let title = if chat.title.is_empty() {
        "(empty)"
    } else {
        &chat.title
    };
    let pin = if chat.pinned_at.is_some() { "* " } else { "" };
    format!(
        "{:>5}  {:>14}  {pin}{title}\n",
        chat.id,
        ago(chat.updated_at)
    )
}

/// How long ago a time of the store was.
fn ago(time: i64) -> String {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let then = Duration::from_millis(u64::try_from(time).unwrap_or_default());
    match now.saturating_sub(then) {
        short if short < Duration::from_secs(60) => "now".to_owned(),
        long => format!("{} ago", HumanDuration(long)),
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.to_string())
    }
}
