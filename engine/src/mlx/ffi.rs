//! The way to functions of mlx-c that mlx-rs does not cover.

use mlx_rs::{
    Array,
    error::{Exception, Result},
};

/// Runs an mlx-c function that writes its result to the handle it is given and returns 0 if it
/// did.
pub(super) fn call(name: &str, f: impl FnOnce(*mut mlx_sys::mlx_array) -> i32) -> Result<Array> {
    // SAFETY: a new handle is owned by nobody else; MLX fills it on success.
    #[allow(unsafe_code)]
    let mut res = unsafe { mlx_sys::mlx_array_new() };
    let status = f(&mut res);
    // SAFETY: as above; dropping the array frees the handle on failure too.
    #[allow(unsafe_code)]
    let array = unsafe { Array::from_ptr(res) };
    if status == 0 {
        Ok(array)
    } else {
        Err(Exception::custom(format!("MLX refused {name}")))
    }
}
