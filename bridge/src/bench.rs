//! Measuring, and what was measured.

use tandem_engine::{BenchReport, BenchRequest, BenchRun, VocabularyRun};

use crate::request::{ModelFolders, size};

/// What to measure.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct BenchWish {
    /// The model.
    pub model: ModelFolders,
    /// Tokens of the prompt.
    pub prompt_tokens: u64,
    /// Tokens to generate in each run, at least 2.
    pub generate: u64,
    /// Drafts a round to try; 0 is plain decoding.
    pub depths: Vec<u32>,
    /// Runs at each depth.
    pub repetitions: u32,
}

/// The measurements.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct BenchAccount {
    /// `gpu` or `cpu`.
    pub device: String,
    /// The target's folder.
    pub model: String,
    /// One entry a depth, in the order asked for.
    pub runs: Vec<BenchRunAccount>,
    /// The depth with the most tokens a second.
    pub best_depth: u64,
    /// Drafting from likely tokens alone, at the best depth.
    pub draft_vocabulary: Option<VocabularyAccount>,
}

/// The measurements at one depth, medians over the repetitions.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct BenchRunAccount {
    /// Drafts a round.
    pub depth: u64,
    /// Tokens after the first, by the time they took.
    pub tokens_per_second: f64,
    /// Prompt tokens by the time they took.
    pub prompt_tokens_per_second: f64,
    /// Share of the drafts that were accepted.
    pub acceptance: f64,
    /// Share of the rounds in which the first draft was accepted, the second, and so on.
    pub accepted_by_position: Vec<f64>,
    /// Tokens a verify pass brought on average.
    pub tokens_per_round: f64,
    /// Seconds that a pass of 1, 2, … rows takes.
    pub rows_cost: Vec<f64>,
    /// Seconds of the companion's work a round.
    pub draft_seconds: f64,
    /// Seconds a round in which the device waited for the host.
    pub host_seconds: f64,
    /// Peak of MLX's active memory in bytes.
    pub peak_memory: u64,
}

/// The same depth with drafts from likely tokens and from all.
#[derive(Debug, Clone, Copy, PartialEq, uniffi::Record)]
pub struct VocabularyAccount {
    /// How many likely tokens there are.
    pub tokens: u64,
    /// Acceptance with them.
    pub acceptance: f64,
    /// Acceptance with all tokens.
    pub acceptance_of_all: f64,
    /// Seconds of the drafts of a round with them.
    pub draft_seconds: f64,
    /// Tokens a second with them, by those with all tokens.
    pub gain: f64,
}

impl From<BenchWish> for BenchRequest {
    fn from(wish: BenchWish) -> Self {
        Self {
            model: wish.model.into(),
            prompt_tokens: size(wish.prompt_tokens),
            generate: size(wish.generate),
            depths: wish
                .depths
                .into_iter()
                .map(|depth| size(depth.into()))
                .collect(),
            repetitions: size(wish.repetitions.into()),
        }
    }
}

impl From<BenchReport> for BenchAccount {
    fn from(report: BenchReport) -> Self {
        Self {
            device: report.device.to_owned(),
            model: report.model,
            runs: report.runs.into_iter().map(BenchRunAccount::from).collect(),
            best_depth: report.best_depth as u64,
            draft_vocabulary: report.draft_vocabulary.map(VocabularyAccount::from),
        }
    }
}

impl From<BenchRun> for BenchRunAccount {
    fn from(run: BenchRun) -> Self {
        Self {
            depth: run.depth as u64,
            tokens_per_second: run.decode_tokens_per_s,
            prompt_tokens_per_second: run.prefill_tokens_per_s,
            acceptance: run.acceptance,
            accepted_by_position: run.accepted_by_position,
            tokens_per_round: run.tokens_per_round,
            rows_cost: run.rows_cost,
            draft_seconds: run.draft_s,
            host_seconds: run.host_s,
            peak_memory: run.peak_memory_bytes as u64,
        }
    }
}

impl From<VocabularyRun> for VocabularyAccount {
    fn from(run: VocabularyRun) -> Self {
        Self {
            tokens: run.tokens as u64,
            acceptance: run.acceptance,
            acceptance_of_all: run.acceptance_of_all,
            draft_seconds: run.draft_s,
            gain: run.gain,
        }
    }
}
