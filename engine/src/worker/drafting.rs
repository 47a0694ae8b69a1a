//! Who decides how many drafts each round of a request has, and what is told about it at the end.

use std::time::{Duration, Instant};

use mlx_rs::transforms::eval;

use super::{
    calibration::CalibrationFile,
    models::{Loaded, Models},
    sample_text,
};
use crate::{
    EngineError, Result,
    event::{Speculation, SpeculationCause as Cause, SpeculationState, VocabularyUse},
    request::{MAX_DEPTH, Request, Speculate},
    sample::Sampler,
    speculate::{
        Decoder, DraftsFrom, Pair, Round,
        pace::{Pace, Step},
        trial::{self, Finding},
    },
};

/// Tokens of the text on which drafting is tried out.
const TRIAL_PROMPT: usize = 64;
/// Rounds after which a step of plain decoding is timed for comparison; each further time after
/// twice as many.
const FIRST_COMPARISON: usize = 3;

/// From so many rounds on, fewer than one first draft in so many accepted is hardly any.
const HARDLY: (usize, usize) = (16, 20);

/// What is told of an answer that ended before its first round.
pub(super) const NOT_DECODED: &str = "the answer did not come to decoding";

/// How the rounds of one request are drafted.
pub(super) struct Drafting {
    who: Who,
    rounds: usize,
    /// What all rounds brought and took.
    tokens: usize,
    seconds: f64,
    compare_at: usize,
    /// Durations of steps of plain decoding.
    plain: Vec<f64>,
}

enum Who {
    /// Nobody drafts, for this reason.
    Nobody(Cause, String),
    /// The request asked for a depth.
    Request(usize),
    /// The engine finds out.
    Pace {
        pace: Box<Pace>,
        file: Option<CalibrationFile>,
        /// Rounds with drafts.
        drafted: usize,
    },
}

impl Drafting {
    /// Settles who decides. The first time that it is the engine itself, drafting is tried out;
    /// `stop` can end that.
    pub(super) fn new(
        models: &Models<'_>,
        loaded: &Loaded,
        request: &Request,
        warnings: &mut Vec<String>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Self> {
        let drafts = loaded.pair().companion.is_some();
        let who = match request.speculate {
            Speculate::Off | Speculate::Depth(0) => Who::Nobody(
                Cause::SwitchedOff,
                "switched off for this request".to_owned(),
            ),
            Speculate::Auto if !drafts => {
                Who::Nobody(Cause::NoCompanion, "the model has no companion".to_owned())
            }
            Speculate::Depth(_) if !drafts => {
                return Err(EngineError::InvalidRequest(
                    "drafts were asked for, but the model has no companion; name one or speculate off"
                        .to_owned(),
                ));
            }
            Speculate::Depth(depth) if depth > MAX_DEPTH => {
                return Err(EngineError::InvalidRequest(format!(
                    "{depth} drafts a round are too many; {MAX_DEPTH} is the most"
                )));
            }
            Speculate::Depth(depth) => Who::Request(depth),
            Speculate::Auto => paced(models, loaded, request, warnings, stop)?,
        };
        Ok(Self {
            who,
            rounds: 0,
            tokens: 0,
            seconds: 0.0,
            compare_at: FIRST_COMPARISON,
            plain: Vec::new(),
        })
    }

    /// Whether the companion is to follow the text.
    pub(super) fn drafts(&self) -> bool {
        !matches!(self.who, Who::Nobody(..))
    }

    /// The next round, of an answer that has room for so many tokens more. Drafts that it has no
    /// room for would be verified in vain.
    pub(super) fn next(&self, room: usize) -> Step {
        let most = room.saturating_sub(1);
        match &self.who {
            Who::Nobody(..) => 0.into(),
            Who::Request(depth) => (*depth).min(most).into(),
            Who::Pace { pace, .. } => match pace.next() {
                step if step.depth > most => pace.step(most),
                step => step,
            },
        }
    }

    /// Takes note of a round.
    pub(super) fn saw(&mut self, pair: &Pair, round: &Round, took: Duration) {
        self.rounds += 1;
        self.tokens += round.tokens.len();
        self.seconds += took.as_secs_f64();
        if round.drafted == 0 {
            self.plain.push(took.as_secs_f64());
        }
        if let Who::Pace { pace, drafted, .. } = &mut self.who {
            *drafted += usize::from(round.drafted > 0);
            let likely = match &pair.vocabulary {
                Some(vocabulary) => round.tokens.iter().filter(|t| vocabulary.has(**t)).count(),
                None => round.tokens.len(),
            };
            pace.saw(round, took, likely);
        }
    }

    /// Now and then times a step of plain decoding, whose result is thrown away: what the gain of
    /// drafting is measured by.
    pub(super) fn compare(&mut self, decoder: &mut Decoder, sampler: &Sampler) -> Result<()> {
        if !self.drafts() || self.rounds != self.compare_at {
            return Ok(());
        }
        self.compare_at *= 2;
        let begun = Instant::now();
        let attempt = decoder.attempt(None)?;
        eval([&sampler.choose(&attempt.logits, None)?])?;
        let took = begun.elapsed();
        decoder.discard(attempt);
        self.plain.push(took.as_secs_f64());
        if let Who::Pace { pace, .. } = &mut self.who {
            pace.took(0, took);
        }
        Ok(())
    }

    /// Fills in what is told about the request.
    pub(super) fn account(&self, pair: &Pair, speculation: &mut Speculation) {
        if let (Who::Pace { pace, .. }, Some(vocabulary)) = (&self.who, &pair.vocabulary) {
            let experience = pace.experience();
            speculation.draft_vocabulary = Some(VocabularyUse {
                used: experience.from == DraftsFrom::Likely,
                tokens: vocabulary.len(),
                acceptance_loss: 1.0 - experience.likely,
                gain: pace.vocabulary_gain(),
            });
        }
        let (state, cause, reason) = match &self.who {
            Who::Nobody(cause, reason) => (SpeculationState::Off, *cause, reason.clone()),
            Who::Request(depth) => {
                for positions in [
                    &mut speculation.accepted_by_position,
                    &mut speculation.drafted_by_position,
                ] {
                    positions.resize(*depth, 0);
                }
                let reason = "the depth asked for".to_owned();
                (SpeculationState::Active, Cause::Asked, reason)
            }
            Who::Pace { pace, drafted, .. } => {
                let depth = pace.depth();
                let gain = pace.expected_gain(depth);
                let state = match drafted {
                    0 => SpeculationState::Off,
                    _ => SpeculationState::Active,
                };
                let (cause, reason) = match (pace.rests(), *drafted) {
                    (false, 0) if self.rounds == 0 => (Cause::NotDecoded, NOT_DECODED.to_owned()),
                    (false, 0) => (Cause::TooShort, "the answer was too short for drafts".to_owned()),
                    (false, _) => (Cause::Pays, format!("{depth} drafts a round pay best here")),
                    (true, _) if gain < 1.0 => (Cause::Rests, format!(
                        "drafting rests: even {depth} a round would make {gain:.2} times the speed of plain decoding here"
                    )),
                    (true, _) => (Cause::Rests,
                        "drafting rests, for it did not pay lately; it is tried again as the text goes on"
                            .to_owned()
                    ),
                };
                (state, cause, reason)
            }
        };
        speculation.state = state;
        speculation.cause = cause;
        speculation.depth = speculation.drafted_by_position.len();
        speculation.reason = reason;
        if speculation.drafted > 0 && self.seconds > 0.0 {
            let rate = self.tokens as f64 / self.seconds;
            speculation.gain = median(&self.plain).map(|plain| rate * plain);
        }
    }

    /// What a request that asked for drafts should be told of them, if hardly one was accepted.
    pub(super) fn warning(&self, speculation: &Speculation) -> Option<String> {
        let (first, accepted) = (
            *speculation.drafted_by_position.first()?,
            *speculation.accepted_by_position.first()?,
        );
        let asked = matches!(self.who, Who::Request(_));
        (asked && first >= HARDLY.0 && accepted * HARDLY.1 < first).then(|| {
            format!(
                "hardly a draft was accepted ({} of {}), which costs time; let the engine choose the number of drafts, or see whether the companion belongs to this model",
                speculation.accepted, speculation.drafted
            )
        })
    }

    /// Keeps what was learnt.
    pub(super) fn keep(self, loaded: &Loaded, exact: bool) {
        if let Who::Pace { pace, file, .. } = self.who {
            let finding = Finding::Fits(pace.experience().clone());
            if let Some(file) = file {
                file.write(&finding);
            }
            loaded.calibrate(exact, finding);
        }
    }
}

/// The pace from what is known of the model, or from a trial if nothing is.
fn paced(
    models: &Models<'_>,
    loaded: &Loaded,
    request: &Request,
    warnings: &mut Vec<String>,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Who> {
    let file = models.home().map(|home| {
        CalibrationFile::of(
            home,
            loaded.spec(),
            models.device(),
            &models.held(),
            request.exact,
        )
    });
    let known = loaded
        .calibration(request.exact)
        .or_else(|| file.as_ref().and_then(CalibrationFile::read));
    let finding = match known {
        Some(known) => known,
        None => {
            let exact = request.exact.then(|| loaded.exact()).transpose()?;
            let text = sample_text::prompt(loaded, TRIAL_PROMPT)?;
            let found = trial::run(&loaded.pair(), &text, exact, stop)?;
            tracing::info!(?found, "drafting tried out");
            if let Some(file) = &file {
                file.write(&found);
            }
            loaded.calibrate(request.exact, found.clone());
            found
        }
    };
    match finding {
        Finding::Fits(experience) => Ok(Who::Pace {
            pace: Box::new(Pace::new(experience)),
            file,
            drafted: 0,
        }),
        Finding::Misfit(misfit) => {
            let reason = format!("the companion does not fit the model: {}", misfit.cause());
            warnings.push(format!(
                "{reason}. The answer comes without drafts; choose no companion to go on without this warning"
            ));
            Ok(Who::Nobody(Cause::Misfit, reason))
        }
    }
}

/// The middle value.
fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}
