//! A store that fails on demand.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::access::{ApiKey, KeyId, Workspace};
use domain::ids::WorkspaceId;
use domain::ports::registry::Registry;
use domain::ports::store::{Snapshot, Store};
use domain::{Caller, Cancel, Change, Error, Result};

/// What goes wrong with a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It fails before anything is decided; nothing is written.
    BeforeApply,
    /// It is written, but the acknowledgement is lost: the caller sees a failure.
    AfterApply,
}

/// A [`Store`], and a [`Registry`] if the other one is, that passes everything on to another one,
/// except where a fault was planned. Each writing call of the registry is a transaction.
///
/// Injected failures are `Unavailable`, as a full disk would be. A test keeps an `Arc` of it, hands
/// a clone to what it tests, and plans faults in between.
#[derive(Debug, Default)]
pub struct FaultyStore<S> {
    inner: S,
    plan: Mutex<Plan>,
}

#[derive(Debug, Default)]
struct Plan {
    transactions: u64,
    faults: BTreeMap<u64, Fault>,
    snapshots_fail: bool,
    transactions_fail: bool,
    decides_twice: bool,
}

impl<S: Store> FaultyStore<S> {
    /// A store that behaves like `inner` until a fault is planned.
    pub fn new(inner: S) -> Self {
        let plan = Mutex::default();
        Self { inner, plan }
    }

    /// The store behind it, free of faults.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// How many transactions were begun so far, failed ones included.
    pub fn transactions(&self) -> u64 {
        self.plan().transactions
    }

    /// Plans `fault` for the `n`-th transaction from now on; 1 is the next one.
    pub fn fail_transaction(&self, n: u64, fault: Fault) {
        let mut plan = self.plan();
        let at = plan.transactions + n;
        plan.faults.insert(at, fault);
    }

    /// Whether all transactions fail from now on, before they apply.
    pub fn fail_transactions(&self, fail: bool) {
        self.plan().transactions_fail = fail;
    }

    /// Whether all snapshots fail from now on.
    pub fn fail_snapshots(&self, fail: bool) {
        self.plan().snapshots_fail = fail;
    }

    /// Whether every transaction asks `decide` twice and applies the second answer, as a store
    /// may that had to begin again.
    pub fn decide_twice(&self, twice: bool) {
        self.plan().decides_twice = twice;
    }

    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a transaction and says what goes wrong with it, and whether it decides twice.
    fn begin(&self) -> (Option<Fault>, bool) {
        let mut plan = self.plan();
        plan.transactions += 1;
        let number = plan.transactions;
        let planned = plan.faults.remove(&number);
        let always = plan.transactions_fail.then_some(Fault::BeforeApply);
        (planned.or(always), plan.decides_twice)
    }
}

impl<S: Store> Store for FaultyStore<S> {
    fn snapshot<'a>(&'a self, caller: &Caller, cancel: &Cancel) -> Result<Box<dyn Snapshot + 'a>> {
        if self.plan().snapshots_fail {
            return Err(unreadable());
        }
        self.inner.snapshot(caller, cancel)
    }

    fn transact(
        &self,
        caller: &Caller,
        cancel: &Cancel,
        decide: &mut dyn FnMut(&dyn Snapshot) -> Result<Vec<Change>>,
    ) -> Result<u64> {
        let (fault, twice) = self.begin();
        if fault == Some(Fault::BeforeApply) {
            return Err(unwritable());
        }
        let sequence = self.inner.transact(caller, cancel, &mut |snapshot| {
            if twice {
                decide(snapshot)?;
            }
            decide(snapshot)
        })?;
        match fault {
            Some(Fault::AfterApply) => Err(unacknowledged()),
            _ => Ok(sequence),
        }
    }

    fn is_writable(&self) -> bool {
        self.inner.is_writable()
    }
}

impl<S: Store + Registry> FaultyStore<S> {
    fn read_home<T>(&self, read: impl FnOnce(&S) -> Result<T>) -> Result<T> {
        if self.plan().snapshots_fail {
            return Err(unreadable());
        }
        read(&self.inner)
    }

    fn write_home<T>(&self, write: impl FnOnce(&S) -> Result<T>) -> Result<T> {
        let (fault, _) = self.begin();
        if fault == Some(Fault::BeforeApply) {
            return Err(unwritable());
        }
        let written = write(&self.inner)?;
        match fault {
            Some(Fault::AfterApply) => Err(unacknowledged()),
            _ => Ok(written),
        }
    }
}

impl<S: Store + Registry> Registry for FaultyStore<S> {
    fn workspaces(&self, cancel: &Cancel) -> Result<Vec<Workspace>> {
        self.read_home(|inner| inner.workspaces(cancel))
    }

    fn create_workspace(&self, workspace: &Workspace, cancel: &Cancel) -> Result<()> {
        self.write_home(|inner| inner.create_workspace(workspace, cancel))
    }

    fn delete_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()> {
        self.write_home(|inner| inner.delete_workspace(id, cancel))
    }

    fn keys(&self, cancel: &Cancel) -> Result<Vec<ApiKey>> {
        self.read_home(|inner| inner.keys(cancel))
    }

    fn key(&self, id: &KeyId, cancel: &Cancel) -> Result<Option<ApiKey>> {
        self.read_home(|inner| inner.key(id, cancel))
    }

    fn put_key(&self, key: &ApiKey, cancel: &Cancel) -> Result<()> {
        self.write_home(|inner| inner.put_key(key, cancel))
    }

    fn pepper(&self) -> Result<Option<[u8; 32]>> {
        self.read_home(Registry::pepper)
    }

    fn put_pepper(&self, pepper: [u8; 32]) -> Result<[u8; 32]> {
        self.write_home(|inner| inner.put_pepper(pepper))
    }
}

fn unreadable() -> Error {
    injected("the store cannot be read")
}

fn unwritable() -> Error {
    injected("the store cannot be written")
}

fn unacknowledged() -> Error {
    injected("the acknowledgement of a write was lost")
}

fn injected(message: &str) -> Error {
    Error::unavailable(format!("{message} (injected)")).hint("this fault belongs to a test")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryStore;
    use domain::ids::MintKey;

    fn mint() -> Change {
        let workspace = WorkspaceId::default_workspace();
        Change::CountMint(MintKey::api(&workspace, "document", "t", "c"))
    }

    fn write(store: &FaultyStore<MemoryStore>) -> Result<u64> {
        let decide = &mut |_: &dyn Snapshot| Ok(vec![mint()]);
        store.transact(&Caller::owner(), &Cancel::new(), decide)
    }

    fn sequence(store: &FaultyStore<MemoryStore>) -> u64 {
        let snapshot = store.inner().snapshot(&Caller::owner(), &Cancel::new());
        snapshot.expect("the inner store never fails").sequence()
    }

    #[test]
    fn a_fault_before_writes_nothing_and_one_after_writes_all() {
        let store = FaultyStore::new(MemoryStore::new());
        store.fail_transaction(2, Fault::BeforeApply);
        store.fail_transaction(3, Fault::AfterApply);
        assert_eq!(write(&store), Ok(1));
        assert!(write(&store).is_err());
        assert_eq!(sequence(&store), 1);
        assert!(write(&store).is_err());
        assert_eq!(sequence(&store), 2);
        assert_eq!(write(&store), Ok(3));
        assert_eq!(store.transactions(), 4);
    }

    #[test]
    fn snapshots_and_transactions_fail_for_as_long_as_they_are_told_to() {
        let store = FaultyStore::new(MemoryStore::new());
        store.fail_snapshots(true);
        store.fail_transactions(true);
        assert!(store.snapshot(&Caller::owner(), &Cancel::new()).is_err());
        assert!(write(&store).is_err());
        store.fail_snapshots(false);
        store.fail_transactions(false);
        assert!(store.snapshot(&Caller::owner(), &Cancel::new()).is_ok());
        assert_eq!(write(&store), Ok(1));
    }

    #[test]
    fn writes_of_the_registry_are_transactions_too() {
        let store = FaultyStore::new(MemoryStore::new());
        store.fail_transaction(1, Fault::BeforeApply);
        store.fail_transaction(2, Fault::AfterApply);
        assert!(store.put_pepper([1; 32]).is_err());
        assert_eq!(store.pepper(), Ok(None));
        assert!(store.put_pepper([2; 32]).is_err());
        assert_eq!(store.put_pepper([3; 32]), Ok([2; 32]));
        assert_eq!(store.transactions(), 3);
        store.fail_snapshots(true);
        assert!(store.workspaces(&Cancel::new()).is_err());
    }

    #[test]
    fn deciding_twice_applies_once() {
        let store = FaultyStore::new(MemoryStore::new());
        store.decide_twice(true);
        let mut asked = 0;
        let decide = &mut |_: &dyn Snapshot| {
            asked += 1;
            Ok(vec![mint()])
        };
        let written = store.transact(&Caller::owner(), &Cancel::new(), decide);
        assert_eq!((written, asked), (Ok(1), 2));
    }
}
