//! Finds and checks the tensors of a [`Plan`], module by module.

use std::collections::HashSet;

use crate::checkpoint::{Checkpoint, Dtype};
use crate::error::{EngineError, Result, one_line};
use crate::model::config::{MlpConfig, MoeConfig, TextConfig};
use crate::model::layout::Form;
use crate::model::plan::{Packed, Plan, PlannedWeight, StoredTensor, Transform};
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

/// Builds a plan of the tensors that begin with one prefix.
pub(crate) struct Planner<'a> {
    checkpoint: &'a Checkpoint,
    form: Form,
    prefix: &'a str,
    weights: Vec<PlannedWeight>,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(checkpoint: &'a Checkpoint, form: Form, prefix: &'a str) -> Self {
        Self {
            checkpoint,
            form,
            prefix,
            weights: Vec::new(),
        }
    }

    /// The finished plan. What the checkpoint holds beside it is logged.
    pub(crate) fn finish(self) -> Plan {
        let used: HashSet<&str> = self
            .weights
            .iter()
            .flat_map(PlannedWeight::parts)
            .map(|part| part.name.as_str())
            .collect();
        let mut unused = self
            .checkpoint
            .tensors()
            .map(|(name, _)| name)
            .filter(|name| !used.contains(name));
        if let Some(first) = unused.next() {
            let first = one_line(first);
            tracing::debug!(
                prefix = self.prefix,
                count = 1 + unused.count(),
                first,
                "tensors not used here"
            );
        }
        Plan {
            weights: self.weights,
            form: self.form,
        }
    }

    /// Fails if the checkpoint has tensors of a layer that the config does not count: the model
    /// would be cut.
    pub(crate) fn refuse_layers_from(&self, count: usize) -> Result<()> {
        let start = format!("{}layers.", self.prefix);
        for (name, info) in self.checkpoint.tensors() {
            let number = name
                .strip_prefix(&start)
                .and_then(|rest| rest.split('.').next());
            if number
                .and_then(|number| number.parse::<usize>().ok())
                .is_some_and(|number| number >= count)
            {
                return Err(EngineError::bad_checkpoint(
                    self.checkpoint.path_of(info),
                    format!(
                        "holds the tensor {}, but config.json says {count} layers",
                        one_line(name)
                    ),
                ));
            }
        }
        Ok(())
    }

    /// A norm whose raw form is zero-centred, `[length]`.
    pub(crate) fn norm(&mut self, name: &str, length: usize) -> Result<()> {
        let transform = if self.form == Form::Raw {
            Transform::AddOne
        } else {
            Transform::AsIs
        };
        self.plain(name, ".weight", &[length], &[length], transform)
    }

    /// A matrix `[…, out, in]`, packed or not.
    pub(crate) fn matrix(&mut self, name: &str, shape: &[usize]) -> Result<()> {
        self.matrix_named(name, &format!("{}{name}", self.prefix), shape)
    }

    /// A matrix which the file calls `module`.
    pub(crate) fn matrix_named(&mut self, name: &str, module: &str, shape: &[usize]) -> Result<()> {
        let (weight, packed) = self.module(module, shape)?;
        self.push(name, shape, Transform::AsIs, vec![weight], packed);
        Ok(())
    }

    /// Gated full attention. The query projection also yields the gate, so it has twice the rows.
    pub(crate) fn attention(&mut self, layer: &str, config: &TextConfig) -> Result<()> {
        let (hidden, attention) = (config.hidden_size, &config.attention);
        let (queries, keys) = (
            attention.heads * attention.head_dim,
            attention.kv_heads * attention.head_dim,
        );
        self.matrix(&format!("{layer}.self_attn.q_proj"), &[2 * queries, hidden])?;
        self.matrix(&format!("{layer}.self_attn.k_proj"), &[keys, hidden])?;
        self.matrix(&format!("{layer}.self_attn.v_proj"), &[keys, hidden])?;
        self.matrix(&format!("{layer}.self_attn.o_proj"), &[hidden, queries])?;
        self.norm(&format!("{layer}.self_attn.q_norm"), attention.head_dim)?;
        self.norm(&format!("{layer}.self_attn.k_norm"), attention.head_dim)
    }

    /// Gated delta net. Its own norm is stored alike in both forms.
    pub(crate) fn delta(&mut self, layer: &str, config: &TextConfig) -> Result<()> {
        let (hidden, delta) = (config.hidden_size, &config.delta);
        let layer = format!("{layer}.linear_attn");
        let (channels, kernel, heads) =
            (delta.conv_channels(), delta.conv_kernel, delta.value_heads);
        self.matrix(&format!("{layer}.in_proj_qkv"), &[channels, hidden])?;
        self.matrix(&format!("{layer}.in_proj_z"), &[delta.values(), hidden])?;
        self.matrix(&format!("{layer}.in_proj_b"), &[heads, hidden])?;
        self.matrix(&format!("{layer}.in_proj_a"), &[heads, hidden])?;
        let planned = [channels, kernel, 1];
        let (stored, transform) = match self.form {
            Form::Mlx => (planned, Transform::AsIs),
            Form::Raw => ([channels, 1, kernel], Transform::SwapConvolutionAxes),
        };
        self.plain(
            &format!("{layer}.conv1d"),
            ".weight",
            &stored,
            &planned,
            transform,
        )?;
        self.plain(
            &format!("{layer}.A_log"),
            "",
            &[heads],
            &[heads],
            Transform::AsIs,
        )?;
        self.plain(
            &format!("{layer}.dt_bias"),
            "",
            &[heads],
            &[heads],
            Transform::AsIs,
        )?;
        self.plain(
            &format!("{layer}.norm"),
            ".weight",
            &[delta.value_dim],
            &[delta.value_dim],
            Transform::AsIs,
        )?;
        self.matrix(&format!("{layer}.out_proj"), &[hidden, delta.values()])
    }

    /// The feed-forward part, dense or sparse.
    pub(crate) fn mlp(&mut self, layer: &str, config: &TextConfig) -> Result<()> {
        let hidden = config.hidden_size;
        let layer = format!("{layer}.mlp");
        match &config.mlp {
            MlpConfig::Dense { intermediate } => self.gated(&layer, hidden, *intermediate),
            MlpConfig::Sparse(moe) => {
                self.matrix(&format!("{layer}.gate"), &[moe.experts, hidden])?;
                self.experts(&layer, hidden, moe)?;
                self.gated(
                    &format!("{layer}.shared_expert"),
                    hidden,
                    moe.shared_intermediate,
                )?;
                self.matrix(&format!("{layer}.shared_expert_gate"), &[1, hidden])
            }
        }
    }

    fn gated(&mut self, module: &str, hidden: usize, intermediate: usize) -> Result<()> {
        self.matrix(&format!("{module}.gate_proj"), &[intermediate, hidden])?;
        self.matrix(&format!("{module}.up_proj"), &[intermediate, hidden])?;
        self.matrix(&format!("{module}.down_proj"), &[hidden, intermediate])
    }

    /// The routed experts: stacked by a converter, fused by a raw release, or one by one.
    fn experts(&mut self, layer: &str, hidden: usize, moe: &MoeConfig) -> Result<()> {
        let (experts, inner) = (moe.experts, moe.intermediate);
        let up = [experts, inner, hidden];
        let projections = [
            ("gate_proj", up),
            ("up_proj", up),
            ("down_proj", [experts, hidden, inner]),
        ];
        let planned = |projection: &str| format!("{layer}.switch_mlp.{projection}");
        let source = format!("{}{layer}.experts", self.prefix);

        if self
            .checkpoint
            .get(&format!("{source}.gate_up_proj"))
            .is_some()
        {
            let fused = self.floats(
                format!("{source}.gate_up_proj"),
                &[experts, 2 * inner, hidden],
            )?;
            let down = self.floats(format!("{source}.down_proj"), &[experts, hidden, inner])?;
            self.push(
                &planned("gate_proj"),
                &up,
                Transform::Rows(0..inner),
                vec![fused.clone()],
                None,
            );
            self.push(
                &planned("up_proj"),
                &up,
                Transform::Rows(inner..2 * inner),
                vec![fused],
                None,
            );
            self.push(
                &planned("down_proj"),
                &[experts, hidden, inner],
                Transform::AsIs,
                vec![down],
                None,
            );
            return Ok(());
        }
        if self
            .checkpoint
            .get(&format!("{source}.0.gate_proj.weight"))
            .is_some()
        {
            for (projection, shape) in projections {
                self.stack(&planned(projection), &source, projection, &shape)?;
            }
            return Ok(());
        }
        for (projection, shape) in projections {
            self.matrix(&planned(projection), &shape)?;
        }
        Ok(())
    }

    /// Experts that are stored one by one, packed alike or not at all.
    fn stack(
        &mut self,
        name: &str,
        source: &str,
        projection: &str,
        shape: &[usize; 3],
    ) -> Result<()> {
        let [experts, rows, columns] = *shape;
        let mut weights = Vec::with_capacity(experts);
        let mut all: Option<Packed> = None;
        for expert in 0..experts {
            let module = format!("{source}.{expert}.{projection}");
            let (weight, packed) = self.module(&module, &[rows, columns])?;
            let alike = weights.first().is_none_or(|first: &StoredTensor| {
                first.info.dtype == weight.info.dtype
                    && all.as_ref().map(|all| all.quantization)
                        == packed.as_ref().map(|packed| packed.quantization)
            });
            if !alike {
                return Err(self.bad(&weight, "is not stored like the experts before it"));
            }
            weights.push(weight);
            match (&mut all, packed) {
                (Some(all), Some(packed)) => {
                    all.scales.extend(packed.scales);
                    all.biases.extend(packed.biases);
                }
                (all, packed) => *all = packed,
            }
        }
        self.push(name, shape, Transform::Stack, weights, all);
        Ok(())
    }

    /// A tensor that is never packed.
    fn plain(
        &mut self,
        name: &str,
        suffix: &str,
        stored: &[usize],
        planned: &[usize],
        transform: Transform,
    ) -> Result<()> {
        let module = format!("{}{name}", self.prefix);
        self.refuse_foreign_parts(&module)?;
        let tensor = self.floats(format!("{module}{suffix}"), stored)?;
        self.push(name, planned, transform, vec![tensor], None);
        Ok(())
    }

    fn push(
        &mut self,
        name: &str,
        shape: &[usize],
        transform: Transform,
        weight: Vec<StoredTensor>,
        packed: Option<Packed>,
    ) {
        self.weights.push(PlannedWeight {
            name: name.to_owned(),
            shape: shape.to_vec(),
            transform,
            weight,
            packed,
        });
    }

    /// The weight of one linear module and, if it is packed, its other parts.
    fn module(&self, module: &str, shape: &[usize]) -> Result<(StoredTensor, Option<Packed>)> {
        self.refuse_foreign_parts(module)?;
        let weight = self.need(format!("{module}.weight"))?;
        let scales = self.stored(format!("{module}.scales"));
        if weight.info.dtype != Dtype::U32 {
            if let Some(scales) = scales {
                return Err(self.bad(
                    &scales,
                    &format!(
                        "belongs to no packed weight: that one is {}",
                        weight.info.dtype
                    ),
                ));
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
    fn refuse_foreign_parts(&self, module: &str) -> Result<()> {
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
                return Err(self.bad(
                    &tensor,
                    &format!(
                        "has the type {}, its scales {}",
                        tensor.info.dtype, scales.info.dtype
                    ),
                ));
            }
            self.check_shape(&tensor, &scales.info.shape)?;
            biases.push(tensor);
        } else if let Some(biases) = self.stored(format!("{module}.biases")) {
            let mode = quantization.mode.name();
            return Err(self.bad(
                &biases,
                &format!("belongs to no affine weight: that one is {mode}"),
            ));
        }
        Ok(Packed {
            quantization,
            scales: vec![scales],
            biases,
        })
    }

    fn floats(&self, name: String, shape: &[usize]) -> Result<StoredTensor> {
        let tensor = self.need(name)?;
        self.check_floats(&tensor, shape)?;
        Ok(tensor)
    }

    fn stored(&self, name: String) -> Option<StoredTensor> {
        let info = self.checkpoint.get(&name)?.clone();
        Some(StoredTensor { name, info })
    }

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

    fn bad(&self, tensor: &StoredTensor, reason: &str) -> EngineError {
        let file = self.checkpoint.path_of(&tensor.info);
        EngineError::bad_checkpoint(file, format!("tensor {} {reason}", one_line(&tensor.name)))
    }
}
