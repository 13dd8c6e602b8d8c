//! A thread that indexes whenever there is something to index.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use domain::{Caller, Cancel};

use crate::Engine;

/// How long the worker waits before it tries again after a failure, or looks for jobs that
/// nobody announced.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Tells a sleeping worker that there may be work.
#[derive(Default)]
pub(crate) struct Wake {
    announced: Mutex<bool>,
    changed: Condvar,
}

impl Wake {
    /// Wakes the worker, now or when it next goes to sleep.
    pub fn notify(&self) {
        let mut announced = self
            .announced
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *announced = true;
        self.changed.notify_all();
    }

    fn wait(&self) {
        let announced = self
            .announced
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let (mut announced, _) = self
            .changed
            .wait_timeout_while(announced, RETRY_AFTER, |announced| !*announced)
            .unwrap_or_else(PoisonError::into_inner);
        *announced = false;
    }
}

/// A background thread that gives waiting items their vectors; it ends when this is dropped.
pub struct Worker {
    engine: Arc<Engine>,
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts a worker for the workspaces of `callers`, which is asked again on every pass, so that
    /// new workspaces are seen.
    ///
    /// Workspaces take turns, a bounded amount of work each: neither a large workspace nor a book
    /// keeps the note of somebody else waiting. When this is dropped the thread has ended, and with
    /// it every hold on the engine and on what `callers` holds.
    pub fn start(engine: Arc<Engine>, callers: impl Fn() -> Vec<Caller> + Send + 'static) -> Self {
        let cancel = Cancel::new();
        let thread = std::thread::spawn({
            let (engine, cancel) = (Arc::clone(&engine), cancel.clone());
            move || {
                while !cancel.is_cancelled() {
                    engine.index_in_turns(&callers, &cancel);
                    if !cancel.is_cancelled() {
                        engine.wake.wait();
                    }
                }
            }
        });
        Self {
            engine,
            cancel,
            thread: Some(thread),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.engine.wake.notify();
        if let Some(thread) = self.thread.take() {
            // A worker that panicked has nothing left to hand over.
            let _ = thread.join();
        }
    }
}
