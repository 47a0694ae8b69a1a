//! The target model.

pub mod config;
pub mod generation_config;
pub mod layout;
pub mod plan;
pub(crate) mod planner;
pub mod quantization;
