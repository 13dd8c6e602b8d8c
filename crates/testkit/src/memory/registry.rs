//! What belongs to the whole home: workspaces, keys and the secret they are hashed under.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use domain::access::{ApiKey, KeyId, Workspace as Named};
use domain::ids::WorkspaceId;
use domain::ports::registry::Registry;
use domain::{Cancel, Error, ErrorKind, Result};

use super::workspace::Workspace;
use super::{MemoryStore, lock};

/// Everything that a store in memory holds at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// The default workspace is here once it was written to, every other one once it was made.
    pub(super) workspaces: BTreeMap<WorkspaceId, Arc<Workspace>>,
    keys: BTreeMap<KeyId, ApiKey>,
    pepper: Option<[u8; 32]>,
}

impl State {
    /// The rows of a workspace.
    ///
    /// # Errors
    /// `NotFound` for one that was never made, or was deleted.
    pub(super) fn workspace(&self, id: &WorkspaceId) -> Result<Arc<Workspace>> {
        match self.workspaces.get(id) {
            Some(workspace) => Ok(Arc::clone(workspace)),
            None if *id == WorkspaceId::default_workspace() => Ok(Arc::default()),
            None => Err(Error::not_found("Workspace not found")
                .hint("`ibid workspace list` shows which there are")),
        }
    }
}

impl MemoryStore {
    /// Changes the home as a whole, or not at all.
    fn change<T>(
        &self,
        cancel: &Cancel,
        change: impl FnOnce(&mut State) -> Result<T>,
    ) -> Result<T> {
        self.require_writable()?;
        cancel.check()?;
        let _writer = lock(&self.writer);
        let mut next = lock(&self.current).clone();
        let changed = change(&mut next)?;
        *lock(&self.current) = next;
        Ok(changed)
    }
}

impl Registry for MemoryStore {
    fn workspaces(&self, cancel: &Cancel) -> Result<Vec<Named>> {
        cancel.check()?;
        let mut times = BTreeMap::from([(WorkspaceId::default_workspace(), 0)]);
        for (id, workspace) in &lock(&self.current).workspaces {
            times.insert(id.clone(), workspace.created_ms);
        }
        let named = times
            .into_iter()
            .map(|(id, created_ms)| Named { id, created_ms });
        Ok(named.collect())
    }

    fn create_workspace(&self, workspace: &Named, cancel: &Cancel) -> Result<()> {
        self.change(cancel, |state| {
            if state.workspace(&workspace.id).is_ok() {
                let message = format!("the workspace `{}` exists already", workspace.id);
                return Err(Error::new(ErrorKind::Conflict, message));
            }
            let rows = Workspace {
                created_ms: workspace.created_ms,
                ..Workspace::default()
            };
            state
                .workspaces
                .insert(workspace.id.clone(), Arc::new(rows));
            Ok(())
        })
    }

    fn delete_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()> {
        self.change(cancel, |state| {
            if *id == WorkspaceId::default_workspace() {
                return Err(Error::invalid("the default workspace cannot be deleted"));
            }
            state.workspace(id)?;
            state.workspaces.remove(id);
            state.keys.retain(|_, key| key.workspace != *id);
            Ok(())
        })
    }

    fn keys(&self, cancel: &Cancel) -> Result<Vec<ApiKey>> {
        cancel.check()?;
        let mut keys: Vec<ApiKey> = lock(&self.current).keys.values().cloned().collect();
        // They come by id; the sort keeps that order among equal times.
        keys.sort_by_key(|key| Reverse(key.created_ms));
        Ok(keys)
    }

    fn key(&self, id: &KeyId, cancel: &Cancel) -> Result<Option<ApiKey>> {
        cancel.check()?;
        Ok(lock(&self.current).keys.get(id).cloned())
    }

    fn put_key(&self, key: &ApiKey, cancel: &Cancel) -> Result<()> {
        self.change(cancel, |state| {
            state.workspace(&key.workspace)?;
            state.keys.insert(key.id.clone(), key.clone());
            Ok(())
        })
    }

    fn pepper(&self) -> Result<Option<[u8; 32]>> {
        Ok(lock(&self.current).pepper)
    }

    fn put_pepper(&self, pepper: [u8; 32]) -> Result<[u8; 32]> {
        self.change(&Cancel::new(), |state| {
            Ok(*state.pepper.get_or_insert(pepper))
        })
    }
}
