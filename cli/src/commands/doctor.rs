//! `tandem doctor`: what this machine can run, and where files are.

use std::{env, time::Instant};

use tandem_engine::{
    Engine, EngineError, ModelInfo,
    builtin::pocket,
    home::Home,
    hub::{Severity, bytes},
};

use crate::{
    args::MachineArgs,
    failure::Failure,
    model,
    output::{Output, one_line},
    progress::Progress,
};

/// Runs `tandem doctor`. What is wrong is said in the report, and makes the exit code 1.
pub(crate) async fn run(machine: MachineArgs) -> Result<(), Failure> {
    let home = Home::find()?;
    let library = model::library(&machine)?;
    let memory = machine.memory();
    let progress = Progress::waiting("trying the built-in model");
    let found = try_builtin(&home, machine).await;
    progress.clear();
    let (device, builtin) = match &found {
        Ok((info, seconds)) => (
            info.device.to_owned(),
            format!(
                "works: {} with {} companion, loaded in {seconds:.2} s, {} of memory",
                info.architecture,
                if info.companion { "a" } else { "no" },
                megabytes(info.weight_bytes as u64),
            ),
        ),
        Err(error) => ("unknown".to_owned(), format!("does not work: {error}")),
    };
    let lines = [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        (
            "platform",
            format!("{} on {}", env::consts::OS, env::consts::ARCH),
        ),
        ("device", device),
        (
            "memory",
            memory.map_or_else(
                || "unknown".to_owned(),
                |memory| {
                    format!(
                        "{}, of which models may use {}",
                        bytes(memory.total),
                        bytes(memory.limit())
                    )
                },
            ),
        ),
        ("files", home.path().display().to_string()),
        ("built-in model", builtin),
        ("models", library.models_root().display().to_string()),
    ];
    let mut output = Output::new();
    for (name, value) in lines {
        output.text(&format!("{name:15} {value}\n"))?;
    }
    found?;
    let findings = library.doctor().await?;
    for finding in &findings {
        output.text(&format!(
            "{}: {}; {}\n",
            match finding.severity {
                Severity::Problem => "problem",
                Severity::Note => "note",
            },
            one_line(&finding.what),
            one_line(&finding.advice)
        ))?;
    }
    let problems = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Problem)
        .count();
    if problems > 0 {
        return Err(Failure::Failed(format!(
            "{problems} models have problems; the report says which and what to do"
        )));
    }
    Ok(())
}

/// Loads the built-in model; says how long it took.
async fn try_builtin(home: &Home, machine: MachineArgs) -> Result<(ModelInfo, f64), EngineError> {
    let model = pocket(home)?;
    let engine = Engine::start(machine.options())?;
    let begun = Instant::now();
    let info = engine.load(model).await?;
    Ok((info, begun.elapsed().as_secs_f64()))
}

fn megabytes(bytes: u64) -> String {
    format!("{:.0} MB", bytes as f64 / 1e6)
}
