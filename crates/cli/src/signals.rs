//! Ctrl-C and requests to terminate.

use std::sync::{Arc, Mutex, PoisonError};

use domain::Cancel;

use crate::output::Exit;

type Reaction = Box<dyn FnOnce() + Send>;

/// What the first signal does.
#[derive(Clone)]
pub struct Signals {
    /// Raised at the first signal; work that checks it ends early and cleanly.
    pub cancel: Cancel,
    reaction: Arc<Mutex<Option<Reaction>>>,
}

/// Handles interrupt, terminate and hang-up from now on. The first asks the work to stop, the
/// second ends the process at once: nothing acknowledged is lost by that.
pub fn install() -> Signals {
    let cancel = Cancel::new();
    let reaction = Arc::new(Mutex::new(None::<Reaction>));
    let installed = ctrlc::set_handler({
        let (cancel, reaction) = (cancel.clone(), Arc::clone(&reaction));
        move || {
            if cancel.is_cancelled() {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
            let mut reaction = reaction.lock().unwrap_or_else(PoisonError::into_inner);
            cancel.cancel();
            if let Some(react) = reaction.take() {
                react();
            }
        }
    });
    // Without a handler a signal ends the process, as it does by default.
    drop(installed);
    Signals { cancel, reaction }
}

impl Signals {
    /// Calls `react` at the first signal, for what waits instead of checking; at once when that
    /// has come already.
    pub fn on_first(&self, react: impl FnOnce() + Send + 'static) {
        let mut reaction = self.reaction.lock().unwrap_or_else(PoisonError::into_inner);
        if self.cancel.is_cancelled() {
            react();
        } else {
            *reaction = Some(Box::new(react));
        }
    }
}
