//! `tandem models` as a user runs it, against a hub on loopback that has the built-in model and its companion.

#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panic; the server has more faults than are used here"
)]

#[path = "../../engine/tests/hub/server.rs"]
mod server;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use server::{Fault, File, HubServer, Place, Repo, Rule};

const MODEL: &str = "org/pocket-MLX-4bit";
const COMPANION: &str = "org/pocket-MTP-4bit";

struct Machine {
    folder: tempfile::TempDir,
    server: HubServer,
}

impl Machine {
    async fn new() -> Self {
        let server = HubServer::start().await;
        server.put(MODEL, pocket_repo("target", 'a'));
        server.put(COMPANION, pocket_repo("companion", 'b'));
        Self {
            folder: tempfile::tempdir().unwrap(),
            server,
        }
    }

    /// Runs `tandem` with words and waits for its end.
    async fn tandem(&self, words: &[&str]) -> Output {
        self.given(words, "").await
    }

    /// The same with a text on standard input.
    async fn given(&self, words: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
        command
            .args(words)
            .env("HF_ENDPOINT", self.server.endpoint())
            .env("TANDEM_HOME", self.folder.path().join("home"))
            .env("HF_HUB_CACHE", self.folder.path().join("cache"))
            .env("HOME", self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for name in [
            "HF_TOKEN",
            "HTTP_PROXY",
            "http_proxy",
            "ALL_PROXY",
            "all_proxy",
        ] {
            command.env_remove(name);
        }
        let input = input.to_owned();
        tokio::task::spawn_blocking(move || {
            let mut child = command.spawn().unwrap();
            child
                .stdin
                .take()
                .unwrap()
                .write_all(input.as_bytes())
                .unwrap();
            child.wait_with_output().unwrap()
        })
        .await
        .unwrap()
    }

    async fn says(&self, words: &[&str]) -> String {
        let output = self.tandem(words).await;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    async fn json(&self, words: &[&str]) -> Value {
        serde_json::from_str(&self.says(words).await).unwrap()
    }

    /// The account of a short answer.
    async fn answer(&self, model: &str, more: &[&str]) -> Value {
        let words = ["generate", "--json", "--model", model, "--prompt", "Hi"];
        let words = [&words[..], &["--max-tokens", "8"], more].concat();
        self.json(&words).await
    }

    /// The one line on standard error and the exit code of a command that fails.
    async fn fails(&self, words: &[&str]) -> (String, Option<i32>) {
        let output = self.tandem(words).await;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{words:?} succeeded");
        assert_eq!(error.lines().count(), 1, "{error}");
        (error, output.status.code())
    }
}

fn pocket(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../models/pocket")
        .join(part)
}

fn pocket_repo(part: &str, commit: char) -> Repo {
    repo_of(&pocket(part), commit)
}

fn repo_of(folder: &Path, commit: char) -> Repo {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            File::new(
                &entry.file_name().to_string_lossy(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect();
    Repo::new(commit, files)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_from_search_to_deletion() {
    let machine = Machine::new().await;
    assert!(
        machine
            .says(&["models", "list"])
            .await
            .contains("no models yet")
    );
    assert!(
        machine
            .says(&["models", "search", "pocket"])
            .await
            .contains(MODEL)
    );

    let card = machine.json(&["models", "show", MODEL, "--json"]).await;
    assert_eq!(card["role"], "model");
    assert_eq!(card["companions"][0]["repo"], COMPANION);
    let text = machine.says(&["models", "show", MODEL]).await;
    assert!(
        text.contains("fits this machine") && text.contains(COMPANION),
        "{text}"
    );

    let pulled = machine
        .says(&["models", "pull", MODEL, "--companion"])
        .await;
    assert!(
        pulled.contains(MODEL) && pulled.contains(COMPANION),
        "{pulled}"
    );
    let list = machine.json(&["models", "list", "--json"]).await;
    assert_eq!(list["models"].as_array().unwrap().len(), 2);
    machine.says(&["models", "verify", MODEL]).await;
    machine.says(&["models", "pair", MODEL, COMPANION]).await;

    let answer = machine.answer(MODEL, &["--speculate", "2"]).await;
    assert_eq!(answer["speculation"]["state"], "active", "{answer}");

    let deleted = machine.says(&["models", "rm", MODEL]).await;
    assert!(deleted.contains("freed"), "{deleted}");
    let (error, code) = machine
        .fails(&["generate", "--model", MODEL, "--prompt", "Hi"])
        .await;
    assert!(
        error.contains("tandem models pull") && code == Some(1),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failures_are_one_line_with_a_way_out() {
    let machine = Machine::new().await;
    let (error, code) = machine.fails(&["models", "pull", "org/none"]).await;
    assert!(
        error.contains("check the name") && code == Some(1),
        "{error}"
    );
    let (error, code) = machine.fails(&["models", "pull", "no name"]).await;
    assert!(error.contains("org/name") && code == Some(2), "{error}");
    let (error, code) = machine.fails(&["models", "rm", "org/none"]).await;
    assert!(
        error.contains("not installed") && code == Some(1),
        "{error}"
    );
    let (error, code) = machine.fails(&["models", "split", "org/none", "b"]).await;
    assert!(
        error.contains("not installed") && code == Some(1),
        "{error}"
    );
    machine.server.set_rules(vec![Rule {
        place: Place::Hub,
        part: "config.json",
        times: None,
        fault: Fault::Answer(403, "X-Error-Code: GatedRepo\r\n", ""),
    }]);
    let (error, _) = machine.fails(&["models", "pull", MODEL]).await;
    assert!(
        error.contains("gated") && error.contains("accept its terms"),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_model_is_told_and_mended() {
    let machine = Machine::new().await;
    machine.says(&["models", "pull", MODEL]).await;
    let list = machine.json(&["models", "list", "--json"]).await;
    let folder = PathBuf::from(list["models"][0]["folder"].as_str().unwrap());
    let weights = folder.join("model.safetensors");
    let mut content = fs::read(&weights).unwrap();
    let last = content.len() - 1;
    content[last] ^= 1;
    fs::write(&weights, content).unwrap();
    let (error, code) = machine.fails(&["models", "verify", MODEL]).await;
    assert!(
        error.contains("tandem models pull") && code == Some(1),
        "{error}"
    );
    machine.says(&["models", "pull", MODEL]).await;
    machine.says(&["models", "verify", MODEL]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_is_imported_and_its_files_stay() {
    let machine = Machine::new().await;
    let text = machine
        .says(&["models", "import", &pocket("target").to_string_lossy()])
        .await;
    assert!(text.contains("local/target"), "{text}");
    machine
        .says(&[
            "generate",
            "--model",
            "local/target",
            "--prompt",
            "Hi",
            "--max-tokens",
            "2",
        ])
        .await;
    machine.says(&["models", "rm", "local/target"]).await;
    assert!(pocket("target").join("config.json").is_file());
}

/// The companion of a full release drafts just the same in a folder of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_companion_is_split_off_its_release() {
    let machine = Machine::new().await;
    for preset in ["dense-tied", "moe"] {
        let reference = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../tests/references/small")
            .join(preset);
        let path = |name: &str| reference.join(name).to_string_lossy().into_owned();
        let out = |name: &str| {
            let path = machine.folder.path().join(format!("{preset}-{name}"));
            path.to_string_lossy().into_owned()
        };
        let (raw, companion) = (path("raw"), out("companion"));
        let text = machine.says(&["models", "split", &raw, &companion]).await;
        assert!(text.contains(&companion), "{text}");
        let (error, code) = machine.fails(&["models", "split", &raw, &companion]).await;
        assert!(
            error.contains("there already") && code == Some(2),
            "{error}"
        );

        let answers = ["inside.safetensors", "own.safetensors"].map(out);
        for (companion, answer) in [&raw, &companion].into_iter().zip(&answers) {
            machine
                .says(&[
                    "reference",
                    "--model",
                    &path("target"),
                    "--companion",
                    companion,
                    "--fixture",
                    &path("expected.safetensors"),
                    "--out",
                    answer,
                ])
                .await;
        }
        let [inside, own] = answers.map(|answer| fs::read(answer).unwrap());
        assert!(
            inside == own,
            "{preset}: other drafts than inside the release"
        );

        machine.says(&["models", "import", &companion]).await;
        machine.says(&["models", "import", &path("target")]).await;
        let name = format!("local/{preset}-companion");
        machine
            .says(&["models", "pair", "local/target", &name])
            .await;
    }
}

/// A model without a published companion gets the one inside the full release that it was made from.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_companion_comes_out_of_a_full_release() {
    let machine = Machine::new().await;
    let reference =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/references/small/dense-tied");
    machine
        .server
        .put("org/small-4bit", repo_of(&reference.join("target"), 'c'));
    machine
        .server
        .put("org/small", repo_of(&reference.join("raw"), 'd'));
    let shown = machine.says(&["models", "show", "org/small-4bit"]).await;
    assert!(
        shown.contains("org/small holds one") && shown.contains("pull org/small-4bit --companion"),
        "{shown}"
    );
    let inside = machine.says(&["models", "show", "org/small"]).await;
    assert!(inside.contains("inside its own weights"), "{inside}");

    let pulled = machine
        .says(&["models", "pull", "org/small-4bit", "--companion"])
        .await;
    assert!(
        pulled.contains("local/small-MTP is taken out of org/small"),
        "{pulled}"
    );
    let list = machine.json(&["models", "list", "--json"]).await;
    let names: Vec<_> = list["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|model| &model["name"])
        .collect();
    assert_eq!(names, ["local/small-MTP", "org/small-4bit"]);
    let shown = machine.says(&["models", "show", "org/small-4bit"]).await;
    assert!(shown.contains("local/small-MTP, paired by you"), "{shown}");
    let answer = machine
        .answer("org/small-4bit", &["--raw", "--speculate", "2"])
        .await;
    assert_eq!(answer["speculation"]["state"], "active", "{answer}");

    let (error, _) = machine
        .fails(&["models", "pull", COMPANION, "--companion"])
        .await;
    assert!(error.contains("no companion found"), "{error}");
}

/// An added folder is listed, read and remembered while its disk is away; the root of downloads can be moved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folders_are_added_moved_and_may_be_away() {
    let machine = Machine::new().await;
    let path = |name: &str| {
        machine
            .folder
            .path()
            .join(name)
            .to_string_lossy()
            .into_owned()
    };
    let disk = path("disk");
    let model = machine.folder.path().join("disk/publisher/pocket");
    fs::create_dir_all(&model).unwrap();
    for entry in fs::read_dir(pocket("target")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), model.join(entry.file_name())).unwrap();
    }
    machine.says(&["models", "root", "add", &disk]).await;
    let text = machine.says(&["models", "root", "list"]).await;
    assert!(
        text.contains("(downloads") && text.contains("(added, read only)"),
        "{text}"
    );
    assert!(
        machine
            .says(&["models", "list"])
            .await
            .contains("publisher/pocket")
    );

    fs::rename(&disk, path("away")).unwrap();
    let text = machine.says(&["models", "list"]).await;
    assert!(text.contains("its disk is not connected"), "{text}");
    assert_eq!(
        text.matches("until its disk is connected").count(),
        1,
        "{text}"
    );
    let (error, _) = machine
        .fails(&["generate", "--model", "publisher/pocket", "--prompt", "Hi"])
        .await;
    assert!(error.contains(&disk), "{error}");
    let report = machine.tandem(&["doctor"]).await;
    assert_eq!(report.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&report.stdout).contains("connect the disk"));
    machine.says(&["models", "root", "rm", &disk]).await;
    assert!(
        machine
            .says(&["models", "list"])
            .await
            .contains("no models yet")
    );
    let (error, code) = machine.fails(&["models", "root", "rm", &disk]).await;
    assert!(
        error.contains("was not added") && code == Some(1),
        "{error}"
    );

    let elsewhere = path("elsewhere");
    machine.says(&["models", "root", "set", &elsewhere]).await;
    machine.says(&["models", "pull", MODEL]).await;
    assert!(
        Path::new(&elsewhere)
            .join("models--org--pocket-MLX-4bit")
            .is_dir()
    );
    let roots = machine.json(&["models", "root", "list", "--json"]).await;
    assert_eq!(roots[0]["path"], elsewhere);
    machine.says(&["models", "root", "set", "--default"]).await;
    let roots = machine.json(&["models", "root", "list", "--json"]).await;
    assert_eq!(roots[0]["path"], path("cache"));
}

/// The token comes by standard input, is kept for its owner alone, used, and forgotten.
#[cfg(not(target_os = "macos"))]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_is_kept_used_and_forgotten() {
    use std::os::unix::fs::PermissionsExt;
    let machine = Machine::new().await;
    let mut private = pocket_repo("target", 'e');
    private.token = Some("hf_secret");
    machine.server.put("org/private", private);
    let (error, _) = machine.fails(&["models", "show", "org/private"]).await;
    assert!(error.contains("set a token"), "{error}");

    let refused = machine
        .given(&["models", "token", "set"], "hf_two words")
        .await;
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        error.contains("no token") && !error.contains("hf_two"),
        "{error}"
    );
    assert_eq!(refused.status.code(), Some(2));
    let set = machine
        .given(&["models", "token", "set"], "hf_secret\n")
        .await;
    assert!(set.status.success() && !String::from_utf8_lossy(&set.stdout).contains("secret"));
    let kept = machine.folder.path().join("home/hub-token");
    assert_eq!(
        fs::metadata(&kept).unwrap().permissions().mode() & 0o777,
        0o600
    );
    machine.says(&["models", "show", "org/private"]).await;
    machine.says(&["models", "token", "rm"]).await;
    assert!(!kept.exists());
    machine.fails(&["models", "show", "org/private"]).await;
}

#[tokio::test]
async fn a_folder_and_the_built_in_model_are_models_like_others() {
    let machine = Machine::new().await;
    let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/pocket");
    let (target, companion) = (format!("{pocket}/target"), format!("{pocket}/companion"));
    for name in ["pocket", target.as_str()] {
        let card = machine.json(&["models", "show", name, "--json"]).await;
        assert_eq!(card["installed"]["state"], "whole", "{card}");
        let told = machine.says(&["models", "verify", name]).await;
        assert!(!told.is_empty());
    }
    let plain = machine.answer(&target, &[]).await;
    assert_eq!(plain["speculation"]["drafted"], 0, "{plain}");
    machine.says(&["models", "pair", &target, &companion]).await;
    let drafted = machine.answer(&target, &["--speculate", "2"]).await;
    assert_eq!(drafted["speculation"]["state"], "active", "{drafted}");
    for name in ["pocket", target.as_str()] {
        let (error, _) = machine.fails(&["models", "rm", name]).await;
        assert!(
            error.contains("built into") || error.contains("where it is"),
            "{error}"
        );
    }
    let card = machine.says(&["models", "show", "pocket"]).await;
    assert!(
        card.starts_with(" local/pocket") || card.contains("local/pocket"),
        "{card}"
    );
    assert!(
        card.contains("which fits") && !card.contains("none found"),
        "{card}"
    );
}
