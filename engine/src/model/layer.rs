//! One decoder layer: a mixer over the text, then a feed-forward part, each added to its input.

use mlx_rs::{Array, error::Result, fast::rms_norm};

use super::{
    attention::Attention,
    cache::{DeltaTrace, KvCache, LayerCache},
    config::{LayerKind, TextConfig},
    delta_net::DeltaNet,
    loader::Loader,
    mlp::Mlp,
    pass::Pass,
};

/// What mixes information between positions.
#[derive(Debug)]
enum Mixer {
    Attention(Box<Attention>),
    Delta(Box<DeltaNet>),
}

/// The two norms and the feed-forward part that every layer has around its mixer.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    before_mixer: Array,
    before_mlp: Array,
    mlp: Mlp,
    eps: f32,
}

impl Frame {
    fn load(loader: &mut Loader, prefix: &str, config: &TextConfig) -> crate::Result<Self> {
        Ok(Self {
            before_mixer: loader.vector(&format!("{prefix}.input_layernorm"))?,
            before_mlp: loader.vector(&format!("{prefix}.post_attention_layernorm"))?,
            mlp: Mlp::load(loader, &format!("{prefix}.mlp"), &config.mlp)?,
            eps: config.norm_eps,
        })
    }

    fn around<T>(
        &self,
        x: &Array,
        pass: Pass,
        mixer: impl FnOnce(&Array) -> Result<(Array, T)>,
    ) -> Result<(Array, T)> {
        let (mixed, rest) = mixer(&rms_norm(x, Some(&self.before_mixer), self.eps)?)?;
        let x = x.add(mixed)?;
        let fed = self
            .mlp
            .forward(&rms_norm(&x, Some(&self.before_mlp), self.eps)?, pass)?;
        Ok((x.add(fed)?, rest))
    }
}

/// A layer of the target.
#[derive(Debug)]
pub(crate) struct Layer {
    frame: Frame,
    mixer: Mixer,
}

impl Layer {
    /// Loads layer `index` of the target.
    pub(crate) fn load(
        loader: &mut Loader,
        index: usize,
        config: &TextConfig,
    ) -> crate::Result<Self> {
        let prefix = format!("layers.{index}");
        let mixer = match config.layers[index] {
            LayerKind::Attention => {
                let prefix = format!("{prefix}.self_attn");
                Mixer::Attention(Box::new(Attention::load(loader, &prefix, config)?))
            }
            LayerKind::Delta => {
                let prefix = format!("{prefix}.linear_attn");
                Mixer::Delta(Box::new(DeltaNet::load(loader, &prefix, config)?))
            }
        };
        Ok(Self {
            frame: Frame::load(loader, &prefix, config)?,
            mixer,
        })
    }

    /// `[width, hidden]` → `[width, hidden]`. In a traced pass a delta layer returns its trace and
    /// leaves its cache alone.
    pub(crate) fn forward(
        &self,
        x: &Array,
        cache: &mut LayerCache,
        pass: Pass,
    ) -> Result<(Array, Option<DeltaTrace>)> {
        self.frame.around(x, pass, |x| match (&self.mixer, cache) {
            (Mixer::Attention(attention), LayerCache::Attention(kv)) => {
                Ok((attention.forward(x, kv, pass)?, None))
            }
            (Mixer::Delta(delta), LayerCache::Delta(state)) => delta.forward(x, state, pass),
            _ => Err("a layer was given the cache of another kind of layer".into()),
        })
    }
}

/// The companion's layer: always full attention.
#[derive(Debug, Clone)]
pub(crate) struct AttentionLayer {
    frame: Frame,
    attention: Attention,
}

impl AttentionLayer {
    /// Loads the layer named `prefix`.
    pub(crate) fn load(
        loader: &mut Loader,
        prefix: &str,
        config: &TextConfig,
    ) -> crate::Result<Self> {
        Ok(Self {
            frame: Frame::load(loader, prefix, config)?,
            attention: Attention::load(loader, &format!("{prefix}.self_attn"), config)?,
        })
    }

    /// The same layer with other weights of its norms.
    pub(crate) fn map_norms(&self, change: &dyn Fn(&Array) -> Result<Array>) -> Result<Self> {
        Ok(Self {
            frame: Frame {
                before_mixer: change(&self.frame.before_mixer)?,
                before_mlp: change(&self.frame.before_mlp)?,
                ..self.frame.clone()
            },
            attention: self.attention.map_norms(change)?,
        })
    }

    /// `[T, hidden]` → `[T, hidden]`.
    pub(crate) fn forward(&self, x: &Array, cache: &mut KvCache) -> Result<Array> {
        let pass = Pass::whole(x.dim(0));
        let (out, ()) = self.frame.around(x, pass, |x| {
            Ok((self.attention.forward(x, cache, pass)?, ()))
        })?;
        Ok(out)
    }
}
