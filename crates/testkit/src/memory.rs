//! A store in memory: small, complete, and the reference for what a store answers.

mod apply;
mod cursor;
mod read;
mod registry;
mod snapshot;
mod table;
mod workspace;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::ids::WorkspaceId;
#[cfg(doc)]
use domain::ports::registry::Registry;
use domain::ports::store::{Snapshot, Store};
use domain::{Caller, Cancel, Change, Error, Result};

use registry::State;
use snapshot::MemorySnapshot;
use workspace::Workspace;

/// A [`Store`] and [`Registry`] without a home. It keeps every promise of the ports but those
/// about crashes.
///
/// Reads clone one `Arc` and never wait for a writer. Vectors are compared one by one and sorted,
/// so it is also an oracle for stores that are cleverer about it. Where the port's contract calls
/// a change a breach of a rule (an unknown item, a used version number), the whole list is refused
/// with `Conflict`.
#[derive(Debug, Default)]
pub struct MemoryStore {
    /// Held while a transaction decides and applies; readers do not take it.
    writer: Mutex<()>,
    current: Mutex<State>,
    read_only: bool,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same store, refusing every further write as a read-only home would.
    #[must_use]
    pub fn into_read_only(self) -> Self {
        Self {
            read_only: true,
            ..self
        }
    }

    fn workspace(&self, id: &WorkspaceId) -> Result<Arc<Workspace>> {
        lock(&self.current).workspace(id)
    }

    fn require_writable(&self) -> Result<()> {
        if self.read_only {
            return Err(Error::unavailable("the store is read-only")
                .hint("open it where it can be written"));
        }
        Ok(())
    }
}

impl Store for MemoryStore {
    fn snapshot<'a>(&'a self, caller: &Caller, cancel: &Cancel) -> Result<Box<dyn Snapshot + 'a>> {
        cancel.check()?;
        Ok(Box::new(MemorySnapshot::new(
            self.workspace(&caller.workspace)?,
        )))
    }

    fn transact(
        &self,
        caller: &Caller,
        cancel: &Cancel,
        decide: &mut dyn FnMut(&dyn Snapshot) -> Result<Vec<Change>>,
    ) -> Result<u64> {
        cancel.check()?;
        self.require_writable()?;
        let _writer = lock(&self.writer);
        let before = self.workspace(&caller.workspace)?;
        let changes = decide(&MemorySnapshot::new(Arc::clone(&before)))?;
        if changes.is_empty() {
            return Ok(before.sequence);
        }
        let after = apply::apply_all(&before, changes)?;
        let sequence = after.sequence;
        let mut current = lock(&self.current);
        current
            .workspaces
            .insert(caller.workspace.clone(), Arc::new(after));
        Ok(sequence)
    }

    fn is_writable(&self) -> bool {
        !self.read_only
    }
}

/// Locks even after a panic elsewhere: what the locks guard is replaced whole or not at all.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn the_store_in_memory_keeps_every_promise() {
        conformance::run(&|| Box::new(MemoryStore::new()));
    }

    #[test]
    fn a_read_only_store_answers_and_refuses_writes() {
        let store = MemoryStore::new().into_read_only();
        let decide = &mut |_: &dyn Snapshot| Ok(vec![Change::SweepEmbeddings]);
        let written = store.transact(&Caller::owner(), &Cancel::new(), decide);
        assert_eq!(written.unwrap_err().kind, domain::ErrorKind::Unavailable);
        assert!(!store.is_writable());
        let snapshot = store.snapshot(&Caller::owner(), &Cancel::new()).unwrap();
        assert_eq!(snapshot.sequence(), 0);
    }
}
