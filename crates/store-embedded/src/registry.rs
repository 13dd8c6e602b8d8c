//! Workspaces and keys: what belongs to the home as a whole.

mod erase;

use std::collections::BTreeMap;

use domain::access::{ApiKey, KeyId, Workspace};
use domain::ids::WorkspaceId;
use domain::ports::registry::Registry;
use domain::{Cancel, Error, ErrorKind, Result};
use rusqlite::{Connection, params};

use crate::errors::{Outcome, no_workspace};
use crate::records::{self, key, parsed};
use crate::store::EmbeddedStore;

impl Registry for EmbeddedStore {
    fn workspaces(&self, cancel: &Cancel) -> Result<Vec<Workspace>> {
        let rows = self.read_home(cancel)?;
        Ok(workspaces(&rows)?)
    }

    fn create_workspace(&self, workspace: &Workspace, cancel: &Cancel) -> Result<()> {
        self.change_home(cancel, |rows| {
            if is_there(rows, &workspace.id)? {
                let message = format!("the workspace `{}` exists already", workspace.id);
                return Err(Error::new(ErrorKind::Conflict, message)
                    .hint("choose another name")
                    .into());
            }
            records::execute(
                rows,
                "INSERT INTO workspaces (workspace, sequence, created_ms) VALUES (?1, 0, ?2)",
                params![workspace.id.as_str(), workspace.created_ms],
            )?;
            Ok(Vec::new())
        })
    }

    fn delete_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()> {
        self.change_home(cancel, |rows| {
            if *id == WorkspaceId::default_workspace() {
                return Err(Error::invalid("the default workspace cannot be deleted")
                    .hint("delete what is in it, or choose another home")
                    .into());
            }
            require_workspace(rows, id)?;
            erase::workspace(rows, id.as_str())
        })
    }

    fn keys(&self, cancel: &Cancel) -> Result<Vec<ApiKey>> {
        let rows = self.read_home(cancel)?;
        let sql = format!(
            "SELECT {} FROM api_keys ORDER BY created_ms DESC, id",
            key::COLUMNS
        );
        Ok(records::all(&rows, &sql, [], key::read)?)
    }

    fn key(&self, id: &KeyId, cancel: &Cancel) -> Result<Option<ApiKey>> {
        let rows = self.read_home(cancel)?;
        let sql = format!("SELECT {} FROM api_keys WHERE id = ?1", key::COLUMNS);
        Ok(records::first(&rows, &sql, [id.as_str()], key::read)?)
    }

    fn put_key(&self, key: &ApiKey, cancel: &Cancel) -> Result<()> {
        self.change_home(cancel, |rows| {
            require_workspace(rows, &key.workspace)?;
            put_key(rows, key)?;
            Ok(Vec::new())
        })
    }

    fn pepper(&self) -> Result<Option<[u8; 32]>> {
        crate::pepper::read(self.home())
    }

    fn put_pepper(&self, pepper: [u8; 32]) -> Result<[u8; 32]> {
        self.as_only_writer(|| crate::pepper::keep(self.home(), pepper))
    }
}

/// All workspaces by id. The default one has a row only once it was written to.
fn workspaces(rows: &Connection) -> Outcome<Vec<Workspace>> {
    let found = records::all(
        rows,
        "SELECT workspace, created_ms FROM workspaces",
        [],
        |row| {
            let id = row.get_ref(0)?.as_str().unwrap_or_default();
            Ok((parsed(WorkspaceId::parse(id).ok())?, row.get(1)?))
        },
    )?;
    let mut times = BTreeMap::from([(WorkspaceId::default_workspace(), 0)]);
    times.extend(found);
    let workspaces = times
        .into_iter()
        .map(|(id, created_ms)| Workspace { id, created_ms });
    Ok(workspaces.collect())
}

fn is_there(rows: &Connection, id: &WorkspaceId) -> Outcome<bool> {
    let found = records::first(
        rows,
        "SELECT 1 FROM workspaces WHERE workspace = ?1",
        [id.as_str()],
        |_| Ok(()),
    )?;
    Ok(found.is_some() || *id == WorkspaceId::default_workspace())
}

fn require_workspace(rows: &Connection, id: &WorkspaceId) -> Outcome<()> {
    if is_there(rows, id)? {
        Ok(())
    } else {
        Err(no_workspace().into())
    }
}

fn put_key(rows: &Connection, key: &ApiKey) -> Outcome<()> {
    let sql = format!(
        "INSERT OR REPLACE INTO api_keys ({}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        key::COLUMNS
    );
    let params = params![
        key.id.as_str(),
        key.workspace.as_str(),
        key.name,
        key::scopes_to(key.scopes),
        key.tools,
        key.secret_hash,
        key.created_ms,
        key.expires_ms,
        key.revoked_ms,
    ];
    records::execute(rows, &sql, params)?;
    Ok(())
}
