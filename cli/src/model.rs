//! From the name of a model on the command line to its folders.

use std::path::{Path, PathBuf};

use tandem_engine::{
    CompanionSpec, ModelSpec,
    builtin::{self, pocket},
    home::Home,
};

use crate::{args::ModelArgs, failure::Failure};

/// The folders of the model and companion that `args` name.
pub(crate) fn resolve(args: &ModelArgs) -> Result<ModelSpec, Failure> {
    let mut spec = match args.model.as_deref() {
        None | Some(builtin::NAME) => pocket(&Home::find()?)?,
        Some(name) => ModelSpec {
            target: folder(name)?,
            companion: CompanionSpec::Own,
        },
    };
    match args.companion.as_deref() {
        None => {}
        Some("none") => spec.companion = CompanionSpec::None,
        Some(builtin::NAME) => spec.companion = pocket(&Home::find()?)?.companion,
        Some(name) => spec.companion = CompanionSpec::Folder(folder(name)?),
    }
    Ok(spec)
}

/// What a person would call the model.
pub(crate) fn title(model: Option<&str>) -> &str {
    model.unwrap_or(builtin::NAME)
}

fn folder(name: &str) -> Result<PathBuf, Failure> {
    let path = Path::new(name);
    if path.is_dir() {
        return Ok(path.to_owned());
    }
    let way_out = format!("give a model's folder or `{}`", builtin::NAME);
    Err(Failure::Failed(if path.exists() {
        format!("{name} is a file; {way_out}")
    } else if is_id(name) {
        format!("{name} is not installed; downloading models comes later, until then {way_out}")
    } else {
        format!("there is no folder {name}; {way_out}")
    }))
}

/// Whether `name` looks like `organization/model`.
fn is_id(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    name.split_once('/')
        .is_some_and(|(organization, model)| part(organization) && part(model))
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
