//! stub
#![allow(missing_docs)]
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::Path;
use tokenizers::Tokenizer;
#[derive(Debug, Clone)]
pub struct Conversation {
    pub messages: Vec<Message>,
    pub tools: Vec<Value>,
}
impl Conversation {
    // Stand-in until the chat module is here.
    pub fn from_json(messages: &str, tools: Option<&str>) -> crate::Result<Self> {
        let bad =
            |e: serde_json::Error| crate::EngineError::InvalidRequest(format!("messages: {e}"));
        let list: Vec<Map<String, Value>> = serde_json::from_str(messages).map_err(bad)?;
        let tools = tools
            .map(serde_json::from_str)
            .transpose()
            .map_err(bad)?
            .unwrap_or_default();
        let field = |m: &Map<String, Value>, k: &str| {
            m.get(k)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        Ok(Self {
            messages: list
                .iter()
                .map(|m| Message(field(m, "role"), field(m, "content")))
                .collect(),
            tools,
        })
    }
    pub fn new(messages: Vec<Message>) -> Self {
        Self {
            messages,
            tools: vec![],
        }
    }
}
#[derive(Debug, Clone)]
pub struct Message(pub String, pub String);
impl Message {
    pub fn role(&self) -> &str {
        &self.0
    }
    pub fn with_reasoning(self, _: impl Into<String>) -> Self {
        self
    }
    pub fn with_tool_calls(self, _: &[ToolCall]) -> Self {
        self
    }
    pub fn user(t: impl Into<String>) -> Self {
        Self("user".into(), t.into())
    }
    pub fn system(t: impl Into<String>) -> Self {
        Self("system".into(), t.into())
    }
    pub fn assistant(t: impl Into<String>) -> Self {
        Self("assistant".into(), t.into())
    }
}
#[derive(Debug, Clone, Serialize)]
pub struct ToolCall {
    pub name: String,
    pub arguments: Map<String, Value>,
}
#[derive(Debug, Clone, Default)]
pub struct RenderOptions {
    pub thinking: Option<bool>,
    pub template_args: Map<String, Value>,
}
#[derive(Debug)]
pub struct AddedTokens(std::collections::HashMap<String, u32>);
impl AddedTokens {
    pub fn of(t: &Tokenizer) -> Self {
        Self(
            t.get_added_tokens_decoder()
                .iter()
                .map(|(i, t)| (t.content.clone(), *i))
                .collect(),
        )
    }
    pub fn id(&self, s: &str) -> Option<u32> {
        self.0.get(s).copied()
    }
}
#[derive(Debug, Clone)]
pub struct ChatTemplate;
#[derive(Debug)]
pub struct Rendered {
    pub prompt: String,
    pub warnings: Vec<String>,
    pub starts_in_thinking: bool,
}
impl ChatTemplate {
    pub fn from_source(_: &str) -> Self {
        Self
    }
    pub fn load(_: &Path) -> crate::Result<Self> {
        Ok(Self)
    }
    pub fn render(
        &self,
        c: &Conversation,
        _o: &RenderOptions,
        _a: &AddedTokens,
    ) -> crate::Result<Rendered> {
        let mut p = String::new();
        for m in &c.messages {
            p += &format!("<|im_start|>{}\n{}<|im_end|>\n", m.0, m.1);
        }
        p += "<|im_start|>assistant\n<think>\n\n</think>\n\n";
        Ok(Rendered {
            prompt: p,
            warnings: vec![],
            starts_in_thinking: false,
        })
    }
}
impl Rendered {
    pub fn tokens(&self, t: &Tokenizer) -> crate::Result<Vec<u32>> {
        Ok(t.encode_fast(self.prompt.as_str(), false)
            .map_err(|e| crate::EngineError::Backend(e.to_string()))?
            .get_ids()
            .to_vec())
    }
}
#[derive(Debug)]
pub struct ParserOptions<'a> {
    pub starts_in_thinking: bool,
    pub tools: &'a [Value],
    pub stops: Vec<String>,
    pub plain: bool,
}
#[derive(Debug)]
pub enum AnswerEvent {
    Thinking(String),
    Answer(String),
    ToolCall(ToolCall),
    CutOffCall(String),
}
#[derive(Debug)]
pub enum End {
    Stop,
    Length,
    Cancelled,
}
pub struct AnswerParser<'a> {
    t: &'a Tokenizer,
    all: Vec<u32>,
    done: usize,
}
impl<'a> AnswerParser<'a> {
    pub fn new(t: &'a Tokenizer, _a: &'a AddedTokens, _o: ParserOptions<'a>) -> Self {
        Self {
            t,
            all: vec![],
            done: 0,
        }
    }
    pub fn push(&mut self, id: u32) -> Vec<AnswerEvent> {
        self.all.push(id);
        let s = self.t.decode(&self.all, false).unwrap_or_default();
        if s.ends_with('\u{fffd}') {
            return vec![];
        }
        let p = s[self.done..].to_owned();
        self.done = s.len();
        if p.is_empty() {
            vec![]
        } else {
            vec![AnswerEvent::Answer(p)]
        }
    }
    pub fn stopped(&self) -> bool {
        false
    }
    pub fn finish(&mut self, _: End) -> Vec<AnswerEvent> {
        vec![]
    }
}
