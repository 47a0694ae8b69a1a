//! Thousands of damaged weight files, the same ones in every run: none may panic, be accepted
//! wrongly or take memory.
//!
//! A program of its own, so that its peak of memory is the fuzz's.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panic")]

use std::fs;

use fastrand::Rng;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use tandem_engine::checkpoint::Checkpoint;

/// Damaged files of `make test` and of `make soak`.
const ROUNDS: [usize; 2] = [2_000, 100_000];

/// A sound file: some tensors of several types, and notes.
fn sound() -> Vec<u8> {
    let zeros = [0; 256];
    let tensors: Vec<_> = (1..=24)
        .map(|number| {
            let (dtype, width) = [(Dtype::BF16, 2), (Dtype::U32, 4), (Dtype::U8, 1)][number % 3];
            let view =
                TensorView::new(dtype, vec![2, number], &zeros[..2 * number * width]).unwrap();
            (
                format!("language_model.model.layers.{number}.mlp.up_proj.weight"),
                view,
            )
        })
        .collect();
    safetensors::serialize(tensors, Some([("format".into(), "mlx".into())].into())).unwrap()
}

/// Damages the header, seldom the data: that is where something is believed.
fn damage(bytes: &mut Vec<u8>, random: &mut Rng) {
    let header = 8 + u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    for _ in 0..random.usize(1..=4) {
        let at = random.usize(0..header.min(bytes.len()).max(1));
        if at >= bytes.len() {
            return;
        }
        match random.u8(0..8) {
            0 => bytes[at] ^= 1 << random.u8(0..8),
            1 => bytes[at] = random.u8(..),
            2 => bytes.truncate(at),
            3 => drop(bytes.remove(at)),
            4 => bytes.insert(at, *random.choice(b"0123456789[]{},:\"-.eE\\ ").unwrap()),
            5 => bytes[random.usize(0..8)] = random.u8(..),
            // Digits for digits keep the JSON whole and change what it says.
            6 | 7 => {
                let digits: Vec<usize> = (8..header.min(bytes.len()))
                    .filter(|&at| bytes[at].is_ascii_digit())
                    .collect();
                if let Some(&at) = random.choice(&digits) {
                    bytes[at] = random.u8(b'0'..=b'9');
                }
            }
            _ => unreachable!(),
        }
        if bytes.len() < 8 {
            return;
        }
    }
}

/// The most memory this process has had, in bytes, where the system tells.
fn peak_memory() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<usize>()
        .ok()
        .map(|kib| kib << 10)
}

#[test]
fn damaged_headers_neither_panic_nor_lie_nor_take_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.safetensors");
    let sound = sound();
    fs::write(&file, &sound).unwrap();
    Checkpoint::open(folder.path()).unwrap();
    let before = peak_memory();

    let rounds =
        ROUNDS[usize::from(std::env::var_os("TANDEM_SOAK").is_some_and(|value| value == "1"))];
    let mut random = Rng::with_seed(20);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..rounds {
        let mut bytes = sound.clone();
        damage(&mut bytes, &mut random);
        fs::write(&file, &bytes).unwrap();
        let ours = Checkpoint::open(folder.path());
        let theirs = SafeTensors::deserialize(&bytes);
        match (ours, theirs) {
            (Ok(_), theirs) => {
                assert!(
                    theirs.is_ok(),
                    "round {round}: accepted what the safetensors crate refuses"
                );
                accepted += 1;
            }
            (Err(error), theirs) => {
                let message = error.to_string();
                assert!(
                    message.contains("model.safetensors"),
                    "round {round}: {message}"
                );
                let stricter = ["cannot read", "longer than", "twice"];
                assert!(
                    theirs.is_err() || stricter.iter().any(|text| message.contains(text)),
                    "round {round}: refused what the safetensors crate accepts: {message}"
                );
                refused += 1;
            }
        }
    }
    // Both must happen, or the damage is not of the kind that tests anything.
    assert!(
        accepted > rounds / 50 && refused > rounds / 2,
        "{accepted} accepted, {refused} refused"
    );
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        assert!(
            after - before < 16 << 20,
            "peak memory grew from {before} to {after} bytes"
        );
    }
}
