//! Qwen3.5 with its MTP companion on MLX: loading, speculation, answers.

pub mod builtin;
pub mod chat;
pub mod checkpoint;
pub mod companion;
mod engine;
mod error;
mod event;
pub mod home;
pub mod hub;
pub mod log_file;
mod mlx;
pub mod model;
mod request;
mod sample;
mod speculate;
pub mod store;
#[cfg(test)]
mod testing;
pub mod title;
mod worker;

pub use engine::{
    BenchReport, BenchRequest, BenchRun, CompanionForm, DeviceChoice, Engine, EngineOptions,
    Generation, MemoryReport, ModelInfo, ReferenceRequest, RenderedPrompt, VocabularyRun,
    WeightForm,
};
pub use error::{EngineError, Result};
pub use event::{
    Completion, Drafts, Event, FinishReason, RoundCounts, Speculation, SpeculationCause,
    SpeculationState, Timing, Usage, VocabularyUse,
};
pub use mlx::physical_memory;
pub use request::{
    CompanionSpec, MAX_DEPTH, ModelSpec, Overflow, Prompt, Request, Sampling, Speculate,
};
pub use sample::SamplingSettings;
pub use worker::INTERVALS;
