//! JSON files of a model folder, read with a size limit and checked field by field.

use std::fs::{self, File};
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::Path;

use serde_json::{Map, Value};

use crate::error::{EngineError, Result};

/// Reads a file of at most `limit` bytes; `None` if there is no such file.
pub(crate) fn read_file(file: &Path, limit: u64) -> Result<Option<Vec<u8>>> {
    let about = match fs::metadata(file) {
        Ok(about) => about,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(EngineError::io("read", file, error)),
    };
    // Opening a pipe would wait for ever and a device may never end.
    if !about.is_file() {
        return Err(EngineError::bad_config(file, "is not a regular file"));
    }
    let mut text = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(limit + 1).read_to_end(&mut text))
        .map_err(|error| EngineError::io("read", file, error))?;
    if text.len() as u64 > limit {
        return Err(EngineError::bad_config(
            file,
            format!("is larger than {} MiB", limit >> 20),
        ));
    }
    Ok(Some(text))
}

/// Reads a JSON object of at most `limit` bytes; `None` if there is no such file.
pub(crate) fn read_object(file: &Path, limit: u64) -> Result<Option<Map<String, Value>>> {
    let Some(text) = read_file(file, limit)? else {
        return Ok(None);
    };
    match serde_json::from_slice(&text) {
        Ok(Value::Object(object)) => Ok(Some(object)),
        Ok(_) => Err(EngineError::bad_config(file, "is not a JSON object")),
        Err(error) => Err(EngineError::bad_config(
            file,
            format!("is not valid JSON: {error}"),
        )),
    }
}

/// One object of a JSON file. A field that is `null` counts as absent, as in the files that Python
/// writes.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    file: &'a Path,
    /// Where in the file the object is, such as `text_config.`; empty at the top.
    within: &'static str,
    object: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    /// The top object of `file`.
    pub(crate) fn new(file: &'a Path, object: &'a Map<String, Value>) -> Self {
        Self {
            file,
            within: "",
            object,
        }
    }

    /// An error about one field.
    pub(crate) fn bad(&self, key: &str, reason: impl std::fmt::Display) -> EngineError {
        EngineError::bad_config(self.file, format!("{}{key} {reason}", self.within))
    }

    /// The error for a field that must be there.
    pub(crate) fn missing(&self, key: &str) -> EngineError {
        self.bad(key, "is missing")
    }

    fn get(&self, key: &str) -> Option<&'a Value> {
        self.object.get(key).filter(|value| !value.is_null())
    }

    /// A whole number within `allowed`.
    pub(crate) fn count(&self, key: &str, allowed: RangeInclusive<usize>) -> Result<Option<usize>> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
            .filter(|number| allowed.contains(number))
            .map(Some)
            .ok_or_else(|| {
                let (low, high) = (allowed.start(), allowed.end());
                self.bad(
                    key,
                    format!(
                        "is {}, not a whole number from {low} to {high}",
                        shown(value)
                    ),
                )
            })
    }

    /// A whole number within `allowed` that must be there.
    pub(crate) fn need(&self, key: &str, allowed: RangeInclusive<usize>) -> Result<usize> {
        self.count(key, allowed)?.ok_or_else(|| self.missing(key))
    }

    /// A number within `allowed`.
    pub(crate) fn number(&self, key: &str, allowed: RangeInclusive<f64>) -> Result<Option<f64>> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        value
            .as_f64()
            .filter(|number| allowed.contains(number))
            .map(Some)
            .ok_or_else(|| {
                let (low, high) = (allowed.start(), allowed.end());
                self.bad(
                    key,
                    format!("is {}, not a number from {low} to {high}", shown(value)),
                )
            })
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self, key: &str) -> Result<Option<bool>> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        value
            .as_bool()
            .map(Some)
            .ok_or_else(|| self.bad(key, format!("is {}, not true or false", shown(value))))
    }

    /// A string.
    pub(crate) fn text(&self, key: &str) -> Result<Option<&'a str>> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        value
            .as_str()
            .map(Some)
            .ok_or_else(|| self.bad(key, format!("is {}, not a text", shown(value))))
    }

    /// A list.
    pub(crate) fn list(&self, key: &str) -> Result<Option<&'a [Value]>> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        value
            .as_array()
            .map(|list| Some(list.as_slice()))
            .ok_or_else(|| self.bad(key, format!("is {}, not a list", shown(value))))
    }

    /// A nested object, whose errors begin with `within`.
    pub(crate) fn object(&self, key: &str, within: &'static str) -> Result<Option<Self>> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        value
            .as_object()
            .map(|object| {
                Some(Self {
                    file: self.file,
                    within,
                    object,
                })
            })
            .ok_or_else(|| self.bad(key, format!("is {}, not an object", shown(value))))
    }

    /// One token id or a list of them.
    pub(crate) fn tokens(&self, key: &str) -> Result<Vec<u32>> {
        let Some(value) = self.get(key) else {
            return Ok(Vec::new());
        };
        let values = value
            .as_array()
            .map_or(std::slice::from_ref(value), Vec::as_slice);
        values
            .iter()
            .map(|value| {
                value
                    .as_u64()
                    .and_then(|id| u32::try_from(id).ok())
                    .ok_or_else(|| self.bad(key, format!("holds {}, not a token id", shown(value))))
            })
            .collect()
    }
}

/// A value as an error shows it: short, whatever a file holds.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if text.chars().nth(60).is_some() => "a long text".to_owned(),
        other => other.to_string(),
    }
}
