//! Builds a [`Plan`] module by module: which there are in a layer, how large, and what becomes of
//! their stored form.

use std::collections::HashSet;

use crate::checkpoint::Checkpoint;
use crate::error::{EngineError, Result, one_line};
use crate::model::config::{MlpConfig, MoeConfig, TextConfig};
use crate::model::finder::Finder;
use crate::model::layout::Form;
use crate::model::plan::{Packed, Plan, PlannedWeight, StoredTensor, Transform};

/// Builds a plan of the tensors that begin with one prefix.
pub(crate) struct Planner<'a> {
    find: Finder<'a>,
    form: Form,
    prefix: &'a str,
    weights: Vec<PlannedWeight>,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(checkpoint: &'a Checkpoint, form: Form, prefix: &'a str) -> Self {
        Self {
            find: Finder::new(checkpoint),
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
            .find
            .checkpoint()
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
        for (name, info) in self.find.checkpoint().tensors() {
            let layer = name
                .strip_prefix(&start)
                .and_then(|rest| rest.split('.').next()?.parse::<usize>().ok());
            if layer.is_some_and(|layer| layer >= count) {
                return Err(EngineError::bad_checkpoint(
                    self.find.checkpoint().path_of(info),
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
        self.plain(name, ".weight", &[length], transform)
    }

    /// A matrix `[…, out, in]`, packed or not.
    pub(crate) fn matrix(&mut self, name: &str, shape: &[usize]) -> Result<()> {
        self.matrix_named(name, &format!("{}{name}", self.prefix), shape)
    }

    /// A matrix which the file calls `module`.
    pub(crate) fn matrix_named(&mut self, name: &str, module: &str, shape: &[usize]) -> Result<()> {
        let (weight, packed) = self.find.module(module, shape)?;
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
        let (stored, transform) = match self.form {
            Form::Mlx => ([channels, kernel, 1], Transform::AsIs),
            Form::Raw => ([channels, 1, kernel], Transform::SwapConvolutionAxes),
        };
        self.plain(&format!("{layer}.conv1d"), ".weight", &stored, transform)?;
        for (name, suffix, length) in [
            ("A_log", "", heads),
            ("dt_bias", "", heads),
            ("norm", ".weight", delta.value_dim),
        ] {
            self.plain(
                &format!("{layer}.{name}"),
                suffix,
                &[length],
                Transform::AsIs,
            )?;
        }
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
        let (up, down) = ([experts, inner, hidden], [experts, hidden, inner]);
        let projections = [("gate_proj", up), ("up_proj", up), ("down_proj", down)];
        let planned = |projection: &str| format!("{layer}.switch_mlp.{projection}");
        let source = format!("{}{layer}.experts", self.prefix);

        let both = format!("{source}.gate_up_proj");
        if self.find.has(&both) {
            let both = self.find.floats(both, &[experts, 2 * inner, hidden])?;
            let stored_down = self.find.floats(format!("{source}.down_proj"), &down)?;
            for (projection, shape, transform, stored) in [
                ("gate_proj", up, Transform::Rows(0..inner), both.clone()),
                ("up_proj", up, Transform::Rows(inner..2 * inner), both),
                ("down_proj", down, Transform::AsIs, stored_down),
            ] {
                self.push(&planned(projection), &shape, transform, vec![stored], None);
            }
            return Ok(());
        }
        let one_by_one = self.find.has(&format!("{source}.0.gate_proj.weight"));
        for (projection, shape) in projections {
            if one_by_one {
                self.stack(&planned(projection), &source, projection, &shape)?;
            } else {
                self.matrix(&planned(projection), &shape)?;
            }
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
        let mut first = None;
        for expert in 0..experts {
            let module = format!("{source}.{expert}.{projection}");
            let (weight, packed) = self.find.module(&module, &[rows, columns])?;
            let scales = packed.iter().flat_map(|packed| &packed.scales).next();
            let kind = (
                weight.info.dtype,
                packed.as_ref().map(|packed| packed.quantization),
                scales.map(|scales| scales.info.dtype),
            );
            if *first.get_or_insert(kind) != kind {
                let reason = "is not stored like the experts before it";
                return Err(self.find.bad(&weight, reason));
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

    /// A tensor that is never packed, called by its module's name and `suffix`.
    fn plain(
        &mut self,
        name: &str,
        suffix: &str,
        stored: &[usize],
        transform: Transform,
    ) -> Result<()> {
        let module = format!("{}{name}", self.prefix);
        self.find.refuse_foreign_parts(&module)?;
        let tensor = self.find.floats(format!("{module}{suffix}"), stored)?;
        let mut shape = stored.to_vec();
        if transform == Transform::SwapConvolutionAxes {
            shape.swap(1, 2);
        }
        self.push(name, &shape, transform, vec![tensor], None);
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
}
