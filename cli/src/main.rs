//! Tandem in the terminal.

mod answer;
mod args;
mod attachments;
mod chat;
mod commands;
mod failure;
mod input;
mod interrupt;
mod logging;
mod markdown;
mod model;
mod output;
mod progress;
mod statistics;
mod store;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
};

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    // A panic anywhere is told in the log; the terminal gets one line like for any other failure.
    let outcome = catch_unwind(AssertUnwindSafe(start)).unwrap_or_else(|_| {
        Err(Failure::Failed(
            "an internal error ended the program; the log has the place".to_owned(),
        ))
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn start() -> Result<(), Failure> {
    let Some(cli) = args::parse()? else {
        return Ok(());
    };
    interrupt::install()?;
    logging::start();
    // One thread is enough: the engine has its own.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Failed(format!("cannot start: {error}")))?;
    runtime.block_on(run(cli))
}

async fn run(cli: Cli) -> Result<(), Failure> {
    let machine = cli.machine;
    match cli.command {
        None => chat::run(cli.chat, machine).await,
        Some(Command::Generate(args)) => commands::generate::run(*args, machine).await,
        Some(Command::Bench(args)) => commands::bench::run(args, machine).await,
        Some(Command::Reference(args)) => commands::reference::run(args, machine).await,
        Some(Command::Doctor) => commands::doctor::run(machine).await,
        Some(Command::Serve(_)) => Err(commands::later("serve")),
        Some(Command::Models(command)) => commands::models::run(command, machine).await,
        Some(Command::Chats(args)) => commands::chats::run(args),
    }
}
