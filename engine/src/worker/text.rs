//! The text side of a model: its tokenizer and its template.

use std::path::{Path, PathBuf};

use super::ranking;
use serde_json::Value;
use tokenizers::Tokenizer;

use crate::{
    EngineError, Result,
    chat::{AddedTokens, AnswerParser, ChatTemplate, ParserOptions},
    checkpoint::json,
    request::Prompt,
};

/// The largest tokenizer read, in bytes. That of the family takes about 20 MB.
const TOKENIZER_LIMIT: u64 = 128 << 20;
/// Ends a turn in every model of the family, whatever its config says.
const END_OF_TURN: &str = "<|im_end|>";

/// How the family closes its thinking.
const END_OF_THINKING: &str = "\n</think>\n\n";

/// Turns prompts into tokens and tokens into answers.
#[derive(Debug)]
pub(super) struct Text {
    /// Where it was looked for.
    file: PathBuf,
    /// `None` if the folder has none: then the model takes and gives tokens only.
    tokenizer: Option<(Tokenizer, AddedTokens)>,
    template: ChatTemplate,
}

/// A prompt ready for the model.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) text: String,
    pub(super) tokens: Vec<u32>,
    warnings: Vec<String>,
    /// Messages at the beginning that are not in it.
    pub(super) left_out: usize,
    starts_in_thinking: bool,
    tools: Vec<Value>,
    plain: bool,
}

impl Prepared {
    /// What was degraded, one line each.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut warnings = self.warnings.clone();
        if self.left_out > 0 {
            warnings.push(format!(
                "the conversation is longer than the model reads; its first {} messages were left out",
                self.left_out
            ));
        }
        warnings
    }

    /// Whether the answer begins with thinking.
    pub(super) fn starts_in_thinking(&self) -> bool {
        self.starts_in_thinking
    }
}

impl Text {
    /// Reads `tokenizer.json` and the template of a model's folder.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let file = folder.join("tokenizer.json");
        let tokenizer = match json::read_file(&file, TOKENIZER_LIMIT)? {
            Some(text) => {
                let tokenizer = Tokenizer::from_bytes(text)
                    .map_err(|error| EngineError::bad_config(&file, error.to_string()))?;
                let added = AddedTokens::of(&tokenizer);
                Some((tokenizer, added))
            }
            None => None,
        };
        Ok(Self {
            file,
            tokenizer,
            template: ChatTemplate::load(folder)?,
        })
    }

    /// Whether every token of the tokenizer is one of the model's `count`.
    pub(super) fn check_vocabulary(&self, count: usize) -> Result<()> {
        let Some((tokenizer, _)) = &self.tokenizer else {
            return Ok(());
        };
        let tokens = tokenizer.get_vocab_size(true);
        if tokens <= count {
            return Ok(());
        }
        Err(EngineError::bad_config(
            &self.file,
            format!("has {tokens} tokens, but the model only {count}; it belongs to another model"),
        ))
    }

    /// Tokens that drafts are likely to be, out of a model's `count`.
    pub(super) fn likely_tokens(&self, count: usize) -> Option<Vec<u32>> {
        let (tokenizer, _) = self.tokenizer.as_ref()?;
        ranking::likely_tokens(self.file.parent()?, tokenizer, count)
    }

    /// The token that ends a turn.
    pub(super) fn end_of_turn(&self) -> Option<u32> {
        self.tokenizer.as_ref()?.1.id(END_OF_TURN)
    }

    /// The tokens that close the thinking; `</think>` among them is a single one where the tokenizer has it.
    pub(super) fn end_of_thinking(&self) -> Result<Vec<u32>> {
        let Some((tokenizer, _)) = &self.tokenizer else {
            return Ok(Vec::new());
        };
        let encoding = tokenizer
            .encode_fast(END_OF_THINKING, false)
            .map_err(untokenizable)?;
        Ok(encoding.get_ids().to_vec())
    }

    /// Renders and tokenizes a prompt.
    pub(super) fn prompt(&self, prompt: &Prompt) -> Result<Prepared> {
        let prepared = |text, tokens| Prepared {
            text,
            tokens,
            warnings: Vec::new(),
            left_out: 0,
            starts_in_thinking: false,
            tools: Vec::new(),
            plain: true,
        };
        match prompt {
            Prompt::Tokens(tokens) => {
                let text = match &self.tokenizer {
                    Some((tokenizer, _)) => {
                        tokenizer.decode(tokens, false).map_err(untokenizable)?
                    }
                    None => String::new(),
                };
                Ok(prepared(text, tokens.clone()))
            }
            Prompt::Raw(text) => {
                let (tokenizer, _) = self.tokenizer()?;
                let encoding = tokenizer
                    .encode_fast(text.as_str(), false)
                    .map_err(untokenizable)?;
                Ok(prepared(text.clone(), encoding.get_ids().to_vec()))
            }
            Prompt::Chat {
                conversation,
                options,
                template,
            } => {
                let (tokenizer, added) = self.tokenizer()?;
                let template = template.as_ref().unwrap_or(&self.template);
                let rendered = template.render(conversation, options, added)?;
                Ok(Prepared {
                    tokens: rendered.tokens(tokenizer)?,
                    text: rendered.prompt,
                    warnings: rendered.warnings,
                    left_out: 0,
                    starts_in_thinking: rendered.starts_in_thinking,
                    tools: conversation.tools.clone(),
                    plain: false,
                })
            }
        }
    }

    /// What makes text, thinking and tool calls of the answer to `prompt`; `None` without a
    /// tokenizer.
    pub(super) fn parser<'a>(
        &'a self,
        prompt: &'a Prepared,
        stops: &[String],
    ) -> Result<Option<AnswerParser<'a>>> {
        if !stops.is_empty() {
            self.tokenizer()?;
        }
        let Some((tokenizer, added)) = &self.tokenizer else {
            return Ok(None);
        };
        Ok(Some(AnswerParser::new(
            tokenizer,
            added,
            ParserOptions {
                starts_in_thinking: prompt.starts_in_thinking,
                tools: &prompt.tools,
                stops: stops.to_vec(),
                plain: prompt.plain,
            },
        )))
    }

    fn tokenizer(&self) -> Result<&(Tokenizer, AddedTokens)> {
        self.tokenizer.as_ref().ok_or_else(|| {
            EngineError::InvalidRequest(
                "the model's folder has no tokenizer.json; give it tokens instead of text, and no stop texts"
                    .to_owned(),
            )
        })
    }
}

fn untokenizable(error: tokenizers::Error) -> EngineError {
    // The tokenizer's message may quote the text, which no error may hold.
    tracing::debug!(
        kind = std::any::type_name_of_val(&error),
        "tokenizer failed"
    );
    EngineError::InvalidRequest("the tokenizer does not take this text".to_owned())
}
