//! A store with one mistake in it.

use domain::access::{ApiKey, KeyId, Workspace};
use domain::ids::WorkspaceId;
use domain::ports::registry::Registry;
use domain::ports::store::{Snapshot, Store};
use domain::{Caller, Cancel, Change, Result};
use testkit::MemoryStore;

/// A [`MemoryStore`] that alters what it is told to write.
pub struct AlteredStore {
    inner: MemoryStore,
    alter: fn(Change) -> Vec<Change>,
    one_by_one: bool,
    one_workspace: bool,
}

impl AlteredStore {
    /// Applies `alter` to every change.
    pub fn new(alter: fn(Change) -> Vec<Change>) -> Self {
        Self {
            inner: MemoryStore::new(),
            alter,
            one_by_one: false,
            one_workspace: false,
        }
    }

    /// Alters nothing.
    pub fn keep() -> Self {
        Self::new(|change| vec![change])
    }

    /// Writes each change in a transaction of its own.
    pub fn one_by_one(self) -> Self {
        let one_by_one = true;
        Self { one_by_one, ..self }
    }

    /// Keeps everybody in one workspace.
    pub fn one_workspace(self) -> Self {
        let one_workspace = true;
        Self {
            one_workspace,
            ..self
        }
    }

    fn caller(&self, caller: &Caller) -> Caller {
        let mut caller = caller.clone();
        if self.one_workspace {
            caller.workspace = WorkspaceId::default_workspace();
        }
        caller
    }

    fn write(&self, caller: &Caller, cancel: &Cancel, changes: Vec<Change>) -> Result<u64> {
        let decide = &mut |_: &dyn Snapshot| Ok(changes.clone());
        self.inner.transact(caller, cancel, decide)
    }
}

impl Store for AlteredStore {
    fn snapshot<'a>(&'a self, caller: &Caller, cancel: &Cancel) -> Result<Box<dyn Snapshot + 'a>> {
        self.inner.snapshot(&self.caller(caller), cancel)
    }

    fn transact(
        &self,
        caller: &Caller,
        cancel: &Cancel,
        decide: &mut dyn FnMut(&dyn Snapshot) -> Result<Vec<Change>>,
    ) -> Result<u64> {
        let caller = self.caller(caller);
        if !self.one_by_one {
            // A list that is altered to nothing still counts as a transaction.
            return self.inner.transact(&caller, cancel, &mut |snapshot| {
                let changes = decide(snapshot)?;
                let was_empty = changes.is_empty();
                let mut altered: Vec<Change> = changes.into_iter().flat_map(self.alter).collect();
                if altered.is_empty() && !was_empty {
                    altered.push(Change::DeleteSource(String::new()));
                }
                Ok(altered)
            });
        }
        let changes = decide(self.snapshot(&caller, cancel)?.as_ref())?;
        let mut sequence = self.write(&caller, cancel, vec![])?;
        for change in changes {
            sequence = self.write(&caller, cancel, vec![change])?;
        }
        Ok(sequence)
    }

    fn is_writable(&self) -> bool {
        self.inner.is_writable()
    }
}

impl Registry for AlteredStore {
    fn workspaces(&self, cancel: &Cancel) -> Result<Vec<Workspace>> {
        self.inner.workspaces(cancel)
    }

    fn create_workspace(&self, workspace: &Workspace, cancel: &Cancel) -> Result<()> {
        self.inner.create_workspace(workspace, cancel)
    }

    fn delete_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()> {
        self.inner.delete_workspace(id, cancel)
    }

    fn keys(&self, cancel: &Cancel) -> Result<Vec<ApiKey>> {
        self.inner.keys(cancel)
    }

    fn key(&self, id: &KeyId, cancel: &Cancel) -> Result<Option<ApiKey>> {
        self.inner.key(id, cancel)
    }

    fn put_key(&self, key: &ApiKey, cancel: &Cancel) -> Result<()> {
        self.inner.put_key(key, cancel)
    }

    fn pepper(&self) -> Result<Option<[u8; 32]>> {
        self.inner.pepper()
    }

    fn put_pepper(&self, pepper: [u8; 32]) -> Result<[u8; 32]> {
        self.inner.put_pepper(pepper)
    }
}
