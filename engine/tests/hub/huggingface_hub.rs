//! The cache as Python's `huggingface_hub` writes and reads it.

use std::fs;
use std::process::Command;

use tandem_engine::hub::State;

use crate::shop::pocket_repo;
use crate::world::{Machine, NAME, NEEDED, model, skip};

/// A Python that has the package: `TANDEM_PYTHON`, else `python3`.
fn python() -> Option<Command> {
    let python = std::env::var("TANDEM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let probe = Command::new(&python)
        .args(["-c", "import huggingface_hub"])
        .output();
    if probe.is_ok_and(|output| output.status.success()) {
        return Some(Command::new(python));
    }
    skip("no Python with huggingface_hub; set TANDEM_PYTHON to one");
    None
}

async fn run(mut python: Command, machine: &Machine, script: &str) -> String {
    python
        .args(["-c", script])
        .env("HF_ENDPOINT", machine.server.endpoint())
        .env("HF_HUB_CACHE", machine.root())
        .env("HF_HOME", machine.folder.path().join("hf"))
        .env("HF_HUB_DISABLE_XET", "1")
        .env("HF_HUB_DISABLE_TELEMETRY", "1")
        .env_remove("HF_HUB_OFFLINE");
    let output = tokio::task::spawn_blocking(move || python.output().unwrap())
        .await
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_we_download_it_reads() {
    let Some(python) = python() else { return };
    let machine = Machine::new().await;
    let model = model(1);
    machine.server.put(NAME, model.clone());
    machine.fetch().await;
    let script = r#"
import json
from huggingface_hub import scan_cache_dir, snapshot_download
folder = snapshot_download("org/model", local_files_only=True)
scan = scan_cache_dir()
repo = next(iter(scan.repos))
print(json.dumps({"folder": folder, "warnings": [str(w) for w in scan.warnings], "id": repo.repo_id,
    "size": repo.size_on_disk, "refs": sorted(repo.refs),
    "files": sorted(f.file_name for r in repo.revisions for f in r.files)}))
"#;
    let said: serde_json::Value =
        serde_json::from_str(&run(python, &machine, script).await).unwrap();
    assert_eq!(
        said["folder"].as_str().unwrap(),
        machine
            .folder_of(NAME)
            .snapshot(&model.commit)
            .to_str()
            .unwrap()
    );
    assert_eq!(said["id"], "org/model");
    assert_eq!(said["refs"], serde_json::json!(["main"]));
    assert_eq!(said["files"], serde_json::json!(NEEDED));
    assert_eq!(said["warnings"], serde_json::json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_it_downloads_we_read_and_delete_only_when_named() {
    let Some(python) = python() else { return };
    let machine = Machine::new().await;
    let repo = pocket_repo("target", 'd');
    machine.server.put(NAME, repo.clone());
    run(
        python,
        &machine,
        r#"from huggingface_hub import snapshot_download; snapshot_download("org/model")"#,
    )
    .await;

    let found = machine.library.find(NAME).unwrap();
    assert_eq!(found.state, State::Whole, "{found:?}");
    assert!(!found.owned && found.is_usable());
    assert_eq!(found.commit.as_ref(), Some(&repo.commit));
    let report = machine.library.verify(&found, |_, _| true).await.unwrap();
    assert!(report.is_good());
    assert!(
        report
            .files
            .iter()
            .all(|file| file.state == tandem_engine::hub::FileState::Good),
        "every hash is in a blob's name: {report:?}"
    );

    // Our download finds everything there and claims nothing.
    machine.server.clear_log();
    machine.fetch().await;
    assert_eq!(machine.sent(), 0);
    assert!(machine.library.ledger().read().unwrap().fetched.is_empty());

    // Half of it, as after an interruption.
    let weights = fs::canonicalize(found.folder.join("model.safetensors")).unwrap();
    fs::remove_file(weights).unwrap();
    assert!(matches!(
        machine.library.find(NAME).unwrap().state,
        State::Incomplete(_)
    ));

    machine
        .library
        .delete(&machine.library.find(NAME).unwrap())
        .unwrap();
    assert!(!machine.folder_of(NAME).path().exists());
}
