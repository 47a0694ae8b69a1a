//! `tandem bench` and `tandem reference`.
#![allow(clippy::expect_used, reason = "a test fails by panic")]

mod support;

use std::{fs, path::Path};

use safetensors::{Dtype, SafeTensors, serialize_to_file, tensor::TensorView};
use serde_json::Value;
use support::{complaint, json, run, text};

const SMALL: [&str; 7] = [
    "bench",
    "--prompt-tokens",
    "20",
    "--generate",
    "16",
    "--repetitions",
    "1",
];

#[test]
fn a_measurement_has_every_field() {
    let report = json(&[&SMALL[..], &["--depths", "0,2", "--json"]].concat());
    assert!(report["device"].is_string());
    assert!(report["model"].is_string());
    let runs = report["runs"].as_array().expect("runs");
    let depths: Vec<_> = runs
        .iter()
        .map(|run| run["depth"].as_u64().expect("a depth"))
        .collect();
    assert_eq!(depths, [0, 2]);
    assert!(depths.contains(&report["best_depth"].as_u64().expect("a depth")));
    for run in runs {
        let positions = run["accepted_by_position"].as_array().expect("shares");
        assert_eq!(
            positions.len() as u64,
            run["depth"].as_u64().expect("a depth")
        );
        for field in [
            "decode_tokens_per_s",
            "prefill_tokens_per_s",
            "acceptance",
            "tokens_per_round",
            "draft_s",
            "keep_s",
            "host_s",
        ] {
            assert!(run[field].as_f64() >= Some(0.0), "{field}");
        }
        assert!(run["peak_memory_bytes"].as_u64() > Some(0));
        let rows = run["rows_cost"].as_array().expect("seconds");
        assert_eq!(
            rows.len() as u64,
            run["depth"].as_u64().expect("a depth") + 1
        );
        assert!(rows.iter().all(Value::is_f64));
    }
}

#[test]
fn a_measurement_is_a_table_with_a_verdict() {
    let output = run(&[&SMALL[..], &["--depths", "0,1"]].concat());
    let table = text(&output);
    let of_a_depth = |line: &&str| line.trim_start().starts_with(char::is_numeric);
    let rows = table.lines().filter(of_a_depth).count();
    assert_eq!(rows, 2, "{table}");
    for part in ["tokens/s", "of 1, 2, … rows", "draft 1, 2, … was accepted"] {
        assert!(table.contains(part), "{table}");
    }
    assert!(table.trim_end().ends_with('.'), "{table}");
}

#[test]
fn without_a_companion_plain_decoding_is_measured() {
    let report = json(&[&SMALL[..], &["--companion", "none", "--json"]].concat());
    assert_eq!(report["runs"].as_array().expect("runs").len(), 1);
    assert_eq!(report["best_depth"], 0);
}

/// A fixture of the built-in model's own, as far as `generate` tells.
#[test]
fn a_fixture_is_recomputed_in_its_own_form() {
    let prompt = [32_i32, 2513, 296];
    let answer = json(&[
        "generate",
        "--json",
        "--tokens",
        "32,2513,296",
        "--temperature",
        "0",
        "--ignore-end",
        "--max-tokens",
        "9",
    ]);
    let greedy: Vec<i32> = answer["tokens"]
        .as_array()
        .expect("tokens")
        .iter()
        .map(|id| i32::try_from(id.as_u64().expect("an id")).expect("a small id"))
        .collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fixture = folder.path().join("expected.safetensors");
    let out = folder.path().join("actual.safetensors");
    write(
        &fixture,
        &[
            ("prompt", &[3], &prompt),
            ("greedy", &[9], &greedy),
            ("drafts", &[5, 2], &[0; 10]),
        ],
    );
    let path = |file: &Path| file.to_str().expect("a path").to_owned();
    let output = run(&[
        "reference",
        "--fixture",
        &path(&fixture),
        "--out",
        &path(&out),
    ]);
    assert_eq!(text(&output), "");

    let bytes = fs::read(&out).expect("the answers");
    let actual = SafeTensors::deserialize(&bytes).expect("safetensors");
    let logits = actual.tensor("prefill_logits").expect("logits");
    assert_eq!(
        (logits.dtype(), logits.shape()),
        (Dtype::F32, &[3, 8192][..])
    );
    let again = actual.tensor("greedy").expect("tokens");
    assert_eq!((again.dtype(), again.shape()), (Dtype::I32, &[9][..]));
    assert_eq!(again.data(), bytes_of(&greedy));
    let drafts = actual.tensor("drafts").expect("drafts");
    assert_eq!((drafts.dtype(), drafts.shape()), (Dtype::I32, &[5, 2][..]));
}

#[test]
fn a_fixture_that_is_none_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    let ask = |fixture: &str, out: &str| run(&["reference", "--fixture", fixture, "--out", out]);

    fs::write(file("junk.safetensors"), "junk").expect("a file");
    complaint(&ask(&file("junk.safetensors"), &file("out.safetensors")), 1);
    complaint(&ask(&file("."), &file("out.safetensors")), 1);
    write(
        Path::new(&file("other.safetensors")),
        &[("prompt", &[1], &[1])],
    );
    assert!(
        complaint(
            &ask(&file("other.safetensors"), &file("out.safetensors")),
            1
        )
        .contains("drafts")
    );
    assert!(!folder.path().join("out.safetensors").exists());

    let tensors = |token| {
        write(
            Path::new(&file("small.safetensors")),
            &[
                ("prompt", &[1], &[token]),
                ("greedy", &[2], &[1, 2]),
                ("drafts", &[1, 1], &[0]),
            ],
        );
    };
    for wrong in [-1, 8192] {
        tensors(wrong);
        let complaint = complaint(
            &ask(&file("small.safetensors"), &file("out.safetensors")),
            1,
        );
        assert!(complaint.contains(&wrong.to_string()), "{complaint}");
    }
    tensors(1);
    let complaint = complaint(
        &ask(&file("small.safetensors"), &file("no/such/out.safetensors")),
        1,
    );
    assert!(!complaint.contains(".cpp"), "{complaint}");
}

fn bytes_of(values: &[i32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

fn write(file: &Path, tensors: &[(&str, &[usize], &[i32])]) {
    let bytes: Vec<_> = tensors
        .iter()
        .map(|(_, _, values)| bytes_of(values))
        .collect();
    let views = tensors.iter().zip(&bytes).map(|((name, shape, _), bytes)| {
        let view = TensorView::new(Dtype::I32, shape.to_vec(), bytes).expect("a tensor");
        (*name, view)
    });
    serialize_to_file(views, None, file).expect("a file");
}
