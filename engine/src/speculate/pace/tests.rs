//! The pace in a world of which everything is known: a machine with given costs and texts with
//! given chances, so that what it decides can be compared with what would have been best.

use std::time::Duration;

use super::*;
use crate::testing::Choices;

/// A machine and a text.
struct World {
    /// Seconds of a round of each depth, plain decoding first.
    rounds: Vec<f64>,
    /// The chance of each draft.
    chances: Vec<f64>,
    choices: Choices,
    /// How much the machine's own durations vary.
    noise: f64,
}

impl World {
    fn new(costs: &Costs, chances: &[f64]) -> Self {
        Self {
            rounds: (0..=costs.deepest())
                .map(|depth| costs.round(depth))
                .collect(),
            chances: chances.to_vec(),
            choices: Choices(7),
            noise: 0.1,
        }
    }

    fn uniform(&mut self) -> f64 {
        self.choices.below(1 << 30) as f64 / f64::from(1 << 30)
    }

    /// What a round of so many drafts seems to take.
    fn clock(&mut self, depth: usize) -> Duration {
        let noise = 1.0 + self.noise * self.uniform();
        // Now and then the machine does something else.
        let hiccup = if self.choices.below(100) == 0 {
            5.0
        } else {
            1.0
        };
        Duration::from_secs_f64(self.rounds[depth] * noise * hiccup)
    }

    /// A round of so many drafts and what it takes.
    fn round(&mut self, depth: usize) -> (Round, f64) {
        let mut accepted = 0;
        while accepted < depth && self.uniform() < self.chances[accepted] {
            accepted += 1;
        }
        let round = Round {
            tokens: vec![0; accepted + 1],
            drafted: depth,
            accepted,
            host: Duration::ZERO,
        };
        (round, self.rounds[depth])
    }

    /// Seconds for so many tokens at a fixed depth.
    fn fixed(&mut self, depth: usize, tokens: usize) -> f64 {
        let (mut done, mut seconds) = (0, 0.0);
        while done < tokens {
            let (round, took) = self.round(depth);
            done += round.tokens.len();
            seconds += took;
        }
        seconds
    }

    /// The same as the pace decides.
    fn paced(&mut self, pace: &mut Pace, tokens: usize) -> f64 {
        let (mut done, mut seconds) = (0, 0.0);
        let (mut rounds, mut compare_at) = (0, 3);
        while done < tokens {
            let (round, took) = self.round(pace.next().depth);
            pace.saw(&round, self.clock(round.drafted));
            done += round.tokens.len();
            seconds += took;
            rounds += 1;
            // As a request does, it times a step of plain decoding now and then.
            if rounds == compare_at {
                compare_at *= 2;
                pace.took(0, self.clock(0));
                seconds += self.rounds[0];
            }
        }
        seconds
    }

    /// The least that any fixed depth takes on average.
    fn best(&self, tokens: usize) -> f64 {
        let known = Experience {
            costs: costs(),
            chances: self
                .chances
                .iter()
                .map(|&rate| Chance {
                    rate,
                    weight: 1.0,
                    run: 0,
                })
                .collect(),
            rest: 0,
        };
        let rounds = self.rounds.iter().enumerate();
        rounds
            .map(|(depth, seconds)| seconds * tokens as f64 / known.tokens(depth))
            .fold(f64::INFINITY, f64::min)
    }
}

/// As on a machine where a pass of several rows costs little more than one of one row.
fn costs() -> Costs {
    Costs {
        rows: (0..9).map(|more| 10e-3 + 1e-3 * f64::from(more)).collect(),
        drafts: (1..9).map(|drafts| 0.8e-3 * f64::from(drafts)).collect(),
        commit: 0.5e-3,
    }
}

fn experience(accepted: [usize; 4]) -> Experience {
    Experience::new(costs(), &accepted, 16)
}

const HOPELESS: [f64; 8] = [0.01; 8];
const GOOD: [f64; 8] = [0.9, 0.88, 0.86, 0.85, 0.85, 0.8, 0.8, 0.8];
const MIDDLING: [f64; 8] = [0.6, 0.5, 0.45, 0.4, 0.4, 0.4, 0.4, 0.4];

#[test]
fn a_hopeless_head_costs_next_to_nothing() {
    // Whatever was believed beforehand.
    for accepted in [[0, 0, 0, 0], [10, 6, 4, 2], [15, 13, 11, 9]] {
        let mut world = World::new(&costs(), &HOPELESS);
        let mut pace = Pace::new(experience(accepted));
        let (plain, first) = (world.fixed(0, 1000), world.paced(&mut pace, 1000));
        assert!(first < 1.08 * plain, "{accepted:?}: {}", first / plain);
        assert!(pace.rests());
        for _ in 0..3 {
            pace = Pace::new(pace.experience().clone());
            let (plain, next) = (world.fixed(0, 1000), world.paced(&mut pace, 1000));
            assert!(next < 1.02 * plain, "{accepted:?}: {}", next / plain);
        }
    }
}

#[test]
fn a_good_head_gets_the_depth_that_is_best() {
    for chances in [GOOD, MIDDLING] {
        for accepted in [[14, 12, 10, 8], [8, 4, 2, 1], [0, 0, 0, 0]] {
            let mut world = World::new(&costs(), &chances);
            let mut pace = Pace::new(experience(accepted));
            // A first text, in which a wrong belief is corrected.
            world.paced(&mut pace, 1000);
            let mut pace = Pace::new(pace.experience().clone());
            let (paced, best) = (world.paced(&mut pace, 20_000), world.best(20_000));
            assert!(
                best > 0.95 * paced,
                "{chances:?} after {accepted:?}: {} at {}",
                best / paced,
                pace.depth()
            );
        }
    }
}

#[test]
fn a_text_that_turns_is_followed() {
    let mut world = World::new(&costs(), &GOOD);
    let mut pace = Pace::new(experience([14, 12, 10, 8]));
    world.paced(&mut pace, 500);
    assert!(!pace.rests());
    world.chances = HOPELESS.to_vec();
    world.paced(&mut pace, 200);
    assert_eq!(pace.next().depth, 0);
    world.chances = GOOD.to_vec();
    world.paced(&mut pace, 600);
    assert!(!pace.rests(), "drafting is not tried again");
    assert!(pace.depth() >= 3, "{}", pace.depth());
}

#[test]
fn a_machine_that_slows_down_for_many_rows_is_noticed() {
    // The costs were measured on a short text; on this one each row is dear.
    let mut world = World::new(&costs(), &MIDDLING);
    world.rounds = (0..9)
        .map(|depth| 10e-3 + 9e-3 * f64::from(depth))
        .collect();
    let mut pace = Pace::new(experience([10, 6, 3, 1]));
    let plain = world.fixed(0, 2000);
    let paced = world.paced(&mut pace, 2000);
    assert!(paced < 1.06 * plain, "{}", paced / plain);
    assert!(pace.rests());
}

#[test]
fn rests_grow_while_drafting_does_not_pay() {
    let mut world = World::new(&costs(), &HOPELESS);
    let mut pace = Pace::new(experience([0, 0, 0, 0]));
    let mut tries = 0;
    let mut resting = pace.rests();
    assert!(resting, "it begins with drafts that the trial refused");
    for _ in 0..10_000 {
        let (round, _) = world.round(pace.next().depth);
        pace.saw(&round, world.clock(round.drafted));
        tries += usize::from(resting && !pace.rests());
        resting = pace.rests();
    }
    assert!((4..=8).contains(&tries), "{tries} tries in 10,000 tokens");
}

#[test]
fn what_is_kept_is_checked_when_it_comes_back() {
    let good = experience([14, 12, 10, 8]);
    let text = serde_json::to_string(&good).expect("text");
    let back: Experience = serde_json::from_str(&text).expect("the same");
    assert_eq!(back, good);
    assert!(back.plausible());
    for change in [
        |e: &mut Experience| e.chances[0].rate = 1.5,
        |e: &mut Experience| e.chances[0].rate = f64::NAN,
        |e: &mut Experience| e.chances[0].weight = -1.0,
        |e: &mut Experience| e.rest = usize::MAX,
        |e: &mut Experience| e.chances.truncate(2),
        |e: &mut Experience| e.costs.rows[0] = 0.0,
    ] {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(!bad.plausible(), "{bad:?}");
    }
}
