//! Following an answer to its end, Ctrl-C included.

use tandem_engine::{Completion, Engine, EngineError, Event, Request};

use crate::{failure::Failure, interrupt::Held};

/// Asks `engine` and hands each event but the last to `each`. The first Ctrl-C that `interrupt` hears of stops the answer in good order;
/// what came so far is in the completion.
pub(crate) async fn follow(
    engine: &Engine,
    request: Request,
    interrupt: &mut Held,
    mut each: impl FnMut(Event) -> Result<(), Failure>,
) -> Result<Completion, Failure> {
    let mut generation = engine.generate(request);
    loop {
        tokio::select! {
            biased;
            () = interrupt.pressed() => generation.cancel(),
            event = generation.next() => match event {
                Some(Event::Finished(completion)) => return Ok(*completion),
                Some(event) => each(event)?,
                None => return Err(EngineError::WorkerGone.into()),
            },
        }
    }
}
