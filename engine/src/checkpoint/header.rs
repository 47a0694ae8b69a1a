//! The header of one safetensors file.
//!
//! The `safetensors` crate checks that every tensor's bytes follow from its type and shape, and
//! that the tensors cover the data without overlap or gap. What it cannot check unless a file is
//! mapped is done here: how long the header may be, and that the file ends where its last tensor
//! does. MLX checks none of it.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use safetensors::SafeTensorError;
use safetensors::tensor::{Metadata, TensorInfo};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};

use crate::error::{EngineError, Result, one_line};

/// Bytes before the header, which give its length.
const LENGTH_BYTES: u64 = 8;

/// What one file's header says.
pub(super) struct Header {
    /// Bytes from the start of the file to the first tensor.
    pub(super) data_start: u64,
    /// The file's length in bytes.
    pub(super) file_bytes: u64,
    /// The tensors, their offsets counted from `data_start`.
    pub(super) tensors: BTreeMap<String, TensorInfo>,
    /// Free-form entries, such as `format`.
    pub(super) notes: HashMap<String, String>,
}

/// Reads and checks the header of `file`. `budget` is how many bytes of header may still be read
/// for this checkpoint, and is lowered by what was.
pub(super) fn read(file: &Path, budget: &mut u64) -> Result<Header> {
    let bad = |reason: String| EngineError::bad_checkpoint(file, reason);
    let (text, file_bytes) = read_text(file, budget)?;
    let Entries { tensors, notes } = serde_json::from_slice(&text)
        .map_err(|error| bad(format!("has a damaged header: {error}")))?;
    let data_bytes = check(&tensors).map_err(bad)?;

    let data_start = LENGTH_BYTES + text.len() as u64;
    let described = data_start.saturating_add(data_bytes);
    if described > file_bytes {
        return Err(bad(format!(
            "is cut short: its header describes {described} bytes, the file has {file_bytes}; \
             download it again"
        )));
    }
    if described < file_bytes {
        return Err(bad(format!(
            "has {} bytes after its last tensor; download it again",
            file_bytes - described
        )));
    }
    Ok(Header {
        data_start,
        file_bytes,
        tensors,
        notes,
    })
}

/// The sizes in bytes of the tensors in a header's text, without its file.
pub(crate) fn sizes(text: &[u8]) -> Result<BTreeMap<String, u64>, String> {
    let Entries { tensors, .. } =
        serde_json::from_slice(text).map_err(|error| format!("a damaged header: {error}"))?;
    check(&tensors)?;
    let size = |info: &TensorInfo| (info.data_offsets.1 - info.data_offsets.0) as u64;
    Ok(tensors
        .iter()
        .map(|(name, info)| (name.clone(), size(info)))
        .collect())
}

/// The header's text and the file's length.
fn read_text(file: &Path, budget: &mut u64) -> Result<(Vec<u8>, u64)> {
    let bad = |reason: String| EngineError::bad_checkpoint(file, reason);
    let failed = |error| EngineError::io("read", file, error);

    // Opening a pipe would wait for ever and a device may never end.
    if !fs::metadata(file).map_err(failed)?.is_file() {
        return Err(bad("is not a regular file".to_owned()));
    }
    let mut opened = File::open(file).map_err(failed)?;
    let file_bytes = opened.metadata().map_err(failed)?.len();
    if file_bytes < LENGTH_BYTES {
        return Err(bad(format!(
            "has only {file_bytes} bytes, so it is no safetensors file; download it again"
        )));
    }
    let mut length = [0; LENGTH_BYTES as usize];
    opened.read_exact(&mut length).map_err(failed)?;
    if &length == b"version " {
        return Err(bad(
            "is a Git LFS pointer, not the weights; fetch them with `git lfs pull`".to_owned(),
        ));
    }
    let header_bytes = u64::from_le_bytes(length);
    if header_bytes > file_bytes - LENGTH_BYTES {
        return Err(bad(format!(
            "claims a header of {header_bytes} bytes, but has {file_bytes} in all; \
             it is cut short or no safetensors file, download it again"
        )));
    }
    if header_bytes > *budget {
        return Err(bad(format!(
            "claims a header of {header_bytes} bytes, more than the {budget} allowed"
        )));
    }
    *budget -= header_bytes;
    // Both limits hold by now, so this allocates no more than the file has and the budget allows.
    let mut text = vec![0; header_bytes as usize];
    opened.read_exact(&mut text).map_err(failed)?;
    Ok((text, file_bytes))
}

/// Checks types, shapes and offsets through the `safetensors` crate; gives the bytes of all tensors
/// together.
fn check(tensors: &BTreeMap<String, TensorInfo>) -> Result<u64, String> {
    // One by one first, since for most faults the crate does not say which tensor has it.
    for (name, info) in tensors {
        let at = |reason: &dyn fmt::Display| format!("tensor {}: {reason}", one_line(name));
        let (start, end) = info.data_offsets;
        let bytes = end
            .checked_sub(start)
            .ok_or_else(|| at(&"it ends before it begins"))?;
        let alone = TensorInfo {
            data_offsets: (0, bytes),
            ..info.clone()
        };
        Metadata::new(None, vec![(name.clone(), alone)]).map_err(|error| at(&error))?;
    }
    let mut all: Vec<_> = tensors
        .iter()
        .map(|(name, info)| (name.clone(), info.clone()))
        .collect();
    all.sort_by_key(|(_, info)| info.data_offsets);
    match Metadata::new(None, all) {
        Ok(all) => Ok(all.data_len() as u64),
        Err(SafeTensorError::InvalidOffset(name)) => Err(format!(
            "tensor {}: it overlaps another or leaves a gap",
            one_line(&name)
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// A header as it is written: tensors by name, and notes under a name of their own.
struct Entries {
    tensors: BTreeMap<String, TensorInfo>,
    notes: HashMap<String, String>,
}

impl<'de> Deserialize<'de> for Entries {
    /// By hand, because the crate's own reading buffers the whole header as generic values and lets
    /// the last of two tensors of one name win.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;

        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = Entries;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of tensors")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Entries {
                    tensors: BTreeMap::new(),
                    notes: HashMap::new(),
                };
                while let Some(name) = map.next_key::<String>()? {
                    if name == "__metadata__" {
                        let notes: Option<HashMap<String, String>> = map.next_value()?;
                        entries.notes.extend(notes.unwrap_or_default());
                        continue;
                    }
                    let about = |error: &dyn fmt::Display| {
                        A::Error::custom(format!("tensor {}: {error}", one_line(&name)))
                    };
                    let info = map.next_value().map_err(|error| about(&error))?;
                    if entries.tensors.contains_key(&name) {
                        return Err(about(&"it is listed twice"));
                    }
                    entries.tensors.insert(name, info);
                }
                Ok(entries)
            }
        }

        deserializer.deserialize_map(EntriesVisitor)
    }
}
