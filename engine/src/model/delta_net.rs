//! Gated DeltaNet: the linear-attention layers of Qwen3.5.

use mlx_rs::{
    Array, Dtype,
    error::Result,
    fast::rms_norm,
    ops::{self, concatenate, conv1d, indexing::TryIndexOp},
};

use super::{
    cache::{DeltaState, DeltaTrace},
    config::{DeltaConfig, TextConfig},
    delta_rule::{self, Rows},
    loader::Loader,
    pass::Pass,
};
use crate::mlx::{Matrix, dim, silu, softplus};

/// Passes of at most this many rows go row by row, longer ones chunk by chunk.
const MOST_STEPS: i32 = 8;
/// Added to a sum of squares before its root, as in the model's own normalization of q and k.
const UNIT_EPS: f32 = 1e-6;

/// The layer's sizes as MLX counts them.
#[derive(Debug)]
struct Sizes {
    key_heads: i32,
    value_heads: i32,
    key_dim: i32,
    value_dim: i32,
    channels: i32,
    kernel: i32,
}

impl Sizes {
    fn new(config: &DeltaConfig) -> Self {
        Self {
            key_heads: dim(config.key_heads),
            value_heads: dim(config.value_heads),
            key_dim: dim(config.key_dim),
            value_dim: dim(config.value_dim),
            channels: dim(config.conv_channels()),
            kernel: dim(config.conv_kernel),
        }
    }
}

/// One gated delta layer.
#[derive(Debug)]
pub(crate) struct DeltaNet {
    qkv: Matrix,
    gate: Matrix,
    strength: Matrix,
    decay: Matrix,
    output: Matrix,
    /// `[channels, kernel, 1]`, as MLX's convolution takes it.
    kernel: Array,
    /// The same by tap, `[1, channels]` each.
    taps: Vec<Array>,
    /// `−exp(A_log)`, `[heads]`, float32.
    rate: Array,
    /// `[heads]`, float32.
    rate_bias: Array,
    norm: Array,
    sizes: Sizes,
    eps: f32,
    on_gpu: bool,
}

impl DeltaNet {
    /// Loads the layer whose tensors are named `prefix.in_proj_qkv` and so on.
    pub(crate) fn load(
        loader: &mut Loader,
        prefix: &str,
        config: &TextConfig,
    ) -> crate::Result<Self> {
        let kernel = loader.vector(&format!("{prefix}.conv1d"))?;
        let taps = (0..dim(config.delta.conv_kernel))
            .map(|tap| kernel.try_index((.., tap, ..))?.swap_axes(0, 1))
            .collect::<Result<_>>()?;
        let rate = loader
            .float32(&format!("{prefix}.A_log"))?
            .exp()?
            .negative()?;
        mlx_rs::transforms::eval([&rate])?;
        Ok(Self {
            qkv: loader.matrix(&format!("{prefix}.in_proj_qkv"))?,
            gate: loader.matrix(&format!("{prefix}.in_proj_z"))?,
            strength: loader.matrix(&format!("{prefix}.in_proj_b"))?,
            decay: loader.matrix(&format!("{prefix}.in_proj_a"))?,
            output: loader.matrix(&format!("{prefix}.out_proj"))?,
            kernel,
            taps,
            rate,
            rate_bias: loader.float32(&format!("{prefix}.dt_bias"))?,
            norm: loader.vector(&format!("{prefix}.norm"))?,
            sizes: Sizes::new(&config.delta),
            eps: config.norm_eps,
            on_gpu: loader.is_gpu(),
        })
    }

    /// The layer's output for the rows `x` (`[width, hidden]`) that follow `state`, which moves on
    /// by the rows of the pass that count. In a traced pass the state stays as it was and the
    /// states after each row are given instead.
    pub(crate) fn forward(
        &self,
        x: &Array,
        state: &mut DeltaState,
        pass: Pass,
    ) -> Result<(Array, Option<DeltaTrace>)> {
        let width = x.dim(0);
        let inputs = concatenate(&[&state.window, &pass.product(x, &self.qkv)?], 0)?;
        let rows = self
            .rows(x, &silu(&self.convolve(&inputs, width)?)?, pass)?
            .counting(pass)?;

        let count = pass.rows;
        let (outputs, trace) = if pass.trace || count <= MOST_STEPS {
            let (outputs, matrices) = delta_rule::steps(&rows, &state.matrix)?;
            let all = DeltaTrace { inputs, matrices };
            if pass.trace {
                (outputs, Some(all))
            } else {
                *state = all.after(count as usize, self.sizes.kernel)?;
                (outputs, None)
            }
        } else {
            let (outputs, matrix) = delta_rule::chunks(&rows, &state.matrix)?;
            state.window = inputs.try_index((count..count + self.sizes.kernel - 1, ..))?;
            state.matrix = matrix;
            (outputs, None)
        };

        let outputs = pass.filled(outputs, width)?;
        let gate = pass
            .product(x, &self.gate)?
            .as_dtype(Dtype::Float32)?
            .reshape(&[width, self.sizes.value_heads, self.sizes.value_dim])?;
        let gated = rms_norm(outputs, Some(&self.norm), self.eps)?
            .multiply(silu(&gate)?)?
            .reshape(&[width, self.sizes.value_heads * self.sizes.value_dim])?
            .as_dtype(x.dtype())?;
        Ok((pass.product(&gated, &self.output)?, trace))
    }

    /// The causal depthwise convolution: `[kernel − 1 + T, channels]` → `[T, channels]`.
    fn convolve(&self, inputs: &Array, count: i32) -> Result<Array> {
        if self.on_gpu {
            let channels = self.sizes.channels;
            return conv1d(inputs.expand_dims(0)?, &self.kernel, 1, 0, 1, channels)?
                .squeeze_axes(&[0]);
        }
        // MLX's grouped convolution on the CPU works channel by channel: slower than its four taps.
        let mut sum = inputs.try_index((0..count, ..))?.multiply(&self.taps[0])?;
        for (tap, start) in self.taps.iter().zip(0..).skip(1) {
            sum = sum.add(
                inputs
                    .try_index((start..start + count, ..))?
                    .multiply(tap)?,
            )?;
        }
        Ok(sum)
    }

    /// Queries, keys, values, decays and strengths of the rows, in float32.
    fn rows(&self, x: &Array, mixed: &Array, pass: Pass) -> Result<Rows> {
        let (sizes, count) = (&self.sizes, x.dim(0));
        let mixed = mixed.as_dtype(Dtype::Float32)?;
        let keys_at = sizes.key_heads * sizes.key_dim;
        let heads = |from: i32, to: i32, heads: i32, dim: i32| {
            mixed
                .try_index((.., from..to))?
                .reshape(&[count, heads, dim])
        };
        let queries = heads(0, keys_at, sizes.key_heads, sizes.key_dim)?;
        let keys = heads(keys_at, 2 * keys_at, sizes.key_heads, sizes.key_dim)?;
        let values = heads(
            2 * keys_at,
            sizes.channels,
            sizes.value_heads,
            sizes.value_dim,
        )?;

        // Unit length by way of the root mean square; queries carry key_dim^-1/2 besides.
        let scale = (sizes.key_dim as f32).powf(-0.5);
        let eps = UNIT_EPS * scale * scale;
        let queries = rms_norm(queries, None, eps)?.multiply(Array::from_f32(scale * scale))?;
        let keys = rms_norm(keys, None, eps)?.multiply(Array::from_f32(scale))?;

        let rate_input = pass.product(x, &self.decay)?.as_dtype(Dtype::Float32)?;
        let log_decay = softplus(&rate_input.add(&self.rate_bias)?)?.multiply(&self.rate)?;
        let strength = ops::sigmoid(pass.product(x, &self.strength)?.as_dtype(Dtype::Float32)?)?;
        Ok(Rows {
            queries: self.per_value_head(&queries, count)?,
            keys: self.per_value_head(&keys, count)?,
            values,
            log_decay,
            strength,
        })
    }

    /// Repeats each key head for the value heads that share it.
    fn per_value_head(&self, x: &Array, count: i32) -> Result<Array> {
        let (key_heads, value_heads) = (self.sizes.key_heads, self.sizes.value_heads);
        if key_heads == value_heads {
            return Ok(x.clone());
        }
        let shared = value_heads / key_heads;
        ops::broadcast_to(
            x.expand_dims(2)?,
            &[count, key_heads, shared, self.sizes.key_dim],
        )?
        .reshape(&[count, value_heads, self.sizes.key_dim])
    }
}
