//! From the name of a model on the command line to its folders.

use std::path::{Path, PathBuf};

use tandem_engine::{
    CompanionSpec, ModelSpec,
    builtin::{self, pocket},
    home::Home,
    hub::{HubError, InstalledModel, Library, RepoId, State},
};

use crate::{
    args::{MachineArgs, ModelArgs},
    failure::Failure,
};

/// The models on this machine.
pub(crate) fn library(machine: &MachineArgs) -> Result<Library, Failure> {
    Ok(Library::open(
        Home::find()?.path(),
        machine.models_dir.as_deref(),
    ))
}

/// The folders of the model and companion that `args` name.
pub(crate) fn resolve(args: &ModelArgs, machine: &MachineArgs) -> Result<ModelSpec, Failure> {
    let mut spec = match args.model.as_deref() {
        None | Some(builtin::NAME) => pocket(&Home::find()?)?,
        Some(name) => match place(name, machine)? {
            Place::Folder(target) => {
                let paired = paired(&target, machine)?;
                ModelSpec {
                    target,
                    companion: paired.map_or(CompanionSpec::Own, CompanionSpec::Folder),
                }
            }
            Place::Installed(model) if args.companion.is_none() => {
                library(machine)?.spec_of(&model)?
            }
            Place::Installed(model) => ModelSpec {
                target: model.folder,
                companion: CompanionSpec::Own,
            },
        },
    };
    match args.companion.as_deref() {
        None => {}
        Some("none") => spec.companion = CompanionSpec::None,
        Some(builtin::NAME) => spec.companion = pocket(&Home::find()?)?.companion,
        Some(name) => {
            spec.companion = CompanionSpec::Folder(match place(name, machine)? {
                Place::Folder(folder) => folder,
                Place::Installed(model) => model.folder,
            });
        }
    }
    Ok(spec)
}

/// What a person would call the model.
pub(crate) fn title(model: Option<&str>) -> &str {
    model.unwrap_or(builtin::NAME)
}

/// What a name stands for.
enum Place {
    Folder(PathBuf),
    Installed(InstalledModel),
}

fn place(name: &str, machine: &MachineArgs) -> Result<Place, Failure> {
    not_empty(name)?;
    let path = Path::new(name);
    if path.is_dir() {
        return Ok(Place::Folder(path.to_owned()));
    }
    if path.exists() {
        return Err(Failure::Failed(format!(
            "{name} is a file; give a model's folder, its org/name or `{}`",
            builtin::NAME
        )));
    }
    match library(machine)?.find(name) {
        Ok(model) => match &model.state {
            State::Whole => Ok(Place::Installed(model)),
            State::Incomplete(reason) => Err(Failure::Failed(format!(
                "{name} is incomplete ({reason}); `tandem models pull {name}` fetches what is missing"
            ))),
            State::Unavailable => Err(HubError::Unavailable(model.root).into()),
        },
        Err(HubError::NotInstalled(_)) if is_id(name) => Err(Failure::Failed(format!(
            "{name} is not installed; `tandem models pull {name}` downloads it"
        ))),
        Err(error) => Err(not_found(name, error)),
    }
}

/// Why `name` stands for no model: what is no `org/name` was meant as a folder.
pub(crate) fn not_found(name: &str, error: HubError) -> Failure {
    match error {
        HubError::NotInstalled(_) if !is_id(name) => Failure::Failed(format!(
            "there is no folder {name}; give a model's folder, its org/name or `{}`",
            builtin::NAME
        )),
        error => error.into(),
    }
}

/// The companion that a folder was paired with.
fn paired(folder: &Path, machine: &MachineArgs) -> Result<Option<PathBuf>, Failure> {
    let library = library(machine)?;
    // A library that cannot be read is no reason not to run a folder.
    let paired = library
        .find(&folder.to_string_lossy())
        .and_then(|model| library.paired_with(&model));
    Ok(paired.ok().flatten().map(|companion| companion.folder))
}

/// What `tandem models` is to look at: a folder, an `org/name`, or the built-in model, which is a folder like another.
pub(crate) fn named(name: &str) -> Result<String, Failure> {
    not_empty(name)?;
    if name != builtin::NAME {
        return Ok(name.to_owned());
    }
    let target = pocket(&Home::find()?)?.target;
    Ok(target.to_string_lossy().into_owned())
}

fn not_empty(name: &str) -> Result<(), Failure> {
    if name.trim().is_empty() {
        return Err(Failure::Usage(format!(
            "a model's name is empty; give its folder, its org/name or `{}`",
            builtin::NAME
        )));
    }
    Ok(())
}

/// As [`named`], for a companion.
pub(crate) fn named_companion(name: &str) -> Result<String, Failure> {
    match pocket(&Home::find()?)?.companion {
        CompanionSpec::Folder(folder) if name == builtin::NAME => {
            Ok(folder.to_string_lossy().into_owned())
        }
        _ => Ok(name.to_owned()),
    }
}

/// Whether `name` looks like `organization/model`.
fn is_id(name: &str) -> bool {
    name.contains('/') && !name.starts_with(['.', '/']) && name.parse::<RepoId>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_id;

    #[test]
    fn ids_are_told_from_paths() {
        assert!(is_id("Qwen/Qwen3.5-4B"));
        for path in [
            "./pocket", "../x", "/a/b", "a/b/c", "a", "a/", "/a", "a/b c",
        ] {
            assert!(!is_id(path), "{path}");
        }
    }
}
