//! One request, from its prompt to its last token.

use std::{cell::RefCell, ops::ControlFlow, sync::atomic::Ordering, time::Instant};

use mlx_rs::{Array, memory, transforms::eval};

use super::{
    INTERVALS, Job, RenderedPrompt,
    answer::{Answer, Limits},
    drafting::{Drafting, NOT_DECODED},
    fit, guarded,
    models::{ModelInfo, Models},
};
use crate::{
    EngineError, Result,
    event::{Completion, Event, FinishReason, Speculation, Timing, Usage},
    hub::{Band, bytes},
    mlx::token_array,
    model::config::TextConfig,
    request::{Prompt, Request},
    sample::{Sampler, SamplingSettings},
    speculate::{Decoder, force, run_round},
};

/// Answers a job; its [`Event::Finished`] follows whatever happens.
pub(super) fn serve(models: &mut Models<'_>, mut job: Job) {
    let mut completion = Completion {
        text: String::new(),
        reasoning: String::new(),
        tool_calls: Vec::new(),
        tokens: Vec::new(),
        finish_reason: FinishReason::Error,
        error: None,
        warnings: Vec::new(),
        messages_left_out: 0,
        usage: Usage::default(),
        sampling: None,
        speculation: Speculation {
            reason: NOT_DECODED.to_owned(),
            ..Speculation::default()
        },
        timing: Timing::default(),
    };
    match guarded(|| answer(models, &mut job, &mut completion)) {
        Ok(()) => {}
        Err(EngineError::Cancelled) => completion.finish_reason = FinishReason::Cancelled,
        Err(error) => {
            tracing::warn!(%error, "request failed");
            completion.finish_reason = FinishReason::Error;
            completion.error = Some(error);
        }
    }
    account(&mut completion);
    let _ = job.events.send(Event::Finished(Box::new(completion)));
}

/// The prompt that a request would give to the model.
pub(super) fn render(models: &mut Models<'_>, request: &Request) -> Result<RenderedPrompt> {
    let (text, config) = models.text(&request.model)?;
    let context = config.max_positions;
    // What a template makes of images is shown, though an answer will be given without them.
    let left_out = unusable(&mut request.prompt.clone());
    let prompt = fit::prompt(&text, request, context)?;
    check(&config, &prompt.tokens)?;
    // It is shown in any case; only an answer would be refused.
    let too_long = fit::check(&prompt, context).err();
    Ok(RenderedPrompt {
        warnings: left_out
            .into_iter()
            .chain(prompt.warnings())
            .chain(too_long.map(|error| error.to_string()))
            .collect(),
        prompt: prompt.text,
        tokens: prompt.tokens,
        context,
    })
}

fn answer(models: &mut Models<'_>, job: &mut Job, completion: &mut Completion) -> Result<()> {
    let begun = Instant::now();
    let closing = models.closing();
    let cancelled = |job: &mut Job| job.is_cancelled() || closing.load(Ordering::Relaxed);
    if cancelled(job) {
        return Err(EngineError::Cancelled);
    }
    memory::reset_peak_memory()?;
    let chunk = job
        .request
        .prefill_chunk
        .unwrap_or(models.device().prefill_chunk());
    let fresh = !models.holds(&job.request.model);
    let loaded = {
        let spec = job.request.model.clone();
        let job = RefCell::new(&mut *job);
        models.load_unless(&spec, &|| cancelled(&mut job.borrow_mut()))?
    };
    if fresh {
        completion.timing.load_s = begun.elapsed().as_secs_f64();
        completion.warnings.extend(memory_warning(&loaded.info()));
    }
    let mut request = job.request.clone();
    completion.warnings.extend(unusable(&mut request.prompt));
    let context = loaded.config().max_positions;
    let prompt = fit::prompt(loaded.text(), &request, context)?;
    fit::check(&prompt, context)?;
    completion.warnings.extend(prompt.warnings());
    completion.messages_left_out = prompt.left_out;
    completion.usage.prompt_tokens = prompt.tokens.len();
    check(loaded.config(), &prompt.tokens)?;
    let room = context - prompt.tokens.len();
    let mut drafting = Drafting::new(
        models,
        &loaded,
        &request,
        &mut completion.warnings,
        &mut || cancelled(job),
    )?;
    drafting.account(&loaded.pair(), &mut completion.speculation);
    let parser = loaded.text().parser(&prompt, &request.stops)?;

    let vocabulary = loaded.config().vocab_size;
    let settings = SamplingSettings::resolve(
        &request.sampling,
        loaded.generation(),
        prompt.starts_in_thinking(),
        vocabulary,
    )?;
    completion.sampling = Some(settings.clone());

    let mut decoder = Decoder::new(loaded.pair(), drafting.drafts())?;
    let mut sampler = Sampler::new(&settings, vocabulary, &prompt.tokens);
    if request.exact {
        decoder = decoder.exactly(loaded.exact()?);
        sampler = sampler.exactly();
    }
    let prefill = Instant::now();
    let interval = tracing::trace_span!(target: INTERVALS, "prefill").entered();
    let total = prompt.tokens.len();
    let logits = decoder.prefill(&prompt.tokens, chunk, |done, _| {
        let _ = job.events.send(Event::Prefill { done, total });
        Ok(if cancelled(job) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    let first = sampler.choose(&logits, None)?;
    let finite = logits.is_finite()?.all(false)?;
    eval([&first, &finite])?;
    if !finite.try_item_cast::<bool>()? {
        return Err(EngineError::NotANumber(
            "the model's score of the next token".to_owned(),
        ));
    }
    drop(interval);
    completion.timing.prefill_s = prefill.elapsed().as_secs_f64();

    let mut speculation = std::mem::take(&mut completion.speculation);
    let events = job.events.clone();
    let ends = loaded.ends(request.ignore_end);
    let mut timing = completion.timing;
    let closing = loaded.text().end_of_thinking()?;
    let limits = Limits {
        tokens: request.max_tokens.unwrap_or(usize::MAX),
        room,
        thinking: request.think_budget,
        repetition: request.stop_repetition && !request.ignore_end,
    };
    let mut answer = Answer::new(parser, &events, ends, limits, completion);
    if answer.ended().is_none() {
        if answer.thought_enough() {
            let count = answer.take_forced(&closing);
            let (begin, rest) = closing[..count].split_at(count.min(1));
            decoder.begin(token_array(begin))?;
            sampler.committed(begin);
            force(&mut decoder, &mut sampler, rest)?;
        } else {
            let token = read(&first)?;
            answer.take(&token);
            sampler.committed(&token);
            decoder.begin(first)?;
        }
        timing.first_token_s = begun.elapsed().as_secs_f64();
    }
    let decode = Instant::now();
    let mut from_rounds = 0;
    let reason = loop {
        if let Some(reason) = answer.ended() {
            break Ok(reason);
        }
        if cancelled(job) {
            break Ok(FinishReason::Cancelled);
        }
        if answer.thought_enough() {
            let count = answer.take_forced(&closing);
            if let Err(error) = force(&mut decoder, &mut sampler, &closing[..count]) {
                break Err(error);
            }
            continue;
        }
        let step = drafting.next(answer.room());
        let begun = Instant::now();
        let interval = tracing::trace_span!(target: INTERVALS, "round").entered();
        let round = run_round(&mut decoder, &mut sampler, step, |tokens| {
            answer.take(tokens)
        });
        drop(interval);
        match round {
            Ok(round) => {
                drafting.saw(&loaded.pair(), &round, begun.elapsed());
                from_rounds += round.tokens.len();
                answer.count(&round);
                count(&mut speculation, &round);
                job.rounds.send_replace(speculation.clone());
            }
            Err(error) => break Err(error),
        }
        if let Err(error) = drafting.compare(&mut decoder, &sampler) {
            break Err(error);
        }
        answer.flush_if_due();
    };
    timing.decode_s = decode.elapsed().as_secs_f64();
    timing.thinking_s = answer.thought().as_secs_f64();
    if speculation.rounds > 0 {
        speculation.tokens_per_round = from_rounds as f64 / speculation.rounds as f64;
    }
    answer.finish(*reason.as_ref().unwrap_or(&FinishReason::Error));
    timing.peak_memory_bytes = memory::peak_memory()?;
    drafting.account(&loaded.pair(), &mut speculation);
    completion.warnings.extend(drafting.warning(&speculation));
    drafting.keep(&loaded, request.exact);
    completion.speculation = speculation;
    completion.timing = timing;
    reason.map(drop)
}

/// What is told once of a model that leaves little memory to others.
fn memory_warning(info: &ModelInfo) -> Option<String> {
    let how = match info.band? {
        Band::Safe => return None,
        Band::Tight => "leaves little to spare",
        Band::Refuse => "is more than this machine has for models",
    };
    Some(format!(
        "the model needs {} of memory, which {how}; close other programs if the machine gets slow",
        bytes(info.memory.total())
    ))
}

/// Leaves out of a conversation what is no text; tells of that, and of what a template may leave out.
fn unusable(prompt: &mut Prompt) -> Vec<String> {
    match prompt {
        Prompt::Chat { conversation, .. } => conversation
            .leave_out_media()
            .into_iter()
            .chain(conversation.odd_arguments())
            .collect(),
        Prompt::Raw(_) | Prompt::Tokens(_) => Vec::new(),
    }
}

/// Checks the prompt against the model.
fn check(config: &TextConfig, prompt: &[u32]) -> Result<()> {
    if prompt.is_empty() {
        return Err(EngineError::InvalidRequest(
            "the prompt is empty; give the model at least one token".to_owned(),
        ));
    }
    if let Some(token) = prompt
        .iter()
        .find(|&&token| token as usize >= config.vocab_size)
    {
        return Err(EngineError::InvalidRequest(format!(
            "token {token} is out of range; the model has tokens 0 to {}",
            config.vocab_size - 1
        )));
    }
    Ok(())
}

fn count(speculation: &mut Speculation, round: &crate::speculate::Round) {
    speculation.rounds += 1;
    speculation.drafted += round.drafted;
    speculation.accepted += round.accepted;
    for (positions, reached) in [
        (&mut speculation.drafted_by_position, round.drafted),
        (&mut speculation.accepted_by_position, round.accepted),
    ] {
        positions.resize(positions.len().max(round.drafted), 0);
        for count in positions.iter_mut().take(reached) {
            *count += 1;
        }
    }
}

/// Fills in what follows from the counts.
fn account(completion: &mut Completion) {
    let rate = |count: usize, seconds: f64| {
        if seconds > 0.0 {
            count as f64 / seconds
        } else {
            0.0
        }
    };
    let count = completion.tokens.len();
    let after_first = count.saturating_sub(1);
    completion.usage.completion_tokens = count;
    let timing = &mut completion.timing;
    timing.decode_tokens_per_s = rate(after_first, timing.decode_s);
    timing.prefill_tokens_per_s = rate(completion.usage.prompt_tokens, timing.prefill_s);
}

pub(super) fn read(tokens: &Array) -> Result<Vec<u32>> {
    Ok(tokens.to_vec_cast::<u32>()?)
}
