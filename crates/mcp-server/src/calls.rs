//! Runs what blocks, a bounded number at a time, and no longer than its caller waits.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use domain::{Cancel, Error, ErrorKind};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::CALLS_MAX;

/// Where a surface says what went wrong on the server's side. What it is told never holds
/// content, queries or keys.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// How long a request may take before it is stopped and its client is told so. Clients give up
/// after a minute, and then say less about the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// For every request but those below.
    pub call: Duration,
    /// For tools of which the host says that they take long.
    pub long_call: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            call: Duration::from_secs(50),
            long_call: Duration::from_secs(85),
        }
    }
}

impl Deadlines {
    /// How long a call may take.
    pub fn of(&self, takes_long: bool) -> Duration {
        if takes_long {
            self.long_call
        } else {
            self.call
        }
    }
}

/// What all connections of a server share: how many calls run at a time, how long they may, and
/// where faults are logged.
pub(crate) struct Calls {
    permits: Arc<Semaphore>,
    pub(crate) deadlines: Deadlines,
    pub(crate) log: Log,
}

impl Calls {
    pub(crate) fn new(deadlines: Deadlines, log: Log) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(CALLS_MAX)),
            deadlines,
            log,
        }
    }

    /// Runs `work` on a blocking thread once one of the permits is free. Returns early when
    /// `cancelled` is, or at the deadline; `work` then sees its own cancellation raised, stops at
    /// its next check, and keeps its permit until it has.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        within: Duration,
        cancelled: &CancellationToken,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, Halt> {
        let deadline = Instant::now() + within;
        let permit = tokio::select! {
            biased;
            () = cancelled.cancelled() => return Err(Halt::Cancelled),
            permit = Arc::clone(&self.permits).acquire_owned() => permit,
            () = sleep_until(deadline) => return Err(Halt::NotBegun(within)),
        };
        let cancel = Cancel::new();
        // Whichever way this ends, nobody waits for the work any more.
        let _raised_at_the_end = RaisedOnDrop(cancel.clone());
        let running = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&cancel)
        });
        tokio::select! {
            biased;
            done = running => done.map_err(|_| Halt::Broken),
            () = cancelled.cancelled() => Err(Halt::Cancelled),
            () = sleep_until(deadline) => Err(Halt::Late(within)),
        }
    }

    /// Logs a fault of the server in what was asked as `what`: such a fault is opaque to the
    /// client, so its details have to be seen somewhere.
    pub(crate) fn log_internal(&self, what: &str, error: &Error) {
        if error.kind == ErrorKind::Internal {
            (self.log)(&format!("{what}: {error}"));
        }
    }
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The client no longer waits.
    Cancelled,
    /// No permit came free in this time.
    NotBegun(Duration),
    /// It ran longer than this.
    Late(Duration),
    /// It panicked. The panic itself went to stderr where it happened.
    Broken,
}

impl Halt {
    /// The failure of what was asked as `what`, in words for who asked.
    pub(crate) fn error(self, what: &str) -> Error {
        match self {
            Self::Cancelled => Error::cancelled(),
            Self::NotBegun(within) => Error::unavailable(format!(
                "{what} was not begun: the server was busy with other calls for {}. Nothing has \
                 changed; try again later",
                seconds(within)
            )),
            Self::Late(within) => Error::unavailable(format!(
                "{what} took longer than {} and was stopped. If it writes, look whether it took \
                 effect before you repeat it; otherwise ask for less at a time, or try again later",
                seconds(within)
            )),
            Self::Broken => Error::internal(format!("{what} failed inside the server")),
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

struct RaisedOnDrop(Cancel);

impl Drop for RaisedOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

pub(crate) fn log_to_stderr(line: &str) {
    // Nobody may be reading stderr; that must not end anything.
    let _ = writeln!(std::io::stderr(), "ibid mcp: {line}");
}
