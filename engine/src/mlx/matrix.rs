//! A weight matrix as the checkpoint or the device wants it held.

use mlx_rs::{Array, Dtype, error::Result, ops};

use super::Packed;

/// A matrix of shape `[out, in]`, or a stack `[experts, out, in]`, dense or quantized.
#[derive(Debug, Clone)]
pub(crate) enum Matrix {
    /// Floating-point rows. Held beside its transposed view, which products take.
    Dense { rows: Array, transposed: Array },
    /// Packed rows.
    Packed { packed: Packed, float: Dtype },
}

impl Matrix {
    /// A dense matrix from its rows.
    pub(crate) fn dense(rows: Array) -> Result<Self> {
        let transposed = rows.swap_axes(-1, -2)?;
        Ok(Self::Dense { rows, transposed })
    }

    /// A quantized matrix whose rows come out as `float`.
    pub(crate) fn packed(packed: Packed, float: Dtype) -> Self {
        Self::Packed { packed, float }
    }

    /// `x · Wᵀ` for `x` of shape `[…, in]`.
    pub(crate) fn multiply(&self, x: &Array) -> Result<Array> {
        match self {
            Self::Dense { transposed, .. } => x.matmul(transposed),
            Self::Packed { packed, .. } => packed.multiply(x),
        }
    }

    /// The product of each row with the matrix of the expert that `experts` names for it; `sorted`
    /// promises that `experts` ascends.
    pub(crate) fn gather_multiply(
        &self,
        x: &Array,
        experts: &Array,
        sorted: bool,
    ) -> Result<Array> {
        match self {
            Self::Dense { transposed, .. } => ops::gather_mm(x, transposed, None, experts, sorted),
            Self::Packed { packed, .. } => packed.gather_multiply(x, experts, sorted),
        }
    }

    /// The matrix of the rows `ids` (`[ids]`) alone.
    pub(crate) fn subset(&self, ids: &Array) -> Result<Self> {
        match self {
            Self::Dense { rows, .. } => Self::dense(rows.take_axis(ids, 0)?),
            Self::Packed { packed, float } => Ok(Self::packed(packed.subset(ids)?, *float)),
        }
    }

    /// What it is made of, for computing it.
    pub(crate) fn arrays(&self) -> Vec<&Array> {
        match self {
            Self::Dense { rows, .. } => vec![rows],
            Self::Packed { packed, .. } => [&packed.weight, &packed.scales]
                .into_iter()
                .chain(&packed.biases)
                .collect(),
        }
    }

    /// The rows `ids`, shape `[ids, in]`: an embedding lookup.
    pub(crate) fn rows(&self, ids: &Array) -> Result<Array> {
        match self {
            Self::Dense { rows, .. } => rows.take_axis(ids, 0),
            Self::Packed { packed, float } => packed.rows(ids, *float),
        }
    }
}
