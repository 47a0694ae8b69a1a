//! How a packed weight is quantized, found from the shapes of its tensors.
//!
//! A packed matrix `[…, out, in]` is stored as 32-bit words `[…, out, in × bits / 32]` with one
//! scale per group of inputs, `[…, out, in / group]`. The config gives `in`, so bits and group size
//! follow, and the scales' type tells the mode: only the affine one has floating-point scales. The
//! config's own words on quantization are not needed.

use crate::checkpoint::Dtype;
use crate::checkpoint::json::Fields;

/// A format that MLX computes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Quantization {
    /// Bits of a weight.
    pub bits: usize,
    /// Neighbouring inputs that share a scale.
    pub group_size: usize,
    /// What scale and bits mean.
    pub mode: QuantizationMode,
}

/// What the parts of a packed weight mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuantizationMode {
    /// `scale × q + bias`, scales and biases in floating point.
    Affine,
    /// 4-bit floats (E2M1), a power of two a group.
    Mxfp4,
    /// 8-bit floats (E4M3), a power of two a group.
    Mxfp8,
    /// 4-bit floats (E2M1), an 8-bit float (E4M3) a group.
    Nvfp4,
}

impl QuantizationMode {
    /// MLX's name of it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Affine => "affine",
            Self::Mxfp4 => "mxfp4",
            Self::Mxfp8 => "mxfp8",
            Self::Nvfp4 => "nvfp4",
        }
    }
}

impl Quantization {
    /// The format of a matrix with `inputs` columns that is stored in `words` 32-bit words and
    /// `groups` scales a row; `None` if no format of MLX fits.
    pub fn infer(inputs: usize, words: usize, groups: usize, scales: Dtype) -> Option<Self> {
        let exact = |total: usize, part: usize| {
            (part > 0 && total.is_multiple_of(part)).then(|| total / part)
        };
        let bits = exact(words.checked_mul(32)?, inputs)?;
        let group_size = exact(inputs, groups)?;
        let mode = match (scales, bits, group_size) {
            (Dtype::F32 | Dtype::F16 | Dtype::BF16, 2 | 3 | 4 | 5 | 6 | 8, 32 | 64 | 128) => {
                QuantizationMode::Affine
            }
            (Dtype::U8 | Dtype::F8_E8M0, 4, 32) => QuantizationMode::Mxfp4,
            (Dtype::U8 | Dtype::F8_E8M0, 8, 32) => QuantizationMode::Mxfp8,
            (Dtype::U8 | Dtype::F8_E4M3, 4, 16) => QuantizationMode::Nvfp4,
            _ => return None,
        };
        Some(Self {
            bits,
            group_size,
            mode,
        })
    }
}

/// What a config says of quantization: for people and error messages, never for loading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuantizationHint {
    /// Bits of most weights.
    pub bits: Option<usize>,
    /// Group size of most weights.
    pub group_size: Option<usize>,
    /// MLX's mode, or the method of another tool, such as `fp8` or `gptq`.
    pub method: Option<String>,
}

impl QuantizationHint {
    /// Reads what is there. MLX writes `quantization` and a copy, other tools only
    /// `quantization_config`, in the outer config or the inner one.
    pub(crate) fn read(outer: &Fields<'_>, inner: &Fields<'_>) -> Self {
        let find = |key| {
            [outer, inner]
                .into_iter()
                .find_map(|fields| fields.object(key, "").ok().flatten())
        };
        let Some(fields) = find("quantization").or_else(|| find("quantization_config")) else {
            return Self::default();
        };
        let count = |key| fields.count(key, 0..=1 << 20).ok().flatten();
        let text = |key| fields.text(key).ok().flatten().map(str::to_owned);
        Self {
            bits: count("bits"),
            group_size: count("group_size"),
            method: text("mode").or_else(|| text("quant_method")),
        }
    }
}
