//! Sessions and what they have shown.

use domain::ids::{ChunkId, SessionId};
use domain::session::Session;
use rusqlite::params;

use super::{Write, conflict};
use crate::errors::Outcome;
use crate::snapshot::sessions;

impl Write<'_> {
    /// A session that is used again keeps what it has shown.
    pub(super) fn put_session(&mut self, session: &Session) -> Outcome<()> {
        self.execute(
            "INSERT INTO sessions (workspace, id, created_ms, expires_ms) \
             VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT (workspace, id) DO UPDATE SET created_ms = excluded.created_ms, \
             expires_ms = excluded.expires_ms",
            params![
                self.view.workspace,
                session.id.as_str(),
                session.created_ms,
                session.expires_ms
            ],
        )?;
        Ok(())
    }

    pub(super) fn forget_session(&mut self, id: &SessionId) -> Outcome<()> {
        let id = id.as_str();
        self.execute_for(
            "DELETE FROM seen_chunks WHERE workspace = ?1 AND session = ?2",
            id,
        )?;
        self.execute_for("DELETE FROM sessions WHERE workspace = ?1 AND id = ?2", id)?;
        Ok(())
    }

    pub(super) fn record_seen(&mut self, session: &SessionId, chunks: &[ChunkId]) -> Outcome<()> {
        if sessions::one(self.view, session)?.is_none() {
            return Err(conflict(format!("the session `{session}` does not exist")));
        }
        for chunk in chunks {
            self.execute(
                "INSERT INTO seen_chunks (workspace, session, chunk) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (workspace, session, chunk) DO NOTHING",
                params![self.view.workspace, session.as_str(), chunk.as_str()],
            )?;
        }
        Ok(())
    }
}
