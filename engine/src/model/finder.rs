//! Finds the stored tensors of one module and checks their types and shapes.

use crate::checkpoint::{Checkpoint, Dtype};
use crate::error::{EngineError, Result, one_line};
use crate::model::plan::{Packed, StoredTensor};
use crate::model::quantization::{Quantization, QuantizationMode};

/// Parts of a module that the engine does not compute with.
const FOREIGN_PARTS: [&str; 6] = [
    "bias",
    "global_scale",
    "qweight",
    "weight_packed",
    "weight_scale",
    "weight_scale_inv",
];

/// Looks up the tensors of a checkpoint.
pub(crate) struct Finder<'a> {
    checkpoint: &'a Checkpoint,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(checkpoint: &'a Checkpoint) -> Self {
        Self { checkpoint }
    }

    pub(crate) fn checkpoint(&self) -> &'a Checkpoint {
        self.checkpoint
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.checkpoint.get(name).is_some()
    }

    /// The weight of one linear module and, if it is packed, its other parts.
    pub(crate) fn module(
        &self,
        module: &str,
        shape: &[usize],
    ) -> Result<(StoredTensor, Option<Packed>)> {
        self.refuse_foreign_parts(module)?;
        let weight = self.need(format!("{module}.weight"))?;
        let scales = self.stored(format!("{module}.scales"));
        if weight.info.dtype != Dtype::U32 {
            if let Some(scales) = scales {
                let dtype = weight.info.dtype;
                let reason = format!("belongs to no packed weight: that one is {dtype}");
                return Err(self.bad(&scales, &reason));
            }
            self.check_floats(&weight, shape)?;
            return Ok((weight, None));
        }
        let Some(scales) = scales else {
            return Err(self.checkpoint.missing(&format!("{module}.scales")));
        };
        let packed = self.packed(module, &weight, scales, shape)?;
        Ok((weight, Some(packed)))
    }

    /// Fails if a module has parts that would change its result, or comes from a quantizer other
    /// than MLX. Such tensors must not pass as ones to ignore.
    pub(crate) fn refuse_foreign_parts(&self, module: &str) -> Result<()> {
        for part in FOREIGN_PARTS {
            if let Some(tensor) = self.stored(format!("{module}.{part}")) {
                return Err(self.bad(&tensor, "is not supported; take a conversion for MLX"));
            }
        }
        Ok(())
    }

    fn packed(
        &self,
        module: &str,
        weight: &StoredTensor,
        scales: StoredTensor,
        shape: &[usize],
    ) -> Result<Packed> {
        let quantization = match (
            shape.split_last(),
            weight.info.shape.split_last(),
            scales.info.shape.split_last(),
        ) {
            (Some((&inputs, rows)), Some((&words, weight_rows)), Some((&groups, scale_rows)))
                if weight_rows == rows && scale_rows == rows =>
            {
                Quantization::infer(inputs, words, groups, scales.info.dtype)
            }
            _ => None,
        };
        let Some(quantization) = quantization else {
            return Err(self.wrong_shape(
                weight,
                format!("{shape:?} packed in a format of MLX"),
                format!(
                    "{:?} with {} scales {:?}",
                    weight.info.shape, scales.info.dtype, scales.info.shape
                ),
            ));
        };
        let mut biases = Vec::new();
        if quantization.mode == QuantizationMode::Affine {
            let tensor = self.need(format!("{module}.biases"))?;
            if tensor.info.dtype != scales.info.dtype {
                let (biases, scales) = (tensor.info.dtype, scales.info.dtype);
                return Err(self.bad(
                    &tensor,
                    &format!("has the type {biases}, its scales {scales}"),
                ));
            }
            self.check_shape(&tensor, &scales.info.shape)?;
            biases.push(tensor);
        } else if let Some(biases) = self.stored(format!("{module}.biases")) {
            let mode = quantization.mode.name();
            let reason = format!("belongs to no affine weight: that one is {mode}");
            return Err(self.bad(&biases, &reason));
        }
        Ok(Packed {
            quantization,
            scales: vec![scales],
            biases,
        })
    }

    /// A tensor that must be there, of floating point and that shape.
    pub(crate) fn floats(&self, name: String, shape: &[usize]) -> Result<StoredTensor> {
        let tensor = self.need(name)?;
        self.check_floats(&tensor, shape)?;
        Ok(tensor)
    }

    /// An optional tensor.
    fn stored(&self, name: String) -> Option<StoredTensor> {
        let info = self.checkpoint.get(&name)?.clone();
        Some(StoredTensor { name, info })
    }

    /// A tensor that must be there.
    fn need(&self, name: String) -> Result<StoredTensor> {
        match self.checkpoint.get(&name) {
            Some(info) => Ok(StoredTensor {
                name,
                info: info.clone(),
            }),
            None => Err(self.checkpoint.missing(&name)),
        }
    }

    fn check_floats(&self, tensor: &StoredTensor, shape: &[usize]) -> Result<()> {
        if !matches!(tensor.info.dtype, Dtype::F32 | Dtype::F16 | Dtype::BF16) {
            let reason = format!(
                "has the type {}, not F32, F16, BF16 or packed by MLX; take a conversion for MLX",
                tensor.info.dtype
            );
            return Err(self.bad(tensor, &reason));
        }
        self.check_shape(tensor, shape)
    }

    fn check_shape(&self, tensor: &StoredTensor, shape: &[usize]) -> Result<()> {
        if tensor.info.shape == shape {
            return Ok(());
        }
        Err(self.wrong_shape(
            tensor,
            format!("{shape:?}"),
            format!("{:?}", tensor.info.shape),
        ))
    }

    fn wrong_shape(&self, tensor: &StoredTensor, expected: String, found: String) -> EngineError {
        EngineError::WrongShape {
            file: self.checkpoint.path_of(&tensor.info).to_owned(),
            tensor: tensor.name.clone(),
            expected,
            found,
        }
    }

    /// An error about one tensor.
    pub(crate) fn bad(&self, tensor: &StoredTensor, reason: &str) -> EngineError {
        let file = self.checkpoint.path_of(&tensor.info);
        EngineError::bad_checkpoint(file, format!("tensor {} {reason}", one_line(&tensor.name)))
    }
}
