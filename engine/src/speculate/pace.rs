//! How many drafts a round pay, decided anew before each round.
//!
//! A round of `d` drafts brings `1 + p₁ + p₁p₂ + … + p₁…p_d` tokens on average, where `pᵢ` is the
//! chance that draft `i` is accepted once those before it were. Divided by what such a round takes,
//! that is its worth in tokens a second; the depth of the highest worth is taken. Chances follow the
//! text, and durations what rounds really take.
//!
//! A machine that gets slower as a whole must not look like drafts that do not pay. So what is
//! believed of one depth's duration, against another's, changes only where both were timed next to
//! each other.
//!
//! Drafts from the draft vocabulary cost less and miss what it lacks. How often that happens is seen
//! on the text itself, so the worth of both kinds is known whichever is in use.
//!
//! Where no depth is worth more than plain decoding, drafting rests and is tried again after a
//! while, each time after a longer one.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{DraftsFrom, Round, costs::Costs};

/// Rounds that a chance looks back on, roughly.
const MEMORY: f64 = 64.0;
/// A run of acceptances or rejections that was less likely than this shows that the text has turned.
const SURPRISE: f64 = 1e-3;
/// What is then left of what was known, in rounds.
const DOUBT: f64 = 4.0;
/// How many rounds' worth of belief an earlier text gets about the next one.
const CARRIED: f64 = 8.0;
/// Part of a new duration that goes into the running one of the depth in use.
const BLEND: f64 = 0.25;
/// How many durations of another depth count.
const VISITS: f64 = 6.0;
/// The most by which a single duration is believed to differ from what was expected.
const JUMP: f64 = 2.0;
/// Another depth must be worth this much more than the one in use.
const MARGIN: f64 = 1.02;
/// Rounds of a try after a rest, and of these so many whatever they show.
const TRY: usize = 6;
const AT_LEAST: usize = 3;
/// Tokens of the first rest; each further one is twice as long, up to [`LONGEST_REST`].
const FIRST_REST: usize = 128;
const LONGEST_REST: usize = 4096;
/// Tokens that the share of likely ones looks back on, roughly.
const TEXT_MEMORY: f64 = 128.0;
/// Every so many rounds a deeper one shows whether its drafts would be accepted by now.
const LOOK_DEEPER: usize = 40;

/// The chance of one draft.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Chance {
    /// Of being accepted, if the drafts before it were.
    pub(crate) rate: f64,
    /// Rounds it is known from, [`MEMORY`] at most.
    pub(crate) weight: f64,
    /// Acceptances in a row, or rejections if negative.
    #[serde(skip)]
    run: i32,
}

impl Chance {
    fn saw(&mut self, accepted: bool) {
        self.run = match (accepted, self.run) {
            (true, run) => run.max(0).saturating_add(1),
            (false, run) => run.min(0).saturating_sub(1),
        };
        let expected = if accepted { self.rate } else { 1.0 - self.rate };
        if expected.powi(self.run.abs()) < SURPRISE {
            self.weight = self.weight.min(DOUBT);
        }
        self.weight = (self.weight + 1.0).min(MEMORY);
        self.rate += (f64::from(u8::from(accepted)) - self.rate) / self.weight;
    }
}

/// What is known about drafting for one model on this machine. Lives as long as the model, and
/// longer in a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Experience {
    /// What rounds cost.
    pub(crate) costs: Costs,
    /// The chance of each draft, as many as there are costs of drafts, from the tokens in use.
    pub(crate) chances: Vec<Chance>,
    /// The tokens that drafts are chosen from.
    pub(crate) from: DraftsFrom,
    /// How many of the text's tokens the draft vocabulary has.
    pub(crate) likely: f64,
    /// How long the next rest will be, in tokens; 0 while drafting pays.
    pub(crate) rest: usize,
}

impl Experience {
    /// From a trial's costs, the drafts accepted there by position, of so many rounds, and the share
    /// of its tokens that the draft vocabulary has. What lies deeper than the trial went is taken to
    /// be as likely as its last.
    pub(crate) fn new(costs: Costs, accepted: &[usize], rounds: usize, likely: f64) -> Self {
        let mut before = rounds;
        let mut chances: Vec<Chance> = accepted
            .iter()
            .map(|&accepted| {
                // One round in two of which the draft was accepted is what is known beforehand.
                let chance = Chance {
                    rate: (accepted as f64 + 1.0) / (before as f64 + 2.0),
                    weight: (before as f64 + 2.0).min(MEMORY),
                    run: 0,
                };
                before = accepted;
                chance
            })
            .collect();
        let last = chances.last().copied().unwrap_or(Chance {
            rate: 0.5,
            weight: 2.0,
            run: 0,
        });
        chances.resize(
            costs.deepest(),
            Chance {
                weight: 2.0,
                ..last
            },
        );
        Self {
            costs,
            chances,
            from: DraftsFrom::All,
            likely,
            rest: 0,
        }
    }

    /// Whether it can be what was once written, read from a file.
    pub(crate) fn plausible(&self) -> bool {
        let chance = |chance: &Chance| {
            (0.0..=1.0).contains(&chance.rate) && (0.0..=MEMORY).contains(&chance.weight)
        };
        self.costs.plausible()
            && self.chances.len() == self.costs.deepest()
            && self.chances.iter().all(chance)
            && (0.0..=1.0).contains(&self.likely)
            && (self.from == DraftsFrom::All || self.costs.likely.is_some())
            && self.rest <= LONGEST_REST
    }

    /// Tokens that a round of so many drafts brings on average.
    fn tokens(&self, depth: usize, from: DraftsFrom) -> f64 {
        let mut all = 1.0;
        let mut sum = 1.0;
        for chance in &self.chances[..depth] {
            all *= self.rate(chance, from);
            sum += all;
        }
        sum
    }

    /// What a chance would be if drafts were chosen from these tokens.
    fn rate(&self, chance: &Chance, from: DraftsFrom) -> f64 {
        match (self.from, from) {
            (DraftsFrom::All, DraftsFrom::Likely) => chance.rate * self.likely,
            (DraftsFrom::Likely, DraftsFrom::All) => (chance.rate / self.likely).min(1.0),
            _ => chance.rate,
        }
    }

    /// Changes the tokens that drafts are chosen from.
    fn choose(&mut self, from: DraftsFrom) {
        let rates: Vec<f64> = self.chances.iter().map(|c| self.rate(c, from)).collect();
        for (chance, rate) in self.chances.iter_mut().zip(rates) {
            chance.rate = rate;
        }
        self.from = from;
    }
}

/// What the next round is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    /// Drafts.
    pub(crate) depth: usize,
    /// Rows to compute at least.
    pub(crate) width: usize,
    /// The tokens that drafts are chosen from.
    pub(crate) from: DraftsFrom,
}

impl From<usize> for Step {
    /// So many drafts, and no more rows than they need.
    fn from(depth: usize) -> Self {
        Self {
            depth,
            width: depth + 1,
            from: DraftsFrom::All,
        }
    }
}

/// Decides about the rounds of one text.
#[derive(Debug)]
pub(crate) struct Pace {
    experience: Experience,
    /// How each depth's rounds turned out against what the costs say, compared with one another.
    depths: Vec<Turnout>,
    /// What rounds of the depth in use have taken lately, against what the costs say.
    lately: Option<f64>,
    state: State,
    rounds: usize,
}

/// What is known of the durations of one depth.
#[derive(Debug, Clone, Copy)]
struct Turnout {
    /// They are this many times what the costs say, if those of other depths are what is said of
    /// them.
    factor: f64,
    visits: f64,
    seen: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// So many drafts a round.
    Drafting(usize),
    /// Plain decoding for so many more tokens.
    Resting(usize),
    /// As many rounds more before it is decided whether drafting pays again.
    Trying(usize),
}

impl Pace {
    /// The pace of a new text.
    pub(crate) fn new(mut experience: Experience) -> Self {
        for chance in &mut experience.chances {
            chance.weight = chance.weight.min(CARRIED);
        }
        // What the trial found counts as one visit.
        let unseen = Turnout {
            factor: 1.0,
            visits: 1.0,
            seen: false,
        };
        let depths = vec![unseen; experience.costs.deepest() + 1];
        let mut pace = Self {
            experience,
            depths,
            lately: None,
            state: State::Drafting(0),
            rounds: 0,
        };
        pace.state = match pace.experience.rest {
            0 => {
                let best = pace.settle();
                pace.drafting_or_resting(best)
            }
            // Another text may be another matter.
            _ => State::Trying(TRY),
        };
        pace
    }

    /// The next round.
    pub(crate) fn next(&self) -> Step {
        let depth = match self.state {
            State::Resting(_) => 0,
            State::Trying(_) => self.best_drafting(),
            State::Drafting(depth) if self.rounds % LOOK_DEEPER == LOOK_DEEPER - 1 => {
                (depth + 2).min(self.deepest())
            }
            State::Drafting(depth) => depth,
        };
        self.step(depth)
    }

    /// A round of so many drafts at most, in the width that is best for it.
    pub(crate) fn step(&self, depth: usize) -> Step {
        let depth = depth.min(self.deepest());
        Step {
            depth,
            width: self.experience.costs.width(depth + 1),
            from: self.experience.from,
        }
    }

    /// Takes note of a round, of how long it took, and of how many of its tokens the draft
    /// vocabulary has.
    pub(crate) fn saw(&mut self, round: &Round, took: Duration, likely: usize) {
        self.rounds += 1;
        let share = likely as f64 / round.tokens.len() as f64;
        let blend = (round.tokens.len() as f64 / TEXT_MEMORY).min(1.0);
        let known = &mut self.experience.likely;
        // Never quite 0: chances are divided by it.
        *known = (*known + blend * (share - *known)).max(0.01);
        for (index, chance) in self
            .experience
            .chances
            .iter_mut()
            .take(round.drafted.min(round.accepted + 1))
            .enumerate()
        {
            chance.saw(index < round.accepted);
        }
        self.took(round.drafted, took);
        let home = self.home();
        self.state = match self.state {
            State::Resting(left) if left > round.tokens.len() => {
                State::Resting(left - round.tokens.len())
            }
            State::Resting(_) => State::Trying(TRY),
            State::Trying(left @ 2..) if left > TRY + 1 - AT_LEAST || self.undecided() => {
                State::Trying(left - 1)
            }
            State::Trying(_) => {
                let found = self.settle();
                if found != 0 {
                    self.experience.rest = 0;
                }
                self.drafting_or_resting(found)
            }
            State::Drafting(depth) => {
                let (best, from) = self.best_of_both();
                let now = self.worth(depth, self.experience.from);
                if self.worth(best, from) <= MARGIN * now {
                    State::Drafting(depth)
                } else {
                    let found = self.settle();
                    self.drafting_or_resting(found)
                }
            }
        };
        self.moved(home);
    }

    /// Carries on what the machine does at present from one depth in use to another.
    fn moved(&mut self, from: usize) {
        let to = self.home();
        if let (true, Some(lately)) = (from != to, self.lately) {
            self.lately = Some(lately / self.depths[from].factor * self.depths[to].factor);
        }
    }

    /// Takes the tokens from which drafts are worth most; gives their depth.
    fn settle(&mut self) -> usize {
        let (best, from) = self.best_of_both();
        if best > 0 {
            self.experience.choose(from);
        }
        best
    }

    fn drafting_or_resting(&mut self, depth: usize) -> State {
        match depth {
            0 => self.resting(),
            depth => State::Drafting(depth),
        }
    }

    /// Takes note of how long a round of so many drafts took. A step of plain decoding may be timed
    /// for this alone.
    pub(crate) fn took(&mut self, depth: usize, took: Duration) {
        let home = self.home();
        let (Some(known), Some(usual)) = (self.depths.get(depth), self.depths.get(home)) else {
            return;
        };
        let expected = self.experience.costs.round(depth, self.experience.from);
        let seen = took.as_secs_f64() / expected;
        if depth == home {
            self.depths[home].seen = true;
            let lately = self.lately.unwrap_or(seen);
            let seen = seen.clamp(lately / JUMP, lately * JUMP);
            self.lately = Some(lately + BLEND * (seen - lately));
            return;
        }
        let Some(lately) = self.lately else {
            return;
        };
        // How fast the machine is at present is what both have in common.
        let factor = seen / (lately / usual.factor);
        let factor = factor.clamp(known.factor / JUMP, known.factor * JUMP);
        let visits = (known.visits + 1.0).min(VISITS);
        self.depths[depth] = Turnout {
            factor: known.factor + (factor - known.factor) / visits,
            visits,
            seen: true,
        };
    }

    /// The depth in use, with which others are compared.
    fn home(&self) -> usize {
        match self.state {
            State::Drafting(depth) => depth,
            State::Resting(_) | State::Trying(_) => 0,
        }
    }

    /// Begins a rest, twice as long as the one before.
    fn resting(&mut self) -> State {
        let rest = &mut self.experience.rest;
        *rest = (2 * *rest).clamp(FIRST_REST, LONGEST_REST);
        State::Resting(*rest)
    }

    /// Whether more rounds of a try can change what is found.
    fn undecided(&self) -> bool {
        self.best_of_both().0 != 0 || self.experience.chances[0].rate > 0.05
    }

    /// Whether the text is decoded without drafts now.
    pub(crate) fn rests(&self) -> bool {
        matches!(self.state, State::Resting(_))
    }

    /// Drafts a round at present, or those that would be best while resting.
    pub(crate) fn depth(&self) -> usize {
        match self.state {
            State::Drafting(depth) => depth,
            State::Resting(_) | State::Trying(_) => self.best_drafting(),
        }
    }

    /// How many times as fast as plain decoding so many drafts are expected to be.
    pub(crate) fn expected_gain(&self, depth: usize) -> f64 {
        self.worth(depth, self.experience.from) / self.worth(0, DraftsFrom::All)
    }

    /// How much faster drafts from likely tokens are expected to make the text than drafts from all,
    /// each at its best depth.
    pub(crate) fn vocabulary_gain(&self) -> f64 {
        let best = |from| self.worth(self.best_from(1, from), from);
        best(DraftsFrom::Likely) / best(DraftsFrom::All)
    }

    /// What is known now, for the next text.
    pub(crate) fn experience(&self) -> &Experience {
        &self.experience
    }

    fn deepest(&self) -> usize {
        self.experience.costs.deepest()
    }

    /// The depth worth most, and the tokens from which.
    fn best_of_both(&self) -> (usize, DraftsFrom) {
        let all = (self.best_from(0, DraftsFrom::All), DraftsFrom::All);
        if self.experience.costs.likely.is_none() {
            return all;
        }
        let likely = (self.best_from(0, DraftsFrom::Likely), DraftsFrom::Likely);
        if self.worth(likely.0, likely.1) > self.worth(all.0, all.1) {
            likely
        } else {
            all
        }
    }

    fn best_drafting(&self) -> usize {
        self.best_from(1, self.experience.from)
    }

    fn best_from(&self, least: usize, from: DraftsFrom) -> usize {
        (least..=self.deepest())
            .max_by(|&a, &b| self.worth(a, from).total_cmp(&self.worth(b, from)))
            .unwrap_or(0)
    }

    /// Tokens a second.
    fn worth(&self, depth: usize, from: DraftsFrom) -> f64 {
        let seconds = self.experience.costs.round(depth, from) * self.factor(depth);
        self.experience.tokens(depth, from) / seconds
    }

    /// A depth not seen yet is taken to turn out like the nearest one that was, or as expected.
    fn factor(&self, depth: usize) -> f64 {
        (0..self.depths.len())
            .filter(|at| self.depths[*at].seen)
            .min_by_key(|at| at.abs_diff(depth))
            .map_or(1.0, |at| self.depths[at].factor)
    }
}

#[cfg(test)]
mod tests;
