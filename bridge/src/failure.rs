//! What can go wrong, in one closed form.

use std::error::Error;

use tandem_engine::{EngineError, chat::ChatError, hub::HubError, store::StoreError};

/// The result of everything that can fail.
pub type Outcome<T> = Result<T, Failure>;

/// An error as the app shows it. Neither message nor detail holds text of a prompt or an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, uniffi::Error)]
pub enum Failure {
    /// The one form there is.
    #[error("{message}")]
    Failed {
        /// What kind of thing went wrong.
        kind: FailureKind,
        /// One line that a person can act on, in English.
        message: String,
        /// More of it, for the log.
        detail: String,
        /// What to offer.
        remedy: Remedy,
    },
}

/// What kind of thing went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum FailureKind {
    /// A model, file, chat or message that is not there.
    NotFound,
    /// A model's files are damaged, incomplete or contradict each other.
    DamagedModel,
    /// A model of a family that cannot be run.
    UnsupportedModel,
    /// A companion made for another model.
    CompanionMismatch,
    /// The request makes no sense as it stands.
    InvalidRequest,
    /// The prompt is longer than the model reads.
    PromptTooLong,
    /// The model takes more memory than models may.
    DoesNotFit,
    /// Memory ran out on the way.
    OutOfMemory,
    /// The user stopped it.
    Cancelled,
    /// The hub cannot be reached, or the connection broke.
    Network,
    /// The hub wants a token, or its terms accepted.
    NoAccess,
    /// The hub does not have it, or answers with an error.
    Hub,
    /// The disk is full.
    NoSpace,
    /// The operating system refused a file or folder.
    Files,
    /// The kept conversations cannot be read or written.
    Chats,
    /// MLX failed.
    Backend,
    /// The engine has stopped.
    Stopped,
    /// A fault of the program itself.
    Internal,
}

/// What to offer when something went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum Remedy {
    /// Nothing but the message.
    Nothing,
    /// Try the same again.
    TryAgain,
    /// Choose another model.
    ChooseModel,
    /// Choose another companion, or none.
    ChooseCompanion,
    /// Fetch the model's files again.
    FetchAgain,
    /// Load it although it does not fit.
    LoadAnyway,
    /// Change the request or the settings.
    ChangeRequest,
    /// Shorten the conversation.
    Shorten,
    /// Enter a token of the hub.
    EnterToken,
    /// Accept the terms on the model's page.
    AcceptTerms,
    /// Look at the network.
    CheckNetwork,
    /// Free space on the disk.
    FreeSpace,
    /// Choose another folder, or connect its disk.
    ChooseFolder,
    /// Repair the file of conversations.
    RepairChats,
    /// Install a newer Tandem.
    UpdateTandem,
    /// Start the program again.
    Restart,
}

/// The longest detail, in characters.
const LONGEST_DETAIL: usize = 2000;

impl Failure {
    pub(crate) fn new(kind: FailureKind, remedy: Remedy, error: &dyn Error) -> Self {
        let mut detail = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            detail.push_str(": ");
            detail.push_str(&cause.to_string());
            source = cause.source();
        }
        Self::Failed {
            kind,
            message: error.to_string(),
            detail: detail.chars().take(LONGEST_DETAIL).collect(),
            remedy,
        }
    }

    /// A fault of the program. What a panic says may quote a prompt, so it is left out.
    pub(crate) fn internal() -> Self {
        Self::Failed {
            kind: FailureKind::Internal,
            message: "something went wrong inside Tandem; the log says where".to_owned(),
            detail: "a panic".to_owned(),
            remedy: Remedy::Restart,
        }
    }

    /// What was given is not in the form it must have; `what` names it.
    pub(crate) fn malformed(what: &str, error: &serde_json::Error) -> Self {
        Self::Failed {
            kind: FailureKind::InvalidRequest,
            message: format!("{what} is not the JSON that is expected"),
            // The error itself may quote what it read.
            detail: format!("line {}, column {}", error.line(), error.column()),
            remedy: Remedy::ChangeRequest,
        }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        use FailureKind as Kind;
        let (kind, remedy) = match &error {
            EngineError::NotFound { .. } => (Kind::NotFound, Remedy::ChooseModel),
            EngineError::BadConfig { .. }
            | EngineError::BadCheckpoint { .. }
            | EngineError::WrongShape { .. }
            | EngineError::NotANumber(_) => (Kind::DamagedModel, Remedy::FetchAgain),
            EngineError::UnsupportedArchitecture { .. } => {
                (Kind::UnsupportedModel, Remedy::ChooseModel)
            }
            EngineError::CompanionMismatch { .. } => {
                (Kind::CompanionMismatch, Remedy::ChooseCompanion)
            }
            EngineError::InvalidRequest(_) => (Kind::InvalidRequest, Remedy::ChangeRequest),
            EngineError::PromptTooLong { .. } => (Kind::PromptTooLong, Remedy::Shorten),
            EngineError::DoesNotFit { .. } => (Kind::DoesNotFit, Remedy::LoadAnyway),
            EngineError::OutOfMemory(_) => (Kind::OutOfMemory, Remedy::ChooseModel),
            EngineError::Cancelled => (Kind::Cancelled, Remedy::Nothing),
            EngineError::Io { .. } => (Kind::Files, Remedy::ChooseFolder),
            EngineError::Backend(_) => (Kind::Backend, Remedy::Restart),
            EngineError::WorkerGone => (Kind::Stopped, Remedy::Restart),
            _ => (Kind::Internal, Remedy::Nothing),
        };
        Self::new(kind, remedy, &error)
    }
}

impl From<HubError> for Failure {
    fn from(error: HubError) -> Self {
        use FailureKind as Kind;
        let (kind, remedy) = match &error {
            HubError::BadName(_) | HubError::BadEndpoint(_) | HubError::CannotImport { .. } => {
                (Kind::InvalidRequest, Remedy::ChangeRequest)
            }
            HubError::Offline { .. } | HubError::Proxy => (Kind::Network, Remedy::CheckNetwork),
            HubError::Stalled { .. } | HubError::Broken { .. } => (Kind::Network, Remedy::TryAgain),
            HubError::Keychain => (Kind::NoAccess, Remedy::TryAgain),
            HubError::BadToken => (Kind::NoAccess, Remedy::EnterToken),
            HubError::Gated { .. } => (Kind::NoAccess, Remedy::AcceptTerms),
            HubError::NoRepository { .. }
            | HubError::Disabled { .. }
            | HubError::NoRevision { .. }
            | HubError::NoModel { .. }
            | HubError::NoCompanion { .. } => (Kind::Hub, Remedy::ChooseModel),
            HubError::NoFile { .. }
            | HubError::RateLimited { .. }
            | HubError::Server { .. }
            | HubError::BadAnswer { .. }
            | HubError::Corrupt { .. } => (Kind::Hub, Remedy::TryAgain),
            HubError::NoSpace { .. } => (Kind::NoSpace, Remedy::FreeSpace),
            HubError::Unavailable(_) => (Kind::NotFound, Remedy::ChooseFolder),
            HubError::NotInstalled(_) => (Kind::NotFound, Remedy::ChooseModel),
            HubError::NotOurs(_) => (Kind::Files, Remedy::Nothing),
            HubError::Cancelled => (Kind::Cancelled, Remedy::Nothing),
            HubError::Io { .. } => (Kind::Files, Remedy::ChooseFolder),
            HubError::Model(error) => return error.clone().into(),
            _ => (Kind::Internal, Remedy::Nothing),
        };
        Self::new(kind, remedy, &error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        use FailureKind as Kind;
        let (kind, remedy) = match &error {
            StoreError::Newer { .. } => (Kind::Chats, Remedy::UpdateTandem),
            StoreError::Damaged => (Kind::Chats, Remedy::RepairChats),
            StoreError::NotAStore { .. } | StoreError::ReadOnly(_) => {
                (Kind::Chats, Remedy::ChooseFolder)
            }
            StoreError::Busy | StoreError::Database { .. } => (Kind::Chats, Remedy::TryAgain),
            StoreError::DiskFull => (Kind::NoSpace, Remedy::FreeSpace),
            StoreError::Io { .. } => (Kind::Files, Remedy::ChooseFolder),
            StoreError::NoSuchChat(_)
            | StoreError::NoSuchMessage(_)
            | StoreError::NoSuchFolder(_) => (Kind::NotFound, Remedy::Nothing),
            StoreError::Refused(_) | StoreError::Attachment { .. } | StoreError::Import { .. } => {
                (Kind::InvalidRequest, Remedy::ChangeRequest)
            }
            _ => (Kind::Internal, Remedy::Nothing),
        };
        Self::new(kind, remedy, &error)
    }
}

impl From<ChatError> for Failure {
    fn from(error: ChatError) -> Self {
        EngineError::from(error).into()
    }
}
