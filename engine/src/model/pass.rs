//! Which rows of a pass over new tokens count, and how they are computed.

use mlx_rs::{
    Array,
    error::Result,
    ops::{concatenate, indexing::TryIndexOp, split_at_indices, zeros_dtype},
};

use crate::mlx::Matrix;

/// A pass over the tokens that follow a text. Its arrays have one row a token, `[width, …]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pass {
    /// The rows that count: the first ones. The others fill up the width, because products of more
    /// rows can cost less, or because they take rows by the block. They see the text, but nothing
    /// sees them.
    pub(crate) rows: i32,
    /// Whether each row must come out as it would without the others, bit for bit.
    pub(crate) exact: Option<Exact>,
    /// Whether layers whose state cannot be taken back keep it after each row.
    pub(crate) trace: bool,
}

/// Each row as if it were the only one: what would depend on the number of rows is computed row by
/// row, but for the products of matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exact {
    /// Products take this many rows at a time. Without it they take all, which is exact where
    /// MLX's kernels do so one by one.
    pub(crate) block: Option<i32>,
}

impl Exact {
    /// The width of a pass of so many rows.
    pub(crate) fn width(self, rows: i32) -> i32 {
        match self.block {
            Some(block) => (rows + block - 1) / block * block,
            None => rows,
        }
    }
}

impl Pass {
    /// A pass of which all rows become part of the text.
    pub(crate) fn whole(rows: i32) -> Self {
        Self {
            rows,
            exact: None,
            trace: false,
        }
    }

    /// `x · Wᵀ` for `x` of shape `[width, in]`.
    pub(super) fn product(&self, x: &Array, matrix: &Matrix) -> Result<Array> {
        match self.exact {
            Some(Exact { block: Some(block) }) if x.dim(0) > block => {
                let cuts: Vec<i32> = (block..x.dim(0)).step_by(block as usize).collect();
                let parts = split_at_indices(x, &cuts, 0)?
                    .iter()
                    .map(|part| matrix.multiply(part))
                    .collect::<Result<Vec<_>>>()?;
                concatenate(&parts, 0)
            }
            _ => matrix.multiply(x),
        }
    }

    /// The rows that count, of `[width, …]`.
    pub(super) fn counting(&self, x: &Array) -> Result<Array> {
        if x.dim(0) == self.rows {
            return Ok(x.clone());
        }
        x.try_index(0..self.rows)
    }

    /// Fills up the rows that count to `width` rows, with zeros.
    pub(super) fn filled(&self, x: Array, width: i32) -> Result<Array> {
        let missing = width - x.dim(0);
        if missing == 0 {
            return Ok(x);
        }
        let mut shape = x.shape().to_vec();
        shape[0] = missing;
        concatenate(&[&x, &zeros_dtype(&shape, x.dtype())?], 0)
    }
}
