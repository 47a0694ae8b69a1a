//! Quantized weights: products and rows of packed matrices in every mode that MLX knows.
//!
//! mlx-rs passes the mode "affine" only, so the calls below go to mlx-c directly.

use std::ffi::CStr;

use mlx_rs::{Array, Dtype, Stream, error::Result};

use super::{dim, ffi::call};
use crate::model::quantization::{Quantization, QuantizationMode};

/// A matrix `[out, in]` (or a stack `[experts, out, in]`) whose rows are packed into 32-bit words.
#[derive(Debug, Clone)]
pub(crate) struct Packed {
    pub(crate) weight: Array,
    pub(crate) scales: Array,
    /// Affine mode only.
    pub(crate) biases: Option<Array>,
    pub(crate) scheme: Quantization,
}

impl Packed {
    /// `x · Wᵀ` for `x` of shape `[…, in]`.
    pub(crate) fn multiply(&self, x: &Array) -> Result<Array> {
        let stream = Stream::thread_local_or_default();
        let biases = Optional::new(self.biases.as_ref());
        call("quantized_matmul", |res| {
            // SAFETY: every handle outlives the call; MLX reports errors through the status.
            #[allow(unsafe_code)]
            unsafe {
                mlx_sys::mlx_quantized_matmul(
                    res,
                    x.as_ptr(),
                    self.weight.as_ptr(),
                    self.scales.as_ptr(),
                    biases.as_ptr(),
                    true,
                    count(self.scheme.group_size),
                    count(self.scheme.bits),
                    mode_name(self.scheme.mode).as_ptr(),
                    stream.as_ptr(),
                )
            }
        })
    }

    /// For each entry of `experts` the product with that expert's matrix, as MLX's `gather_qmm`
    /// defines it; `sorted` promises that the entries ascend.
    pub(crate) fn gather_multiply(
        &self,
        x: &Array,
        experts: &Array,
        sorted: bool,
    ) -> Result<Array> {
        let stream = Stream::thread_local_or_default();
        let biases = Optional::new(self.biases.as_ref());
        let rows = Optional::new(None);
        call("gather_qmm", |res| {
            // SAFETY: every handle outlives the call; MLX reports errors through the status.
            #[allow(unsafe_code)]
            unsafe {
                mlx_sys::mlx_gather_qmm(
                    res,
                    x.as_ptr(),
                    self.weight.as_ptr(),
                    self.scales.as_ptr(),
                    biases.as_ptr(),
                    rows.as_ptr(),
                    experts.as_ptr(),
                    true,
                    count(self.scheme.group_size),
                    count(self.scheme.bits),
                    mode_name(self.scheme.mode).as_ptr(),
                    sorted,
                    stream.as_ptr(),
                )
            }
        })
    }

    /// The rows `ids` alone, packed as they are.
    pub(crate) fn subset(&self, ids: &Array) -> Result<Self> {
        let biases = self.biases.as_ref().map(|biases| biases.take_axis(ids, 0));
        Ok(Self {
            weight: self.weight.take_axis(ids, 0)?,
            scales: self.scales.take_axis(ids, 0)?,
            biases: biases.transpose()?,
            scheme: self.scheme,
        })
    }

    /// The rows `ids` as floating-point numbers of type `dtype`, shape `[ids, in]`.
    pub(crate) fn rows(&self, ids: &Array, dtype: Dtype) -> Result<Array> {
        let rows = self.subset(ids)?;
        dequantize(
            &rows.weight,
            &rows.scales,
            rows.biases.as_ref(),
            rows.scheme,
            dtype,
        )
    }
}

/// Packed rows as floating-point numbers of type `dtype`.
pub(crate) fn dequantize(
    weight: &Array,
    scales: &Array,
    biases: Option<&Array>,
    scheme: Quantization,
    dtype: Dtype,
) -> Result<Array> {
    let stream = Stream::thread_local_or_default();
    let biases = Optional::new(biases);
    let global_scale = Optional::new(None);
    call("dequantize", |res| {
        // SAFETY: every handle outlives the call; MLX reports errors through the status.
        #[allow(unsafe_code)]
        unsafe {
            mlx_sys::mlx_dequantize(
                res,
                weight.as_ptr(),
                scales.as_ptr(),
                biases.as_ptr(),
                count(scheme.group_size),
                count(scheme.bits),
                mode_name(scheme.mode).as_ptr(),
                global_scale.as_ptr(),
                mlx_sys::mlx_optional_dtype {
                    value: dtype.into(),
                    has_value: true,
                },
                stream.as_ptr(),
            )
        }
    })
}

/// An optional array as mlx-c takes it: a handle without an array stands for "none".
struct Optional(Array);

impl Optional {
    fn new(array: Option<&Array>) -> Self {
        match array {
            Some(array) => Self(array.clone()),
            // SAFETY: a new handle is owned by nobody else.
            #[allow(unsafe_code)]
            None => Self(unsafe { Array::from_ptr(mlx_sys::mlx_array_new()) }),
        }
    }

    fn as_ptr(&self) -> mlx_sys::mlx_array {
        self.0.as_ptr()
    }
}

fn count(value: usize) -> mlx_sys::mlx_optional_int {
    mlx_sys::mlx_optional_int {
        value: dim(value),
        has_value: true,
    }
}

fn mode_name(mode: QuantizationMode) -> &'static CStr {
    match mode {
        QuantizationMode::Affine => c"affine",
        QuantizationMode::Mxfp4 => c"mxfp4",
        QuantizationMode::Mxfp8 => c"mxfp8",
        QuantizationMode::Nvfp4 => c"nvfp4",
    }
}
