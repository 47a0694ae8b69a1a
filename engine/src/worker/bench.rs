//! Measures decoding at several draft depths on this machine.

use std::{ops::ControlFlow, rc::Rc, sync::atomic::Ordering, time::Instant};

use mlx_rs::{memory, transforms::eval};
use serde::Serialize;

use super::{
    models::{Loaded, Models},
    sample_text,
};
use crate::{
    EngineError, Result,
    mlx::{dim, token_array},
    model::pass::Pass,
    request::{MAX_DEPTH, ModelSpec},
    sample::{Sampler, greedy},
    speculate::{Decoder, DraftsFrom, Pair, costs::Costs, pace::Step, run_round, trial},
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
    /// Drafting from likely tokens alone, at the best depth; `None` if nothing is drafted there or
    /// there is no draft vocabulary.
    pub draft_vocabulary: Option<VocabularyRun>,
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
    /// Share of the rounds in which the first draft was accepted, the second, and so on.
    pub accepted_by_position: Vec<f64>,
    /// Tokens a verify pass brought on average.
    pub tokens_per_round: f64,
    /// Seconds that a pass of 1, 2, … rows of the target takes, up to `depth + 1`; the least of
    /// several.
    pub rows_cost: Vec<f64>,
    /// Seconds of the companion's work a round, the least of several.
    pub draft_s: f64,
    /// Seconds a round that keeping the state after each row and committing one of them take: by how
    /// much a pass of `depth + 1` rows is longer with it than without, the least of several each.
    /// 0 if no difference was found.
    pub keep_s: f64,
    /// Seconds a round in which the device had nothing to do but wait for the host.
    pub host_s: f64,
    /// Peak of MLX's active memory, model included.
    pub peak_memory_bytes: usize,
}

/// The same depth with drafts from likely tokens and from all, in turns.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct VocabularyRun {
    /// How many likely tokens there are.
    pub tokens: usize,
    /// Acceptance with them.
    pub acceptance: f64,
    /// Acceptance with all tokens.
    pub acceptance_of_all: f64,
    /// Seconds of the drafts of a round with them.
    pub draft_s: f64,
    /// Tokens a second with them, by those with all tokens.
    pub gain: f64,
}

/// One timed run.
#[derive(Default)]
struct Run {
    prefill_s: f64,
    decode_s: f64,
    tokens: usize,
    rounds: usize,
    drafted: usize,
    accepted: Vec<usize>,
    host_s: f64,
    peak: usize,
}

impl Run {
    fn speed(&self) -> f64 {
        self.tokens as f64 / self.decode_s
    }
}

/// Runs the measurements. Depths take turns, so that a slow moment of the machine hits all alike,
/// and a first turn that warms up does not count. `progress` stops it by giving `false`.
pub(super) fn run(
    models: &mut Models<'_>,
    request: &BenchRequest,
    progress: &dyn Fn(usize, usize) -> bool,
) -> Result<BenchReport> {
    let loaded = models.load(&request.model)?;
    check(request, &loaded)?;
    let closing = models.closing();
    let mut stop = || closing.load(Ordering::Relaxed);
    let text = sample_text::prompt(&loaded, request.prompt_tokens)?;
    let course = Course {
        pair: loaded.pair(),
        text,
        chunk: models.device().prefill_chunk(),
        count: request.generate,
    };
    let depths = &request.depths;
    let repetitions = request.repetitions.max(1);
    // Costs count as one step; so does each comparison of vocabularies.
    let steps = depths.len() * (repetitions + 1) + 1 + repetitions;
    let mut done = 0;
    let mut step = || {
        done += 1;
        if progress(done, steps) {
            Ok(())
        } else {
            Err(EngineError::Cancelled)
        }
    };

    let mut runs: Vec<Vec<Run>> = depths.iter().map(|_| Vec::new()).collect();
    for turn in 0..=repetitions {
        for (runs, &depth) in runs.iter_mut().zip(depths) {
            let run = course.run(depth.into())?;
            if turn > 0 {
                runs.push(run);
            }
            step()?;
        }
    }
    let costs = costs(&course, repetitions, &mut stop)?;
    step()?;
    let reports: Vec<BenchRun> = runs
        .iter()
        .zip(depths)
        .map(|(runs, &depth)| {
            let keep_s = keeping(&course, depth + 1, 2 * repetitions + 1)?;
            Ok(report(depth, runs, course.text.len(), &costs, keep_s))
        })
        .collect::<Result<_>>()?;
    let best_depth = reports
        .iter()
        .max_by(|a, b| a.decode_tokens_per_s.total_cmp(&b.decode_tokens_per_s))
        .map_or(0, |run| run.depth);
    let draft_vocabulary = match &course.pair.vocabulary {
        Some(vocabulary) if best_depth > 0 => Some(compare(
            &course,
            best_depth,
            vocabulary.len(),
            &costs,
            (0..repetitions).map(|_| step()),
        )?),
        _ => None,
    };
    progress(steps, steps);
    Ok(BenchReport {
        device: models.device().name(),
        model: request.model.target.display().to_string(),
        runs: reports,
        best_depth,
        draft_vocabulary,
    })
}

/// Drafts from likely tokens and from all, in turns.
fn compare(
    course: &Course,
    depth: usize,
    tokens: usize,
    costs: &Costs,
    turns: impl Iterator<Item = Result<()>>,
) -> Result<VocabularyRun> {
    let (mut likely, mut all) = (Vec::new(), Vec::new());
    for turn in turns {
        turn?;
        for (runs, from) in [
            (&mut likely, DraftsFrom::Likely),
            (&mut all, DraftsFrom::All),
        ] {
            runs.push(course.run(Step {
                from,
                ..Step::from(depth)
            })?);
        }
    }
    let speed = |runs: &[Run]| middle(runs, Run::speed);
    Ok(VocabularyRun {
        tokens,
        acceptance: acceptance(&likely),
        acceptance_of_all: acceptance(&all),
        draft_s: costs
            .likely
            .as_ref()
            .map_or(0.0, |seconds| seconds[depth - 1]),
        gain: speed(&likely) / speed(&all),
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

/// What every run goes through.
struct Course {
    pair: Rc<Pair>,
    text: Vec<u32>,
    chunk: usize,
    count: usize,
}

impl Course {
    fn run(&self, step: Step) -> Result<Run> {
        memory::reset_peak_memory()?;
        let mut sampler = Sampler::greedy();
        let mut decoder = Decoder::new(Rc::clone(&self.pair), step.depth > 0)?;
        let prefill = Instant::now();
        let logits =
            decoder.prefill(&self.text, self.chunk, |_, _| Ok(ControlFlow::Continue(())))?;
        let first = greedy(&logits)?;
        eval([&first])?;
        let mut run = Run {
            prefill_s: prefill.elapsed().as_secs_f64(),
            accepted: vec![0; step.depth],
            ..Run::default()
        };
        decoder.begin(first)?;

        let decode = Instant::now();
        while run.tokens < self.count {
            let round = run_round(&mut decoder, &mut sampler, step, <[u32]>::len)?;
            run.tokens += round.tokens.len();
            run.rounds += 1;
            run.drafted += round.drafted;
            for accepted in &mut run.accepted[..round.accepted] {
                *accepted += 1;
            }
            run.host_s += round.host.as_secs_f64();
        }
        run.decode_s = decode.elapsed().as_secs_f64();
        run.peak = memory::peak_memory()?;
        Ok(run)
    }
}

/// What passes and drafts cost, the least of several laps.
fn costs(course: &Course, repetitions: usize, stop: &mut dyn FnMut() -> bool) -> Result<Costs> {
    let mut decoder = trial::begun(&course.pair, &course.text, None)?;
    trial::costs(&mut decoder, &course.text, 2 * repetitions + 1, stop)
}

/// Seconds that keeping states and committing add to a pass of so many rows.
fn keeping(course: &Course, rows: usize, laps: usize) -> Result<f64> {
    let target = &course.pair.target;
    let mut cache = target.new_cache()?;
    target.append(&token_array(&course.text), &mut cache)?;
    eval(cache.arrays())?;
    let tokens: Vec<u32> = course.text.iter().copied().cycle().take(rows).collect();
    let tokens = token_array(&tokens);
    let pass = Pass {
        rows: dim(rows),
        exact: None,
        trace: true,
    };
    let (mut kept, mut plain) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..=laps {
        let mut after = cache.clone();
        let begun = Instant::now();
        let tried = target.attempt(&tokens, pass, &mut after)?;
        eval([&tried.logits])?;
        after.commit(tried.trace, rows.div_ceil(2))?;
        eval(after.arrays())?;
        kept = kept.min(begun.elapsed().as_secs_f64());

        let mut after = cache.clone();
        let begun = Instant::now();
        let hidden = target.append(&tokens, &mut after)?;
        eval([&target.logits(&target.normalize(&hidden)?)?])?;
        eval(after.arrays())?;
        plain = plain.min(begun.elapsed().as_secs_f64());
    }
    Ok((kept - plain).max(0.0))
}

fn report(depth: usize, runs: &[Run], prompt: usize, costs: &Costs, keep_s: f64) -> BenchRun {
    let rounds = total(runs, |run| run.rounds);
    BenchRun {
        depth,
        decode_tokens_per_s: middle(runs, Run::speed),
        prefill_tokens_per_s: prompt as f64 / middle(runs, |run| run.prefill_s),
        acceptance: acceptance(runs),
        accepted_by_position: (0..depth)
            .map(|at| share(total(runs, |run| run.accepted[at]), rounds))
            .collect(),
        tokens_per_round: share(total(runs, |run| run.tokens), rounds),
        rows_cost: costs.rows[..=depth].to_vec(),
        draft_s: match depth {
            0 => 0.0,
            depth => costs.drafts.get(depth - 1).copied().unwrap_or(0.0),
        },
        keep_s,
        host_s: middle(runs, |run| run.host_s / run.rounds as f64),
        peak_memory_bytes: runs.iter().map(|run| run.peak).max().unwrap_or(0),
    }
}

fn acceptance(runs: &[Run]) -> f64 {
    let accepted = total(runs, |run| run.accepted.iter().sum());
    share(accepted, total(runs, |run| run.drafted))
}

fn total(runs: &[Run], figure: impl Fn(&Run) -> usize) -> usize {
    runs.iter().map(figure).sum()
}

/// The middle value of a figure, 0 of none.
fn middle(runs: &[Run], figure: impl Fn(&Run) -> f64) -> f64 {
    let mut values: Vec<f64> = runs.iter().map(figure).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}
