//! A trial tells a companion that fits from one that does not, and why it does not.

use std::rc::Rc;

use mlx_rs::{Array, random};

use super::questions;
use crate::{
    EngineError,
    companion::Companion,
    request::MAX_DEPTH,
    speculate::{
        Pair,
        trial::{self, Finding, Misfit},
    },
    testing::{fixture, pocket},
};

/// A trial of the built-in model with `change`d companion.
fn trial_of(change: impl FnOnce(&Companion) -> Companion) -> Finding {
    let pocket = pocket();
    let companion = pocket.companion.as_ref().map(change);
    let pair = Rc::new(Pair {
        target: Rc::clone(&pocket.target),
        companion,
        vocabulary: None,
    });
    trial::run(&pair, &questions()[35], None, &mut || false).expect("a trial")
}

fn shifted(companion: &Companion, shift: f32) -> Companion {
    companion
        .with_norms_shifted(&Array::from_f32(shift))
        .expect("norms")
}

#[test]
fn a_companion_that_fits_is_found_to_fit() {
    let trial = trial_of(Clone::clone);
    let Finding::Fits(experience) = trial else {
        panic!("{trial:?}");
    };
    assert!(experience.plausible(), "{experience:?}");
    assert_eq!(experience.costs.deepest(), MAX_DEPTH);
    assert!(experience.chances[0].rate > 0.5);
}

#[test]
fn norms_that_were_not_shifted_are_named() {
    let trial = trial_of(|companion| shifted(companion, -1.0));
    assert_eq!(trial, Finding::Misfit(Misfit::NotShifted));
}

#[test]
fn what_drafts_well_is_not_complained_of() {
    // The built-in companion does not mind norms that are too large by 1: most of its layers
    // normalize again. Then there is nothing to mend.
    let trial = trial_of(|companion| shifted(companion, 1.0));
    assert!(matches!(trial, Finding::Fits(_)), "{trial:?}");
}

#[test]
fn a_companion_of_noise_is_foreign() {
    let noise = |norm: &Array| {
        let key = random::key(1).expect("a key");
        random::normal::<f32>(norm.shape(), None, None, &key)
    };
    let trial = trial_of(|companion| companion.map_norms(&noise).expect("norms"));
    assert_eq!(trial, Finding::Misfit(Misfit::Foreign));
}

#[test]
fn a_trial_can_be_stopped() {
    let (pair, fixture) = fixture("dense-tied");
    for patience in [0, 5, 30] {
        let mut asked = 0;
        let stopped = trial::run(&pair, &fixture.prompt, None, &mut || {
            asked += 1;
            asked > patience
        });
        assert!(matches!(stopped, Err(EngineError::Cancelled)));
    }
}
