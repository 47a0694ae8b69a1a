//! Which tensors a model is built from: found, checked and described before MLX allocates anything.
//!
//! A plan names every weight of a model once, in the order of the computation. Whoever loads it
//! goes through it weight by weight, so that no more than the finished weights and the one in hand
//! are in memory.

use std::ops::Range;

use crate::checkpoint::{Checkpoint, TensorInfo};
use crate::error::Result;
use crate::model::config::{LayerKind, TextConfig};
use crate::model::layout::{Form, TargetNames};
use crate::model::planner::Planner;
use crate::model::quantization::Quantization;

/// All weights of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Embedding first, then layer by layer, norm, head.
    pub weights: Vec<PlannedWeight>,
    /// The form the checkpoint is in.
    pub form: Form,
}

/// One weight of a model: what it is called, what it will be, and what it is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedWeight {
    /// The model's own name, whatever the file calls it: `layers.3.self_attn.q_proj`,
    /// `layers.0.linear_attn.A_log`.
    pub name: String,
    /// Its shape in the model, unpacked: `[out, in]`, `[experts, out, in]`, `[channels, kernel, 1]`
    /// or `[length]`.
    pub shape: Vec<usize>,
    /// What is to be done with the stored tensors. For a packed weight the same holds for each of
    /// its parts.
    pub transform: Transform,
    /// The stored values: one tensor, or one for each expert if they are to be stacked. Type F32,
    /// F16, BF16, or U32 if packed.
    pub weight: Vec<StoredTensor>,
    /// Scales and biases, if the weight is packed.
    pub packed: Option<Packed>,
}

/// What turns stored values into the model's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transform {
    /// Nothing.
    AsIs,
    /// Add 1: the norm is stored zero-centred.
    AddOne,
    /// `[channels, 1, kernel]` to `[channels, kernel, 1]`.
    SwapConvolutionAxes,
    /// Take these rows of the last but one axis: gate and up projection are stored as one.
    Rows(Range<usize>),
    /// Stack the tensors along a new first axis, one for each expert.
    Stack,
}

/// The other parts of a packed weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// The format, found from the shapes.
    pub quantization: Quantization,
    /// `[…, out, in / group]`, as many tensors as `weight` has.
    pub scales: Vec<StoredTensor>,
    /// As `scales` in the affine mode, otherwise empty.
    pub biases: Vec<StoredTensor>,
}

/// A tensor in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTensor {
    /// Its name in the file.
    pub name: String,
    /// Type, shape and place.
    pub info: TensorInfo,
}

impl Plan {
    /// The plan of a target model.
    ///
    /// # Errors
    /// [`BadCheckpoint`](crate::EngineError::BadCheckpoint) for a missing tensor or one of a wrong
    /// type, [`WrongShape`](crate::EngineError::WrongShape) for one that contradicts the config.
    pub fn target(checkpoint: &Checkpoint, config: &TextConfig) -> Result<Self> {
        let names = TargetNames::of(checkpoint)?;
        let mut planner = Planner::new(checkpoint, Form::of(checkpoint)?, names.body);
        planner.refuse_layers_from(config.layers.len())?;
        let (vocab, hidden) = (config.vocab_size, config.hidden_size);
        planner.matrix("embed_tokens", &[vocab, hidden])?;
        for (index, kind) in config.layers.iter().enumerate() {
            let layer = format!("layers.{index}");
            planner.norm(&format!("{layer}.input_layernorm"), hidden)?;
            match kind {
                LayerKind::Delta => planner.delta(&layer, config)?,
                LayerKind::Attention => planner.attention(&layer, config)?,
            }
            planner.norm(&format!("{layer}.post_attention_layernorm"), hidden)?;
            planner.mlp(&layer, config)?;
        }
        planner.norm("norm", hidden)?;
        if !config.tied_head {
            planner.matrix_named("lm_head", names.head, &[vocab, hidden])?;
        }
        Ok(planner.finish())
    }

    /// Bytes of all weights as they are stored, taken rows only.
    pub fn stored_bytes(&self) -> u64 {
        self.weights.iter().map(PlannedWeight::stored_bytes).sum()
    }

    /// Bytes of the largest weight as it is read.
    pub fn largest_bytes(&self) -> u64 {
        self.weights
            .iter()
            .map(PlannedWeight::read_bytes)
            .max()
            .unwrap_or(0)
    }
}

impl PlannedWeight {
    /// Every stored tensor it is made from.
    pub fn parts(&self) -> impl Iterator<Item = &StoredTensor> {
        let packed = self
            .packed
            .iter()
            .flat_map(|packed| packed.scales.iter().chain(&packed.biases));
        self.weight.iter().chain(packed)
    }

    /// Elements of the unpacked weight.
    pub fn elements(&self) -> u64 {
        self.shape.iter().map(|&length| length as u64).product()
    }

    /// Bytes of its parts as they are read from the files.
    pub fn read_bytes(&self) -> u64 {
        self.parts().map(|part| part.info.bytes()).sum()
    }

    /// Bytes it takes if held in the types of the file.
    pub fn stored_bytes(&self) -> u64 {
        match (&self.transform, self.weight.first()) {
            (Transform::Rows(rows), Some(StoredTensor { info, .. })) => {
                let all = info
                    .shape
                    .iter()
                    .rev()
                    .nth(1)
                    .copied()
                    .unwrap_or(rows.len())
                    .max(1);
                self.read_bytes() / all as u64 * rows.len() as u64
            }
            _ => self.read_bytes(),
        }
    }
}
