//! The search session of a connection.

use std::sync::{Mutex, PoisonError};

use domain::ids::SessionId;
use domain::{Caller, Cancel};
use engine::Engine;

/// Holds a session that is opened at the first search that names none, so that an agent that
/// asks on does not get the same passages again. Lives as long as its connection.
#[derive(Debug)]
pub struct SessionContext {
    automatic: bool,
    opened: Mutex<Option<SessionId>>,
}

impl SessionContext {
    /// Opens a session by itself when it is first needed.
    pub fn automatic() -> Self {
        Self {
            automatic: true,
            opened: Mutex::new(None),
        }
    }

    /// Never uses a session that the caller did not name.
    pub fn off() -> Self {
        Self {
            automatic: false,
            opened: Mutex::new(None),
        }
    }

    /// The connection's session; `None` when it has none.
    ///
    /// A session is a convenience: when none can be opened (a read-only home), the search goes
    /// on without, and the next one tries again.
    pub fn current(&self, engine: &Engine, caller: &Caller, cancel: &Cancel) -> Option<SessionId> {
        if !self.automatic {
            return None;
        }
        // The lock is held while opening: two searches at once must not open two sessions.
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if opened.is_none() {
            *opened = engine.open_session(caller, cancel).ok().map(|s| s.id);
        }
        opened.clone()
    }
}
