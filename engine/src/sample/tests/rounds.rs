//! Texts that rounds bring forth, whatever is drafted, against the target's exact distribution.

use std::rc::Rc;

use mlx_rs::Array;

use super::{
    neutral, oracle,
    statistics::{assert_drawn_from, tally},
};
use crate::{
    mlx::token_array,
    sample::{Sampler, SamplingSettings},
    speculate::{Decoder, DraftsFrom, Pair, verify},
    testing::{begun, fixture, scores_after, soak},
};

/// Tokens compared: long enough for a block of drafts that are accepted in part.
const LENGTH: usize = 3;
/// The tokens that the settings leave; a bias lifts them over all others, so that they come again
/// and again and penalties matter within a block.
const LIKELY: [u32; 4] = [30, 31, 32, 33];
/// A token that is never drawn.
const NEVER: u32 = 9;

/// Who drafts.
#[derive(Debug, Clone, Copy)]
enum Drafts {
    None,
    /// The companion, which for random weights is right by chance.
    Companion,
    /// Tokens that are drawn now and then.
    Likely,
    /// Each likely token is followed by one that is rejected.
    Mixed,
    /// All are rejected.
    Never,
}

impl Drafts {
    fn draft(self, decoder: &mut Decoder, seed: u64) -> Option<Array> {
        let likely = |index: u64| LIKELY[((seed + index) % 4) as usize];
        let tokens = match self {
            Self::None => return None,
            Self::Companion => return decoder.draft(2, DraftsFrom::All).expect("drafts"),
            // The same token twice, which a presence penalty makes unlikely the second time.
            Self::Likely => [likely(0), likely(0), likely(1)],
            Self::Mixed => [likely(0), NEVER, likely(0)],
            Self::Never => [NEVER; 3],
        };
        Some(token_array(&tokens))
    }
}

fn settings() -> [(&'static str, SamplingSettings); 3] {
    let lifted = SamplingSettings {
        logit_bias: LIKELY.iter().map(|&token| (token, 30.0)).collect(),
        ..neutral()
    };
    [
        (
            "filters",
            SamplingSettings {
                temperature: 0.8,
                top_k: 3,
                top_p: 0.95,
                min_p: 0.02,
                ..lifted.clone()
            },
        ),
        (
            "the maker's presence penalty",
            SamplingSettings {
                top_k: 20,
                top_p: 0.95,
                presence_penalty: 1.5,
                ..lifted.clone()
            },
        ),
        (
            "all penalties",
            SamplingSettings {
                temperature: 1.2,
                top_k: 4,
                presence_penalty: 0.4,
                frequency_penalty: 0.9,
                repetition_penalty: 1.05,
                ..lifted
            },
        ),
    ]
}

/// The probability of every text of [`LENGTH`] likely tokens after `before`.
fn exact(pair: &Rc<Pair>, before: &[u32], settings: &SamplingSettings) -> Vec<f64> {
    let mut texts = vec![(Vec::new(), 1.0)];
    for _ in 0..LENGTH {
        let mut longer = Vec::new();
        for (text, probability) in texts {
            let whole = [before, &text].concat();
            let next = oracle::distribution(&scores_after(pair, &whole), &whole, settings);
            for token in LIKELY {
                let text = [&text[..], &[token]].concat();
                longer.push((text, probability * next[token as usize]));
            }
        }
        texts = longer;
    }
    texts
        .into_iter()
        .map(|(_, probability)| probability)
        .collect()
}

/// The place of a text in the order of [`exact`].
fn place(text: &[u32]) -> usize {
    text.iter()
        .fold(0, |place, token| 4 * place + (token - LIKELY[0]) as usize)
}

#[test]
fn texts_follow_the_target_s_distribution_after_any_rejections() {
    let (pair, fixture) = fixture("dense-tied");
    let (prompt, first) = (&fixture.prompt[..12], LIKELY[0]);
    let before = [prompt, &[first]].concat();
    let beginning = begun(&pair, prompt, 512, first);
    let all = [
        Drafts::None,
        Drafts::Companion,
        Drafts::Likely,
        Drafts::Mixed,
        Drafts::Never,
    ];
    for (name, settings) in settings() {
        let expected = exact(&pair, &before, &settings);
        let total: f64 = expected.iter().sum();
        assert!((total - 1.0).abs() < 1e-6, "{name}: other tokens are drawn");
        let mut all_counts = vec![0; expected.len()];
        for (turn, drafts) in all.into_iter().enumerate() {
            let (mut drafted, mut accepted) = (0, 0);
            let count = soak(60, 4_000);
            // Other seeds in each turn: the same ones would draw the same texts.
            let seeds = (turn * count) as u64..((turn + 1) * count) as u64;
            let texts = seeds.map(|seed| {
                let settings = SamplingSettings {
                    seed,
                    ..settings.clone()
                };
                let mut decoder = beginning.clone();
                let mut sampler = Sampler::new(&settings, 272, &before);
                let mut text = Vec::new();
                while text.len() < LENGTH {
                    let tokens = drafts.draft(&mut decoder, seed);
                    let round =
                        verify(&mut decoder, &mut sampler, tokens.as_ref(), 0, <[u32]>::len)
                            .expect("a round");
                    drafted += round.drafted;
                    accepted += round.accepted;
                    text.extend(round.tokens);
                }
                place(&text[..LENGTH])
            });
            let counts = tally(texts, expected.len());
            assert_drawn_from(&counts, &expected, &format!("{name}, drafts: {drafts:?}"));
            for (all, count) in all_counts.iter_mut().zip(counts) {
                *all += count;
            }
            if matches!(drafts, Drafts::Likely | Drafts::Mixed) {
                assert!(0 < accepted && accepted < drafted, "{name}, {drafts:?}");
            }
        }
        assert_drawn_from(&all_counts, &expected, &format!("{name}, all drafts"));
    }
}

#[test]
fn a_text_that_takes_less_than_a_round_brings_goes_on_as_if_nothing_had_followed() {
    let (pair, fixture) = fixture("dense-tied");
    let prompt = &fixture.prompt[..12];
    let before = [prompt, &LIKELY[..1]].concat();
    for (name, settings) in settings() {
        let text = |drafts: Drafts| {
            let mut decoder = begun(&pair, prompt, 512, LIKELY[0]);
            let mut sampler = Sampler::new(&settings, 272, &before);
            let mut text = Vec::new();
            for seed in 0..16 {
                let tokens = drafts.draft(&mut decoder, seed);
                let round = verify(&mut decoder, &mut sampler, tokens.as_ref(), 0, |_| 1);
                text.extend(round.expect("a round").tokens);
            }
            text
        };
        assert_eq!(text(Drafts::Likely), text(Drafts::None), "{name}");
    }
}
