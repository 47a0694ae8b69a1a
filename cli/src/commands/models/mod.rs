//! `tandem models`: found, fetched, checked, paired, deleted.

use std::{path::Path, time::Duration};

use tandem_engine::{
    builtin,
    home::Home,
    hub::{
        Access, Catalogue, DownloadOptions, FileState, HubClient, HubError, ImportMode, Library,
        Role, Shop, VerifyReport, bytes, kept_token, roots,
    },
};

mod places;
mod pull;
mod tables;
mod token;

use crate::{
    args::{ImportArgs, MachineArgs, ModelsCommand},
    failure::Failure,
    model::{library, named, named_companion, not_found},
    output::Output,
    progress::Progress,
};

/// How many hits of the hub are shown.
const MOST_HITS: usize = 20;

/// Runs `tandem models`.
pub(crate) async fn run(command: ModelsCommand, machine: MachineArgs) -> Result<(), Failure> {
    let library = library(&machine)?;
    let mut output = Output::new();
    match command {
        ModelsCommand::List(printing) => {
            let listing = library.list().await?;
            if printing.json {
                return output.json(&listing);
            }
            output.text(&tables::models(&listing))
        }
        ModelsCommand::Search { words, printing } => {
            let shop = shop(&library)?;
            let words = words.join(" ");
            let curated = shop.curated(&words).await;
            let hits = shop.client.search(&words, MOST_HITS).await;
            if printing.json {
                let hits = hits?;
                return output.json(&serde_json::json!({ "curated": curated, "hub": hits }));
            }
            // The curated list is worth showing also without the network.
            output.text(&tables::found(
                &curated,
                hits.as_deref().unwrap_or_default(),
            ))?;
            hits.map(|_| ()).map_err(Failure::from)
        }
        ModelsCommand::Show(args) => {
            let shop = shop(&library)?;
            let (name, memory) = (named(&args.model)?, machine.memory());
            let card = if args.model == builtin::NAME {
                shop.builtin_card(&Home::find()?, args.context, memory)
                    .await?
            } else {
                shop.show(&name, args.context, memory).await?
            };
            if args.printing.json {
                return output.json(&card);
            }
            output.text(&tables::card(&card, args.context))
        }
        ModelsCommand::Pull(args) => pull::run(args, &shop(&library)?).await,
        ModelsCommand::Import(args) => import(args, &library).await,
        ModelsCommand::Pair { model, companion } => {
            let (model, companion) =
                library.pair(&named(&model)?, &named_companion(&companion)?)?;
            output.text(&format!(
                "{} now drafts for {}\n",
                companion.name, model.name
            ))
        }
        ModelsCommand::Split { source, out } => split(&source, &out, &library).await,
        ModelsCommand::Verify { model, printing } => {
            let report = verify(&library, &named(&model)?).await?;
            if printing.json {
                output.json(&report)?;
            } else {
                output.text(&tables::report(&report))?;
            }
            verdict(&model, &report)
        }
        ModelsCommand::Root(command) => places::run(command, &library),
        ModelsCommand::Token(command) => token::run(&command),
        ModelsCommand::Rm { model } if model == builtin::NAME => Err(Failure::Failed(format!(
            "`{model}` is built into Tandem and stays"
        ))),
        ModelsCommand::Rm { model } => {
            let model = library.find(&named(&model)?)?;
            let freed = library.delete(&model)?;
            output.text(&if freed == 0 {
                format!(
                    "{} is no longer listed; its files stay in {}\n",
                    model.name,
                    model.folder.display()
                )
            } else {
                format!("{} deleted, {} freed\n", model.name, bytes(freed))
            })
        }
    }
}

fn shop(library: &Library) -> Result<Shop, Failure> {
    let access = Access::from_environment(Home::find()?.path(), kept_token(), &roots::environment)?;
    Ok(Shop {
        client: HubClient::new(access, patience())?,
        library: library.clone(),
        catalogue: Catalogue::built_in(),
    })
}

fn patience() -> Duration {
    DownloadOptions::default().stall
}

async fn import(args: ImportArgs, library: &Library) -> Result<(), Failure> {
    let mode = if args.copy {
        ImportMode::Copy
    } else {
        ImportMode::Link
    };
    let progress = Progress::bytes();
    let model = library
        .import(&args.folder, mode, move |done, total| {
            progress.set_bytes("copying".to_owned(), done, total);
            true
        })
        .await?;
    let option = match model.role {
        Role::Companion => "companion",
        _ => "model",
    };
    Output::new().text(&format!(
        "{} is ready: tandem --{option} {}\n",
        model.name, model.name
    ))
}

async fn split(source: &str, out: &Path, library: &Library) -> Result<(), Failure> {
    let folder = match Path::new(source) {
        folder if folder.is_dir() => folder.to_owned(),
        _ => {
            let found = library.find(&named(source)?);
            found.map_err(|error| not_found(source, error))?.folder
        }
    };
    let (from, to) = (folder, out.to_owned());
    let written = tokio::task::spawn_blocking(move || tandem_engine::companion::split(&from, &to))
        .await
        .map_err(|error| Failure::Failed(format!("the work ended early: {error}")))??;
    let shown = out.display();
    Output::new().text(&format!(
        "the companion is in {shown}, {}; use it with `--companion {shown}`, or import and pair it\n",
        bytes(written)
    ))
}

async fn verify(library: &Library, name: &str) -> Result<VerifyReport, HubError> {
    let model = library.find(name)?;
    let progress = Progress::bytes();
    let report = library.verify(&model, move |done, total| {
        progress.set_bytes("reading".to_owned(), done, total);
        true
    });
    report.await
}

/// Damage makes the exit code 1.
fn verdict(name: &str, report: &VerifyReport) -> Result<(), Failure> {
    if report.is_good() {
        return Ok(());
    }
    let bad = report
        .files
        .iter()
        .filter(|file| matches!(file.state, FileState::Damaged | FileState::Missing))
        .count();
    // What was imported has no other place to come from than where it came from.
    let way_out = if name.starts_with("local/") || Path::new(name).is_dir() {
        "import it again from where it came".to_owned()
    } else {
        format!("`tandem models pull {name}` fetches them again")
    };
    Err(Failure::Failed(format!(
        "{bad} of {} files are damaged or missing; {way_out}",
        report.files.len()
    )))
}
