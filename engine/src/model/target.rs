//! The target: the model whose text is produced.

use mlx_rs::{Array, Dtype, error::Result, fast::rms_norm};

use super::{
    cache::{DeltaTrace, TargetCache},
    config::TextConfig,
    layer::Layer,
    loader::Loader,
};
use crate::mlx::Matrix;

/// A loaded Qwen3.5 text model.
#[derive(Debug)]
pub(crate) struct Target {
    config: TextConfig,
    embedding: Matrix,
    layers: Vec<Layer>,
    norm: Array,
    /// `None` if the embedding serves as head too.
    head: Option<Matrix>,
    float: Dtype,
}

impl Target {
    /// Loads all tensors of the plan that `loader` follows.
    pub(crate) fn load(loader: &mut Loader, config: &TextConfig) -> crate::Result<Self> {
        let embedding = loader.matrix("embed_tokens")?;
        let layers = (0..config.layers.len())
            .map(|index| Layer::load(loader, index, config))
            .collect::<crate::Result<_>>()?;
        let norm = loader.vector("norm")?;
        let head = if config.tied_head {
            None
        } else {
            Some(loader.matrix("lm_head")?)
        };
        let float = norm.dtype();
        Ok(Self {
            config: config.clone(),
            embedding,
            layers,
            norm,
            head,
            float,
        })
    }

    /// The memory of an empty text.
    pub(crate) fn new_cache(&self) -> Result<TargetCache> {
        TargetCache::new(&self.config, self.float)
    }

    /// Embeddings `[T, hidden]` of the tokens `[T]`.
    pub(crate) fn embed(&self, tokens: &Array) -> Result<Array> {
        self.embedding.rows(tokens)
    }

    /// Scores `[T, vocabulary]` of the next token after hidden states `[T, hidden]`.
    pub(crate) fn logits(&self, hidden: &Array) -> Result<Array> {
        self.head
            .as_ref()
            .unwrap_or(&self.embedding)
            .multiply(hidden)
    }

    /// Appends `tokens` (`[T]`) to the text: the hidden states `[T, hidden]` after the last layer,
    /// before the final norm.
    pub(crate) fn append(&self, tokens: &Array, cache: &mut TargetCache) -> Result<Array> {
        let mut x = self.embed(tokens)?;
        for (layer, cache) in self.layers.iter().zip(&mut cache.layers) {
            (x, _) = layer.forward(&x, cache, false)?;
        }
        cache.advance(tokens.size());
        Ok(x)
    }

    /// Tries `tokens` after the text without settling how many of them belong to it: the hidden
    /// states as [`append`](Self::append) gives them, and what [`TargetCache::commit`] needs.
    pub(crate) fn attempt(
        &self,
        tokens: &Array,
        cache: &mut TargetCache,
    ) -> Result<(Array, Vec<DeltaTrace>)> {
        let mut x = self.embed(tokens)?;
        let mut traces = Vec::new();
        for (layer, cache) in self.layers.iter().zip(&mut cache.layers) {
            let (out, trace) = layer.forward(&x, cache, true)?;
            traces.extend(trace);
            x = out;
        }
        Ok((x, traces))
    }

    /// The final norm, which the head reads: `[T, hidden]` → `[T, hidden]`.
    pub(crate) fn normalize(&self, hidden: &Array) -> Result<Array> {
        rms_norm(hidden, Some(&self.norm), self.config.norm_eps)
    }
}
