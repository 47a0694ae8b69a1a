//! Where a model keeps its chat template.

use std::fs;
use std::io::Read;
use std::path::Path;

use serde_json::{Map, Value};

use crate::chat::ChatError;

/// The largest settings file that is read; a tokenizer's has a few megabytes at most.
const MAX_BYTES: u64 = 32 << 20;
/// The special tokens that templates use by name.
const VARIABLES: [&str; 4] = ["bos_token", "eos_token", "pad_token", "unk_token"];

/// What a model's folder says about its template.
#[derive(Default)]
pub(super) struct Found {
    /// The template for all conversations, or for those without tools.
    pub(super) default: Option<String>,
    /// The template for conversations with tools, where there are two.
    pub(super) tool_use: Option<String>,
    /// The model's special tokens by the names that templates know.
    pub(super) variables: Vec<(String, String)>,
    /// A file that is there but makes no sense.
    pub(super) broken: Option<&'static str>,
}

/// Looks in the order of the transformers library: `chat_template.jinja`, `chat_template.json`,
/// `tokenizer_config.json`.
pub(super) fn find(folder: &Path) -> Result<Found, ChatError> {
    let mut found = Found::default();
    let config = read_json(folder, "tokenizer_config.json", &mut found)?;
    found.variables = VARIABLES
        .iter()
        .filter_map(|&name| Some((name.to_owned(), token_text(config.get(name)?)?)))
        .collect();
    if let Some(template) = read(folder, "chat_template.jinja")? {
        match String::from_utf8(template) {
            Ok(template) => found.default = Some(template),
            Err(_) => found.broken = Some("chat_template.jinja"),
        }
        let tool_use = read(folder, "additional_chat_templates/tool_use.jinja")?;
        found.tool_use = tool_use.and_then(|text| String::from_utf8(text).ok());
        return Ok(found);
    }
    let json = read_json(folder, "chat_template.json", &mut found)?;
    let template = json
        .get("chat_template")
        .or_else(|| config.get("chat_template"));
    match template {
        Some(Value::String(template)) => found.default = Some(template.clone()),
        Some(Value::Array(named)) => {
            let by_name = |name: &str| {
                named
                    .iter()
                    .find(|entry| entry.get("name").and_then(Value::as_str) == Some(name))
            };
            let text = |entry: &Value| Some(entry.get("template")?.as_str()?.to_owned());
            found.tool_use = by_name("tool_use").and_then(text);
            found.default = by_name("default").or_else(|| named.first()).and_then(text);
        }
        _ => {}
    }
    Ok(found)
}

/// A token is written as its text or as an object with it.
fn token_text(value: &Value) -> Option<String> {
    let text = value
        .as_str()
        .or_else(|| value.get("content").and_then(Value::as_str))?;
    Some(text.to_owned())
}

fn read_json(
    folder: &Path,
    name: &'static str,
    found: &mut Found,
) -> Result<Map<String, Value>, ChatError> {
    let Some(text) = read(folder, name)? else {
        return Ok(Map::new());
    };
    match serde_json::from_slice(&text) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => {
            found.broken = Some(name);
            Ok(Map::new())
        }
    }
}

/// The contents of a file, or nothing where there is none.
fn read(folder: &Path, name: &str) -> Result<Option<Vec<u8>>, ChatError> {
    let path = folder.join(name);
    let failed = |reason: String| ChatError::Template {
        file: path.clone(),
        reason,
    };
    match fs::metadata(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error.to_string())),
        // Opening anything else could wait for ever.
        Ok(metadata) if !metadata.is_file() => return Err(failed("not a file".into())),
        Ok(_) => {}
    }
    let mut text = Vec::new();
    fs::File::open(&path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut text))
        .map_err(|error| failed(error.to_string()))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(failed(format!("larger than {} MiB", MAX_BYTES >> 20)));
    }
    Ok(Some(text))
}
