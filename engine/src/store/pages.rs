//! Rows read from the pages of a database file themselves, without the tree that leads to them.
//!
//! Where a page is damaged that leads to others, SQLite cannot find what is behind it, though it is all there. The
//! layout is that of <https://www.sqlite.org/fileformat2.html>: "B-tree Pages", "Cell Payload Overflow Pages" and
//! "Record Format".

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rusqlite::types::Value;

/// Type of a page that holds rows of a table.
const TABLE_LEAF: u8 = 13;

/// The header of the whole file, before that of its first page.
const FILE_HEADER: usize = 100;

/// Largest row that is read; messages have a limit of their own below this.
const LARGEST_ROW: usize = 256 << 20;

/// Hands every row that can be found in the file at `path` to `each`: its number and its columns. Whether it makes
/// sense, and of which table it is, is for the caller to tell.
pub(super) fn rows(path: &Path, mut each: impl FnMut(i64, Vec<Value>)) -> std::io::Result<()> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut header = [0; FILE_HEADER];
    file.read_exact_at(&mut header, 0)?;
    let size = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        size if size >= 512 && size.is_power_of_two() => usize::from(size),
        // The header is damaged; this is what every file of ours has.
        _ => 4096,
    };
    let pages = Pages {
        file,
        size,
        usable: size - usize::from(header[20]).min(32),
        count: length.div_ceil(size as u64),
    };
    for number in 1..=pages.count {
        let Some(page) = pages.read(number) else {
            continue;
        };
        let start = if number == 1 { FILE_HEADER } else { 0 };
        if page.get(start) != Some(&TABLE_LEAF) {
            continue;
        }
        for cell in 0..usize::from(u16_at(&page, start + 3).unwrap_or_default()) {
            let Some(at) = u16_at(&page, start + 8 + 2 * cell) else {
                break;
            };
            if let Some((id, columns)) = pages.row(&page, usize::from(at)) {
                each(id, columns);
            }
        }
    }
    Ok(())
}

struct Pages {
    file: File,
    size: usize,
    /// Bytes of a page that hold content.
    usable: usize,
    count: u64,
}

impl Pages {
    /// A page by its number, from 1; zeros where the file is too short.
    fn read(&self, number: u64) -> Option<Vec<u8>> {
        let offset = number.checked_sub(1)?.checked_mul(self.size as u64)?;
        let mut page = vec![0; self.size];
        let mut filled = 0;
        while filled < self.size {
            match self
                .file
                .read_at(page.get_mut(filled..)?, offset + filled as u64)
            {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(_) => return None,
            }
        }
        (number <= self.count).then_some(page)
    }

    fn row(&self, page: &[u8], at: usize) -> Option<(i64, Vec<Value>)> {
        let mut cell = page.get(at..self.usable)?;
        let length = usize::try_from(varint(&mut cell)?).ok()?;
        let id = varint(&mut cell)?;
        if length > LARGEST_ROW || length as u64 > self.count * self.size as u64 {
            return None;
        }
        let local = self.local(length);
        let mut payload = cell.get(..local)?.to_vec();
        let mut next = u32_at(cell, local).map_or(0, u64::from);
        while payload.len() < length {
            // Each page adds to the payload, so a circle of pages ends when there is enough.
            let page = self.read(next)?;
            let wanted = (length - payload.len()).min(self.usable - 4);
            payload.extend_from_slice(page.get(4..4 + wanted)?);
            next = u64::from(u32_at(&page, 0)?);
        }
        Some((id, record(&payload)?))
    }

    /// How much of a payload stands on its leaf page.
    fn local(&self, length: usize) -> usize {
        let most = self.usable - 35;
        if length <= most {
            return length;
        }
        let least = (self.usable - 12) * 32 / 255 - 23;
        let fitting = least + (length - least) % (self.usable - 4);
        if fitting <= most { fitting } else { least }
    }
}

fn record(payload: &[u8]) -> Option<Vec<Value>> {
    let mut rest = payload;
    let header = usize::try_from(varint(&mut rest)?).ok()?;
    let mut types = payload.get(payload.len() - rest.len()..header)?;
    let mut body = payload.get(header..)?;
    let mut columns = Vec::new();
    while !types.is_empty() {
        let kind = varint(&mut types)?;
        let mut take = |length: usize| {
            let (taken, rest) = body.split_at_checked(length)?;
            body = rest;
            Some(taken)
        };
        columns.push(match kind {
            0 => Value::Null,
            1..=4 => integer(take(kind as usize)?),
            5 => integer(take(6)?),
            6 => integer(take(8)?),
            7 => Value::Real(f64::from_be_bytes(take(8)?.try_into().ok()?)),
            8 => Value::Integer(0),
            9 => Value::Integer(1),
            kind if kind >= 12 => {
                let bytes = take(usize::try_from((kind - 12) / 2).ok()?)?;
                if kind % 2 == 0 {
                    Value::Blob(bytes.to_owned())
                } else {
                    Value::Text(String::from_utf8_lossy(bytes).into_owned())
                }
            }
            _ => return None,
        });
    }
    Some(columns)
}

/// A big-endian two's complement of up to 8 bytes.
fn integer(bytes: &[u8]) -> Value {
    let negative = bytes.first().is_some_and(|first| first & 0x80 != 0);
    let start = if negative { -1 } else { 0 };
    let number = bytes
        .iter()
        .fold(start, |n: i64, b| (n << 8) | i64::from(*b));
    Value::Integer(number)
}

/// Takes a number of 1 to 9 bytes: seven bits of each but the ninth, which gives all eight.
fn varint(bytes: &mut &[u8]) -> Option<i64> {
    let mut number = 0_u64;
    for nth in 0..9 {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if nth == 8 {
            number = (number << 8) | u64::from(*byte);
            break;
        }
        number = (number << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            break;
        }
    }
    Some(number.cast_signed())
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
