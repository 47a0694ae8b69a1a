//! Many draws against the exact distribution.

use mlx_rs::{
    Array,
    ops::{broadcast_to, indexing::TryIndexOp},
};

use super::{
    mlx_lm::Reference,
    neutral, oracle,
    statistics::{assert_drawn_from, tally},
};
use crate::{
    mlx::token_array,
    sample::{Sampler, SamplingSettings, noise},
    testing::soak,
};

/// Rows drawn together, as in a round of two drafts.
const BLOCK: usize = 3;

#[test]
fn draws_follow_the_distribution_of_each_filter_and_penalty() {
    let reference = Reference::read();
    let vocabulary = reference.vocabulary();
    let logits = reference
        .scores()
        .try_index(2..2 + BLOCK as i32)
        .expect("rows");
    let text = reference.text(3);
    // The likeliest tokens of the next row each, so that it shows whether they were taken note of.
    let drafts: Vec<u32> = (3..2 + BLOCK)
        .map(|row| highest(&reference.row(row)))
        .collect();
    let seeds = soak(300, 20_000) as u64;
    for (name, settings) in &reference.cases {
        let mut counts = vec![vec![0; vocabulary]; BLOCK];
        for seed in 0..seeds {
            let settings = SamplingSettings {
                seed,
                ..settings.clone()
            };
            let sampler = Sampler::new(&settings, vocabulary, &text);
            let tokens = sampler
                .choose(&logits, Some(&token_array(&drafts)))
                .expect("tokens")
                .to_vec_cast::<u32>()
                .expect("tokens");
            for (counts, token) in counts.iter_mut().zip(tokens) {
                counts[token as usize] += 1;
            }
        }
        for (row, counts) in counts.iter().enumerate() {
            let text = [&text, &drafts[..row]].concat();
            let expected = oracle::distribution(&reference.row(2 + row), &text, settings);
            assert_drawn_from(
                counts,
                &expected,
                &format!("{name}, row {row} of the block"),
            );
        }
    }
}

/// Tokens of one text whose scores are the same at every position.
fn constant_text(scores: &[f32], settings: &SamplingSettings, count: usize) -> Vec<usize> {
    let vocabulary = scores.len() as i32;
    let row = Array::from_slice(scores, &[1, vocabulary]);
    let rows = broadcast_to(&row, &[count as i32, vocabulary]).expect("rows");
    let tokens = Sampler::new(settings, scores.len(), &[0])
        .choose(&rows, None)
        .expect("tokens")
        .to_vec_cast::<u32>()
        .expect("tokens");
    tokens.into_iter().map(|token| token as usize).collect()
}

#[test]
fn neighbouring_positions_and_seeds_draw_independently() {
    let scores = [0.0, 1.2, -0.7, 0.4];
    let single = oracle::distribution(&scores, &[0], &neutral());
    let pairs: Vec<f64> = single
        .iter()
        .flat_map(|a| single.iter().map(move |b| a * b))
        .collect();
    let count = soak(2_000, 50_000);
    let text = |seed| {
        let settings = SamplingSettings { seed, ..neutral() };
        constant_text(&scores, &settings, count)
    };
    for seed in [0, 1, 2, u64::MAX - 1] {
        let (one, other) = (text(seed), text(seed + 1));
        assert_drawn_from(
            &tally(one.iter().copied(), scores.len()),
            &single,
            "positions",
        );
        for lag in [1, 2, 7] {
            let next = one.iter().zip(&one[lag..]).map(|(a, b)| 4 * a + b);
            assert_drawn_from(&tally(next, 16), &pairs, "a position and a later one");
        }
        let across = one.iter().zip(&other).map(|(a, b)| 4 * a + b);
        assert_drawn_from(&tally(across, 16), &pairs, "a seed and the next one");
    }
}

#[test]
fn unlikely_tokens_are_drawn_as_often_as_they_should() {
    // Four tokens in a thousand of which each alone would be lost in the noise of float32 sums.
    let mut scores = vec![-14.0; 4_811];
    scores[1_000] = 0.0;
    let settings = neutral();
    let expected = oracle::distribution(&scores, &[0], &settings);
    let count = soak(2_000, 40_000);
    let tokens = constant_text(&scores, &settings, count);
    let halves = |token: usize| match token {
        1_000 => 0,
        token if token < 2_400 => 1,
        _ => 2,
    };
    let mut shares = vec![0.0; 3];
    for (token, share) in expected.iter().enumerate() {
        shares[halves(token)] += share;
    }
    let counts = tally(tokens.into_iter().map(halves), 3);
    assert_drawn_from(&counts, &shares, "unlikely tokens");
}

#[test]
fn scores_that_differ_in_their_last_digits_draw_the_same_token() {
    // Ranks turn round, but hardly any probability changes.
    let rising: Vec<f32> = (0..20).map(|token| token as f32 * 1e-5).collect();
    let falling: Vec<f32> = rising.iter().rev().copied().collect();
    let settings = SamplingSettings {
        top_k: 19,
        top_p: 0.999,
        ..neutral()
    };
    let texts = [&rising, &falling].map(|scores| constant_text(scores, &settings, 1_000));
    let differing = texts[0].iter().zip(&texts[1]).filter(|(a, b)| a != b);
    // Either end of the ranks falls to top-k, one time in ten.
    assert!(differing.count() < 150);
}

/// The same seed must draw the same text in later versions too.
#[test]
fn noise_is_threefry_under_a_key_of_seed_and_position() {
    // MLX's own uniform numbers under the keys that SplitMix64 makes of (seed, position), times
    // 2³², which float32 has rounded; written down from Python.
    let expected: [(u64, u64, [f32; 4]); 3] = [
        (
            0,
            0,
            [2849131776.0, 274822048.0, 3036003840.0, 1241199488.0],
        ),
        (
            42,
            7,
            [1554740736.0, 1204823424.0, 384865728.0, 832701248.0],
        ),
        (
            u64::MAX,
            100_000,
            [2948671232.0, 2483156480.0, 346400512.0, 26509248.0],
        ),
    ];
    for (seed, position, expected) in expected {
        let first = position.saturating_sub(2);
        let rows = (position - first) as i32 + 1;
        let bits = noise::bits(seed, first, rows, 300).expect("noise");
        let row = bits
            .try_index((rows - 1, ..4))
            .expect("noise")
            .to_vec_cast::<u32>()
            .expect("noise");
        let row: Vec<f32> = row.into_iter().map(|number| number as f32).collect();
        assert_eq!(row, expected);
    }
}

fn highest(scores: &[f32]) -> u32 {
    let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    best.expect("scores") as u32
}
