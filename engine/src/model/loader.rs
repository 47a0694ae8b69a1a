//! Builds weights out of a checkpoint, one at a time, in the form that the device wants.

use std::collections::{HashMap, hash_map::Entry};

use mlx_rs::{
    Array, Dtype, Stream,
    ops::{self, indexing::TryIndexOp, stack},
    transforms::eval,
    with_stream,
};

use super::{
    plan::{Plan, PlannedWeight, StoredTensor, Transform},
    quantization::{Quantization, QuantizationMode},
};
use crate::{
    EngineError, Result,
    checkpoint::{self, Checkpoint},
    mlx::{Device, Matrix, Packed, dequantize, dim, file_error, physical_memory},
};

/// In which form packed matrices are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WeightForm {
    /// Unpacked to float32 on the CPU if that fits well in memory, else as stored.
    #[default]
    Auto,
    /// As stored.
    Stored,
    /// Unpacked.
    Dense,
}

/// In which form the companion's matrices are held that are stored as half-precision floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CompanionForm {
    /// In 4 bits on a GPU, else as the device holds floats.
    #[default]
    Auto,
    /// As the device holds floats.
    Stored,
    /// In 4 bits.
    FourBits,
}

/// To 4 bits a companion is packed as the targets of its family are.
const PACKED: Quantization = Quantization {
    mode: QuantizationMode::Affine,
    bits: 4,
    group_size: 64,
};

/// Goes through a plan weight by weight. Beside the finished weights at most the one in hand is in
/// memory. Between two weights it can be stopped.
pub(crate) struct Loader<'a> {
    checkpoint: &'a Checkpoint,
    device: &'a Device,
    planned: HashMap<String, PlannedWeight>,
    /// Arrays of the files opened so far; their values are not read yet.
    files: HashMap<usize, HashMap<String, Array>>,
    /// How many weights still need a stored tensor.
    uses: HashMap<String, usize>,
    unpack: bool,
    /// Whether matrices stored as half-precision floats are packed.
    pack: bool,
    float: Dtype,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Loader<'a> {
    /// A loader for all weights of `plan`, which ends with [`EngineError::Cancelled`] once `stop`
    /// says so.
    pub(crate) fn new(
        checkpoint: &'a Checkpoint,
        plan: Plan,
        form: WeightForm,
        device: &'a Device,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let unpack = unpacks(&plan, form, device);
        let float = device.float_type(stored_float_type(&plan));
        let mut uses = HashMap::new();
        for part in plan.weights.iter().flat_map(PlannedWeight::parts) {
            *uses.entry(part.name.clone()).or_insert(0) += 1;
        }
        let planned = plan
            .weights
            .into_iter()
            .map(|weight| (weight.name.clone(), weight))
            .collect();
        Self {
            checkpoint,
            device,
            planned,
            files: HashMap::new(),
            uses,
            unpack,
            pack: false,
            float,
            stop,
        }
    }

    /// From now on holds matrices as `form` says.
    pub(crate) fn packing(mut self, form: CompanionForm) -> Self {
        self.pack = match form {
            CompanionForm::Auto => self.device.is_gpu(),
            CompanionForm::Stored => false,
            CompanionForm::FourBits => true,
        };
        self
    }

    pub(crate) fn is_gpu(&self) -> bool {
        self.device.is_gpu()
    }

    /// The matrix `name`, or stack of matrices.
    pub(crate) fn matrix(&mut self, name: &str) -> Result<Matrix> {
        let weight = self.take(name)?;
        let Some(packed) = &weight.packed else {
            let rows = self.floats(&weight, self.float)?;
            if self.pack && can_be_packed(&weight) {
                return self.pack(&rows);
            }
            return Ok(Matrix::dense(rows)?);
        };
        let words = self.whole(&weight.weight, &weight.transform)?;
        let scales = self.whole(&packed.scales, &weight.transform)?;
        let biases = match packed.biases.is_empty() {
            true => None,
            false => Some(self.whole(&packed.biases, &weight.transform)?),
        };
        let mode = packed.quantization.mode;
        let affine = mode == QuantizationMode::Affine;
        check_packed(&words, &scales, biases.as_ref(), mode, name)?;
        if self.unpack {
            let rows = dequantize(
                &words,
                &scales,
                biases.as_ref(),
                packed.quantization,
                self.float,
            )?;
            eval([&rows])?;
            return Ok(Matrix::dense(rows)?);
        }
        let cast = |part: Array| -> Result<Array> {
            Ok(if affine {
                part.as_dtype(self.float)?
            } else {
                part
            })
        };
        let packed = Packed {
            weight: words,
            scales: cast(scales)?,
            biases: biases.map(cast).transpose()?,
            scheme: packed.quantization,
        };
        eval(
            [&packed.weight, &packed.scales]
                .into_iter()
                .chain(&packed.biases),
        )?;
        Ok(Matrix::packed(packed, self.float))
    }

    /// The matrix of these rows in 4 bits.
    fn pack(&self, rows: &Array) -> Result<Matrix> {
        let (bits, group_size) = (dim(PACKED.bits), dim(PACKED.group_size));
        let (weight, scales, biases) = ops::quantize(rows, group_size, bits)?;
        if self.unpack {
            let rows = dequantize(&weight, &scales, Some(&biases), PACKED, self.float)?;
            eval([&rows])?;
            return Ok(Matrix::dense(rows)?);
        }
        eval([&weight, &scales, &biases])?;
        let packed = Packed {
            weight,
            scales,
            biases: Some(biases),
            scheme: PACKED,
        };
        Ok(Matrix::packed(packed, self.float))
    }

    /// The vector or convolution kernel `name`.
    pub(crate) fn vector(&mut self, name: &str) -> Result<Array> {
        let weight = self.take(name)?;
        self.floats(&weight, self.float)
    }

    /// The vector `name` in float32 on any device: what feeds an exponential.
    pub(crate) fn float32(&mut self, name: &str) -> Result<Array> {
        let weight = self.take(name)?;
        self.floats(&weight, Dtype::Float32)
    }

    fn take(&mut self, name: &str) -> Result<PlannedWeight> {
        if (self.stop)() {
            return Err(EngineError::Cancelled);
        }
        self.planned.remove(name).ok_or_else(|| {
            EngineError::bad_checkpoint(
                self.checkpoint.folder(),
                format!("weight {name} is not part of the plan, or was loaded twice"),
            )
        })
    }

    fn floats(&mut self, weight: &PlannedWeight, float: Dtype) -> Result<Array> {
        let stored = self.whole(&weight.weight, &weight.transform)?;
        check_finite(&stored, &weight.name)?;
        let value = match weight.transform {
            // In float32, so that a half-precision norm is rounded once.
            Transform::AddOne => stored
                .as_dtype(Dtype::Float32)?
                .add(Array::from_f32(1.0))?
                .as_dtype(float)?,
            _ => stored.as_dtype(float)?,
        };
        eval([&value])?;
        Ok(value)
    }

    /// One array out of the stored tensors, but for the addition that some norms need.
    fn whole(&mut self, parts: &[StoredTensor], transform: &Transform) -> Result<Array> {
        let arrays = parts
            .iter()
            .map(|part| self.read(part))
            .collect::<Result<Vec<_>>>()?;
        let Some(first) = arrays.first() else {
            return Err(EngineError::bad_checkpoint(
                self.checkpoint.folder(),
                "a planned weight has no tensors",
            ));
        };
        let whole = match transform {
            Transform::AsIs | Transform::AddOne => first.clone(),
            Transform::SwapConvolutionAxes => first.swap_axes(1, 2)?.contiguous()?,
            // A copy, since a view would keep the other half in memory as well.
            Transform::Rows(rows) => first
                .try_index((.., dim(rows.start)..dim(rows.end), ..))?
                .contiguous()?,
            Transform::Stack => stack(&arrays, 0)?,
        };
        eval([&whole])?;
        Ok(whole)
    }

    fn read(&mut self, part: &StoredTensor) -> Result<Array> {
        let path = self.checkpoint.path_of(&part.info);
        let file = match self.files.entry(part.info.file) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                // Reading files is work for the CPU whichever device computes.
                let arrays = with_stream(&Stream::cpu(), || Array::load_safetensors(path));
                entry.insert(arrays.map_err(|error| file_error("read", path, &error))?)
            }
        };
        let missing =
            || EngineError::bad_checkpoint(path, format!("MLX does not find tensor {}", part.name));
        let left = self.uses.get_mut(&part.name).ok_or_else(missing)?;
        *left -= 1;
        if *left == 0 {
            file.remove(&part.name).ok_or_else(missing)
        } else {
            file.get(&part.name).cloned().ok_or_else(missing)
        }
    }
}

/// Whether a matrix may be packed at loading: stored as half-precision floats, of rows that make
/// whole groups, and none that decides which experts are heard, where little errors matter.
fn can_be_packed(weight: &PlannedWeight) -> bool {
    let half = |part: &StoredTensor| {
        matches!(
            part.info.dtype,
            checkpoint::Dtype::F16 | checkpoint::Dtype::BF16
        )
    };
    let groups = |width: &usize| width.is_multiple_of(PACKED.group_size);
    let decides = weight.name.ends_with("mlp.gate") || weight.name.ends_with("shared_expert_gate");
    !decides && weight.shape.last().is_some_and(groups) && weight.weight.iter().all(half)
}

/// The floating-point type a checkpoint computes in: that of its first weight which has one.
fn stored_float_type(plan: &Plan) -> Dtype {
    plan.weights
        .iter()
        .flat_map(PlannedWeight::parts)
        .find_map(|part| match part.info.dtype {
            checkpoint::Dtype::F32 => Some(Dtype::Float32),
            checkpoint::Dtype::F16 => Some(Dtype::Float16),
            checkpoint::Dtype::BF16 => Some(Dtype::Bfloat16),
            _ => None,
        })
        .unwrap_or(Dtype::Float32)
}

fn unpacks(plan: &Plan, form: WeightForm, device: &Device) -> bool {
    match form {
        WeightForm::Dense => true,
        WeightForm::Stored => false,
        WeightForm::Auto => !device.is_gpu() && fits_unpacked(plan),
    }
}

/// Bytes that the weights of a plan take once they are loaded.
pub(crate) fn held_bytes(plan: &Plan, form: WeightForm, device: &Device) -> u64 {
    let unpack = unpacks(plan, form, device);
    let float = match device.float_type(stored_float_type(plan)) {
        Dtype::Float32 => 4,
        _ => 2,
    };
    let held = |weight: &PlannedWeight| match weight.packed {
        Some(_) if !unpack => weight.stored_bytes(),
        _ => weight.elements().saturating_mul(float),
    };
    plan.weights.iter().map(held).fold(0, u64::saturating_add)
}

/// Whether the weights in float32 take at most half of the memory.
fn fits_unpacked(plan: &Plan) -> bool {
    let bytes = plan.weights.iter().fold(0u64, |sum, weight| {
        sum.saturating_add(weight.elements().saturating_mul(4))
    });
    physical_memory().is_some_and(|memory| bytes <= memory / 2)
}

fn check_finite(values: &Array, name: &str) -> Result<()> {
    let finite = values.is_finite()?.all(false)?;
    refuse_unless(finite.try_item_cast::<bool>()?, name)
}

/// As [`check_finite`] for the parts of a packed matrix, whose small floats are stored as bytes: of
/// their patterns E8M0 has one that is not a number, `FF`, and E4M3 two, `7F` and `FF`.
fn check_packed(
    words: &Array,
    scales: &Array,
    biases: Option<&Array>,
    mode: QuantizationMode,
    name: &str,
) -> Result<()> {
    let without = |bytes: &Array, pattern: u8| -> Result<()> {
        let found = bytes.eq(Array::from_slice(&[pattern], &[1]))?.any(false)?;
        refuse_unless(!found.try_item_cast::<bool>()?, name)
    };
    let unsigned = |bytes: &Array| bytes.remainder(Array::from_slice(&[0x80_u8], &[1]));
    match mode {
        QuantizationMode::Affine => {
            check_finite(scales, name)?;
            biases.map_or(Ok(()), |biases| check_finite(biases, name))
        }
        QuantizationMode::Mxfp4 => without(scales, 0xff),
        QuantizationMode::Mxfp8 => {
            without(scales, 0xff)?;
            without(&unsigned(&words.view::<u8>()?)?, 0x7f)
        }
        QuantizationMode::Nvfp4 => without(&unsigned(scales)?, 0x7f),
    }
}

fn refuse_unless(finite: bool, name: &str) -> Result<()> {
    if finite {
        Ok(())
    } else {
        Err(EngineError::NotANumber(format!("weight {name}")))
    }
}
