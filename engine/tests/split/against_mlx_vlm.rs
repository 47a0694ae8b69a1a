//! mlx-vlm's own splitter makes the same folder, and its loader reads ours.

use std::path::Path;
use std::process::Command;

use safetensors::Dtype;
use tandem_engine::companion::split;

use crate::release::{Release, skip};

/// Splits the release too, compares both folders, and loads ours as a drafter.
const SCRIPT: &str = r#"
import json, sys
from pathlib import Path
import mlx.core as mx
from mlx_vlm.speculative.drafters import load_drafter
from mlx_vlm.speculative.drafters.qwen3_5_mtp.split import split_qwen3_5_mtp

release, ours, theirs = map(Path, sys.argv[1:])
split_qwen3_5_mtp(str(release), str(theirs))
a, b = (mx.load(str(folder / "model.safetensors")) for folder in (ours, theirs))
assert sorted(a) == sorted(b), set(a) ^ set(b)
for name in a:
    assert a[name].dtype == b[name].dtype, name
    assert mx.array_equal(a[name], b[name]), name
a, b = (json.loads((folder / "config.json").read_text()) for folder in (ours, theirs))
for key in ("quantization", "quantization_config"):
    # What the release tells wrongly of its companion, ours corrects.
    corrected = [name for name in a.get(key, {}) if name not in b[key]]
    assert all(name.startswith("layers.0.mlp.") for name in corrected), corrected
    for name in corrected:
        del a[key][name]
assert a == b, (a, b)
model, kind = load_drafter(str(ours))
assert kind == "mtp", kind
mx.eval(model.parameters())
print("the same")
"#;

#[test]
fn the_same_folder_as_mlx_vlm_makes() {
    let python = std::env::var("TANDEM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python)
        .args(["-c", "import mlx_vlm.speculative.drafters.qwen3_5_mtp"])
        .output();
    if !has.is_ok_and(|output| output.status.success()) {
        return skip("no Python with mlx-vlm; set TANDEM_PYTHON to one");
    }
    let packed = |preset| Release::converted(preset, "mtp.");
    for release in [
        Release::raw("dense-tied"),
        Release::raw("dense-tied").in_bits16(Dtype::BF16),
        Release::raw("moe").in_bits16(Dtype::F16),
        Release::raw("moe").sharded(3),
        packed("dense-4bit"),
        packed("dense-nvfp4"),
        packed("moe-4bit").sharded(3),
        Release::raw("moe").with_single_experts(),
    ] {
        split(release.folder(), &release.out()).unwrap();
        let theirs = release.out().with_extension("theirs");
        compare(&python, release.folder(), &release.out(), &theirs);
    }
}

fn compare(python: &str, release: &Path, ours: &Path, theirs: &Path) {
    let output = Command::new(python)
        .args(["-c", SCRIPT])
        .args([release, ours, theirs])
        .output()
        .unwrap();
    assert!(
        output.status.success() && output.stdout.ends_with(b"the same\n"),
        "{}: {}",
        release.display(),
        String::from_utf8_lossy(&output.stderr)
    );
}
