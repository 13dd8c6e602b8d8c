//! Opening a session.

use domain::caller::Permission;
use domain::change::Change;
use domain::ids::SessionId;
use domain::session::Session;
use domain::{Caller, Cancel, Result, limits};

use crate::Engine;
use crate::write::committed;

impl Engine {
    /// Opens a search session.
    ///
    /// # Errors
    /// `Unavailable` on a read-only home.
    pub fn open_session(&self, caller: &Caller, cancel: &Cancel) -> Result<Session> {
        caller.require(Permission::DocumentsRead)?;
        let now = self.now_ms();
        let mut opened = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let session = Session {
                id: SessionId::minted(&caller.workspace, snapshot.sequence(), now),
                created_ms: now,
                expires_ms: now + limits::SESSION_MS,
            };
            opened = Some(session.clone());
            Ok(vec![Change::PutSession(session)])
        })?;
        committed(opened)
    }
}
