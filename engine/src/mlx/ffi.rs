//! The way to functions of mlx-c that mlx-rs does not cover.

use std::ffi::CStr;

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

/// A number that MLX knows of the first device of a kind; `None` if it knows no such number.
pub(super) fn device_number(kind: mlx_sys::mlx_device_type, key: &CStr) -> Option<u64> {
    let mut number = 0;
    // SAFETY: both handles are made here, used by nobody else and freed once; MLX only reads `key`
    // and writes `number`, and says by 0 that it did.
    #[allow(unsafe_code)]
    let found = unsafe {
        let device = mlx_sys::mlx_device_new_type(kind, 0);
        let mut info = mlx_sys::mlx_device_info_new();
        let found = mlx_sys::mlx_device_info_get(&mut info, device) == 0
            && mlx_sys::mlx_device_info_get_size(&mut number, info, key.as_ptr()) == 0;
        mlx_sys::mlx_device_info_free(info);
        mlx_sys::mlx_device_free(device);
        found
    };
    found.then_some(number as u64).filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::device_number;

    #[test]
    fn an_unknown_number_is_none() {
        let kind = mlx_sys::mlx_device_type__MLX_CPU;
        assert_eq!(device_number(kind, c"no_such_number"), None);
    }
}
