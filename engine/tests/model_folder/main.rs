//! Model folders as they are found, whole and damaged: what the engine reads of them before MLX
//! does.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]

mod companions;
mod configs;
mod folder;
mod hostile;
mod layouts;
mod packed;
