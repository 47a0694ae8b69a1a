//! Finding, showing, pairing, importing: with the built-in model and its companion as repositories.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tandem_engine::hub::{
    Band, Catalogue, CompanionChoice, HubError, ImportMode, MachineMemory, Role, Severity, Shop,
    State,
};

use crate::server::{File, Repo};
use crate::world::{Machine, model, names, quick, repo, request, skip};

const MODEL: &str = "org/pocket-MLX-4bit";
const COMPANION: &str = "org/pocket-MTP-4bit";

fn pocket(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../models/pocket")
        .join(part)
}

/// The files of a part of the built-in model, as a repository.
pub fn pocket_repo(part: &str, commit: char) -> Repo {
    let files = fs::read_dir(pocket(part))
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

async fn shop(machine: &Machine, catalogue: &str) -> Shop {
    machine.server.put(MODEL, pocket_repo("target", 'a'));
    machine.server.put(COMPANION, pocket_repo("companion", 'b'));
    machine.server.put("org/pocket-MTP-of-another", model(1));
    Shop {
        client: machine.client(None),
        library: machine.library.clone(),
        catalogue: serde_json::from_str(catalogue).unwrap(),
    }
}

#[tokio::test]
async fn a_search_finds_what_the_hub_has() {
    let machine = Machine::new().await;
    let shop = shop(&machine, r#"{"models": []}"#).await;
    let hits = shop.client.search("mtp-4bit", 10).await.unwrap();
    assert_eq!(hits.len(), 1);
    assert!(hits[0].repo == repo(COMPANION) && hits[0].mlx && hits[0].downloads == 7);
    assert!(
        shop.client
            .search("a b/c?&=#", 10)
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_card_says_everything_before_a_download() {
    let machine = Machine::new().await;
    let listed = format!(
        r#"{{"models": [{{"title": "Pocket", "model": "{MODEL}", "verified": false,
            "companions": ["org/not-there", "org/pocket-MTP-of-another", "{COMPANION}"]}}]}}"#
    );
    // By the catalogue, and by a search where it says nothing.
    for catalogue in [listed.as_str(), r#"{"models": []}"#] {
        let shop = shop(&machine, catalogue).await;
        let memory = MachineMemory {
            total: 1 << 34,
            working_set: None,
        };
        let card = shop.card(&repo(MODEL), 4096, Some(memory)).await.unwrap();
        assert_eq!(card.role, Role::Model);
        assert_eq!(card.bytes, card.bytes_to_fetch);
        let weights = fs::metadata(pocket("target").join("model.safetensors"))
            .unwrap()
            .len();
        assert!(card.bytes > weights && card.memory.unwrap().weights == weights);
        assert_eq!(card.band, Some(Band::Safe));
        let offered: Vec<_> = card
            .companions
            .iter()
            .map(|offer| offer.repo.as_str())
            .collect();
        assert_eq!(offered, [COMPANION], "told by config, not by name");
        assert!(card.installed.is_none() && !card.companion_inside && card.disk_free.is_some());
        let tiny = MachineMemory {
            total: 1 << 20,
            working_set: None,
        };
        assert_eq!(
            shop.card(&repo(MODEL), 4096, Some(tiny))
                .await
                .unwrap()
                .band,
            Some(Band::Refuse)
        );
    }
    assert!(
        names(&machine.root()).is_empty(),
        "a card downloads nothing"
    );

    let shop = shop(&machine, r#"{"models": []}"#).await;
    assert_eq!(
        shop.card(&repo(COMPANION), 1, None).await.unwrap().role,
        Role::Companion
    );
    let other = Repo::new(
        'c',
        vec![File::new("config.json", r#"{"model_type": "llama"}"#)],
    );
    machine.server.put("org/llama", other);
    let card = shop.card(&repo("org/llama"), 1, None).await.unwrap();
    assert!(matches!(card.role, Role::Unsupported(reason) if reason.contains("llama")));
    assert!(matches!(
        shop.card(&repo("org/none"), 1, None).await,
        Err(HubError::NoRepository { .. })
    ));
}

#[tokio::test]
async fn a_downloaded_pair_finds_itself_and_survives_choosing() {
    let machine = Machine::new().await;
    let shop = shop(&machine, r#"{"models": []}"#).await;
    let downloader = machine.downloader(quick());
    downloader.start(request(MODEL)).finished().await.unwrap();
    let model = machine.library.find(MODEL).unwrap();
    assert!(
        model.is_usable() && model.owned && model.role == Role::Model,
        "{model:?}"
    );
    assert_eq!(
        machine.library.companion_for(&model, &[]).unwrap(),
        CompanionChoice::None
    );
    downloader
        .start(request(COMPANION))
        .finished()
        .await
        .unwrap();
    let companion = machine.library.find("pocket-mtp-4bit").unwrap();
    assert_eq!(
        machine.library.companion_for(&model, &[]).unwrap(),
        CompanionChoice::Fits(companion.clone())
    );
    machine.library.pair(MODEL, COMPANION).unwrap();
    assert_eq!(
        machine.library.companion_for(&model, &[]).unwrap(),
        CompanionChoice::Paired(companion.clone())
    );
    // A model is no companion: its weights hold none.
    assert!(matches!(
        machine.library.pair(COMPANION, MODEL),
        Err(HubError::Model(_))
    ));
    assert!(matches!(
        machine.library.pair(MODEL, "org/none"),
        Err(HubError::NotInstalled(_))
    ));
    assert!(machine.library.unpair(MODEL).unwrap());

    let card = shop.card(&repo(MODEL), 1, None).await.unwrap();
    assert_eq!(card.bytes_to_fetch, 0);
    assert!(
        card.installed
            .is_some_and(|model| model.state == State::Whole)
    );
}

fn copy(part: &str, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(pocket(part)).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[tokio::test]
async fn an_import_links_or_copies_and_deleting_spares_the_source() {
    for mode in [ImportMode::Link, ImportMode::Copy] {
        let machine = Machine::new().await;
        let source = machine.folder.path().join("My model");
        copy("target", &source);
        let before = names(&source);
        let imported = machine
            .library
            .import(&source, mode, |_, _| true)
            .await
            .unwrap();
        assert_eq!(
            (imported.name.as_str(), &imported.state),
            ("local/My-model", &State::Whole)
        );
        assert_eq!(imported.owned, mode == ImportMode::Copy);
        assert_eq!(
            imported.folder.starts_with(machine.root()),
            mode == ImportMode::Copy
        );
        assert!(
            machine
                .library
                .verify(&imported, |_, _| true)
                .await
                .unwrap()
                .is_good()
        );
        assert_eq!(machine.library.list().await.unwrap().models.len(), 1);

        // Importing it again makes no second one.
        machine
            .library
            .import(&source, mode, |_, _| true)
            .await
            .unwrap();
        assert_eq!(machine.library.list().await.unwrap().models.len(), 1);

        machine.library.delete(&imported).unwrap();
        assert!(machine.library.list().await.unwrap().models.is_empty());
        assert_eq!(
            names(&source).len(),
            before.len(),
            "the source is as it was"
        );
    }
}

#[tokio::test]
async fn a_name_that_is_given_again_is_paired_with_nothing() {
    for mode in [ImportMode::Link, ImportMode::Copy] {
        for gone in ["model", "drafts"] {
            let machine = Machine::new().await;
            let import = async |part: &str, name: &str| {
                let source = machine.folder.path().join(name);
                if !source.exists() {
                    copy(part, &source);
                }
                let import = machine.library.import(&source, mode, |_, _| true);
                import.await.unwrap()
            };
            let model = import("target", "model").await;
            let drafts = import("companion", "drafts").await;
            machine.library.pair(&model.name, &drafts.name).unwrap();
            let (deleted, part) = match gone {
                "model" => (&model, "target"),
                _ => (&drafts, "companion"),
            };
            machine.library.delete(deleted).unwrap();
            assert_eq!(import(part, gone).await.name, deleted.name);
            assert_eq!(machine.library.paired_with(&model).unwrap(), None, "{gone}");
        }
    }
}

#[tokio::test]
async fn folders_of_the_same_name_are_two_models() {
    for mode in [ImportMode::Link, ImportMode::Copy] {
        let machine = Machine::new().await;
        let mut imported = Vec::new();
        for parent in ["a", "b", "c"] {
            let source = machine.folder.path().join(parent).join("target");
            copy("target", &source);
            // Each with a file of its own contents.
            fs::write(source.join("README.md"), parent).unwrap();
            let import = || machine.library.import(&source, mode, |_, _| true);
            let model = import().await.unwrap();
            assert_eq!(import().await.unwrap().name, model.name, "again");
            imported.push((source, model));
        }
        let names: Vec<&str> = imported
            .iter()
            .map(|(_, model)| model.name.as_str())
            .collect();
        assert_eq!(names, ["local/target", "local/target-2", "local/target-3"]);
        for (source, model) in &imported {
            let found = machine.library.find(&model.name).unwrap();
            let read = |folder: &Path| fs::read(folder.join("README.md")).unwrap();
            assert_eq!(read(&found.folder), read(source));
        }
    }
}

#[tokio::test]
async fn a_folder_is_a_model_that_can_be_looked_at_and_paired() {
    let machine = Machine::new().await;
    let target = machine.folder.path().join("target");
    let companion = machine.folder.path().join("companion");
    copy("target", &target);
    copy("companion", &companion);
    let name = |folder: &Path| folder.to_str().unwrap().to_owned();
    let model = machine.library.find(&name(&target)).unwrap();
    assert_eq!(
        (model.folder.as_path(), &model.state),
        (target.as_path(), &State::Whole)
    );
    assert_eq!(machine.library.paired_with(&model).unwrap(), None);
    machine
        .library
        .pair(&name(&target), &name(&companion))
        .unwrap();
    let paired = machine.library.paired_with(&model).unwrap().unwrap();
    assert_eq!(paired.folder, companion);
    // It is nobody's to delete.
    assert!(machine.library.delete(&model).is_err());
    assert!(target.join("config.json").is_file());
}

#[tokio::test]
async fn what_is_no_whole_model_is_not_imported() {
    let machine = Machine::new().await;
    let source = machine.folder.path().join("half");
    copy("target", &source);
    fs::remove_file(source.join("tokenizer.json")).unwrap();
    for folder in [
        source.as_path(),
        machine.folder.path(),
        Path::new("/no/such/folder"),
    ] {
        let error = machine
            .library
            .import(folder, ImportMode::Copy, |_, _| true)
            .await
            .unwrap_err();
        assert!(matches!(error, HubError::CannotImport { .. }), "{error:?}");
    }
    assert!(machine.library.list().await.unwrap().models.is_empty());
}

#[tokio::test]
async fn other_programs_models_are_found_and_never_deleted() {
    let machine = Machine::new().await;
    let lm_studio = machine.folder.path().join("lm-studio");
    copy("target", &lm_studio.join("publisher/pocket"));
    fs::write(
        lm_studio.join("publisher/pocket/._model.safetensors"),
        [0, 5, 0x16, 7],
    )
    .unwrap();
    std::os::unix::fs::symlink("..", lm_studio.join("publisher/loop")).unwrap();
    let added = machine.folder.path().join("added");
    copy(
        "companion",
        &machine.folder.path().join("elsewhere/companion"),
    );
    fs::create_dir_all(&added).unwrap();
    std::os::unix::fs::symlink("../elsewhere/companion", added.join("linked")).unwrap();
    let library = tandem_engine::hub::Library::with_lm_studio(
        &machine.folder.path().join("home"),
        &machine.root(),
        Some(lm_studio.clone()),
    );
    library.add_root(&added).unwrap();

    let models = library.list().await.unwrap().models;
    let found: Vec<_> = models
        .iter()
        .map(|model| (model.name.as_str(), model.is_usable()))
        .collect();
    assert_eq!(found, [("publisher/pocket", true), ("linked", true)]);
    for model in &models {
        assert!(matches!(library.delete(model), Err(HubError::NotOurs(_))));
    }
    assert!(matches!(
        library.companion_for(&models[0], &[]).unwrap(),
        CompanionChoice::Fits(companion) if companion.name == "linked"
    ));

    // The same model once more is a finding, a broken one is another.
    copy("target", &added.join("again"));
    copy("target", &added.join("broken"));
    fs::write(
        added.join("broken/model.safetensors"),
        "version https://git-lfs",
    )
    .unwrap();
    let findings = library.doctor().await.unwrap();
    assert!(
        findings
            .iter()
            .any(|f| f.severity == Severity::Note && f.what.contains("twice")),
        "{findings:?}"
    );
    assert!(
        findings
            .iter()
            .any(|f| f.severity == Severity::Problem && f.what.contains("broken is incomplete"))
    );
    assert!(
        findings
            .iter()
            .all(|f| !f.advice.is_empty() && !f.what.contains('\n'))
    );

    // Its disk goes away: one line, and the models stay listed.
    fs::rename(&added, machine.folder.path().join("away")).unwrap();
    let listing = library.list().await.unwrap();
    assert_eq!(listing.notices.len(), 1);
    assert_eq!(
        listing
            .models
            .iter()
            .filter(|model| model.state == State::Unavailable)
            .count(),
        3
    );
    library.remove_root(&added).unwrap();
    assert_eq!(library.list().await.unwrap().models.len(), 1);
}

/// The script that checks the catalogue, on a hub that knows all of it but one companion, then all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_catalogue_is_checked_against_a_hub() {
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !has("curl") || !has("python3") {
        return skip("no curl or no python3");
    }
    // In a copy, since it writes.
    let machine = Machine::new().await;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let copy = machine.folder.path().join("copy");
    fs::create_dir_all(copy.join("scripts")).unwrap();
    fs::create_dir_all(copy.join("engine/src/hub")).unwrap();
    for file in [
        "scripts/check-catalogue",
        "scripts/lib.sh",
        "engine/src/hub/catalogue.json",
    ] {
        fs::copy(root.join(file), copy.join(file)).unwrap();
    }
    let check = async || {
        let mut command = Command::new(copy.join("scripts/check-catalogue"));
        command
            .arg("--write")
            .env("HF_ENDPOINT", machine.server.endpoint())
            .env_remove("HF_TOKEN");
        for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
            command.env_remove(name);
        }
        let output = tokio::task::spawn_blocking(move || command.output().unwrap())
            .await
            .unwrap();
        let text = fs::read_to_string(copy.join("engine/src/hub/catalogue.json")).unwrap();
        (
            output.status.success(),
            serde_json::from_str::<Catalogue>(&text).unwrap(),
        )
    };
    let built_in = Catalogue::built_in();
    let last = built_in.models.last().unwrap();
    for entry in &built_in.models {
        for name in std::iter::once(&entry.model).chain(&entry.companions) {
            machine.server.put(name.as_str(), model(1));
        }
    }
    machine.server.remove(last.model.as_str());
    let (good, written) = check().await;
    assert!(!good, "one is missing");
    for entry in &written.models {
        assert_eq!(entry.verified, entry.model != last.model, "{}", entry.model);
    }
    // The user sees the same.
    let mut shop = shop(&machine, r#"{"models": []}"#).await;
    shop.catalogue = built_in.clone();
    for curated in shop.curated("").await {
        assert_eq!(curated.available, Some(curated.entry.model != last.model));
    }
    machine.server.put(last.model.as_str(), model(1));
    let (good, written) = check().await;
    assert!(good && written.models.iter().all(|entry| entry.verified));
}

/// What is here is shown also where the hub does not know it or cannot be reached.
#[tokio::test]
async fn a_local_model_is_shown_without_the_hub() {
    let machine = Machine::new().await;
    let shop = shop(&machine, r#"{"models": []}"#).await;
    for part in ["target", "companion"] {
        machine
            .library
            .import(&pocket(part), ImportMode::Link, |_, _| true)
            .await
            .unwrap();
    }
    let name = repo("local/target");
    assert!(shop.card(&name, 1, None).await.is_err());
    machine
        .library
        .pair("local/target", "local/companion")
        .unwrap();
    let memory = MachineMemory {
        total: 1 << 34,
        working_set: None,
    };
    let card = shop
        .installed_card(name.as_str(), 4096, Some(memory))
        .await
        .unwrap();
    assert_eq!((card.role, card.band), (Role::Model, Some(Band::Safe)));
    assert!(card.memory.unwrap().companion > 0);
    assert!(matches!(
        card.installed_companion,
        Some(CompanionChoice::Paired(_))
    ));
    assert!(matches!(
        shop.installed_card("org/none", 1, None).await,
        Err(HubError::NotInstalled(_))
    ));
}

#[test]
fn the_built_in_catalogue_can_be_read() {
    assert!(
        Catalogue::built_in()
            .models
            .iter()
            .all(|entry| !entry.companions.is_empty())
    );
}
