//! Pause, resume, cancel, several at once, a changing repository, a full disk.

use std::fs;
use std::time::Duration;

use tandem_engine::hub::{DownloadOptions, DownloadRequest, HubError, Phase, State};

use crate::server::{Fault, File, Place, Rule};
use crate::world::{Machine, NAME, NEEDED, free, model, names, noise, quick, request, skip, watch};

/// Rules under which so many large pieces come and the next ones stop midway, until other rules are set.
fn stops_after(pieces: usize) -> Vec<Rule> {
    let rule = |times, fault| Rule {
        place: Place::Store,
        part: "/blob/",
        times,
        fault,
    };
    vec![
        rule(Some(pieces), Fault::ShortRange(u64::MAX)),
        rule(None, Fault::StallAfter(1000)),
    ]
}

/// Options of someone who waits for ever.
fn patient() -> DownloadOptions {
    DownloadOptions {
        stall: Duration::from_secs(3600),
        ..quick()
    }
}

/// Waits until so many bytes have arrived.
async fn arrived(download: &tandem_engine::hub::Download, bytes: u64) {
    download
        .progress()
        .wait_for(|progress| progress.bytes >= bytes)
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_keeps_what_has_arrived() {
    let machine = Machine::new().await;
    let model = model(1);
    machine.server.put(NAME, model.clone());
    machine.server.set_rules(stops_after(4));
    let downloader = machine.downloader(patient());
    let download = downloader.start(request(NAME));
    let watched = watch(&download);
    arrived(&download, 100_000).await;
    download.pause();
    download
        .progress()
        .wait_for(|progress| progress.phase == Phase::Paused)
        .await
        .unwrap();
    assert_eq!(downloader.running().len(), 1);
    let model_state = &machine.library.list().await.unwrap().models[0];
    assert!(matches!(model_state.state, State::Incomplete(_)) && model_state.owned);

    machine.server.set_rules(Vec::new());
    machine.server.clear_log();
    let recorded = machine.recorded();
    assert!(recorded > 0);
    download.resume();
    download.finished().await.unwrap();
    watched.await.unwrap();
    machine.assert_whole(&model, &NEEDED);
    assert!(machine.sent() <= 300_000 + 123_457 - recorded);
    assert!(downloader.running().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelling_one_leaves_nothing_of_it_and_the_other_alone() {
    let machine = Machine::new().await;
    let kept = model(1);
    machine.server.put(NAME, kept.clone());
    machine.server.put("org/other", model(50));
    machine.server.set_rules(stops_after(4));
    let downloader = machine.downloader(DownloadOptions {
        attempts: 1000,
        ..quick()
    });
    let (first, second) = (
        downloader.start(request(NAME)),
        downloader.start(request("org/other")),
    );
    arrived(&first, 20_000).await;
    arrived(&second, 20_000).await;
    second.cancel();
    machine.server.set_rules(Vec::new());
    assert!(matches!(second.finished().await, Err(HubError::Cancelled)));
    first.finished().await.unwrap();
    machine.assert_whole(&kept, &NEEDED);
    assert!(!machine.folder_of("org/other").path().exists());
    let ledger = machine.library.ledger().read().unwrap();
    assert!(
        ledger
            .fetched
            .iter()
            .all(|fetched| fetched.repo.as_str() == NAME)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn starting_twice_downloads_once() {
    let machine = Machine::new().await;
    let model = model(1);
    machine.server.put(NAME, model.clone());
    let downloader = machine.downloader(quick());
    let downloads: Vec<_> = (0..5).map(|_| downloader.start(request(NAME))).collect();
    assert_eq!(downloader.running().len(), 1);
    for download in downloads {
        download.finished().await.unwrap();
    }
    machine.assert_whole(&model, &NEEDED);
    assert_eq!(
        machine.sent(),
        300_000 + 123_457 + 20_000,
        "every byte came once"
    );
    let pieces: Vec<_> = machine
        .server
        .log()
        .iter()
        .filter_map(|request| request.range)
        .collect();
    assert!(
        pieces
            .iter()
            .any(|(start, end)| *start > 0 && end - start == 64 << 10),
        "in pieces: {pieces:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_limited_for_all_together() {
    let machine = Machine::new().await;
    for name in ["org/a", "org/b", "org/c"] {
        machine.server.put(name, model(name.len() as u64));
    }
    let options = DownloadOptions {
        connections: 1,
        ..quick()
    };
    let downloader = machine.downloader(options);
    let downloads: Vec<_> = ["org/a", "org/b", "org/c"]
        .map(|name| downloader.start(request(name)))
        .into();
    for download in downloads {
        download.finished().await.unwrap();
    }
    assert_eq!(machine.library.list().await.unwrap().models.len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_program_finds_its_downloads_again() {
    let machine = Machine::new().await;
    let model = model(1);
    machine.server.put(NAME, model.clone());
    machine.server.set_rules(stops_after(4));
    let downloader = machine.downloader(patient());
    let download = downloader.start(request(NAME));
    arrived(&download, 60_000).await;
    drop((downloader, download));

    machine.server.set_rules(Vec::new());
    let downloader = machine.downloader(quick());
    assert_eq!(downloader.unfinished().unwrap(), [request(NAME)]);
    for request in downloader.unfinished().unwrap() {
        downloader.start(request).finished().await.unwrap();
    }
    machine.assert_whole(&model, &NEEDED);
    assert!(downloader.unfinished().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repository_that_changes_midway_is_whole_at_one_commit() {
    // Unseen: everything asked for stays there. Seen: the old commit's files are gone.
    for old_is_gone in [false, true] {
        let machine = Machine::new().await;
        let old = model(1);
        let mut new = model(70);
        new.commit = "c".repeat(40);
        // One shard stays the same, as in a small fix.
        let shard = "model-00001-of-00002.safetensors";
        let same = old
            .files
            .iter()
            .find(|file| file.path == shard)
            .unwrap()
            .clone();
        new.files.retain(|file| file.path != shard);
        new.files.push(same);
        machine.server.put(NAME, old.clone());
        machine.server.set_rules(stops_after(4));
        let downloader = machine.downloader(DownloadOptions {
            attempts: 1000,
            ..quick()
        });
        let download = downloader.start(request(NAME));
        arrived(&download, 30_000).await;
        machine.server.put(NAME, new.clone());
        machine.server.set_rules(if old_is_gone {
            vec![Rule {
                place: Place::Store,
                part: "/blob/",
                times: Some(30),
                fault: Fault::Answer(410, "", ""),
            }]
        } else {
            Vec::new()
        });
        download.finished().await.unwrap();
        let commits = machine.folder_of(NAME).commits().unwrap();
        assert_eq!(commits.len(), 1, "no half snapshot stays");
        let model = if commits == [old.commit.clone()] {
            &old
        } else {
            &new
        };
        machine.assert_whole(model, &NEEDED);
        assert!(!old_is_gone || *commits[0] == new.commit);
    }
}

#[tokio::test]
async fn an_update_fetches_only_what_changed_and_keeps_the_old_one_until_deleted() {
    let machine = Machine::new().await;
    let old = model(1);
    machine.server.put(NAME, old.clone());
    machine.fetch().await;
    let mut new = old.clone();
    new.commit = "c".repeat(40);
    new.files.retain(|file| file.path != "config.json");
    new.files.push(File::new(
        "config.json",
        r#"{"model_type": "qwen3_5", "new": 1}"#,
    ));
    machine.server.put(NAME, new.clone());
    machine.server.clear_log();
    machine.fetch().await;
    assert_eq!(machine.sent(), 0, "no weights came again");
    machine.assert_whole(&new, &NEEDED);

    let models = machine.library.list().await.unwrap().models;
    let outdated = models.iter().find(|model| model.outdated).unwrap();
    assert_eq!(outdated.commit.as_ref(), Some(&old.commit));
    machine.library.delete(outdated).unwrap();
    machine.assert_whole(&new, &NEEDED);
    machine
        .library
        .delete(&machine.library.find(NAME).unwrap())
        .unwrap();
    assert!(
        names(&machine.root()).iter().all(|name| name == ".locks"),
        "nothing is left"
    );
}

#[tokio::test]
async fn a_damaged_file_is_found_and_fetched_alone() {
    let machine = Machine::new().await;
    let model = model(1);
    machine.server.put(NAME, model.clone());
    machine.fetch().await;
    let installed = machine.library.find(NAME).unwrap();
    let report = machine
        .library
        .verify(&installed, |_, _| true)
        .await
        .unwrap();
    assert!(report.is_good() && report.files.len() == NEEDED.len());

    let shard = installed.folder.join("model-00002-of-00002.safetensors");
    let mut content = fs::read(&shard).unwrap();
    content[5000] ^= 1;
    fs::write(&shard, content).unwrap();
    let report = machine
        .library
        .verify(&installed, |_, _| true)
        .await
        .unwrap();
    assert!(!report.is_good() && report.set_aside);
    assert!(matches!(
        machine.library.find(NAME).unwrap().state,
        State::Incomplete(_)
    ));
    let findings = machine.library.doctor().await.unwrap();
    assert!(
        findings
            .iter()
            .any(|finding| finding.what.contains("incomplete") && finding.advice.contains("pull"))
    );

    machine.server.clear_log();
    machine.fetch().await;
    assert_eq!(machine.sent(), 123_457, "only that file");
    machine.assert_whole(&model, &NEEDED);
}

#[tokio::test]
async fn room_is_counted_before_anything_is_written() {
    let machine = Machine::new().await;
    machine.server.put(NAME, model(1));
    let options = |bytes| DownloadOptions {
        free_space: free(bytes),
        ..quick()
    };
    let error = machine
        .downloader(options(Some(1000)))
        .start(request(NAME))
        .finished()
        .await
        .unwrap_err();
    assert!(
        matches!(
            error,
            HubError::NoSpace {
                free: Some(1000),
                ..
            }
        ),
        "{error:?}"
    );
    assert_eq!(machine.sent(), 0);
    // A call that does not know is no reason to refuse.
    machine
        .downloader(options(None))
        .start(request(NAME))
        .finished()
        .await
        .unwrap();
}

#[tokio::test]
async fn an_absent_disk_is_not_filled_elsewhere() {
    let machine = Machine::new().await;
    machine.server.put(NAME, model(1));
    machine.fetch().await;
    assert_eq!(machine.library.list().await.unwrap().models.len(), 1);
    let away = machine.folder.path().join("unplugged");
    fs::rename(machine.root(), &away).unwrap();
    let listing = machine.library.list().await.unwrap();
    assert_eq!(listing.notices.len(), 1);
    assert_eq!(
        (listing.models.len(), &listing.models[0].state),
        (1, &State::Unavailable)
    );
    machine.server.put("org/other", model(2));
    let error = machine
        .downloader(quick())
        .start(request("org/other"))
        .finished()
        .await
        .unwrap_err();
    assert!(matches!(error, HubError::Unavailable(_)), "{error:?}");
    assert!(!machine.root().exists());
    fs::rename(&away, machine.root()).unwrap();
    let listing = machine.library.list().await.unwrap();
    assert!(listing.notices.is_empty() && listing.models[0].state != State::Unavailable);
}

/// Needs root, for a small file system of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_nothing() {
    let machine = Machine::new().await;
    fs::create_dir_all(machine.root()).unwrap();
    let mounted = std::process::Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=300k", "tmpfs"])
        .arg(machine.root())
        .output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        skip("a_full_disk_loses_nothing needs the right to mount a tmpfs");
        return;
    }
    let _unmount = Unmount(machine.root());
    let model = model(1);
    machine.server.put(NAME, model.clone());
    // The free-space call lies.
    let options = || DownloadOptions {
        free_space: free(Some(u64::MAX)),
        ..quick()
    };
    let downloader = machine.downloader(options());
    let download = downloader.start(request(NAME));
    let error = download.finished().await.unwrap_err();
    assert!(matches!(error, HubError::NoSpace { .. }), "{error:?}");
    machine.assert_no_lie(&model);
    let kept = machine.recorded() + machine.finished(&model);
    assert!(kept > 0);

    let grown = std::process::Command::new("mount")
        .args(["-o", "remount,size=4m"])
        .arg(machine.root())
        .status()
        .unwrap();
    assert!(grown.success());
    machine.server.clear_log();
    download.resume();
    download.finished().await.unwrap();
    machine.assert_whole(&model, &NEEDED);
    assert!(machine.sent() <= 300_000 + 123_457 + 20_000 - kept);
}

struct Unmount(std::path::PathBuf);

impl Drop for Unmount {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount")
            .arg("-l")
            .arg(&self.0)
            .status();
    }
}

#[tokio::test]
async fn a_commit_and_an_empty_file_can_be_fetched() {
    let machine = Machine::new().await;
    let mut model = model(1);
    model.files.push(File::new("added_tokens.json", ""));
    model.files.push(File::new("merges.txt", noise(9, 70_000)));
    machine.server.put(NAME, model.clone());
    let wanted = DownloadRequest {
        revision: model.commit.clone(),
        ..request(NAME)
    };
    machine
        .downloader(quick())
        .start(wanted)
        .finished()
        .await
        .unwrap();
    let snapshot = machine.folder_of(NAME).snapshot(&model.commit);
    assert_eq!(fs::read(snapshot.join("added_tokens.json")).unwrap(), b"");
    assert_eq!(fs::read(snapshot.join("merges.txt")).unwrap().len(), 70_000);
    assert_eq!(names(&snapshot).len(), NEEDED.len() + 2);
}

#[tokio::test]
async fn all_downloads_together_never_go_back() {
    let machine = Machine::new().await;
    let large: u64 = 300_000 + 123_457 + 20_000;
    for (name, seed) in [(NAME, 1), ("org/second", 2), ("org/third", 3)] {
        machine.server.put(name, model(seed * 10));
    }
    machine.server.set_rules(vec![Rule {
        place: Place::Store,
        part: "/blob/",
        times: None,
        fault: Fault::Trickle(500, Duration::from_millis(4)),
    }]);
    let downloader = machine.downloader(quick());
    assert_eq!(downloader.overall().unfinished, 0);
    downloader.start(request(NAME));
    let mut last = 0.0;
    let mut joined = false;
    loop {
        let overall = downloader.overall();
        assert!(overall.fraction >= last, "{overall:?} after {last}");
        assert!(overall.bytes <= overall.total);
        last = overall.fraction;
        if overall.unfinished == 0 {
            break;
        }
        if overall.fraction > 0.1 && !joined {
            joined = true;
            downloader.start(request("org/second"));
            downloader.start(request("org/third")).cancel();
        }
        assert!(overall.fraction < 1.0, "{overall:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let overall = downloader.overall();
    assert!(
        joined && overall.bytes == overall.total && overall.total > 2 * large,
        "{overall:?}"
    );
    assert_eq!(overall.fraction, 1.0);
    // The next one begins anew.
    machine.server.put("org/third", model(30));
    downloader.start(request("org/third"));
    assert!(downloader.overall().fraction < 1.0);
}
