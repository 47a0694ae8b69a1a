//! Headers that lie.

use std::fs::File;
use std::io::Write;

use super::damaged;
use crate::folder::Folder;

const WEIGHTS: &str = "model.safetensors";

/// A weight file of this header and so many bytes of data.
fn file(header: impl AsRef<[u8]>, data: usize) -> Vec<u8> {
    let header = header.as_ref();
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header);
    bytes.resize(bytes.len() + data, 0);
    bytes
}

/// Each header must be refused with a message that names the file and holds the texts.
fn refused(case: &str, header: impl AsRef<[u8]>, data: usize, texts: &[&str]) {
    let texts = [&[WEIGHTS], texts].concat();
    damaged(case, ("BadCheckpoint", &texts), |folder| {
        folder.put(WEIGHTS, file(header, data));
    });
}

#[test]
fn lengths() {
    let tamper = |change: fn(&mut Vec<u8>)| {
        move |folder: &Folder| {
            let mut bytes = folder.weights(|_| true);
            change(&mut bytes);
            folder.put(WEIGHTS, bytes);
        }
    };
    let header_bytes = |bytes: &[u8]| u64::from_le_bytes(bytes[..8].try_into().unwrap());
    assert!(header_bytes(&Folder::dense().weights(|_| true)) > 1000);
    damaged(
        "huge",
        ("BadCheckpoint", &[WEIGHTS, "18446744073709551615"]),
        tamper(|bytes| bytes[..8].fill(0xff)),
    );
    damaged(
        "none",
        ("BadCheckpoint", &[WEIGHTS, "damaged header"]),
        tamper(|bytes| bytes[..8].fill(0)),
    );
    damaged(
        "one byte more than there is",
        ("BadCheckpoint", &[WEIGHTS, "cut short"]),
        tamper(|bytes| {
            let claim = bytes.len() as u64 - 7;
            bytes[..8].copy_from_slice(&claim.to_le_bytes());
        }),
    );
    damaged(
        "header cut",
        ("BadCheckpoint", &[WEIGHTS, "cut short"]),
        tamper(|bytes| bytes.truncate(500)),
    );
    damaged(
        "data cut",
        ("BadCheckpoint", &[WEIGHTS, "cut short"]),
        tamper(|bytes| bytes.truncate(bytes.len() - 1)),
    );
    damaged(
        "data cut in half",
        ("BadCheckpoint", &[WEIGHTS, "cut short"]),
        tamper(|bytes| bytes.truncate(bytes.len() / 2)),
    );
    damaged(
        "a byte too many",
        ("BadCheckpoint", &[WEIGHTS, "1 bytes after"]),
        tamper(|bytes| bytes.push(0)),
    );
}

#[test]
fn a_large_claim_in_a_large_file_is_not_read() {
    damaged(
        "sparse",
        ("BadCheckpoint", &[WEIGHTS, "549755813888", "allowed"]),
        |folder| {
            let mut sparse = File::create(folder.path().join(WEIGHTS)).unwrap();
            sparse.write_all(&(1u64 << 39).to_le_bytes()).unwrap();
            sparse.set_len(1 << 40).unwrap();
        },
    );
}

#[test]
fn no_header() {
    refused("not UTF-8", b"{\"\xff\xfe\": 1}", 0, &["damaged header"]);
    refused("not JSON", "{'a': 1}", 0, &["damaged header"]);
    refused("a list", "[1, 2]", 0, &["damaged header"]);
    refused("text after it", "{} {}", 0, &["damaged header"]);
    refused("deep", "[".repeat(100_000), 0, &["damaged header"]);
    refused(
        "deep in a tensor",
        format!("{{\"a\":{}", "{\"a\":".repeat(100_000)),
        0,
        &["damaged header"],
    );
    refused(
        "notes that are no text",
        r#"{"__metadata__": {"format": 1}}"#,
        0,
        &["damaged header"],
    );
    refused("no tensors", "{}", 5, &["5 bytes after"]);
}

#[test]
fn tensors() {
    for (case, entry, data, text) in [
        (
            "no type",
            r#"{"shape":[1],"data_offsets":[0,4]}"#,
            4,
            "dtype",
        ),
        (
            "no shape",
            r#"{"dtype":"F32","data_offsets":[0,4]}"#,
            4,
            "shape",
        ),
        (
            "no offsets",
            r#"{"dtype":"F32","shape":[1]}"#,
            4,
            "data_offsets",
        ),
        ("not an object", "7", 4, "invalid type"),
        (
            "unknown type",
            r#"{"dtype":"F77","shape":[1],"data_offsets":[0,4]}"#,
            4,
            "F77",
        ),
        (
            "type MLX cannot read",
            r#"{"dtype":"F64","shape":[1],"data_offsets":[0,8]}"#,
            8,
            "F64",
        ),
        (
            "negative axis",
            r#"{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}"#,
            4,
            "-1",
        ),
        (
            "half an axis",
            r#"{"dtype":"F32","shape":[0.5],"data_offsets":[0,2]}"#,
            2,
            "0.5",
        ),
        (
            "axis beyond 64 bits",
            r#"{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,4]}"#,
            4,
            "invalid",
        ),
        (
            "product beyond 64 bits",
            r#"{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]}"#,
            4,
            "overflow",
        ),
        (
            "bits beyond 64",
            r#"{"dtype":"F32","shape":[2305843009213693952],"data_offsets":[0,4]}"#,
            4,
            "overflow",
        ),
        (
            "axis beyond 32 bits",
            r#"{"dtype":"F32","shape":[0,3000000000],"data_offsets":[0,0]}"#,
            0,
            "longer than",
        ),
        (
            "fewer bytes than its shape",
            r#"{"dtype":"F32","shape":[2],"data_offsets":[0,4]}"#,
            4,
            "invalid",
        ),
        (
            "more bytes than its shape",
            r#"{"dtype":"U8","shape":[2],"data_offsets":[0,4]}"#,
            4,
            "invalid",
        ),
        (
            "half a byte",
            r#"{"dtype":"F4","shape":[3],"data_offsets":[0,2]}"#,
            2,
            "byte boundary",
        ),
        (
            "end before begin",
            r#"{"dtype":"U8","shape":[2],"data_offsets":[4,2]}"#,
            4,
            "ends before",
        ),
        (
            "a gap before it",
            r#"{"dtype":"U8","shape":[2],"data_offsets":[2,4]}"#,
            4,
            "gap",
        ),
        (
            "one offset",
            r#"{"dtype":"U8","shape":[2],"data_offsets":[2]}"#,
            2,
            "length 1",
        ),
        (
            "beyond the file",
            r#"{"dtype":"U8","shape":[1000],"data_offsets":[0,1000]}"#,
            4,
            "cut short",
        ),
    ] {
        let header = format!("{{\"some.tensor\":{entry}}}");
        let named = if text == "cut short" {
            WEIGHTS
        } else {
            "some.tensor"
        };
        refused(case, header, data, &[named, text]);
    }
}

#[test]
fn tensors_together() {
    let bytes = |from: usize, to: usize| {
        format!(
            r#"{{"dtype":"U8","shape":[{}],"data_offsets":[{from},{to}]}}"#,
            to - from
        )
    };
    refused(
        "overlap",
        format!(r#"{{"a":{},"b":{}}}"#, bytes(0, 4), bytes(2, 6)),
        6,
        &["tensor b", "overlaps"],
    );
    refused(
        "the same place",
        format!(r#"{{"a":{0},"b":{0}}}"#, bytes(0, 4)),
        4,
        &["tensor b", "overlaps"],
    );
    refused(
        "gap",
        format!(r#"{{"a":{},"b":{}}}"#, bytes(0, 2), bytes(4, 6)),
        6,
        &["tensor b", "gap"],
    );
    refused(
        "one name twice",
        format!(r#"{{"a":{},"a":{}}}"#, bytes(0, 2), bytes(2, 4)),
        4,
        &["tensor a", "twice"],
    );
}

#[test]
fn names_stay_on_the_line() {
    let name = format!("a\\n\\u001b[2J\\u2028{}", "n".repeat(100_000));
    let header = format!(r#"{{"{name}":{{"dtype":"F64","shape":[1],"data_offsets":[0,8]}}}}"#);
    refused("hostile name", header, 8, &["a??[2J?nnn", "F64"]);
}
