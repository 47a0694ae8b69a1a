//! Qwen3.5 with its MTP companion on MLX.

pub mod checkpoint;
pub mod companion;
mod error;
pub mod model;

pub use error::{EngineError, Result};
