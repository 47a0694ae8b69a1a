//! Companions inside full releases: recognised before a download, fetched alone, taken out.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tandem_engine::companion::split;
use tandem_engine::hub::{
    Catalogue, CompanionChoice, DownloadRequest, HubError, ModelCard, Part, Role, Shop, State,
};

use crate::release::{Release, tensors};
use crate::server::{Fault, File, Place, Repo, Rule};
use crate::shop::pocket_repo;
use crate::world::{Machine, names, quick, repo, request, watch};

const MODEL: &str = "org/pocket-MLX-4bit";
const RELEASE: &str = "maker/Full";

fn pocket(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../models/pocket")
        .join(part)
}

fn release(shards: usize) -> Release {
    Release::joined(&pocket("target"), &pocket("companion"), "mtp.").sharded(shards)
}

fn as_repo(folder: &Path, commit: char) -> Repo {
    let files = names(folder).into_iter().map(|name| {
        let content = fs::read(folder.join(&name)).unwrap();
        File::new(&name, content)
    });
    Repo::new(commit, files.collect())
}

fn shop(machine: &Machine) -> Shop {
    Shop {
        client: machine.client(None),
        library: machine.library.clone(),
        catalogue: Catalogue::default(),
    }
}

async fn card(machine: &Machine, name: &str) -> ModelCard {
    shop(machine).card(&repo(name), 1, None).await.unwrap()
}

/// A machine whose hub has a model without a companion, and the full release that it says it was made from.
async fn with_release(shards: usize) -> (Machine, Release) {
    let machine = Machine::new().await;
    let mut model = pocket_repo("target", 'a');
    model.tags = [
        "mlx",
        "base_model:maker/gone",
        "base_model:quantized:maker/Full",
        "base_model:../x",
    ]
    .map(str::to_owned)
    .to_vec();
    machine.server.put(MODEL, model);
    let release = release(shards);
    machine.server.put(RELEASE, as_repo(release.folder(), 'f'));
    (machine, release)
}

fn only_companion() -> DownloadRequest {
    DownloadRequest {
        part: Part::Companion,
        ..request(RELEASE)
    }
}

#[tokio::test]
async fn a_companion_inside_is_seen_before_a_download() {
    for shards in [1, 4] {
        let (machine, _) = with_release(shards).await;
        let card = card(&machine, RELEASE).await;
        assert!(card.companion_inside, "{shards} shards");
        assert_eq!(card.role, Role::ModelWithCompanion);
        assert_eq!(card.release, None);
        let sent: u64 = machine
            .server
            .log()
            .iter()
            .map(|request| request.sent)
            .sum();
        assert!(sent < card.bytes, "only headers are read");
    }
}

#[tokio::test]
async fn a_release_is_offered_where_no_companion_is_published() {
    for shards in [1, 4] {
        let (machine, release) = with_release(shards).await;
        let card = card(&machine, MODEL).await;
        assert!(!card.companion_inside && card.companions.is_empty());
        let offer = card.release.unwrap();
        assert_eq!(
            offer.repo,
            repo(RELEASE),
            "by what the model says it is made from"
        );
        let weights = |folder: &Path| -> u64 {
            let bytes = |tensor: &(_, _, Vec<u8>)| tensor.2.len() as u64;
            tensors(folder).values().map(bytes).sum()
        };
        assert_eq!(offer.companion_bytes, weights(&pocket("companion")));
        let whole: u64 = fs::read_dir(release.folder())
            .unwrap()
            .map(|entry| entry.unwrap().metadata().unwrap().len())
            .sum();
        assert_eq!(
            offer.bytes < whole,
            shards > 1,
            "{} of {whole}",
            offer.bytes
        );
    }
    // By a search, and only if shapes agree and the tensors are there.
    let machine = Machine::new().await;
    machine.server.put(MODEL, pocket_repo("target", 'a'));
    machine
        .server
        .put("maker/pocket", pocket_repo("target", 'b'));
    assert_eq!(card(&machine, MODEL).await.release, None);
    machine
        .server
        .put("maker/pocket", as_repo(release(2).folder(), 'b'));
    assert_eq!(
        card(&machine, MODEL).await.release.unwrap().repo,
        repo("maker/pocket")
    );
}

#[tokio::test]
async fn only_the_companions_shards_are_fetched_and_only_it_stays() {
    let (machine, release) = with_release(4).await;
    // One of its bytes arrives wrong, and a connection breaks, as everywhere.
    machine.server.set_rules(vec![
        Rule {
            place: Place::Store,
            part: "/blob/",
            times: Some(1),
            fault: Fault::FlipByte(3000),
        },
        Rule {
            place: Place::Store,
            part: "/blob/",
            times: Some(1),
            fault: Fault::CutAfter(1000),
        },
    ]);
    let download = machine.downloader(quick()).start(only_companion());
    let watched = watch(&download);
    let snapshot = download.finished().await.unwrap();
    watched.await.unwrap();
    let (with, without) = release.shards();
    assert!(
        with.iter()
            .all(|shard| snapshot.join(shard.file_name().unwrap()).exists())
    );
    assert!(!without.is_empty());
    for shard in without {
        let name = shard.file_name().unwrap().to_string_lossy().into_owned();
        assert!(!snapshot.join(&name).exists());
        assert!(
            machine
                .server
                .log()
                .iter()
                .all(|request| !request.target.ends_with(&name))
        );
    }
    let folder = machine.folder_of(RELEASE);
    assert_eq!(
        folder.read_ref("main"),
        None,
        "no other program takes it for a model"
    );
    assert_eq!(machine.downloader(quick()).unfinished().unwrap(), []);

    let companion = machine
        .library
        .keep_companion(&repo(RELEASE), &snapshot)
        .await
        .unwrap();
    assert_eq!(companion.name, "local/Full-MTP");
    assert!(
        companion.is_usable() && companion.role == Role::Companion,
        "{companion:?}"
    );
    split(release.folder(), &release.out()).unwrap();
    assert_eq!(tensors(&companion.folder), tensors(&release.out()));
    assert!(
        !snapshot.exists() && names(&folder.blobs()).is_empty(),
        "the shards are gone"
    );
    assert_eq!(machine.library.list().await.unwrap().models.len(), 1);

    machine
        .downloader(quick())
        .start(request(MODEL))
        .finished()
        .await
        .unwrap();
    machine.library.pair(MODEL, &companion.name).unwrap();
    assert!(matches!(
        card(&machine, MODEL).await.installed_companion,
        Some(CompanionChoice::Paired(paired)) if paired.name == companion.name
    ));
}

#[tokio::test]
async fn a_release_that_is_installed_stays() {
    let (machine, _) = with_release(3).await;
    let downloader = machine.downloader(quick());
    let whole = downloader.start(request(RELEASE)).finished().await.unwrap();
    let again = downloader.start(only_companion()).finished().await.unwrap();
    assert_eq!(whole, again);
    machine
        .library
        .keep_companion(&repo(RELEASE), &again)
        .await
        .unwrap();
    assert!(machine.library.find(RELEASE).unwrap().is_usable());

    // Half a companion's shards become a whole model when one is asked for.
    let (machine, _) = with_release(3).await;
    let downloader = machine.downloader(quick());
    let part = downloader.start(only_companion()).finished().await.unwrap();
    let model = machine.library.find(RELEASE).unwrap();
    assert!(
        matches!(&model.state, State::Incomplete(reason) if reason.contains("its companion")),
        "{model:?}"
    );
    assert_eq!(
        downloader.start(request(RELEASE)).finished().await.unwrap(),
        part
    );
    assert!(machine.library.find(RELEASE).unwrap().is_usable());
    machine
        .library
        .keep_companion(&repo(RELEASE), &part)
        .await
        .unwrap();
    assert!(machine.library.find(RELEASE).unwrap().is_usable());
}

/// What a hub does when only headers are asked for, and how the card ends.
#[tokio::test]
async fn every_fault_of_a_header_ends_as_it_should() {
    type Check = fn(&HubError) -> bool;
    let broken: Check = |error| matches!(error, HubError::Broken { .. });
    let stalled: Check = |error| matches!(error, HubError::Stalled { .. });
    let bad: Check = |error| matches!(error, HubError::BadAnswer { .. });
    let server: Check = |error| matches!(error, HubError::Server { .. });
    for (fault, expected) in [
        (Fault::IgnoreRange, None),
        (Fault::TooMuch(5000), None),
        (Fault::Trickle(4000, Duration::from_millis(1)), None),
        (Fault::CutAfter(5), Some(broken)),
        (Fault::CutAfter(500), Some(broken)),
        (Fault::StallAfter(500), Some(stalled)),
        (Fault::NoAnswer, Some(stalled)),
        (Fault::ShortRange(100), Some(broken)),
        (Fault::FlipByte(7), Some(bad)),
        (Fault::FlipByte(8), Some(bad)),
        (Fault::Answer(503, "", ""), Some(server)),
        (
            Fault::Answer(206, "", "version https://git-lfs"),
            Some(broken),
        ),
    ] {
        let (machine, _) = with_release(1).await;
        machine.server.set_rules(vec![Rule {
            place: Place::Store,
            part: "/blob/",
            times: None,
            fault: fault.clone(),
        }]);
        let ended = shop(&machine).card(&repo(RELEASE), 1, None).await;
        match expected {
            None => assert!(ended.unwrap().companion_inside, "{fault:?}"),
            Some(expected) => {
                let error = ended.unwrap_err();
                assert!(expected(&error), "{fault:?}: {error:?}");
            }
        }
        assert!(names(&machine.root()).is_empty());
    }
}
