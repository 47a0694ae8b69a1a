//! What the Mac app sees of the engine: its types in a form that crosses into Swift, and nothing else. Whatever is
//! decided is decided in `tandem-engine` or in the app.
//!
//! Two generators carry it. uniffi carries every call; swift-bridge carries [`meter`] alone, which a view reads at
//! each frame.
//!
//! No function here panics into Swift: work runs on [`runtime`], and a panic there becomes a [`Failure`] of the kind
//! [`FailureKind::Internal`].

#![allow(unsafe_code, reason = "the generated edge to C")]

mod answer;
mod bench;
mod chat_records;
mod chat_translation;
mod chats;
mod downloads;
mod engine;
mod failure;
mod generation;
mod listeners;
mod logging;
mod markup;
pub mod meter;
mod model_records;
mod models;
mod request;
mod runtime;
#[cfg(any(target_os = "macos", test))]
mod signposts;
mod title;

pub use answer::{
    Account, AnswerEvent, DraftVocabulary, DraftingCause, Ending, SpeculationAccount, TimeAccount,
    TokenCounts,
};
pub use bench::{BenchAccount, BenchRunAccount, BenchWish, VocabularyAccount};
pub use chat_records::{
    ChatInfo, ChatShelf, ChatsCondition, ConversationRecord, FolderInfo, ImportedChats,
    MessageDraft, MessageRecord, MessageRole, MessageState, NewChatRecord, PieceRecord, PresetInfo,
    SearchResult, SkippedChat, TextAttachment, TextRange, TitleOrigin,
};
pub use chats::Chats;
pub use downloads::{
    DownloadPhase, DownloadProgress, DownloadWish, FileProgressRecord, ModelDownload,
};
pub use engine::{BridgeEngine, EngineSettings, LoadedModel, MemoryCounters, PromptSize};
pub use failure::{Failure, FailureKind, Outcome, Remedy};
pub use generation::GenerationHandle;
pub use listeners::{AnswerListener, DownloadListener, ProgressListener};
pub use logging::{LogLevel, set_log_level, start_log};
pub use markup::{
    CodeColour, CodeColourKind, MarkupAlignment, MarkupBlock, MarkupCell, MarkupContainer,
    MarkupContent, MarkupRow, MarkupSpan, MarkupSpanKind, code_colours, markup_blocks,
};
pub use model_records::{
    CuratedEntry, FitBand, HubHit, InstalledCompanion, MachineRecord, MemoryEstimate, ModelFinding,
    ModelListing, ModelOffer, ModelPlace, ModelRecord, ModelRole, ModelState, PlaceKind,
    ReleaseRecord, RepoOffer, VerifiedFile, VerifiedState,
};
pub use models::Models;
pub use request::{
    AnswerRequest, CompanionWish, LogitBias, ModelFolders, PromptWish, SamplingWish, SpeculateWish,
};
pub use title::{TitleHandle, TitleSubject};

uniffi::setup_scaffolding!("tandem_bridge");
