//! Where MLX runs and in which form it holds weights there.

use mlx_rs::{Device as MlxDevice, DeviceType, Dtype, Stream, with_stream};

use super::ffi::device_number;
use crate::Result;

/// The device that the worker's thread computes on.
///
/// Streams belong to a thread, so a device is made on the thread that uses it.
#[derive(Debug)]
pub(crate) struct Device {
    stream: Stream,
    gpu: bool,
}

impl Device {
    /// The best device of this machine: a GPU where MLX has one, else the CPU.
    pub(crate) fn best() -> Result<Self> {
        let device = MlxDevice::try_default()?;
        let gpu = matches!(device.get_type()?, DeviceType::Gpu);
        Ok(Self {
            stream: Stream::try_default_on_device(&device)?,
            gpu,
        })
    }

    /// The CPU, whatever else there is.
    pub(crate) fn cpu() -> Result<Self> {
        let device = MlxDevice::cpu();
        MlxDevice::set_default(&device);
        Ok(Self {
            stream: Stream::try_default_on_device(&device)?,
            gpu: false,
        })
    }

    pub(crate) fn is_gpu(&self) -> bool {
        self.gpu
    }

    /// `gpu` or `cpu`, as `bench` prints it.
    pub(crate) fn name(&self) -> &'static str {
        if self.gpu { "gpu" } else { "cpu" }
    }

    /// Runs `f` with every MLX operation placed on this device.
    pub(crate) fn scope<T>(&self, f: impl FnOnce() -> T) -> T {
        with_stream(&self.stream, f)
    }

    /// The type in which floating-point weights are held: as stored on a GPU, float32 on the CPU,
    /// whose half-precision products are slower than those of float32 by a factor of five and more.
    pub(crate) fn float_type(&self, stored: Dtype) -> Dtype {
        if self.gpu { stored } else { Dtype::Float32 }
    }

    /// Largest prompt chunk that is prefilled in one pass.
    pub(crate) fn prefill_chunk(&self) -> usize {
        if self.gpu { 2048 } else { 512 }
    }
}

/// Bytes of memory that this machine has, or `None` where the system does not say.
pub fn physical_memory() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let kib = text
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"))?
            .split_whitespace()
            .next()?
            .parse::<u64>()
            .ok()?;
        Some(kib * 1024)
    }
    #[cfg(not(target_os = "linux"))]
    {
        device_number(mlx_sys::mlx_device_type__MLX_GPU, c"memory_size")
    }
}

/// Bytes that the GPU can hold at once without slowing down, as Metal recommends; `None` where there
/// is no Metal.
pub(crate) fn working_set() -> Option<u64> {
    if cfg!(target_os = "macos") {
        let key = c"max_recommended_working_set_size";
        device_number(mlx_sys::mlx_device_type__MLX_GPU, key)
    } else {
        None
    }
}
