//! Programs that are killed while they download, and two that download the same.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tandem_engine::hub::{Access, Downloader, HubClient, Library, roots};

use crate::server::{Fault, Place, Rule};
use crate::world::{Machine, NAME, NEEDED, model, quick, request};

const ROOT: &str = "TANDEM_TEST_ROOT";

/// Not a test of its own: the program that the others start and kill.
#[tokio::test]
#[ignore = "the child process of other tests"]
async fn child() {
    let Ok(root) = std::env::var(ROOT) else {
        return;
    };
    let root = std::path::Path::new(&root);
    let home = root.join("home");
    let library = Library::with_lm_studio(&home, &root.join("models"), None);
    let access = Access::from_environment(&home, None, &roots::environment).unwrap();
    let client = HubClient::new(access, Duration::from_secs(60)).unwrap();
    let mut options = quick();
    options.stall = Duration::from_secs(60);
    options.attempts = 20;
    let downloader = Downloader::new(client, library, options);
    downloader.start(request(NAME)).finished().await.unwrap();
}

fn start_child(machine: &Machine, variables: &[(&str, &str)]) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "kill::child", "--ignored", "--test-threads=1"])
        .env(ROOT, machine.folder.path())
        .env("HF_ENDPOINT", machine.server.endpoint())
        .env_remove("HF_TOKEN")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    for name in [
        "HTTP_PROXY",
        "http_proxy",
        "HTTPS_PROXY",
        "https_proxy",
        "ALL_PROXY",
        "all_proxy",
    ] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied()).spawn().unwrap()
}

async fn succeeds(mut child: Child) -> bool {
    tokio::task::spawn_blocking(move || child.wait().unwrap().success())
        .await
        .unwrap()
}

/// Ten moments; two hundred with `TANDEM_SOAK=1`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_at_any_moment_costs_no_byte_that_was_recorded() {
    let kills = if std::env::var("TANDEM_SOAK").is_ok_and(|value| value == "1") {
        200
    } else {
        10
    };
    let mut random = fastrand::Rng::with_seed(20);
    let mut done = 0;
    let mut halves = 0;
    while done < kills {
        let machine = Machine::new().await;
        let model = model(random.u64(..1000));
        machine.server.put(NAME, model.clone());
        machine.server.set_rules(vec![Rule {
            place: Place::Store,
            part: "/blob/",
            times: None,
            fault: Fault::Trickle(4_000, Duration::from_millis(4)),
        }]);
        // One download is killed several times over.
        for _ in 0..random.usize(1..4) {
            let mut child = start_child(&machine, &[]);
            // By bytes, not by time, so that a slow machine is not killed before it begins.
            let moment = machine.sent() + random.u64(..300_000);
            while machine.sent() < moment && child.try_wait().unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::time::sleep(Duration::from_micros(random.u64(..20_000))).await;
            child.kill().unwrap();
            let survived = child.wait().unwrap().success();
            machine.assert_no_lie(&model);
            done += usize::from(!survived);
        }
        // What was on its way to the killed program must not count below.
        machine.server.quiet().await;
        let recorded = machine.recorded();
        let arrived = machine.finished(&model);
        machine.server.set_rules(Vec::new());
        machine.server.clear_log();
        assert!(succeeds(start_child(&machine, &[])).await);
        machine.assert_whole(&model, &NEEDED);
        halves += u32::from(recorded > 0);
        let missing = 300_000 + 123_457 + 20_000 - recorded - arrived;
        assert_eq!(
            machine.sent(),
            missing,
            "{recorded} recorded, {arrived} in whole files"
        );
    }
    assert!(halves > 0, "no kill came in the middle of a file");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_at_once_bring_one_whole_model() {
    let machine = Machine::new().await;
    let model = model(5);
    machine.server.put(NAME, model.clone());
    machine.server.set_rules(vec![Rule {
        place: Place::Store,
        part: "/blob/",
        times: None,
        fault: Fault::Trickle(4_000, Duration::from_millis(2)),
    }]);
    let children = [start_child(&machine, &[]), start_child(&machine, &[])];
    for child in children {
        assert!(succeeds(child).await);
    }
    machine.assert_whole(&model, &NEEDED);
    assert_eq!(
        machine.sent(),
        300_000 + 123_457 + 20_000,
        "every byte came once"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_request_goes_through_the_proxy_of_the_environment() {
    let machine = Machine::new().await;
    let model = model(5);
    machine.server.put(NAME, model.clone());
    let proxy = machine.server.endpoint();
    let child = start_child(
        &machine,
        &[
            ("HF_ENDPOINT", "http://hub.invalid"),
            ("HTTP_PROXY", &proxy),
            ("http_proxy", &proxy),
            ("NO_PROXY", ""),
            ("no_proxy", ""),
        ],
    );
    assert!(succeeds(child).await);
    machine.assert_whole(&model, &NEEDED);
    let log = machine.server.log();
    assert!(
        log.iter().all(|request| request.place == Place::Hub),
        "nothing went past the proxy"
    );
    assert!(
        log.iter()
            .any(|request| request.target.starts_with("http://hub.invalid/api/models/"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_file_is_read_and_no_log_of_ours_holds_it() {
    let machine = Machine::new().await;
    let mut model = model(5);
    model.token = Some("hf_file");
    machine.server.put(NAME, model.clone());
    let hf = machine.folder.path().join("hf");
    fs::create_dir_all(&hf).unwrap();
    fs::write(hf.join("token"), "hf_file\n").unwrap();
    let child = start_child(&machine, &[("HF_HOME", &hf.to_string_lossy())]);
    assert!(succeeds(child).await);
    machine.assert_whole(&model, &NEEDED);
    let ledger = fs::read_to_string(machine.folder.path().join("home/models.json")).unwrap();
    assert!(!ledger.contains("hf_file"));
}
