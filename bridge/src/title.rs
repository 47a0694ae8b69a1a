//! A title in the making.

use std::sync::{Arc, Mutex, PoisonError};

use tandem_engine::{
    Event, Generation,
    title::{self, Subject},
};
use tokio::sync::{oneshot, watch};

use crate::{failure::Outcome, runtime::runtime};

/// What a title is made of.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct TitleSubject {
    /// The user's first message.
    pub question: String,
    /// The answer to it.
    pub answer: String,
}

impl From<Subject> for TitleSubject {
    fn from(Subject { question, answer }: Subject) -> Self {
        Self { question, answer }
    }
}

impl From<TitleSubject> for Subject {
    fn from(TitleSubject { question, answer }: TitleSubject) -> Self {
        Self { question, answer }
    }
}

/// A title in the making. Letting go of it gives it up.
#[derive(Debug, uniffi::Object)]
pub struct TitleHandle {
    /// Dropping it is the order to stop.
    order: Mutex<Option<oneshot::Sender<()>>>,
    title: watch::Receiver<Option<String>>,
}

#[uniffi::export]
impl TitleHandle {
    /// Gives it up, so that an answer need not wait for it.
    pub fn cancel(&self) {
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        drop(order.take());
    }

    /// The title; `None` if the model found none, if something went wrong, or if it was given up.
    pub async fn made(&self) -> Option<String> {
        let mut title = self.title.clone();
        // The end of the work is seen as an error.
        title.wait_for(Option::is_some).await.ok()?.clone()
    }
}

/// Follows the model's answer to [`title::request`].
pub(crate) fn start(generation: Generation) -> Outcome<Arc<TitleHandle>> {
    let (order, stop) = oneshot::channel::<()>();
    let (tell, title) = watch::channel(None);
    runtime()?.spawn(async move {
        tokio::select! {
            biased;
            _ = stop => {}
            made = made(generation) => {
                tell.send_replace(made);
            }
        }
    });
    Ok(Arc::new(TitleHandle {
        order: Mutex::new(Some(order)),
        title,
    }))
}

async fn made(mut generation: Generation) -> Option<String> {
    while let Some(event) = generation.next().await {
        if let Event::Finished(completion) = event {
            return title::read(&completion);
        }
    }
    None
}
