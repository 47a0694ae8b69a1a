//! The highest scores against a full sort.

use mlx_rs::Array;

use crate::{
    sample::ranking::{Ranked, highest},
    testing::{Choices, soak},
};

#[test]
fn the_highest_scores_are_those_of_a_full_sort_and_ties_go_to_the_lower_token() {
    let mut choices = Choices(3);
    for run in 0..soak(60, 2_000) {
        let vocabulary = 1 + choices.below([40, 700, 9_000][run % 3]);
        let count = 1 + choices.below([3, 25, vocabulary][run % 3].min(vocabulary));
        // Few different values, so that there are many ties; some runs with minus infinity too.
        let values = 1 + choices.below(200);
        let scores: Vec<f32> = (0..2 * vocabulary)
            .map(|_| match choices.below(values + run % 2) {
                0 if run % 5 == 0 => f32::NEG_INFINITY,
                value => value as f32 / 8.0 - 3.0,
            })
            .collect();
        let Ranked {
            scores: ranked,
            tokens,
        } = highest(&Array::from_slice(&scores, &[2, vocabulary as i32]), count)
            .expect("a ranking");
        let ranked = ranked.to_vec_cast::<f32>().expect("scores");
        let tokens = tokens.to_vec_cast::<u32>().expect("tokens");
        for row in 0..2 {
            let scores = &scores[row * vocabulary..][..vocabulary];
            let mut order: Vec<u32> = (0..vocabulary as u32).collect();
            order.sort_by(|&a, &b| scores[b as usize].total_cmp(&scores[a as usize]));
            let place = row * count..(row + 1) * count;
            assert_eq!(
                tokens[place.clone()],
                order[..count],
                "{count} of {vocabulary}"
            );
            let expected: Vec<f32> = order[..count].iter().map(|&t| scores[t as usize]).collect();
            assert_eq!(ranked[place], expected);
        }
    }
}
