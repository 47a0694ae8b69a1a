//! The target: the model whose text is produced.

use mlx_rs::{Array, Dtype, error::Result, fast::rms_norm};

use super::{
    cache::{DeltaTrace, TargetCache},
    config::TextConfig,
    layer::Layer,
    loader::Loader,
    pass::Pass,
};
use crate::mlx::Matrix;

/// What tokens gave that were tried after a text.
#[derive(Debug)]
pub(crate) struct Tried {
    /// After the last layer, before the final norm: `[width, hidden]`.
    pub(crate) hidden: Array,
    /// After the final norm: `[width, hidden]`.
    pub(crate) normalized: Array,
    /// Scores after each row that counts: `[rows, vocabulary]`.
    pub(crate) logits: Array,
    /// What [`TargetCache::commit`] needs.
    pub(crate) trace: Vec<DeltaTrace>,
}

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

    /// How many tokens there are.
    pub(crate) fn vocabulary(&self) -> usize {
        self.config.vocab_size
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
        self.head().multiply(hidden)
    }

    /// The rows that score each token, `[vocabulary, hidden]`.
    pub(crate) fn head(&self) -> &Matrix {
        self.head.as_ref().unwrap_or(&self.embedding)
    }

    /// Appends `tokens` (`[T]`) to the text: the hidden states `[T, hidden]` after the last layer,
    /// before the final norm.
    pub(crate) fn append(&self, tokens: &Array, cache: &mut TargetCache) -> Result<Array> {
        let mut x = self.embed(tokens)?;
        let pass = Pass::whole(tokens.dim(0));
        for (layer, cache) in self.layers.iter().zip(&mut cache.layers) {
            (x, _) = layer.forward(&x, cache, pass)?;
        }
        cache.advance(tokens.size());
        Ok(x)
    }

    /// Tries `tokens` (`[width]`) after the text without settling how many of them belong to it.
    /// `pass` must be traced.
    pub(crate) fn attempt(
        &self,
        tokens: &Array,
        pass: Pass,
        cache: &mut TargetCache,
    ) -> Result<Tried> {
        let mut hidden = self.embed(tokens)?;
        let mut trace = Vec::new();
        for (layer, cache) in self.layers.iter().zip(&mut cache.layers) {
            let (out, states) = layer.forward(&hidden, cache, pass)?;
            trace.extend(states);
            hidden = out;
        }
        let normalized = self.normalize(&hidden)?;
        let logits = pass.counting(&pass.product(&normalized, self.head())?)?;
        Ok(Tried {
            hidden,
            normalized,
            logits,
            trace,
        })
    }

    /// The final norm, which the head reads: `[T, hidden]` → `[T, hidden]`.
    pub(crate) fn normalize(&self, hidden: &Array) -> Result<Array> {
        rms_norm(hidden, Some(&self.norm), self.config.norm_eps)
    }
}
