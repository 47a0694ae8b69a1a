//! Random numbers that are a function of their key.

use std::ffi::c_int;

use mlx_rs::{Array, Stream, error::Result, random};

use super::{dim, ffi::call};

/// Bytes of one number.
const WIDTH: c_int = 4;

/// `count` random 32-bit numbers, `[count]`, type uint32: MLX's counter-based generator
/// (Threefry-2x32 with 20 rounds; Salmon, Moraes, Dror, Shaw 2011), the same on every device.
pub(crate) fn random_bits(key: u64, count: usize) -> Result<Array> {
    let stream = Stream::thread_local_or_default();
    let key = random::key(key)?;
    let shape = [dim(count)];
    call("random bits", |res| {
        // SAFETY: shape and handles outlive the call; MLX reports errors through the status.
        #[allow(unsafe_code)]
        unsafe {
            mlx_sys::mlx_random_bits(
                res,
                shape.as_ptr(),
                shape.len(),
                WIDTH,
                key.as_ptr(),
                stream.as_ptr(),
            )
        }
    })
}
