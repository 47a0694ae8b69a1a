//! `tandem models root`: where models are looked for, and where downloads go.

use std::path::Path;

use tandem_engine::{
    home::Home,
    hub::{
        Library, models_dir,
        roots::{Root, RootKind},
        set_models_dir,
    },
};

use crate::{args::RootCommand, failure::Failure, output::Output};

/// Runs `tandem models root`.
pub(super) fn run(command: RootCommand, library: &Library) -> Result<(), Failure> {
    let home = Home::find()?;
    let mut output = Output::new();
    match command {
        RootCommand::List(printing) => {
            let roots = library.roots()?;
            if printing.json {
                return output.json(&roots);
            }
            let set = models_dir(home.path()).is_some();
            let lines: String = roots.iter().map(|root| line(root, set)).collect();
            output.text(&lines)
        }
        RootCommand::Add { folder } => {
            library.add_root(&folder)?;
            output.text(&format!("models in {} are listed too\n", folder.display()))
        }
        RootCommand::Rm { folder } => {
            if !library.remove_root(&folder)? {
                return Err(Failure::Failed(format!(
                    "{} was not added; `tandem models root list` shows what was",
                    folder.display()
                )));
            }
            output.text(&format!(
                "models in {} are listed no more; nothing in it was touched\n",
                folder.display()
            ))
        }
        RootCommand::Set { folder, .. } => {
            if let Some(file) = folder
                .as_deref()
                .filter(|path| path.exists() && !path.is_dir())
            {
                return Err(Failure::Usage(format!("{} is no folder", file.display())));
            }
            set_models_dir(home.path(), folder.as_deref())?;
            let place = folder
                .as_deref()
                .map_or("the usual cache".into(), Path::to_string_lossy);
            output.text(&format!(
                "downloads go to {place} from now on; models elsewhere stay where they are, `tandem models root add` \
                 lists them too\n"
            ))
        }
    }
}

fn line(root: &Root, set: bool) -> String {
    let what = match root.kind {
        RootKind::Models if set => "downloads, as set",
        RootKind::Models => "downloads",
        RootKind::LmStudio => "LM Studio, read only",
        RootKind::Added => "added, read only",
    };
    let absent = if root.path.is_dir() {
        ""
    } else {
        ", not there"
    };
    format!("{} ({what}{absent})\n", root.path.display())
}
