//! Mixture of experts with a shared expert.

use mlx_rs::{
    Array,
    error::Result,
    ops::{self, indexing::TryIndexOp},
};

use super::{config::MoeConfig, loader::Loader, mlp::Dense};
use crate::mlx::{Matrix, dim, swiglu};

/// From this many (row, expert) pairs on, pairs are sorted by expert so that each expert's weights
/// are read once.
const SORT_FROM: i32 = 64;

/// A router, its experts, and the expert that every row passes.
#[derive(Debug)]
pub(crate) struct Mixture {
    router: Matrix,
    gate: Matrix,
    up: Matrix,
    down: Matrix,
    shared: Dense,
    shared_gate: Matrix,
    chosen: i32,
    normalize: bool,
}

impl Mixture {
    /// Loads `prefix.gate`, `prefix.switch_mlp.*`, `prefix.shared_expert.*` and
    /// `prefix.shared_expert_gate`.
    pub(crate) fn load(
        loader: &mut Loader,
        prefix: &str,
        config: &MoeConfig,
    ) -> crate::Result<Self> {
        Ok(Self {
            router: loader.matrix(&format!("{prefix}.gate"))?,
            gate: loader.matrix(&format!("{prefix}.switch_mlp.gate_proj"))?,
            up: loader.matrix(&format!("{prefix}.switch_mlp.up_proj"))?,
            down: loader.matrix(&format!("{prefix}.switch_mlp.down_proj"))?,
            shared: Dense::load(loader, &format!("{prefix}.shared_expert"))?,
            shared_gate: loader.matrix(&format!("{prefix}.shared_expert_gate"))?,
            chosen: dim(config.experts_per_token),
            normalize: config.normalize_weights,
        })
    }

    /// `[T, hidden]` → `[T, hidden]`.
    pub(crate) fn forward(&self, x: &Array) -> Result<Array> {
        let scores = ops::softmax_axis(self.router.multiply(x)?, -1, true)?;
        let experts =
            ops::argpartition_axis(&scores, -self.chosen, -1)?.try_index((.., -self.chosen..))?;
        let mut weights = scores.take_along_axis(&experts, -1)?;
        if self.normalize {
            weights = weights.divide(weights.sum_axis(-1, true)?)?;
        }
        let mixed = self
            .experts(x, &experts)?
            .multiply(weights.expand_dims(-1)?)?
            .sum_axis(-2, false)?;
        let shared =
            ops::sigmoid(self.shared_gate.multiply(x)?)?.multiply(self.shared.forward(x)?)?;
        mixed.add(shared)
    }

    /// The output of each chosen expert: `[T, hidden]`, `[T, k]` → `[T, k, hidden]`.
    fn experts(&self, x: &Array, experts: &Array) -> Result<Array> {
        let (rows, hidden) = (x.dim(0), x.dim(1));
        if rows * self.chosen < SORT_FROM {
            let x = x.expand_dims_axes(&[-2, -3])?;
            return self.network(&x, experts, false)?.squeeze_axes(&[-2]);
        }
        let flat = experts.flatten(None, None)?;
        let order = ops::argsort(&flat)?;
        let row = order.floor_divide(Array::from_int(self.chosen).as_dtype(order.dtype())?)?;
        let sorted = x.take_axis(row, 0)?.expand_dims(-2)?;
        let out = self.network(&sorted, &flat.take_axis(&order, 0)?, true)?;
        out.squeeze_axes(&[-2])?
            .take_axis(ops::argsort(&order)?, 0)?
            .reshape(&[rows, self.chosen, hidden])
    }

    fn network(&self, x: &Array, experts: &Array, sorted: bool) -> Result<Array> {
        let gate = self.gate.gather_multiply(x, experts, sorted)?;
        let up = self.up.gather_multiply(x, experts, sorted)?;
        self.down
            .gather_multiply(&swiglu(&gate, &up)?, experts, sorted)
    }
}
