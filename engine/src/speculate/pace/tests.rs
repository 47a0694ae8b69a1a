//! The pace in a world of which everything is known: a machine with given costs and texts with
//! given chances, so that what it decides can be compared with what would have been best.

use std::time::Duration;

use super::*;
use crate::testing::Choices;

/// A machine and a text.
struct World {
    /// Seconds of a round of each depth, plain decoding first, with drafts from all tokens.
    all: Vec<f64>,
    /// The same with likely ones.
    cheaper: Vec<f64>,
    /// The chance of each draft.
    chances: Vec<f64>,
    /// How many of the text's tokens the draft vocabulary has.
    likely: f64,
    choices: Choices,
    /// How much the machine's own durations vary.
    noise: f64,
}

impl World {
    fn new(costs: &Costs, chances: &[f64]) -> Self {
        let rounds = |from| {
            (0..=costs.deepest())
                .map(|d| costs.round(d, from))
                .collect()
        };
        Self {
            all: rounds(DraftsFrom::All),
            cheaper: rounds(DraftsFrom::Likely),
            chances: chances.to_vec(),
            likely: 1.0,
            choices: Choices(7),
            noise: 0.1,
        }
    }

    fn uniform(&mut self) -> f64 {
        self.choices.below(1 << 30) as f64 / f64::from(1 << 30)
    }

    fn seconds(&self, step: Step) -> f64 {
        match step.from {
            DraftsFrom::All => self.all[step.depth],
            DraftsFrom::Likely => self.cheaper[step.depth],
        }
    }

    /// What a round seems to take.
    fn clock(&mut self, step: Step) -> Duration {
        let noise = 1.0 + self.noise * self.uniform();
        // Now and then the machine does something else.
        let hiccup = if self.choices.below(100) == 0 {
            5.0
        } else {
            1.0
        };
        Duration::from_secs_f64(self.seconds(step) * noise * hiccup)
    }

    /// A round, and how many of its tokens the draft vocabulary has.
    fn round(&mut self, step: Step) -> (Round, usize) {
        let (mut tokens, mut accepted, mut likely) = (0, 0, 0);
        loop {
            tokens += 1;
            let has = self.uniform() < self.likely;
            likely += usize::from(has);
            let drafted = accepted < step.depth && (has || step.from == DraftsFrom::All);
            if !drafted || self.uniform() >= self.chances[accepted] {
                break;
            }
            accepted += 1;
        }
        let round = Round {
            tokens: vec![0; tokens],
            drafted: step.depth,
            accepted,
            host: Duration::ZERO,
        };
        (round, likely)
    }

    /// Seconds for so many tokens of plain decoding.
    fn plain(&self, tokens: usize) -> f64 {
        self.all[0] * tokens as f64
    }

    /// Seconds for so many tokens as the pace decides.
    fn paced(&mut self, pace: &mut Pace, tokens: usize) -> f64 {
        let (mut done, mut seconds) = (0, 0.0);
        let (mut rounds, mut compare_at) = (0, 3);
        while done < tokens {
            let step = pace.next();
            let (round, likely) = self.round(step);
            pace.saw(&round, self.clock(step), likely);
            done += round.tokens.len();
            seconds += self.seconds(step);
            rounds += 1;
            // As a request does, it times a step of plain decoding now and then.
            if rounds == compare_at {
                compare_at *= 2;
                pace.took(0, self.clock(0.into()));
                seconds += self.all[0];
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
            from: DraftsFrom::All,
            likely: 1.0,
            rest: 0,
        };
        let rounds = self.all.iter().enumerate();
        rounds
            .map(|(depth, seconds)| seconds * tokens as f64 / known.tokens(depth, DraftsFrom::All))
            .fold(f64::INFINITY, f64::min)
    }
}

/// As on a machine where a pass of several rows costs little more than one of one row.
fn costs() -> Costs {
    Costs {
        rows: (0..9).map(|more| 10e-3 + 1e-3 * f64::from(more)).collect(),
        drafts: (1..9).map(|drafts| 0.8e-3 * f64::from(drafts)).collect(),
        likely: None,
        commit: 0.5e-3,
    }
}

fn experience(accepted: [usize; 4]) -> Experience {
    Experience::new(costs(), &accepted, 16, 1.0)
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
        let (plain, first) = (world.plain(1000), world.paced(&mut pace, 1000));
        assert!(first < 1.08 * plain, "{accepted:?}: {}", first / plain);
        assert!(pace.rests());
        for _ in 0..3 {
            pace = Pace::new(pace.experience().clone());
            let (plain, next) = (world.plain(1000), world.paced(&mut pace, 1000));
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
    world.all = (0..9)
        .map(|depth| 10e-3 + 9e-3 * f64::from(depth))
        .collect();
    let mut pace = Pace::new(experience([10, 6, 3, 1]));
    let plain = world.plain(2000);
    let paced = world.paced(&mut pace, 2000);
    assert!(paced < 1.06 * plain, "{}", paced / plain);
    assert!(pace.rests());
}

#[test]
fn a_machine_that_slows_down_as_a_whole_is_no_reason_to_rest() {
    let mut world = World::new(&costs(), &GOOD);
    let mut pace = Pace::new(experience([14, 12, 10, 8]));
    for slower in [1.0, 3.0, 1.0, 0.4, 5.0] {
        world.all = (0..9)
            .map(|depth| slower * costs().round(depth, DraftsFrom::All))
            .collect();
        for _ in 0..40 {
            world.paced(&mut pace, 50);
            assert!(!pace.rests(), "{slower} times slower");
            assert!(pace.depth() >= 3, "{slower} times slower: {}", pace.depth());
        }
    }
}

#[test]
fn rests_grow_while_drafting_does_not_pay() {
    let mut world = World::new(&costs(), &HOPELESS);
    let mut pace = Pace::new(experience([0, 0, 0, 0]));
    let mut tries = 0;
    let mut resting = pace.rests();
    assert!(resting, "it begins with drafts that the trial refused");
    for _ in 0..10_000 {
        let step = pace.next();
        let (round, likely) = world.round(step);
        pace.saw(&round, world.clock(step), likely);
        tries += usize::from(resting && !pace.rests());
        resting = pace.rests();
    }
    assert!((4..=8).contains(&tries), "{tries} tries in 10,000 tokens");
}

#[test]
fn the_draft_vocabulary_is_used_where_it_pays() {
    // A head over all tokens that costs as much as a third of a step.
    let dear = Costs {
        drafts: (1..9).map(|drafts| 3e-3 * f64::from(drafts)).collect(),
        likely: Some((1..9).map(|drafts| 0.8e-3 * f64::from(drafts)).collect()),
        ..costs()
    };
    let mut world = World::new(&dear, &GOOD);
    let mut pace = Pace::new(Experience::new(dear, &[14, 12, 10, 8], 16, 1.0));
    world.paced(&mut pace, 500);
    assert_eq!(pace.next().from, DraftsFrom::Likely);
    let with = world.paced(&mut pace, 5000);

    // A text of which the vocabulary has hardly a token.
    world.likely = 0.1;
    world.paced(&mut pace, 1000);
    assert_eq!(pace.next().from, DraftsFrom::All);
    assert!(!pace.rests(), "drafts from all tokens still pay");
    world.likely = 1.0;
    world.paced(&mut pace, 1000);
    assert_eq!(pace.next().from, DraftsFrom::Likely);

    let without = Costs {
        likely: None,
        ..pace.experience().costs.clone()
    };
    let mut pace = Pace::new(Experience::new(without, &[14, 12, 10, 8], 16, 1.0));
    world.paced(&mut pace, 500);
    assert!(world.paced(&mut pace, 5000) > 1.1 * with);
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
        |e: &mut Experience| e.likely = f64::INFINITY,
        |e: &mut Experience| e.from = DraftsFrom::Likely,
        |e: &mut Experience| e.chances.truncate(2),
        |e: &mut Experience| e.costs.rows[0] = 0.0,
    ] {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(!bad.plausible(), "{bad:?}");
    }
}
