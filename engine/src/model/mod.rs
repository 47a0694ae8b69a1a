//! The target model: its config, its weights, its layers and what it remembers of a text.

pub(crate) mod attention;
pub(crate) mod cache;
pub mod config;
pub(crate) mod delta_net;
pub(crate) mod delta_rule;
pub(crate) mod finder;
pub mod generation_config;
pub(crate) mod layer;
pub mod layout;
pub(crate) mod loader;
pub(crate) mod mlp;
pub(crate) mod moe;
pub(crate) mod pass;
pub mod plan;
pub(crate) mod planner;
pub mod quantization;
pub(crate) mod target;
