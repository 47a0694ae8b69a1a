//! The feed-forward part of a layer: dense, or a mixture of experts.

use mlx_rs::{Array, error::Result};

use super::{config::MlpConfig, loader::Loader, moe::Mixture};
use crate::mlx::{Matrix, swiglu};

/// A gated feed-forward network.
#[derive(Debug)]
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

    /// `[T, hidden]` → `[T, hidden]`.
    pub(crate) fn forward(&self, x: &Array) -> Result<Array> {
        self.down
            .multiply(&swiglu(&self.gate.multiply(x)?, &self.up.multiply(x)?)?)
    }
}

/// The feed-forward part of one layer.
#[derive(Debug)]
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

    /// `[T, hidden]` → `[T, hidden]`.
    pub(crate) fn forward(&self, x: &Array) -> Result<Array> {
        match self {
            Self::Dense(dense) => dense.forward(x),
            Self::Mixture(mixture) => mixture.forward(x),
        }
    }
}
