//! What the parts of a round cost on this machine.

use serde::{Deserialize, Serialize};

use super::DraftsFrom;

/// Seconds of each part of a round, as measured by a [trial](super::trial).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Costs {
    /// A pass of 1, 2, … rows of the target, with the choice of their tokens.
    pub(crate) rows: Vec<f64>,
    /// 1, 2, … chained drafts from all tokens.
    pub(crate) drafts: Vec<f64>,
    /// The same from the draft vocabulary, if the pair has one.
    pub(crate) likely: Option<Vec<f64>>,
    /// The companion's rows for what a round brought.
    pub(crate) commit: f64,
}

impl Costs {
    /// The most drafts of which the costs are known.
    pub(crate) fn deepest(&self) -> usize {
        self.drafts.len().min(self.rows.len().saturating_sub(1))
    }

    /// How many rows to compute for a pass of `rows`: more of them where kernels for more cost
    /// less.
    pub(crate) fn width(&self, rows: usize) -> usize {
        let wider = self.rows.iter().enumerate().skip(rows.max(1) - 1);
        wider
            .min_by(|(_, a), (_, b)| a.total_cmp(b))
            .map_or(rows, |(index, _)| index + 1)
    }

    /// A whole round of so many drafts; 0 is a step of plain decoding.
    pub(crate) fn round(&self, depth: usize, from: DraftsFrom) -> f64 {
        let pass = self.rows[self.width(depth + 1) - 1];
        let drafts = match (&self.likely, from) {
            (Some(likely), DraftsFrom::Likely) => likely,
            _ => &self.drafts,
        };
        match depth {
            0 => pass,
            _ => pass + drafts[depth - 1] + self.commit,
        }
    }

    /// Whether they can be what a measurement gave, read from a file.
    pub(crate) fn plausible(&self) -> bool {
        let positive = |seconds: &f64| seconds.is_finite() && *seconds > 0.0;
        self.rows.len() >= 2
            && !self.drafts.is_empty()
            && self.rows.iter().chain(&self.drafts).all(positive)
            && self.likely.as_ref().is_none_or(|likely| {
                likely.len() == self.drafts.len() && likely.iter().all(positive)
            })
            && self.commit.is_finite()
            && self.commit >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wider_pass_is_taken_where_it_costs_less() {
        let costs = Costs {
            rows: vec![1.0, 1.4, 1.2, 1.1, 1.8],
            drafts: vec![0.1, 0.2, 0.3, 0.4],
            likely: Some(vec![0.05, 0.1, 0.15, 0.2]),
            commit: 0.05,
        };
        assert_eq!(costs.width(1), 1);
        assert_eq!(costs.width(2), 4);
        assert_eq!(costs.width(4), 4);
        assert_eq!(costs.width(5), 5);
        assert_eq!(costs.round(0, DraftsFrom::All), 1.0);
        let one = |from| costs.round(1, from);
        assert!((one(DraftsFrom::All) - (1.1 + 0.1 + 0.05)).abs() < 1e-12);
        assert!((one(DraftsFrom::Likely) - (1.1 + 0.05 + 0.05)).abs() < 1e-12);
        assert_eq!(costs.deepest(), 4);
    }

    #[test]
    fn what_no_measurement_gives_is_not_plausible() {
        let good = Costs {
            rows: vec![1.0, 1.1],
            drafts: vec![0.1],
            likely: None,
            commit: 0.0,
        };
        assert!(good.plausible());
        for bad in [
            Costs {
                rows: vec![1.0],
                ..good.clone()
            },
            Costs {
                drafts: vec![],
                ..good.clone()
            },
            Costs {
                rows: vec![0.0, 1.0],
                ..good.clone()
            },
            Costs {
                drafts: vec![f64::NAN],
                ..good.clone()
            },
            Costs {
                commit: -1.0,
                ..good.clone()
            },
            Costs {
                likely: Some(vec![]),
                ..good.clone()
            },
        ] {
            assert!(!bad.plausible(), "{bad:?}");
        }
    }
}
