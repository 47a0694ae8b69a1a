//! The distribution that settings describe, worked out on the host in float64 and step by step as
//! mlx-lm does it. [`mlx_lm`](super::mlx_lm) holds it against mlx-lm itself.

use crate::sample::{SamplingSettings, noise, penalties::WINDOW};

/// The probability of each token after `text`.
pub(super) fn distribution(scores: &[f32], text: &[u32], settings: &SamplingSettings) -> Vec<f64> {
    let scores = penalized(scores, text, settings);
    if settings.temperature == 0.0 {
        let best = best(scores.iter().copied());
        return (0..scores.len())
            .map(|token| f64::from(u8::from(token == best)))
            .collect();
    }
    let lowest = lowest_kept(&scores, settings);
    let kept = keep(&scores, lowest, settings.top_k);
    let top = scores.iter().copied().fold(f64::MIN, f64::max);
    let shares: Vec<f64> = scores
        .iter()
        .zip(kept)
        .map(|(score, kept)| match kept {
            true => ((score - top) / f64::from(settings.temperature)).exp(),
            false => 0.0,
        })
        .collect();
    let total: f64 = shares.iter().sum();
    shares.iter().map(|share| share / total).collect()
}

/// The tokens that could be drawn after `text` if no score were off by more than `error`: one, but
/// for near-ties.
pub(super) fn possible_draws(
    scores: &[f32],
    text: &[u32],
    settings: &SamplingSettings,
    error: f64,
) -> Vec<u32> {
    let scores = penalized(scores, text, settings);
    let tokens = || 0..scores.len() as u32;
    if settings.temperature == 0.0 {
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        let close = |&token: &u32| best - scores[token as usize] <= 2.0 * error;
        return tokens().filter(close).collect();
    }
    // The edge of the candidates, a little lower and a little higher than it is.
    let edge = |factor: f64| {
        let mut settings = settings.clone();
        settings.top_p = (f64::from(settings.top_p) * factor).min(1.0) as f32;
        settings.min_p = (f64::from(settings.min_p) / factor).min(1.0) as f32;
        lowest_kept(&scores, &settings).max(nth_highest(&scores, settings.top_k))
    };
    let lowest = edge(1.0 + 4.0 * error) - 2.0 * error;
    let surest = edge(1.0 - 4.0 * error) + 2.0 * error;
    let noise = noise::bits(settings.seed, text.len() as u64, 1, scores.len())
        .expect("noise")
        .to_vec_cast::<u32>()
        .expect("noise");
    let sums: Vec<f64> = scores
        .iter()
        .zip(noise)
        .map(|(score, bits)| {
            let u = (f64::from(bits) + 0.5) / 4_294_967_296.0;
            score / f64::from(settings.temperature) - (-(-u).ln_1p()).ln()
        })
        .collect();
    let to_beat = scores
        .iter()
        .zip(&sums)
        .filter(|(score, _)| **score >= surest)
        .map(|(_, sum)| *sum)
        .fold(f64::MIN, f64::max);
    let slack = 2.0 * error / f64::from(settings.temperature);
    tokens()
        .filter(|&token| {
            scores[token as usize] >= lowest && sums[token as usize] >= to_beat - slack
        })
        .collect()
}

/// The scores with bias and penalties.
fn penalized(scores: &[f32], text: &[u32], settings: &SamplingSettings) -> Vec<f64> {
    let mut scores: Vec<f64> = scores.iter().copied().map(f64::from).collect();
    for &(token, bias) in &settings.logit_bias {
        scores[token as usize] += f64::from(bias);
    }
    let recent = &text[text.len().saturating_sub(WINDOW)..];
    let mut distinct = recent.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    for token in distinct {
        let score = &mut scores[token as usize];
        if *score < 0.0 {
            *score *= f64::from(settings.repetition_penalty);
        } else {
            *score /= f64::from(settings.repetition_penalty);
        }
        *score -= f64::from(settings.presence_penalty);
    }
    for &token in recent {
        scores[token as usize] -= f64::from(settings.frequency_penalty);
    }
    scores
}

/// The lowest score that top-p and min-p leave.
fn lowest_kept(scores: &[f64], settings: &SamplingSettings) -> f64 {
    let mut sorted = scores.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let top = sorted[0];
    let total: f64 = sorted.iter().map(|score| (score - top).exp()).sum();
    let mut lowest = f64::MIN;
    if settings.top_p < 1.0 {
        let mut before = 0.0;
        for score in &sorted {
            if before >= f64::from(settings.top_p) {
                break;
            }
            before += (score - top).exp() / total;
            lowest = *score;
        }
    }
    if settings.min_p > 0.0 {
        lowest = lowest.max(top + f64::from(settings.min_p).ln());
    }
    lowest
}

/// The score of rank `count`, or the least of all for 0.
fn nth_highest(scores: &[f64], count: usize) -> f64 {
    let mut sorted = scores.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    match count {
        0 => f64::MIN,
        _ => sorted[count.min(sorted.len()) - 1],
    }
}

/// Which tokens are candidates.
fn keep(scores: &[f64], lowest: f64, top_k: usize) -> Vec<bool> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let mut kept = vec![false; scores.len()];
    for &token in &order[..if top_k == 0 {
        order.len()
    } else {
        top_k.min(order.len())
    }] {
        kept[token] = scores[token] >= lowest;
    }
    kept
}

/// The index of the highest value, the first of equal ones.
fn best(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::MIN);
    for (index, value) in values.enumerate() {
        if value > best.1 {
            best = (index, value);
        }
    }
    best.0
}
