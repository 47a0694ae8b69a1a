//! Copies a plan's weights from the release's files into one file, step by step.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::iter;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::Path;

use half::{bf16, f16};
use safetensors::tensor::{Metadata, TensorInfo};

use crate::checkpoint::{Checkpoint, Dtype};
use crate::error::{EngineError, Result};
use crate::model::plan::{Plan, StoredTensor, Transform};

/// Bytes copied in one step; a whole number of elements of any type.
const STEP: u64 = 1 << 20;

/// One tensor of the new file.
pub(super) struct Output {
    name: String,
    dtype: Dtype,
    shape: Vec<usize>,
    /// What its bytes are made of, in order: a file of the release, and bytes in it.
    pieces: Vec<(usize, Range<u64>)>,
    /// Whether 1 is added to each element.
    add_one: bool,
}

impl Output {
    /// Its size.
    pub(super) fn bytes(&self) -> u64 {
        self.pieces
            .iter()
            .map(|(_, range)| range.end - range.start)
            .sum()
    }
}

/// The tensors of a companion's own file, in order of name.
pub(super) fn outputs(plan: &Plan) -> Vec<Output> {
    let mut outputs = Vec::new();
    for weight in &plan.weights {
        let (scales, biases) = weight.packed.as_ref().map_or((&[][..], &[][..]), |packed| {
            (packed.scales.as_slice(), packed.biases.as_slice())
        });
        let parts = [
            ("weight", weight.weight.as_slice()),
            ("scales", scales),
            ("biases", biases),
        ];
        for (part, stored) in parts {
            let name = format!("{}.{part}", weight.name);
            outputs.extend(output(name, stored, &weight.transform));
        }
    }
    outputs.sort_by(|a, b| a.name.cmp(&b.name));
    outputs
}

/// `None` for a part that the weight does not have.
fn output(name: String, stored: &[StoredTensor], transform: &Transform) -> Option<Output> {
    let first = &stored.first()?.info;
    let mut shape = first.shape.clone();
    let mut pieces: Vec<_> = stored
        .iter()
        .map(|tensor| (tensor.info.file, tensor.info.range.clone()))
        .collect();
    match transform {
        Transform::Stack => shape.insert(0, stored.len()),
        Transform::Rows(rows) => {
            if let [experts, all, _] = shape.as_mut_slice() {
                let expert = first.bytes() / *experts as u64;
                let row = expert / *all as u64;
                let start = |number: usize| first.range.start + number as u64 * expert;
                pieces = (0..*experts)
                    .map(|number| {
                        let at = |row_number: usize| start(number) + row_number as u64 * row;
                        (first.file, at(rows.start)..at(rows.end))
                    })
                    .collect();
                *all = rows.len();
            }
        }
        // A companion has no convolution.
        Transform::AsIs | Transform::AddOne | Transform::SwapConvolutionAxes => {}
    }
    Some(Output {
        name,
        dtype: first.dtype,
        shape,
        pieces,
        add_one: *transform == Transform::AddOne,
    })
}

/// Writes the tensors to the new file `path`, marked as being in the MLX form.
pub(super) fn write(checkpoint: &Checkpoint, outputs: &[Output], path: &Path) -> Result<()> {
    let failed = |error| EngineError::io("write", path, error);
    let file = File::create_new(path).map_err(failed)?;
    let mut writer = BufWriter::new(file);
    writer
        .write_all(&header(outputs).map_err(|reason| EngineError::bad_checkpoint(path, reason))?)
        .map_err(failed)?;
    let mut sources = Sources {
        checkpoint,
        opened: HashMap::new(),
    };
    let mut buffer = Vec::new();
    for output in outputs {
        for (file, range) in &output.pieces {
            for step in steps(range) {
                sources.read(*file, &step, &mut buffer)?;
                if output.add_one {
                    add_one(&mut buffer, output.dtype);
                }
                writer.write_all(&buffer).map_err(failed)?;
            }
        }
    }
    let file = writer
        .into_inner()
        .map_err(|error| failed(error.into_error()))?;
    file.sync_all().map_err(failed)
}

/// The length and text of the header, filled with spaces to a multiple of eight bytes as the format recommends.
fn header(outputs: &[Output]) -> std::result::Result<Vec<u8>, String> {
    let mut at = 0;
    let tensors = outputs.iter().map(|output| {
        let start = at;
        at += output.bytes() as usize;
        let info = TensorInfo {
            dtype: output.dtype,
            shape: output.shape.clone(),
            data_offsets: (start, at),
        };
        (output.name.clone(), info)
    });
    let notes = HashMap::from([("format".to_owned(), "mlx".to_owned())]);
    let metadata =
        Metadata::new(Some(notes), tensors.collect()).map_err(|error| error.to_string())?;
    let mut text = serde_json::to_vec(&metadata).map_err(|error| error.to_string())?;
    text.resize(text.len().next_multiple_of(8), b' ');
    let mut header = (text.len() as u64).to_le_bytes().to_vec();
    header.append(&mut text);
    Ok(header)
}

fn steps(range: &Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let (mut at, end) = (range.start, range.end);
    iter::from_fn(move || {
        let step = at..end.min(at.saturating_add(STEP));
        at = step.end;
        (!step.is_empty()).then_some(step)
    })
}

/// The release's files, each opened once.
struct Sources<'a> {
    checkpoint: &'a Checkpoint,
    opened: HashMap<usize, File>,
}

impl Sources<'_> {
    /// Fills `buffer` with the bytes of a range.
    fn read(&mut self, file: usize, range: &Range<u64>, buffer: &mut Vec<u8>) -> Result<()> {
        let path = self
            .checkpoint
            .files()
            .get(file)
            .map_or(self.checkpoint.folder(), |file| &file.path);
        let failed = |error| EngineError::io("read", path, error);
        buffer.resize((range.end - range.start) as usize, 0);
        let opened = match self.opened.entry(file) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(File::open(path).map_err(failed)?),
        };
        opened.read_exact_at(buffer, range.start).map_err(failed)
    }
}

/// Adds 1 to each element, rounded to its type as MLX does.
fn add_one(bytes: &mut [u8], dtype: Dtype) {
    let two = |bytes: &mut [u8], add: fn([u8; 2]) -> [u8; 2]| {
        for element in bytes.as_chunks_mut::<2>().0 {
            *element = add(*element);
        }
    };
    match dtype {
        Dtype::BF16 => two(bytes, |old| {
            bf16::from_f32(bf16::from_le_bytes(old).to_f32() + 1.0).to_le_bytes()
        }),
        Dtype::F16 => two(bytes, |old| {
            f16::from_f32(f16::from_le_bytes(old).to_f32() + 1.0).to_le_bytes()
        }),
        // The plan allows no other floating-point type.
        _ => {
            for element in bytes.as_chunks_mut::<4>().0 {
                *element = (f32::from_le_bytes(*element) + 1.0).to_le_bytes();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_added_in_every_type() {
        // 1 + 2⁻⁸ lies halfway between two bf16 and rounds to the even one, 1.
        for (value, sum) in [
            (0.0, 1.0),
            (-1.0, 0.0),
            (0.5, 1.5),
            (-0.25, 0.75),
            (2f32.powi(-8), 1.0),
        ] {
            let mut bytes = bf16::from_f32(value).to_le_bytes();
            add_one(&mut bytes, Dtype::BF16);
            assert_eq!(bf16::from_le_bytes(bytes).to_f32(), sum);
        }
        let mut bytes = f16::from_f32(-0.25).to_le_bytes();
        add_one(&mut bytes, Dtype::F16);
        assert_eq!(f16::from_le_bytes(bytes).to_f32(), 0.75);
        let mut bytes = (-0.25f32).to_le_bytes();
        add_one(&mut bytes, Dtype::F32);
        assert_eq!(f32::from_le_bytes(bytes), 0.75);
    }

    #[test]
    fn steps_cover_a_range() {
        let range = 5..5 + 2 * STEP + 3;
        let all: Vec<_> = steps(&range).collect();
        assert_eq!(
            all,
            [5..5 + STEP, 5 + STEP..5 + 2 * STEP, 5 + 2 * STEP..range.end]
        );
        assert_eq!(steps(&(7..7)).count(), 0);
    }
}
