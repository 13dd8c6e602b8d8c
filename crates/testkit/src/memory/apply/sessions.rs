//! Sessions and what they have shown.

use std::collections::BTreeSet;

use domain::Result;
use domain::ids::{ChunkId, SessionId};
use domain::session::Session;

use super::conflict;
use crate::memory::workspace::{SessionRecord, Workspace};

pub(super) fn put(workspace: &mut Workspace, session: Session) -> Result<()> {
    if let Some(record) = workspace.sessions.edit(&session.id) {
        // A session that is used again keeps what it has shown.
        record.session = session;
        return Ok(());
    }
    let id = session.id.clone();
    let seen = BTreeSet::new();
    workspace
        .sessions
        .insert(id, SessionRecord { session, seen });
    Ok(())
}

pub(super) fn forget(workspace: &mut Workspace, id: &SessionId) -> Result<()> {
    workspace.sessions.remove(id);
    Ok(())
}

pub(super) fn record(
    workspace: &mut Workspace,
    session: &SessionId,
    chunks: Vec<ChunkId>,
) -> Result<()> {
    let Some(record) = workspace.sessions.edit(session) else {
        return Err(conflict(format!("the session `{session}` does not exist")));
    };
    record.seen.extend(chunks);
    Ok(())
}
