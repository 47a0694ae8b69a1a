//! Going through the places that hold models.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::describe::{Description, describe};
use super::ledger::{Fetched, Ledger, Seen};
use super::roots::{Root, RootKind, is_on_absent_disk};
use super::{InstalledModel, Library, Listing, RepoFolder, Role, State, disk};
use crate::hub::download::Part;
use crate::hub::error::HubResult;
use crate::model::config::CONFIG_FILE;

/// How deep below a place a model's folder may be: `publisher/model` in LM Studio's, a little more elsewhere.
const DEEPEST: usize = 4;
/// The most folders looked at in one place.
const MOST_FOLDERS: usize = 5_000;

impl Library {
    /// Every model on this machine; reads the disk on the calling thread.
    pub fn list_blocking(&self) -> HubResult<Listing> {
        let ledger = self.inner.ledger.read()?;
        let mut listing = Listing::default();
        let mut fresh: Vec<(PathBuf, Vec<Seen>)> = Vec::new();
        for root in self.roots()? {
            if !root.path.is_dir() {
                absent(&root, &ledger, &mut listing);
                continue;
            }
            let models = scan(&root, &ledger);
            fresh.push((root.path.clone(), models.iter().map(seen).collect()));
            listing.models.extend(models);
        }
        listing.models.extend(ledger.linked.iter().map(|linked| {
            found(
                &linked.name,
                &linked.folder,
                &linked.folder,
                describe(&linked.folder, None),
                linked.folder.is_dir(),
            )
        }));
        let changed = |(root, seen): &(PathBuf, Vec<Seen>)| ledger.seen.get(root) != Some(seen);
        // The default cache need not exist, so an empty one is not worth a ledger.
        fresh.retain(|entry| {
            changed(entry) && (!entry.1.is_empty() || ledger.seen.contains_key(&entry.0))
        });
        if !fresh.is_empty() {
            // A listing is worth more than the memory of it.
            if let Err(error) = self.inner.ledger.update(|ledger| ledger.seen.extend(fresh)) {
                tracing::warn!(%error, "what was seen is not remembered");
            }
        }
        Ok(listing)
    }
}

fn seen(model: &InstalledModel) -> Seen {
    Seen {
        name: model.name.clone(),
        folder: model.folder.clone(),
        bytes: model.bytes,
    }
}

/// Lists what was last seen in a place that is not there now, with one message for all of it.
fn absent(root: &Root, ledger: &Ledger, listing: &mut Listing) {
    let remembered = ledger.seen.get(&root.path).map_or(&[][..], Vec::as_slice);
    let expected =
        root.kind == RootKind::Added || !remembered.is_empty() || is_on_absent_disk(&root.path);
    if !expected {
        return;
    }
    listing.notices.push(format!(
        "{} is not there, so its {} models are unavailable until its disk is connected",
        root.path.display(),
        remembered.len()
    ));
    listing
        .models
        .extend(remembered.iter().map(|seen| InstalledModel {
            name: seen.name.clone(),
            folder: seen.folder.clone(),
            root: root.path.clone(),
            commit: None,
            outdated: false,
            role: Role::Unsupported("its disk is not connected".to_owned()),
            state: State::Unavailable,
            bytes: seen.bytes,
            owned: false,
        }));
}

fn scan(root: &Root, ledger: &Ledger) -> Vec<InstalledModel> {
    let mut models = Vec::new();
    if root.kind != RootKind::LmStudio {
        for folder in RepoFolder::all(&root.path).unwrap_or_default() {
            models.extend(snapshots(&root.path, &folder, ledger));
        }
        let begun = not_begun(&root.path, ledger, &models);
        models.extend(begun);
    }
    if root.kind != RootKind::Models {
        models.extend(folders(&root.path));
    }
    models
}

/// The snapshots of one repository, the one that `main` stands at first.
fn snapshots(root: &Path, folder: &RepoFolder, ledger: &Ledger) -> Vec<InstalledModel> {
    let main = folder.read_ref("main");
    let mut commits = folder.commits().unwrap_or_default();
    commits.sort_by_key(|commit| Some(commit) != main.as_ref());
    commits
        .into_iter()
        .filter_map(|commit| {
            let fetched = ledger
                .fetched
                .iter()
                .find(|fetched| fetched.is(root, folder.repo(), &commit));
            let path = folder.snapshot(&commit);
            // A cache holds much that is no language model; what has no config is worth a line only if we began it.
            if fetched.is_none() && !path.join(CONFIG_FILE).exists() {
                return None;
            }
            let mut about = describe(&path, fetched.map(|fetched| fetched.files.as_slice()));
            if fetched.is_some_and(|fetched| fetched.part == Part::Companion) {
                about.state = State::Incomplete(
                    "only what holds its companion was fetched, to be taken out".to_owned(),
                );
            }
            let mut model = found(folder.repo().as_str(), &path, root, about, true);
            model.outdated = main.as_ref().is_some_and(|main| *main != commit);
            model.commit = Some(commit);
            model.owned = fetched.is_some();
            Some(model)
        })
        .collect()
}

/// Downloads that have no folder yet.
fn not_begun(root: &Path, ledger: &Ledger, models: &[InstalledModel]) -> Vec<InstalledModel> {
    let listed = |fetched: &Fetched| {
        models.iter().any(|model| {
            model.name == fetched.repo.as_str() && model.commit.as_ref() == Some(&fetched.commit)
        })
    };
    ledger
        .fetched
        .iter()
        .filter(|fetched| fetched.root == root && !fetched.whole && !listed(fetched))
        .map(|fetched| {
            let folder = RepoFolder::new(root, &fetched.repo).snapshot(&fetched.commit);
            InstalledModel {
                name: fetched.repo.to_string(),
                folder,
                root: root.to_owned(),
                commit: Some(fetched.commit.clone()),
                outdated: false,
                role: Role::Unsupported("its download has only begun".to_owned()),
                state: State::Incomplete("its download has only begun".to_owned()),
                bytes: 0,
                owned: true,
            }
        })
        .collect()
}

/// The model folders below a place, called after their last two folders.
fn folders(root: &Path) -> Vec<InstalledModel> {
    let mut models = Vec::new();
    let mut visited = HashSet::new();
    let mut open = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = open.pop() {
        if visited.len() >= MOST_FOLDERS || !visited.insert(disk::resolved(&folder)) {
            continue;
        }
        if folder.join(CONFIG_FILE).is_file() {
            let name = folder_name(root, &folder);
            models.push(found(&name, &folder, root, describe(&folder, None), true));
            continue;
        }
        if depth < DEEPEST {
            let below = disk::entries(&folder).unwrap_or_default();
            // Repositories of a cache have been taken already.
            open.extend(
                below
                    .into_iter()
                    .filter(|name| {
                        !["models--", "datasets--", "spaces--"]
                            .iter()
                            .any(|kind| name.starts_with(kind))
                    })
                    .map(|name| folder.join(name))
                    .filter(|path| path.is_dir())
                    .map(|path| (path, depth + 1)),
            );
        }
    }
    models.sort_by(|a, b| a.name.cmp(&b.name));
    models
}

/// `publisher/model` below the place; the folder's own name where it is the place itself.
fn folder_name(root: &Path, folder: &Path) -> String {
    let below = folder.strip_prefix(root).unwrap_or(folder);
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    match parts.as_slice() {
        [] => folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        [.., publisher, model] => format!("{publisher}/{model}"),
        [model] => model.to_string(),
    }
}

/// A folder that no place lists.
pub(super) fn folder(path: &Path) -> InstalledModel {
    found(
        &path.to_string_lossy(),
        path,
        path,
        describe(path, None),
        true,
    )
}

fn found(
    name: &str,
    folder: &Path,
    root: &Path,
    about: Description,
    present: bool,
) -> InstalledModel {
    InstalledModel {
        name: name.to_owned(),
        folder: folder.to_owned(),
        root: root.to_owned(),
        commit: None,
        outdated: false,
        role: about.role,
        state: if present {
            about.state
        } else {
            State::Unavailable
        },
        bytes: about.bytes,
        owned: false,
    }
}
