//! Becoming the owner, also in place of an agent's process that is.

use std::time::{Duration, Instant};

use domain::ids::WorkspaceId;
use domain::{Error, ErrorKind, Result};

use crate::app::{App, LOOK_AGAIN, SOON};
use crate::attach::Attached;
use crate::compose::{Access, Open};

/// How long an owner that was asked for the home may take to give it up.
const HANDOVER_MAX: Duration = Duration::from_secs(10);

/// Opens the home for `command`, creating it when it is missing. Whoever owns it is asked to give
/// it up.
///
/// # Errors
/// `Locked` at once when the owner does not, naming it; else as [`App::open`].
pub fn take(app: &App, command: &str) -> Result<Open> {
    let started = Instant::now();
    let mut was_asked = false;
    loop {
        app.signals.cancel.check()?;
        let locked = match app.open(Access::ReadWrite, command) {
            Err(error) if error.kind == ErrorKind::Locked => error,
            outcome => return outcome,
        };
        match ask(app) {
            Asked::Given => {
                if !was_asked {
                    app.output
                        .say(&format!("{}; asked it for the home", locked.message));
                }
                was_asked = true;
            }
            Asked::Refused => return Err(refusal(locked)),
            // It has just come, or is about to go: an owner that answers nobody keeps the home.
            Asked::Nobody if !was_asked && started.elapsed() > SOON => return Err(refusal(locked)),
            Asked::Nobody => {}
        }
        if started.elapsed() > HANDOVER_MAX {
            return Err(locked.hint("it was asked for the home and is still busy; try again"));
        }
        std::thread::sleep(LOOK_AGAIN);
    }
}

enum Asked {
    Given,
    Refused,
    Nobody,
}

fn ask(app: &App) -> Asked {
    let owner = Attached::new(&app.home, WorkspaceId::default_workspace(), None);
    match owner.ask_for_the_home(&app.signals.cancel) {
        Ok(()) => Asked::Given,
        Err(error) if error.kind == ErrorKind::Unavailable => Asked::Nobody,
        Err(_) => Asked::Refused,
    }
}

fn refusal(locked: Error) -> Error {
    locked.hint("stop it first; commands and agents work through it meanwhile")
}
