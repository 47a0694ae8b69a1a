//! The feed-forward part of a layer: dense, or a mixture of experts.

use mlx_rs::{Array, error::Result};

use super::{config::MlpConfig, loader::Loader, moe::Mixture, pass::Pass};
use crate::mlx::{Matrix, swiglu};

/// A gated feed-forward network.
#[derive(Debug, Clone)]
pub(crate) struct Dense {
    gate: Matrix,
    up: Matrix,
    down: Matrix,
}

impl Dense {
    /// Loads `prefix.gate_proj`, `prefix.up_proj` and `prefix.down_proj`.
    pub(crate) fn load(loader: &mut Loader, prefix: &str) -> crate::Result<Self> {
        Ok(Self {
            gate: loader.matrix(&format!("{prefix}.gate_proj"))?,
            up: loader.matrix(&format!("{prefix}.up_proj"))?,
            down: loader.matrix(&format!("{prefix}.down_proj"))?,
        })
    }

    /// `[width, hidden]` → `[width, hidden]`.
    pub(crate) fn forward(&self, x: &Array, pass: Pass) -> Result<Array> {
        let inner = swiglu(&pass.product(x, &self.gate)?, &pass.product(x, &self.up)?)?;
        pass.product(&inner, &self.down)
    }
}

/// The feed-forward part of one layer.
#[derive(Debug, Clone)]
pub(crate) enum Mlp {
    Dense(Dense),
    Mixture(Box<Mixture>),
}

impl Mlp {
    /// Loads the part named `prefix`.
    pub(crate) fn load(
        loader: &mut Loader,
        prefix: &str,
        config: &MlpConfig,
    ) -> crate::Result<Self> {
        Ok(match config {
            MlpConfig::Dense { .. } => Self::Dense(Dense::load(loader, prefix)?),
            MlpConfig::Sparse(config) => {
                Self::Mixture(Box::new(Mixture::load(loader, prefix, config)?))
            }
        })
    }

    /// `[width, hidden]` → `[width, hidden]`.
    pub(crate) fn forward(&self, x: &Array, pass: Pass) -> Result<Array> {
        match self {
            Self::Dense(dense) => dense.forward(x, pass),
            Self::Mixture(mixture) => mixture.forward(x, pass),
        }
    }
}
