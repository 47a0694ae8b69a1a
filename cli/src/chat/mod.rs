//! The chat: lines in, answers out.
//!
//! Without a terminal each line of standard input is a message, and the first failure ends the
//! program.

mod command;
mod kept;
mod lines;
mod options;
mod session;
mod titling;

use tandem_engine::{
    Engine,
    home::Home,
    store::{Condition, Store},
};

use crate::{
    args::{ChatArgs, MachineArgs},
    failure::Failure,
    interrupt::Held,
    model,
    output::Output,
    progress::Progress,
    store,
};
use command::Command;
use lines::{Line, Lines};
use session::Session;

/// Runs the chat until the user leaves.
pub(crate) async fn run(args: ChatArgs, machine: MachineArgs) -> Result<(), Failure> {
    let spec = model::resolve(&args.model, &machine)?;
    let mut lines = Lines::new(if args.no_history || args.private {
        None
    } else {
        Home::find().ok()
    });
    let mut output = Output::new();
    if !args.plain {
        output.draw_answers();
    }

    let engine = Engine::start(machine.options())?;
    let progress = Progress::waiting("loading the model");
    let info = engine.load(spec.clone()).await?;
    progress.clear();
    if lines.interactive() {
        output.text(&format!(
            "Tandem {}: {} on {}, {}. /help says what there is.\n\n",
            env!("CARGO_PKG_VERSION"),
            model::title(args.model.model.as_deref()),
            info.device,
            if info.companion {
                "with its companion"
            } else {
                "without a companion"
            },
        ))?;
    }

    let store = if args.private {
        Store::private()?
    } else {
        match store::open()? {
            store if *store.condition() == Condition::Healthy => store,
            // What is wrong has been said. Talking is possible all the same.
            _ => {
                output.dim("This conversation will not be kept.\n")?;
                Store::private()?
            }
        }
    };
    let held = lines.interactive().then(Held::new).transpose()?;
    let mut session = Session::new(engine, spec, store, args, machine, held);
    // A script says all that matters itself; what was talked about before must not change its answers.
    if lines.interactive() {
        session.resume(&mut output)?;
    }
    loop {
        let text = match lines.next()? {
            Line::Text(text) => text,
            Line::Interrupted => {
                output.text("Ctrl-C again or Ctrl-D leaves.\n")?;
                continue;
            }
            Line::End => return Ok(()),
        };
        session.renew().await?;
        let outcome = match command::parse(&text) {
            Ok(None) if text.trim().is_empty() => Ok(()),
            Ok(None) => session.answer(&text, &mut output).await,
            Ok(Some(Command::Quit)) => return Ok(()),
            Ok(Some(command)) => session.obey(command, &mut output).await,
            Err(complaint) => Err(Failure::Usage(complaint)),
        };
        match outcome {
            // A person reads the line and goes on.
            Err(failure @ (Failure::Usage(_) | Failure::Failed(_))) if lines.interactive() => {
                output.end_answer()?;
                let _ = failure.report();
            }
            outcome => outcome?,
        }
    }
}
