//! `tandem reference`: the engine's answers to a fixture of another implementation.

use tandem_engine::{Engine, ReferenceRequest};

use crate::{
    args::{MachineArgs, ReferenceArgs},
    failure::Failure,
    model,
    progress::Progress,
};

/// Runs `tandem reference`.
pub(crate) async fn run(args: ReferenceArgs, machine: MachineArgs) -> Result<(), Failure> {
    let request = ReferenceRequest {
        model: model::resolve(&args.model, &machine)?,
        fixture: args.fixture,
        out: args.out,
    };
    let _progress = Progress::waiting("computing the fixture's answers");
    Ok(Engine::start(machine.options())?.reference(request).await?)
}
