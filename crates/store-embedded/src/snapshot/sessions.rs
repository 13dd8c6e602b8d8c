//! Sessions.

use std::collections::BTreeSet;

use domain::ids::{ChunkId, SessionId};
use domain::session::Session;
use rusqlite::params;

use crate::errors::Outcome;
use crate::records::{self, chunk};
use crate::view::View;

/// A session, expired or not.
pub(crate) fn one(view: View<'_>, id: &SessionId) -> Outcome<Option<Session>> {
    records::first(
        view.connection,
        "SELECT created_ms, expires_ms FROM sessions WHERE workspace = ?1 AND id = ?2",
        params![view.workspace, id.as_str()],
        |row| {
            Ok(Session {
                id: id.clone(),
                created_ms: row.get(0)?,
                expires_ms: row.get(1)?,
            })
        },
    )
}

/// The chunks shown under a session.
pub(crate) fn seen(view: View<'_>, id: &SessionId) -> Outcome<BTreeSet<ChunkId>> {
    let chunks = records::all(
        view.connection,
        "SELECT chunk FROM seen_chunks WHERE workspace = ?1 AND session = ?2",
        params![view.workspace, id.as_str()],
        |row| chunk::id(row, 0),
    )?;
    Ok(chunks.into_iter().collect())
}
