//! The MTP head that drafts tokens for a target model.

pub mod config;
mod plan;
