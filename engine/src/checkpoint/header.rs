//! The header of one safetensors file.
//!
//! The `safetensors` crate checks the header itself: every tensor's bytes follow from its type and shape, and the
//! tensors cover the data without overlap or hole. What it leaves to us because we do not map the file: how long the
//! header may be, and that the file ends where its last tensor does. MLX reads neither check, so both come first.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use safetensors::Dtype;
use safetensors::tensor::Metadata;

use crate::error::{EngineError, Result};

/// Bytes before the header, which give its length.
const LENGTH_BYTES: u64 = 8;

/// What one file's header says.
pub(super) struct Header {
    /// Bytes from the start of the file to the first tensor.
    pub(super) data_start: u64,
    /// The file's length in bytes.
    pub(super) file_bytes: u64,
    /// The header with its tensors, checked.
    pub(super) metadata: Metadata,
}

/// Reads and checks the header of `file`. `budget` is how many bytes of header may still be read for this
/// checkpoint, and is lowered by what was.
pub(super) fn read(file: &Path, budget: &mut u64) -> Result<Header> {
    let bad = |reason: String| EngineError::bad_checkpoint(file, reason);
    let failed = |error| EngineError::io("read", file, error);

    let about = fs::metadata(file).map_err(failed)?;
    // Opening a pipe would wait for ever and a device may never end.
    if !about.is_file() {
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
    let mut text = vec![
        0;
        usize::try_from(header_bytes)
            .map_err(|_| bad("has a header too large".to_owned()))?
    ];
    opened.read_exact(&mut text).map_err(failed)?;
    let metadata: Metadata = serde_json::from_slice(&text)
        .map_err(|error| bad(format!("has a damaged header: {error}")))?;

    let data_start = LENGTH_BYTES + header_bytes;
    let described = data_start.checked_add(metadata.data_len() as u64);
    match described {
        Some(described) if described == file_bytes => {}
        Some(described) if described > file_bytes => {
            return Err(bad(format!(
                "is cut short: its header describes {described} bytes, the file has {file_bytes}; download it again"
            )));
        }
        _ => {
            return Err(bad(format!(
                "has {file_bytes} bytes, which is not what its header describes; download it again"
            )));
        }
    }
    Ok(Header {
        data_start,
        file_bytes,
        metadata,
    })
}

impl Header {
    /// The free-form entries of the header, such as `format`.
    pub(super) fn notes(&self) -> Option<&HashMap<String, String>> {
        self.metadata.metadata().as_ref()
    }
}

/// Whether MLX can read this type; it refuses a whole file for one tensor of another.
pub(super) fn readable(dtype: Dtype) -> bool {
    use Dtype::{
        BF16, BOOL, C64, F8_E4M3, F8_E8M0, F16, F32, I8, I16, I32, I64, U8, U16, U32, U64,
    };
    matches!(
        dtype,
        BOOL | U8
            | I8
            | F8_E4M3
            | F8_E8M0
            | U16
            | I16
            | F16
            | BF16
            | U32
            | I32
            | F32
            | U64
            | I64
            | C64
    )
}
