//! Where the bridge's own work runs: neither on Swift's threads, which must not block, nor on MLX's.

use std::{future::Future, sync::OnceLock};

use tokio::runtime::{Builder, Runtime};

use crate::failure::{Failure, FailureKind, Outcome, Remedy};

/// Threads for everything that waits: answers on their way, downloads, requests.
const THREADS: usize = 2;

static RUNTIME: OnceLock<Runtime> = OnceLock::new();

/// The runtime, started when it is first needed.
pub(crate) fn runtime() -> Outcome<&'static Runtime> {
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let new = Builder::new_multi_thread()
        .worker_threads(THREADS)
        .thread_name("tandem-bridge")
        .enable_all()
        .build()
        .map_err(|error| Failure::new(FailureKind::Backend, Remedy::Restart, &error))?;
    Ok(RUNTIME.get_or_init(|| new))
}

/// Runs work to its end, whoever waits for it; a panic in it is an error.
pub(crate) async fn run<T, E>(
    work: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Outcome<T>
where
    T: Send + 'static,
    E: Into<Failure> + Send + 'static,
{
    match runtime()?.spawn(work).await {
        Ok(result) => result.map_err(Into::into),
        Err(_) => Err(Failure::internal()),
    }
}

/// Runs what blocks, such as reading the disk, on a thread of its own.
pub(crate) async fn run_blocking<T, E>(
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Outcome<T>
where
    T: Send + 'static,
    E: Into<Failure> + Send + 'static,
{
    match runtime()?.spawn_blocking(work).await {
        Ok(result) => result.map_err(Into::into),
        Err(_) => Err(Failure::internal()),
    }
}

#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_that_does_not_say_what_was_said() {
        let runtime = runtime().unwrap();
        let ends: [Outcome<()>; 2] = [
            runtime.block_on(run::<(), Failure>(async { panic!("a secret") })),
            runtime.block_on(run_blocking::<(), Failure>(|| panic!("a secret"))),
        ];
        for end in ends {
            let failure = end.unwrap_err();
            assert_eq!(failure, Failure::internal());
            assert!(!format!("{failure:?}").contains("secret"));
        }
    }
}
