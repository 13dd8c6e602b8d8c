//! Gives up on a connection when the caller does.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use domain::cancel::Cancel;
use domain::error::Result;
use ureq::Agent;

/// How long a cancelled exchange may go on unnoticed.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs `work`, and shuts the connections of `agent` once somebody cancels: a read that waits for
/// a silent server cannot ask.
///
/// # Errors
/// Those of `work`; `Cancelled` instead of them after a cancellation.
pub(crate) fn watched<T>(
    agent: &Agent,
    cancel: &Cancel,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    cancel.check()?;
    let outcome = thread::scope(|scope| {
        let (done, finished) = channel::<()>();
        let look = move || {
            while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(LOOK_EVERY) {
                if cancel.is_cancelled() {
                    agent.clone().shutdown();
                    return;
                }
            }
        };
        // Without a thread to watch, the deadline alone ends the wait.
        let watcher = thread::Builder::new().spawn_scoped(scope, look);
        let outcome = work();
        drop(done);
        drop(watcher);
        outcome
    });
    cancel.check()?;
    outcome
}
