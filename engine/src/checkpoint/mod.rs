//! A model folder's weights as its files describe them, read and checked before MLX sees a file.
//!
//! Only headers are read. What the tensors must be for a model to run is decided in `model::plan`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub use safetensors::Dtype;

use crate::error::{EngineError, Result, one_line};

mod files;
pub(crate) mod header;
pub(crate) mod json;

/// The most header bytes read for one checkpoint, all files together. One tensor takes about 150,
/// so this is enough for the largest model of the family with every expert on its own.
const HEADER_BUDGET: u64 = 24 << 20;

/// One tensor as a header describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorInfo {
    /// Type of the elements.
    pub dtype: Dtype,
    /// Length of each axis, at most `i32::MAX` each, as MLX counts.
    pub shape: Vec<usize>,
    /// Which of [`Checkpoint::files`] holds it.
    pub file: usize,
    /// Its bytes, counted from the start of that file.
    pub range: Range<u64>,
}

impl TensorInfo {
    /// Its size in the file.
    pub fn bytes(&self) -> u64 {
        self.range.end - self.range.start
    }
}

/// One weight file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// Whether its header says `format: mlx`.
    pub mlx: bool,
}

/// The weights of a model folder: which tensors there are, and where.
#[derive(Debug, Clone)]
pub struct Checkpoint {
    folder: PathBuf,
    files: Vec<WeightFile>,
    tensors: BTreeMap<String, TensorInfo>,
    index: BTreeMap<String, String>,
}

impl Checkpoint {
    /// Reads the headers of every weight file in `folder`.
    ///
    /// # Errors
    /// [`EngineError::NotFound`] without folder or weights; [`EngineError::BadCheckpoint`] naming
    /// the file (and the tensor) for anything damaged, cut short, listed twice or leading out of
    /// the folder; [`EngineError::Io`] if the system refuses.
    pub fn open(folder: &Path) -> Result<Self> {
        Self::open_part(folder, &|_| true)
    }

    /// As [`open`](Self::open), but those shards may be missing into which the index puts no tensor
    /// that is `needed`.
    pub(crate) fn open_part(folder: &Path, needed: &dyn Fn(&str) -> bool) -> Result<Self> {
        let found = files::find(folder, needed)?;
        let mut checkpoint = Self::read(folder, found.paths)?;
        checkpoint.index = found.index;
        Ok(checkpoint)
    }

    /// Reads the header of a single file, whatever its name.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn open_file(file: &Path) -> Result<Self> {
        let folder = file.parent().unwrap_or(Path::new(""));
        Self::read(folder, vec![file.to_owned()])
    }

    fn read(folder: &Path, paths: Vec<PathBuf>) -> Result<Self> {
        let mut budget = HEADER_BUDGET;
        let mut files = Vec::with_capacity(paths.len());
        let mut tensors: BTreeMap<String, TensorInfo> = BTreeMap::new();
        for path in paths {
            let header = header::read(&path, &mut budget)?;
            for (name, info) in header.tensors {
                let bad = |reason: &str| {
                    let reason = format!("tensor {} {reason}", one_line(&name));
                    EngineError::bad_checkpoint(&path, reason)
                };
                if !is_readable(info.dtype) {
                    return Err(bad(&format!(
                        "has the type {}, which MLX cannot read",
                        info.dtype
                    )));
                }
                if info
                    .shape
                    .iter()
                    .any(|&length| i32::try_from(length).is_err())
                {
                    return Err(bad("has an axis longer than MLX can count"));
                }
                if let Some(other) = tensors.get(&name) {
                    let other = files
                        .get(other.file)
                        .map(|file: &WeightFile| file.path.display());
                    return Err(bad(
                        &other.map_or_else(String::new, |other| format!("is also in {other}"))
                    ));
                }
                let at = |offset: usize| header.data_start + offset as u64;
                let range = at(info.data_offsets.0)..at(info.data_offsets.1);
                let info = TensorInfo {
                    dtype: info.dtype,
                    shape: info.shape,
                    file: files.len(),
                    range,
                };
                tensors.insert(name, info);
            }
            let mlx = header
                .notes
                .get("format")
                .is_some_and(|format| format == "mlx");
            files.push(WeightFile {
                path,
                bytes: header.file_bytes,
                mlx,
            });
        }
        let counts = (files.len(), tensors.len());
        tracing::debug!(folder = %folder.display(), ?counts, "headers of files, tensors read");
        Ok(Self {
            folder: folder.to_owned(),
            files,
            tensors,
            index: BTreeMap::new(),
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The weight files, in order of name.
    pub fn files(&self) -> &[WeightFile] {
        &self.files
    }

    /// The tensor of that name.
    pub fn get(&self, name: &str) -> Option<&TensorInfo> {
        self.tensors.get(name)
    }

    /// Every tensor, in order of name.
    pub fn tensors(&self) -> impl Iterator<Item = (&str, &TensorInfo)> {
        self.tensors
            .iter()
            .map(|(name, info)| (name.as_str(), info))
    }

    /// The file that holds a tensor of this checkpoint.
    pub fn path_of(&self, info: &TensorInfo) -> &Path {
        self.files
            .get(info.file)
            .map_or(self.folder.as_path(), |file| &file.path)
    }

    /// Whether the files say that MLX wrote them.
    pub fn is_marked_mlx(&self) -> bool {
        self.files.iter().all(|file| file.mlx)
    }

    /// Bytes of every weight file together, of which a model may need only a part.
    pub fn total_bytes(&self) -> u64 {
        self.files
            .iter()
            .fold(0, |sum, file| sum.saturating_add(file.bytes))
    }

    /// The error for a tensor that must be there and is not.
    pub(crate) fn missing(&self, name: &str) -> EngineError {
        let shown = one_line(name);
        match self.index.get(name) {
            Some(file) => EngineError::bad_checkpoint(
                &self.folder.join(files::INDEX),
                format!(
                    "puts the tensor {shown} into {}, which does not hold it",
                    one_line(file)
                ),
            ),
            None => EngineError::bad_checkpoint(
                &self.folder,
                format!(
                    "the tensor {shown} is missing; \
                     the download is incomplete or config.json is of another model"
                ),
            ),
        }
    }
}

/// Whether MLX can read this type; it refuses a whole file for one tensor of another.
fn is_readable(dtype: Dtype) -> bool {
    use Dtype::{
        BF16, BOOL, C64, F8_E4M3, F8_E8M0, F16, F32, I8, I16, I32, I64, U8, U16, U32, U64,
    };
    let bytes = matches!(dtype, BOOL | U8 | I8 | F8_E4M3 | F8_E8M0);
    let words = matches!(
        dtype,
        U16 | I16 | F16 | BF16 | U32 | I32 | F32 | U64 | I64 | C64
    );
    bytes || words
}
