//! The thin layer between the engine and MLX: the device, weight matrices in the forms checkpoints
//! hold them, and the few MLX calls that mlx-rs does not cover.

mod device;
mod ffi;
mod matrix;
mod packed;
mod random;

pub(crate) use device::Device;
pub use device::physical_memory;
pub(crate) use device::working_set;
pub(crate) use matrix::Matrix;
pub(crate) use packed::{Packed, dequantize};
pub(crate) use random::random_bits;

use std::path::Path;

use mlx_rs::{
    Array,
    error::{IoError, Result},
    ops,
};

use crate::EngineError;

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

impl From<mlx_rs::error::Exception> for EngineError {
    fn from(error: mlx_rs::error::Exception) -> Self {
        Self::Backend(without_place(error.what()).to_owned())
    }
}

/// The error of a file that MLX could not `action`, such as "read".
pub(crate) fn file_error(action: &'static str, path: &Path, error: &IoError) -> EngineError {
    let reason = match error {
        IoError::Exception(exception) => without_place(exception.what()).to_owned(),
        other => other.to_string(),
    };
    EngineError::io(action, path, std::io::Error::other(reason))
}

/// MLX's message without the line of MLX's source that it ends with.
fn without_place(message: &str) -> &str {
    match message.rsplit_once(" at ") {
        Some((message, place)) if place.contains(".cpp:") => message,
        _ => message,
    }
}

impl From<mlx_rs::error::ConversionError> for EngineError {
    fn from(error: mlx_rs::error::ConversionError) -> Self {
        Self::Backend(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::without_place;

    #[test]
    fn messages_lose_the_place_in_mlx() {
        let told = "[read] Unable to read 3 bytes at offset 0 at /some/where/io.cpp:76";
        assert_eq!(
            without_place(told),
            "[read] Unable to read 3 bytes at offset 0"
        );
        assert_eq!(without_place("looked at length"), "looked at length");
    }
}
