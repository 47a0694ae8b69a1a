//! Mixture of experts with a shared expert.

use mlx_rs::{
    Array,
    error::Result,
    ops::{self, indexing::TryIndexOp},
};

use super::{config::MoeConfig, loader::Loader, mlp::Dense, pass::Pass};
use crate::mlx::{Matrix, dim, swiglu};

/// From this many (row, expert) pairs on, pairs are sorted by expert so that each expert's weights
/// are read once.
const SORT_FROM: i32 = 64;

/// A router, its experts, and the expert that every row passes.
#[derive(Debug, Clone)]
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

    /// `[width, hidden]` → `[width, hidden]`.
    pub(crate) fn forward(&self, x: &Array, pass: Pass) -> Result<Array> {
        let (counting, routes) = (
            pass.counting(x)?,
            pass.counting(&pass.product(x, &self.router)?)?,
        );
        let mixed = if pass.exact.is_some() {
            let rows = (0..pass.rows)
                .map(|row| {
                    let row = row..=row;
                    self.mix(&counting.try_index(row.clone())?, &routes.try_index(row)?)
                })
                .collect::<Result<Vec<_>>>()?;
            ops::concatenate(&rows, 0)?
        } else {
            self.mix(&counting, &routes)?
        };
        let shared = ops::sigmoid(pass.product(x, &self.shared_gate)?)?
            .multiply(self.shared.forward(x, pass)?)?;
        pass.filled(mixed, x.dim(0))?.add(shared)
    }

    /// What the experts that `routes` (`[T, experts]`) choose make of `x` (`[T, hidden]`), weighted:
    /// `[T, hidden]`.
    fn mix(&self, x: &Array, routes: &Array) -> Result<Array> {
        let scores = ops::softmax_axis(routes, -1, true)?;
        let experts =
            ops::argpartition_axis(&scores, -self.chosen, -1)?.try_index((.., -self.chosen..))?;
        let mut weights = scores.take_along_axis(&experts, -1)?;
        if self.normalize {
            weights = weights.divide(weights.sum_axis(-1, true)?)?;
        }
        self.experts(x, &experts)?
            .multiply(weights.expand_dims(-1)?)?
            .sum_axis(-2, false)
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

#[cfg(test)]
mod tests {
    use mlx_rs::random;

    use super::*;
    use crate::{
        checkpoint::Checkpoint,
        mlx::Device,
        model::{
            config::{MlpConfig, ModelConfig},
            loader::WeightForm,
            plan::Plan,
        },
        testing::{largest, repository},
    };

    #[test]
    fn sorting_by_expert_changes_nothing() {
        // On whatever device there is: kernels for sorted experts are others.
        let device = Device::best().expect("a device");
        device.scope(|| {
            let folder = repository().join("tests/references/small/moe/target");
            let config = ModelConfig::open(&folder).expect("a config").text;
            let MlpConfig::Sparse(experts) = &config.mlp else {
                panic!("not a mixture of experts");
            };
            let checkpoint = Checkpoint::open(&folder).expect("a checkpoint");
            let plan = Plan::target(&checkpoint, &config).expect("a plan");
            let mut loader = Loader::new(&checkpoint, plan, WeightForm::Auto, &device, &|| false);
            let mixture = Mixture::load(&mut loader, "layers.0.mlp", experts).expect("a mixture");
            let hidden = dim(config.hidden_size);
            let key = random::key(5).expect("a key");
            let x = random::normal::<f32>(&[SORT_FROM, hidden], None, None, &key).expect("rows");
            let together = mixture
                .forward(&x, Pass::whole(SORT_FROM))
                .expect("an output");
            for row in 0..SORT_FROM {
                let alone = mixture
                    .forward(&x.try_index(row..row + 1).expect("a row"), Pass::whole(1))
                    .expect("an output");
                let other = together.try_index(row..row + 1).expect("a row");
                let difference = largest(&alone.subtract(&other).expect("shapes"));
                assert!(
                    difference < 2e-2 * largest(&alone),
                    "row {row} is off by {difference}"
                );
            }
        });
    }
}
