//! Gated full attention with partial rotary embedding, as in Qwen3.5.

use mlx_rs::{
    Array,
    error::Result,
    fast::{ScaledDotProductAttentionMask, rms_norm, rope, scaled_dot_product_attention},
    ops,
    ops::indexing::TryIndexOp,
};

use super::{cache::KvCache, config::TextConfig, loader::Loader, pass::Pass};
use crate::mlx::{Matrix, dim};

/// One attention layer: grouped queries, RMS-normalized queries and keys, and an output gate.
#[derive(Debug, Clone)]
pub(crate) struct Attention {
    query: Matrix,
    key: Matrix,
    value: Matrix,
    output: Matrix,
    query_norm: Array,
    key_norm: Array,
    heads: i32,
    kv_heads: i32,
    head_dim: i32,
    rotary_dims: i32,
    rope_theta: f32,
    eps: f32,
}

impl Attention {
    /// Loads the layer whose tensors are named `prefix.q_proj` and so on.
    pub(crate) fn load(
        loader: &mut Loader,
        prefix: &str,
        config: &TextConfig,
    ) -> crate::Result<Self> {
        Ok(Self {
            query: loader.matrix(&format!("{prefix}.q_proj"))?,
            key: loader.matrix(&format!("{prefix}.k_proj"))?,
            value: loader.matrix(&format!("{prefix}.v_proj"))?,
            output: loader.matrix(&format!("{prefix}.o_proj"))?,
            query_norm: loader.vector(&format!("{prefix}.q_norm"))?,
            key_norm: loader.vector(&format!("{prefix}.k_norm"))?,
            heads: dim(config.attention.heads),
            kv_heads: dim(config.attention.kv_heads),
            head_dim: dim(config.attention.head_dim),
            rotary_dims: dim(config.attention.rotary_dims),
            rope_theta: config.attention.rope_theta,
            eps: config.norm_eps,
        })
    }

    /// The same layer with other weights of its norms.
    pub(super) fn map_norms(&self, change: &dyn Fn(&Array) -> Result<Array>) -> Result<Self> {
        Ok(Self {
            query_norm: change(&self.query_norm)?,
            key_norm: change(&self.key_norm)?,
            ..self.clone()
        })
    }

    /// The layer's output for the rows `x` (`[width, hidden]`) that follow those in `cache`, which
    /// grows by the rows of the pass that count.
    pub(crate) fn forward(&self, x: &Array, cache: &mut KvCache, pass: Pass) -> Result<Array> {
        let width = x.dim(0);
        let offset = cache.len();

        // Per head the projection holds [query | gate].
        let both =
            pass.product(x, &self.query)?
                .reshape(&[1, width, self.heads, 2 * self.head_dim])?;
        let queries = both.try_index((.., .., .., 0..self.head_dim))?;
        let gate = both
            .try_index((.., .., .., self.head_dim..2 * self.head_dim))?
            .reshape(&[width, self.heads * self.head_dim])?;
        let keys =
            pass.product(x, &self.key)?
                .reshape(&[1, width, self.kv_heads, self.head_dim])?;
        let values = pass
            .product(x, &self.value)?
            .reshape(&[1, width, self.kv_heads, self.head_dim])?
            .swap_axes(1, 2)?;

        let queries = self.positioned(&queries, &self.query_norm, offset)?;
        let keys = self.positioned(&keys, &self.key_norm, offset)?;
        let counting = |x: &Array| x.try_index((.., .., 0..pass.rows, ..));
        let (keys, values) = cache.append(&counting(&keys)?, &counting(&values)?)?;
        let queries = counting(&queries)?;

        let mixed = if pass.exact.is_some() {
            self.row_by_row(&queries, &keys, &values, offset)?
        } else {
            let mask = (pass.rows > 1).then_some(ScaledDotProductAttentionMask::Causal);
            self.mix(&queries, &keys, &values, mask)?
        };
        let mixed = pass.filled(mixed, width)?;
        pass.product(&mixed.multiply(ops::sigmoid(gate)?)?, &self.output)
    }

    /// Values mixed by how queries `[1, heads, T, head_dim]` meet the keys:
    /// `[T, heads · head_dim]`.
    fn mix(
        &self,
        queries: &Array,
        keys: &Array,
        values: &Array,
        mask: Option<ScaledDotProductAttentionMask<'_>>,
    ) -> Result<Array> {
        let scale = (self.head_dim as f32).powf(-0.5);
        scaled_dot_product_attention(queries, keys, values, scale, mask, None)?
            .swap_axes(1, 2)?
            .reshape(&[queries.dim(2), self.heads * self.head_dim])
    }

    /// As [`mix`](Self::mix), each row over the keys up to its own and no others, as if it were the
    /// text's last.
    fn row_by_row(
        &self,
        queries: &Array,
        keys: &Array,
        values: &Array,
        offset: i32,
    ) -> Result<Array> {
        let rows = (0..queries.dim(2))
            .map(|row| {
                let seen = |x: &Array| x.try_index((.., .., 0..=offset + row, ..));
                let query = queries.try_index((.., .., row..=row, ..))?;
                self.mix(&query, &seen(keys)?, &seen(values)?, None)
            })
            .collect::<Result<Vec<_>>>()?;
        ops::concatenate(&rows, 0)
    }

    /// Normalizes `[1, T, heads, head_dim]` and rotates it into `[1, heads, T, head_dim]`.
    fn positioned(&self, x: &Array, norm: &Array, offset: i32) -> Result<Array> {
        let x = rms_norm(x, Some(norm), self.eps)?.swap_axes(1, 2)?;
        rope(
            x,
            self.rotary_dims,
            false,
            self.rope_theta,
            1.0,
            offset,
            None,
        )
    }
}
