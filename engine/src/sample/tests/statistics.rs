//! Whether counts look drawn from a distribution.

/// Counts under which a cell of the chi-square test is not normal enough to stand alone.
const SMALLEST: f64 = 5.0;
/// Standard deviations within which a statistic must lie: outside of them are 7 in a million.
const LIMIT: f64 = 4.5;

/// Checks with Pearson's chi-square test that `counts` were drawn from `probabilities`. Both an
/// unlikely and an impossibly good agreement fail.
pub(super) fn assert_drawn_from(counts: &[usize], probabilities: &[f64], what: &str) {
    assert_eq!(counts.len(), probabilities.len());
    let draws: usize = counts.iter().sum();
    let mut rest = (0.0, 0.0);
    let mut cells = Vec::new();
    for (cell, (&count, probability)) in counts.iter().zip(probabilities).enumerate() {
        assert!(
            count == 0 || *probability > 0.0,
            "{what}: {cell} was drawn, which never may be"
        );
        let (count, expected) = (count as f64, draws as f64 * probability);
        if expected < SMALLEST {
            rest = (rest.0 + count, rest.1 + expected);
        } else {
            cells.push((count, expected));
        }
    }
    if rest.1 >= SMALLEST {
        cells.push(rest);
    } else if let Some(last) = cells.last_mut() {
        *last = (last.0 + rest.0, last.1 + rest.1);
    }
    if cells.len() < 2 {
        return;
    }
    let statistic: f64 = cells
        .iter()
        .map(|(count, expected)| (count - expected).powi(2) / expected)
        .sum();
    let deviations = deviations(statistic, (cells.len() - 1) as f64);
    assert!(
        deviations.abs() < LIMIT,
        "{what}: chi-square {statistic:.1} in {} cells lies {deviations:.1} deviations off",
        cells.len()
    );
}

/// A chi-square statistic as a standard normal one (Wilson and Hilferty 1931).
fn deviations(statistic: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// How often each number under `cells` occurs.
pub(super) fn tally(numbers: impl IntoIterator<Item = usize>, cells: usize) -> Vec<usize> {
    let mut counts = vec![0; cells];
    for number in numbers {
        counts[number] += 1;
    }
    counts
}
