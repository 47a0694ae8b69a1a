//! Recomputes the answers of a reference fixture, for comparison with other implementations.

use std::{collections::HashMap, ops::ControlFlow, path::Path};

use mlx_rs::{Array, Dtype, Stream, ops::concatenate, transforms::eval, with_stream};

use super::{ReferenceRequest, models::Models};
use crate::{
    EngineError, Result,
    checkpoint::Checkpoint,
    mlx::{dim, file_error, token_array},
    sample::{self, Sampler},
    speculate::{Decoder, DraftsFrom, run_round},
};

/// Computes `prefill_logits`, `greedy` and `drafts` for the prompt of the fixture.
pub(super) fn run(models: &mut Models<'_>, request: &ReferenceRequest) -> Result<()> {
    if request
        .out
        .extension()
        .is_none_or(|ending| ending != "safetensors")
    {
        return Err(EngineError::InvalidRequest(
            "the output's name must end in .safetensors".to_owned(),
        ));
    }
    let fixture = Fixture::read(&request.fixture)?;
    let loaded = models.load(&request.model)?;
    if loaded.pair().companion.is_none() {
        return Err(EngineError::InvalidRequest(
            "the reference needs a companion; name its folder".to_owned(),
        ));
    }
    let vocabulary = loaded.config().vocab_size;
    if let Some(token) = fixture.tokens().find(|&token| token as usize >= vocabulary) {
        return Err(EngineError::bad_checkpoint(
            &request.fixture,
            format!("token {token} is out of range; the model has {vocabulary} tokens"),
        ));
    }
    let chunk = models.device().prefill_chunk();
    let mut sampler = Sampler::greedy();

    let mut plain = Decoder::new(loaded.pair(), false)?;
    let mut logits = Vec::new();
    let pair = loaded.pair();
    let last = plain.prefill(&fixture.prompt, chunk, |_, normalized| {
        let scores = pair.target.logits(normalized)?.as_dtype(Dtype::Float32)?;
        eval([&scores])?;
        logits.push(scores);
        Ok(ControlFlow::Continue(()))
    })?;
    let first = sample::greedy(&last)?;
    let mut greedy = super::generate::read(&first)?;
    plain.begin(first)?;
    while greedy.len() < fixture.greedy.len() {
        greedy.extend(run_round(&mut plain, &mut sampler, 0.into(), |_| 1)?.tokens);
    }

    let drafts = drafts(&mut Decoder::new(loaded.pair(), true)?, &fixture, chunk)?;
    let answers = [
        ("prefill_logits", concatenate(&logits, 0)?),
        ("greedy", token_array(&greedy).as_dtype(Dtype::Int32)?),
        ("drafts", drafts.as_dtype(Dtype::Int32)?),
    ];
    eval(answers.iter().map(|(_, array)| array))?;
    with_stream(&Stream::cpu(), || {
        Array::save_safetensors(
            answers.iter().map(|(name, array)| (*name, array)),
            None,
            &request.out,
        )
    })
    .map_err(|error| file_error("write", &request.out, &error))
}

/// The drafts `[rounds, depth]` of the companion along the fixture's own text.
fn drafts(decoder: &mut Decoder, fixture: &Fixture, chunk: usize) -> Result<Array> {
    decoder.prefill(&fixture.prompt, chunk, |_, _| Ok(ControlFlow::Continue(())))?;
    let mut rows = Vec::with_capacity(fixture.rounds);
    for pair in fixture.greedy.windows(2).take(fixture.rounds) {
        if rows.is_empty() {
            decoder.begin(token_array(&pair[..1]))?;
        }
        let Some(drafts) = decoder.draft(fixture.depth, DraftsFrom::All)? else {
            break;
        };
        // Verified and rejected as in any round; then the fixture's own token follows.
        let attempt = decoder.attempt(Some(&drafts))?;
        decoder.commit(attempt, &token_array(&pair[1..]))?;
        eval([&drafts])?;
        rows.push(drafts);
    }
    if rows.is_empty() {
        return Ok(mlx_rs::ops::zeros_dtype(
            &[0, dim(fixture.depth)],
            Dtype::Int32,
        )?);
    }
    Ok(mlx_rs::ops::stack(&rows, 0)?)
}

/// What a fixture asks.
struct Fixture {
    prompt: Vec<u32>,
    greedy: Vec<u32>,
    rounds: usize,
    depth: usize,
}

impl Fixture {
    fn read(file: &Path) -> Result<Self> {
        Checkpoint::open_file(file)?;
        let arrays = with_stream(&Stream::cpu(), || Array::load_safetensors(file))
            .map_err(|error| file_error("read", file, &error))?;
        let drafts = array(&arrays, "drafts", file)?;
        let (rounds, depth) = match drafts.shape() {
            &[rounds, depth] => (rounds.max(0) as usize, depth.max(0) as usize),
            shape => {
                return Err(EngineError::bad_checkpoint(
                    file,
                    format!("drafts has shape {shape:?}, not [rounds, depth]"),
                ));
            }
        };
        Ok(Self {
            prompt: tokens(&arrays, "prompt", file)?,
            greedy: tokens(&arrays, "greedy", file)?,
            rounds,
            depth,
        })
    }

    fn tokens(&self) -> impl Iterator<Item = u32> {
        self.prompt.iter().chain(&self.greedy).copied()
    }
}

fn array<'a>(arrays: &'a HashMap<String, Array>, name: &str, file: &Path) -> Result<&'a Array> {
    arrays
        .get(name)
        .ok_or_else(|| EngineError::bad_checkpoint(file, format!("tensor {name} is missing")))
}

fn tokens(arrays: &HashMap<String, Array>, name: &str, file: &Path) -> Result<Vec<u32>> {
    let values = array(arrays, name, file)?
        .to_vec_cast::<i64>()
        .map_err(|error| EngineError::bad_checkpoint(file, format!("{name}: {error}")))?;
    values
        .into_iter()
        .map(|value| {
            u32::try_from(value).map_err(|_| {
                EngineError::bad_checkpoint(
                    file,
                    format!("{name} holds {value}, which is no token"),
                )
            })
        })
        .collect()
}
