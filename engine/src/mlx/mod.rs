//! The thin layer between the engine and MLX: the device, weight matrices in the forms checkpoints
//! hold them, and the few MLX calls that mlx-rs does not cover.

mod device;
mod matrix;
mod packed;

pub(crate) use device::Device;
pub use device::physical_memory;
pub(crate) use matrix::Matrix;
pub(crate) use packed::{Packed, dequantize};

use mlx_rs::{Array, error::Result, ops};

/// A size as MLX counts it. Sizes come from checked configs and files, far below the limit.
pub(crate) fn dim(size: usize) -> i32 {
    i32::try_from(size).unwrap_or(i32::MAX)
}

/// `x · sigmoid(x)`, elementwise.
pub(crate) fn silu(x: &Array) -> Result<Array> {
    x.multiply(ops::sigmoid(x)?)
}

/// `log(1 + exp(x))`, elementwise, without overflow.
pub(crate) fn softplus(x: &Array) -> Result<Array> {
    ops::logaddexp(x, Array::from_f32(0.0).as_dtype(x.dtype())?)
}

/// `silu(gate) · up`, elementwise.
pub(crate) fn swiglu(gate: &Array, up: &Array) -> Result<Array> {
    silu(gate)?.multiply(up)
}

/// Token numbers as the `[T]` array that embeddings and concatenations take.
pub(crate) fn token_array(tokens: &[u32]) -> Array {
    Array::from_slice(tokens, &[dim(tokens.len())])
}

impl From<mlx_rs::error::Exception> for crate::EngineError {
    fn from(error: mlx_rs::error::Exception) -> Self {
        Self::Backend(error.what().to_owned())
    }
}

impl From<mlx_rs::error::ConversionError> for crate::EngineError {
    fn from(error: mlx_rs::error::ConversionError) -> Self {
        Self::Backend(error.to_string())
    }
}
