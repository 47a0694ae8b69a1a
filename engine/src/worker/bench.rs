//! Measures decoding at several draft depths on this machine.

use std::{ops::ControlFlow, rc::Rc, time::Instant};

use mlx_rs::{memory, transforms::eval};
use serde::Serialize;

use super::{
    models::{Loaded, Models},
    sample_text,
};
use crate::{
    EngineError, Result,
    mlx::token_array,
    request::{MAX_DEPTH, ModelSpec},
    sample::{Sampler, greedy},
    speculate::{Decoder, Pair, run_round},
};

/// What to measure.
#[derive(Debug, Clone)]
pub struct BenchRequest {
    /// The model.
    pub model: ModelSpec,
    /// Tokens of the prompt.
    pub prompt_tokens: usize,
    /// Tokens to generate in each run, at least 2.
    pub generate: usize,
    /// Drafts a round to try; 0 is plain decoding.
    pub depths: Vec<usize>,
    /// Runs at each depth; their medians are reported.
    pub repetitions: usize,
}

/// The measurements.
#[derive(Debug, Clone, Serialize)]
pub struct BenchReport {
    /// `gpu` or `cpu`.
    pub device: &'static str,
    /// The target's folder.
    pub model: String,
    /// One entry a depth, in the order asked for.
    pub runs: Vec<BenchRun>,
    /// The depth with the most tokens a second.
    pub best_depth: usize,
}

/// The measurements at one depth, medians over the repetitions.
#[derive(Debug, Clone, Serialize)]
pub struct BenchRun {
    /// Drafts a round.
    pub depth: usize,
    /// Tokens after the first, by the time they took.
    pub decode_tokens_per_s: f64,
    /// Prompt tokens by the time they took.
    pub prefill_tokens_per_s: f64,
    /// Share of the drafts that were accepted.
    pub acceptance: f64,
    /// Tokens a verify pass brought on average.
    pub tokens_per_round: f64,
    /// Seconds that a pass of 1, 2, … rows of the target takes, up to `depth + 1`.
    pub rows_cost: Vec<f64>,
    /// Seconds of the companion's work a round.
    pub draft_s: f64,
    /// Seconds a round in which the device had nothing to do but wait for the host.
    pub host_s: f64,
    /// Peak of MLX's active memory, model included.
    pub peak_memory_bytes: usize,
}

/// One timed run.
struct Run {
    prefill_s: f64,
    decode_s: f64,
    tokens: usize,
    rounds: usize,
    drafted: usize,
    accepted: usize,
    host_s: f64,
    peak: usize,
}

/// Runs the measurements. Depths take turns, so that a slow moment of the machine hits all alike,
/// and a first turn that warms up does not count.
pub(super) fn run(
    models: &mut Models<'_>,
    request: &BenchRequest,
    progress: &dyn Fn(usize, usize),
) -> Result<BenchReport> {
    let loaded = models.load(&request.model)?;
    check(request, &loaded)?;
    let prompt = sample_text::prompt(&loaded, request.prompt_tokens)?;
    let chunk = models.device().prefill_chunk();
    let depths = &request.depths;
    let repetitions = request.repetitions.max(1);
    let steps = depths.len() * (repetitions + 2);
    let mut done = 0;
    let mut step = || {
        done += 1;
        progress(done, steps);
    };

    let mut runs: Vec<Vec<Run>> = depths.iter().map(|_| Vec::new()).collect();
    for turn in 0..=repetitions {
        for (runs, &depth) in runs.iter_mut().zip(depths) {
            let run = time(loaded.pair(), &prompt, chunk, depth, request.generate)?;
            if turn > 0 {
                runs.push(run);
            }
            step();
        }
    }
    let mut reports = Vec::with_capacity(depths.len());
    for (runs, &depth) in runs.iter().zip(depths) {
        let (rows_cost, draft_s) = costs(loaded.pair(), &prompt, chunk, depth, repetitions)?;
        reports.push(report(depth, runs, prompt.len(), rows_cost, draft_s));
        step();
    }
    let best_depth = reports
        .iter()
        .max_by(|a, b| a.decode_tokens_per_s.total_cmp(&b.decode_tokens_per_s))
        .map_or(0, |run| run.depth);
    Ok(BenchReport {
        device: models.device().name(),
        model: request.model.target.display().to_string(),
        runs: reports,
        best_depth,
    })
}

fn check(request: &BenchRequest, loaded: &Loaded) -> Result<()> {
    let invalid = |message: String| Err(EngineError::InvalidRequest(message));
    if request.depths.is_empty() {
        return invalid("no depth to measure was given".to_owned());
    }
    if let Some(depth) = request.depths.iter().find(|&&depth| depth > MAX_DEPTH) {
        return invalid(format!(
            "{depth} drafts a round are too many; {MAX_DEPTH} is the most"
        ));
    }
    if request.depths.iter().any(|&depth| depth > 0) && loaded.pair().companion.is_none() {
        return invalid(
            "the model has no companion; measure depth 0 alone or name a companion".to_owned(),
        );
    }
    if request.prompt_tokens == 0 || request.generate < 2 {
        return invalid("measure at least 1 prompt token and 2 generated ones".to_owned());
    }
    let context = loaded.config().max_positions;
    let room = request
        .prompt_tokens
        .saturating_add(request.generate)
        .saturating_add(MAX_DEPTH + 1);
    if room > context {
        return invalid(format!(
            "prompt and answer take {room} tokens with the drafts, but the model's context is {context}"
        ));
    }
    Ok(())
}

fn time(pair: Rc<Pair>, prompt: &[u32], chunk: usize, depth: usize, count: usize) -> Result<Run> {
    memory::reset_peak_memory()?;
    let mut sampler = Sampler::greedy();
    let mut decoder = Decoder::new(pair, depth > 0)?;
    let prefill = Instant::now();
    let logits = decoder.prefill(prompt, chunk, |_, _| Ok(ControlFlow::Continue(())))?;
    let first = greedy(&logits)?;
    eval([&first])?;
    let prefill_s = prefill.elapsed().as_secs_f64();
    decoder.begin(first)?;

    let mut run = Run {
        prefill_s,
        decode_s: 0.0,
        tokens: 0,
        rounds: 0,
        drafted: 0,
        accepted: 0,
        host_s: 0.0,
        peak: 0,
    };
    let decode = Instant::now();
    while run.tokens < count {
        let round = run_round(&mut decoder, &mut sampler, depth.into(), <[u32]>::len)?;
        run.tokens += round.tokens.len();
        run.rounds += 1;
        run.drafted += round.drafted;
        run.accepted += round.accepted;
        run.host_s += round.host.as_secs_f64();
    }
    run.decode_s = decode.elapsed().as_secs_f64();
    run.peak = memory::peak_memory()?;
    Ok(run)
}

/// Seconds of a pass of each number of rows up to `depth + 1`, and of `depth` drafts.
fn costs(
    pair: Rc<Pair>,
    prompt: &[u32],
    chunk: usize,
    depth: usize,
    repetitions: usize,
) -> Result<(Vec<f64>, f64)> {
    let mut decoder = Decoder::new(pair, depth > 0)?;
    let logits = decoder.prefill(prompt, chunk, |_, _| Ok(ControlFlow::Continue(())))?;
    decoder.begin(greedy(&logits)?)?;
    let trials = 2 * repetitions + 1;
    let mut rows_cost = Vec::with_capacity(depth + 1);
    for drafts in 0..=depth {
        let guesses = (drafts > 0).then(|| token_array(&prompt[..1].repeat(drafts)));
        let mut seconds = Vec::with_capacity(trials);
        for _ in 0..=trials {
            let begun = Instant::now();
            let attempt = decoder.attempt(guesses.as_ref())?;
            eval([&greedy(&attempt.logits)?])?;
            seconds.push(begun.elapsed().as_secs_f64());
            decoder.discard(attempt);
        }
        rows_cost.push(median(&seconds[1..]));
    }
    let mut seconds = vec![0.0];
    for _ in 0..=trials {
        let begun = Instant::now();
        if let Some(drafts) = decoder.draft(depth)? {
            eval([&drafts])?;
            seconds.push(begun.elapsed().as_secs_f64());
        }
    }
    // The first one also computed what the prompt had left to do.
    let draft_s = median(&seconds[seconds.len().min(2)..]);
    Ok((rows_cost, draft_s))
}

fn report(
    depth: usize,
    runs: &[Run],
    prompt: usize,
    rows_cost: Vec<f64>,
    draft_s: f64,
) -> BenchRun {
    let middle = |figure: fn(&Run) -> f64| median(&runs.iter().map(figure).collect::<Vec<_>>());
    let share = |part: usize, whole: usize| {
        if whole == 0 {
            0.0
        } else {
            part as f64 / whole as f64
        }
    };
    let total = |figure: fn(&Run) -> usize| runs.iter().map(figure).sum::<usize>();
    BenchRun {
        depth,
        decode_tokens_per_s: middle(|run| run.tokens as f64 / run.decode_s),
        prefill_tokens_per_s: prompt as f64 / middle(|run| run.prefill_s),
        acceptance: share(total(|run| run.accepted), total(|run| run.drafted)),
        tokens_per_round: share(total(|run| run.tokens), total(|run| run.rounds)),
        rows_cost,
        draft_s,
        host_s: middle(|run| run.host_s / run.rounds as f64),
        peak_memory_bytes: runs.iter().map(|run| run.peak).max().unwrap_or(0),
    }
}

/// The middle value, 0 of none.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}
