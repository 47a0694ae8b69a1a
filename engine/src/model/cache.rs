//! What a model remembers of a text: keys and values of attention layers, the recurrent state and
//! the convolution window of delta layers.
//!
//! Attention rows can be cut off at the end. A recurrent state cannot be taken back, so a pass over
//! draft tokens keeps the state after each row ([`DeltaTrace`]), and the commit picks one.

use mlx_rs::{
    Array, Dtype,
    error::Result,
    ops::{
        concatenate,
        indexing::{TryIndexMutOp, TryIndexOp},
        zeros_dtype,
    },
};

use super::config::{DeltaConfig, LayerKind, TextConfig};
use crate::mlx::dim;

/// Rows by which a key/value buffer grows.
const GROWTH: i32 = 256;

/// Keys and values of one attention layer, `[1, heads, rows, head_dim]` each.
#[derive(Debug, Clone, Default)]
pub(crate) struct KvCache {
    buffers: Option<(Array, Array)>,
    len: i32,
}

impl KvCache {
    /// Committed rows, which is also the position of the next one.
    pub(crate) fn len(&self) -> i32 {
        self.len
    }

    /// Appends rows and returns all keys and values so far.
    pub(crate) fn append(&mut self, keys: &Array, values: &Array) -> Result<(Array, Array)> {
        let start = self.len;
        let end = start + keys.dim(2);
        let (mut all_keys, mut all_values) = match self.buffers.take() {
            Some((k, v)) if k.dim(2) >= end => (k, v),
            old => self.grown(old, keys, values, end)?,
        };
        all_keys.try_index_mut((.., .., start..end, ..), keys)?;
        all_values.try_index_mut((.., .., start..end, ..), values)?;
        let view = (
            all_keys.try_index((.., .., 0..end, ..))?,
            all_values.try_index((.., .., 0..end, ..))?,
        );
        self.buffers = Some((all_keys, all_values));
        self.len = end;
        Ok(view)
    }

    fn grown(
        &self,
        old: Option<(Array, Array)>,
        keys: &Array,
        values: &Array,
        rows: i32,
    ) -> Result<(Array, Array)> {
        let capacity = (rows + GROWTH - 1) / GROWTH * GROWTH;
        let grow = |old: Option<Array>, like: &Array| -> Result<Array> {
            let kept = self.len;
            let fresh = zeros_dtype(
                &[1, like.dim(1), capacity - kept, like.dim(3)],
                like.dtype(),
            )?;
            match old {
                Some(old) if kept > 0 => {
                    concatenate(&[old.try_index((.., .., 0..kept, ..))?, fresh], 2)
                }
                _ => Ok(fresh),
            }
        };
        let (old_keys, old_values) = old.unzip();
        Ok((grow(old_keys, keys)?, grow(old_values, values)?))
    }

    /// Forgets all rows from `len` on.
    pub(crate) fn truncate(&mut self, len: i32) {
        self.len = self.len.min(len);
    }

    /// The committed rows, for comparing states.
    #[cfg(test)]
    pub(crate) fn rows(&self) -> Result<Vec<Array>> {
        let Some((keys, values)) = &self.buffers else {
            return Ok(Vec::new());
        };
        Ok(vec![
            keys.try_index((.., .., 0..self.len, ..))?,
            values.try_index((.., .., 0..self.len, ..))?,
        ])
    }

    pub(crate) fn arrays(&self) -> impl Iterator<Item = &Array> {
        self.buffers.iter().flat_map(|(k, v)| [k, v])
    }
}

/// The state of one gated delta layer after some row.
#[derive(Debug, Clone)]
pub(crate) struct DeltaState {
    /// The last `kernel - 1` inputs of the convolution, `[kernel - 1, channels]`.
    pub(crate) window: Array,
    /// The recurrent matrix of each value head, `[heads, value_dim, key_dim]`, float32.
    pub(crate) matrix: Array,
}

impl DeltaState {
    fn new(delta: &DeltaConfig, float: Dtype) -> Result<Self> {
        Ok(Self {
            window: zeros_dtype(
                &[dim(delta.conv_kernel) - 1, dim(delta.conv_channels())],
                float,
            )?,
            matrix: zeros_dtype(
                &[
                    dim(delta.value_heads),
                    dim(delta.value_dim),
                    dim(delta.key_dim),
                ],
                Dtype::Float32,
            )?,
        })
    }
}

/// The states after each row of one pass over a gated delta layer.
#[derive(Debug)]
pub(crate) struct DeltaTrace {
    /// The window before the pass followed by its inputs, `[kernel - 1 + rows, channels]`.
    pub(crate) inputs: Array,
    /// The recurrent matrix after each row.
    pub(crate) matrices: Vec<Array>,
}

impl DeltaTrace {
    /// The state after the first `rows` rows (at least one).
    pub(super) fn after(&self, rows: usize, kernel: i32) -> Result<DeltaState> {
        let first = dim(rows);
        Ok(DeltaState {
            window: self.inputs.try_index((first..first + kernel - 1, ..))?,
            matrix: self.matrices[rows - 1].clone(),
        })
    }
}

/// What one layer remembers.
#[derive(Debug, Clone)]
pub(crate) enum LayerCache {
    /// A full-attention layer.
    Attention(KvCache),
    /// A gated delta layer.
    Delta(DeltaState),
}

/// What the whole target remembers of a text.
#[derive(Debug, Clone)]
pub(crate) struct TargetCache {
    pub(crate) layers: Vec<LayerCache>,
    kernel: i32,
    len: usize,
}

impl TargetCache {
    /// The memory of an empty text; `float` is the type of the model's activations.
    pub(crate) fn new(config: &TextConfig, float: Dtype) -> Result<Self> {
        let layers = config
            .layers
            .iter()
            .map(|kind| {
                Ok(match kind {
                    LayerKind::Attention => LayerCache::Attention(KvCache::default()),
                    LayerKind::Delta => LayerCache::Delta(DeltaState::new(&config.delta, float)?),
                })
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            layers,
            kernel: dim(config.delta.conv_kernel),
            len: 0,
        })
    }

    /// Counts `rows` tokens that a pass has just appended to every layer.
    pub(crate) fn advance(&mut self, rows: usize) {
        self.len += rows;
    }

    /// Keeps the first `keep` rows (at least one) of a pass whose delta layers were traced, and
    /// forgets the others.
    pub(crate) fn commit(&mut self, trace: Vec<DeltaTrace>, keep: usize) -> Result<()> {
        let len = self.len + keep;
        let rows = dim(len);
        let mut trace = trace.into_iter();
        for layer in &mut self.layers {
            match layer {
                LayerCache::Attention(kv) => kv.truncate(rows),
                LayerCache::Delta(state) => {
                    if let Some(trace) = trace.next() {
                        *state = trace.after(keep, self.kernel)?;
                    }
                }
            }
        }
        self.len = len;
        Ok(())
    }

    /// Forgets the rows of a pass whose delta layers were traced.
    pub(crate) fn rewind(&mut self) {
        let rows = dim(self.len);
        for layer in &mut self.layers {
            if let LayerCache::Attention(kv) = layer {
                kv.truncate(rows);
            }
        }
    }

    /// Every array that must be computed before the pass that made it can be forgotten.
    pub(crate) fn arrays(&self) -> Vec<&Array> {
        self.layers
            .iter()
            .flat_map(|layer| -> Vec<&Array> {
                match layer {
                    LayerCache::Attention(kv) => kv.arrays().collect(),
                    LayerCache::Delta(state) => vec![&state.window, &state.matrix],
                }
            })
            .collect()
    }

    /// The committed contents, layer by layer, for comparing states.
    #[cfg(test)]
    pub(crate) fn contents(&self) -> Result<Vec<Array>> {
        let mut all = Vec::new();
        for layer in &self.layers {
            match layer {
                LayerCache::Attention(kv) => all.extend(kv.rows()?),
                LayerCache::Delta(state) => {
                    all.extend([state.window.clone(), state.matrix.clone()]);
                }
            }
        }
        Ok(all)
    }
}
