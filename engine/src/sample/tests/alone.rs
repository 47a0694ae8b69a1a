//! Rows chosen together are chosen as each would be alone.

use mlx_rs::ops::indexing::TryIndexOp;

use super::mlx_lm::Reference;
use crate::{
    mlx::token_array,
    sample::{Sampler, SamplingSettings},
    testing::soak,
};

#[test]
fn a_block_draws_what_its_rows_draw_one_by_one() {
    let reference = Reference::read();
    let (rows, vocabulary) = (reference.rows(), reference.vocabulary());
    for (name, settings) in &reference.cases {
        for seed in 0..soak(10, 500) as u64 {
            let settings = SamplingSettings {
                seed,
                ..settings.clone()
            };
            let text = reference.text(seed as usize % rows);
            let mut single = Sampler::new(&settings, vocabulary, &text);
            let together = Sampler::new(&settings, vocabulary, &text);
            let mut one_by_one = Vec::new();
            for row in 0..rows as i32 {
                let logits = reference.scores().try_index(row..row + 1).expect("a row");
                let token = single
                    .choose(&logits, None)
                    .expect("a token")
                    .to_vec_cast::<u32>()
                    .expect("a token");
                single.committed(&token);
                one_by_one.extend(token);
            }
            // As in a round whose drafts are all accepted.
            let drafts = token_array(&one_by_one[..rows - 1]);
            let block = together
                .choose(reference.scores(), Some(&drafts))
                .expect("tokens")
                .to_vec_cast::<u32>()
                .expect("tokens");
            assert_eq!(block, one_by_one, "{name}, seed {seed}");
        }
    }
}
