//! The store: who owns the home, how a moment is pinned, and how a transaction becomes visible.

mod home;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use domain::ids::WorkspaceId;
use domain::ports::store::{Snapshot, Store};
use domain::{Caller, Cancel, Change, Error, Result};
use rusqlite::{Connection, TransactionBehavior};
use tempfile::TempDir;

use crate::errors::{Outcome, no_workspace, read_only};
use crate::guard::lock;
use crate::lock::HomeLock;
use crate::migrate;
use crate::open::{self, Access, Durability, OpenOptions, Opener};
use crate::readers::{Reader, Readers, STEPS_PER_CHECK};
use crate::records::{self, number};
use crate::snapshot::{RowSnapshot, Rows};
use crate::vectors::delta::{Delta, Touched};
use crate::vectors::{SetKey, VectorSets, Vectors, load};
use crate::view::View;
use crate::write::{Write, Written};

/// How often a snapshot looks for a moment on which rows and vectors agree before it waits for
/// the writer. Between a commit and the exchange of the vectors lie microseconds.
const AGREE_ATTEMPTS: usize = 64;

/// A home, opened.
///
/// Any number of threads may read and write through one store; writes happen one at a time and
/// readers never wait for them.
///
/// The home's lock is this value's alone: it is free at the moment when the value is dropped, so
/// the last `Arc` of an owner that shares it keeps the lock, and nothing else does. A snapshot
/// borrows the store and cannot outlive it.
#[derive(Debug)]
pub struct EmbeddedStore {
    // Dropped in this order: the writer last among the connections, so that it can fold the log
    // into the database, and the lock after all of them.
    readers: Readers,
    writer: Option<Mutex<Connection>>,
    vectors: Vectors,
    home: PathBuf,
    _lock: Option<HomeLock>,
    _folder: Option<TempDir>,
}

impl EmbeddedStore {
    /// Opens the home in the folder `home`.
    ///
    /// # Errors
    /// For writing: `Locked` at once when another process owns the home, naming it;
    /// `Unavailable` when the folder cannot be made or written. For reading: `NotFound` when
    /// there is no home. For both: `Unavailable` when the database is none of ours, damaged, or
    /// of a newer format; it is left as it is.
    pub fn open(home: &Path, options: OpenOptions) -> Result<Self> {
        match options.access {
            Access::ReadWrite => {
                let (lock, writer) = open::owner(home, &options.holder)?;
                Self::owning(home, writer, Some(lock), None)
            }
            Access::ReadOnly => {
                let store = Self::new(home, None, None, None);
                store.readers.check_file()?;
                let reader = store
                    .readers
                    .begin(&Cancel::new())
                    .map_err(|fault| crate::errors::of_opening(home, fault))?;
                migrate::require_current(&reader)?;
                drop(reader);
                Ok(store)
            }
        }
    }

    /// A store in a folder of the system's temporary directory that is removed with it. Nothing
    /// in it survives a crash.
    ///
    /// # Errors
    /// `Unavailable` when there is no such folder to be had.
    pub fn temporary() -> Result<Self> {
        let folder = tempfile::tempdir()
            .map_err(|_| Error::unavailable("no temporary folder can be made"))?;
        let writer = open::writer(folder.path(), Durability::None)?;
        let home = folder.path().to_owned();
        Self::owning(&home, writer, None, Some(folder))
    }

    fn owning(
        home: &Path,
        writer: Connection,
        lock: Option<HomeLock>,
        folder: Option<TempDir>,
    ) -> Result<Self> {
        let sequence = home_sequence(&writer)?;
        let store = Self::new(home, Some(writer), lock, folder);
        store.vectors.resync(sequence, |_, _| false);
        Ok(store)
    }

    fn new(
        home: &Path,
        writer: Option<Connection>,
        lock: Option<HomeLock>,
        folder: Option<TempDir>,
    ) -> Self {
        Self {
            readers: Readers::new(Opener::new(home)),
            vectors: Vectors::new(writer.is_some()),
            writer: writer.map(Mutex::new),
            home: home.to_owned(),
            _lock: lock,
            _folder: folder,
        }
    }

    /// Looks for damage: the file's own structure, and that all counters equal what they count.
    /// Returns what is wrong in words; nothing when all is well.
    ///
    /// # Errors
    /// `Unavailable` when the home cannot be read, `Cancelled` when asked to stop.
    pub fn check(&self, cancel: &Cancel) -> Result<Vec<String>> {
        let reader = self.readers.begin(cancel)?;
        Ok(crate::check::problems(&reader)?)
    }

    /// Pins a moment: rows, and the vectors that belong to them.
    fn pin(&self, cancel: &Cancel) -> Outcome<(Reader<'_>, Arc<VectorSets>)> {
        for _ in 0..AGREE_ATTEMPTS {
            cancel.check()?;
            let sets = self.vectors.current();
            let reader = self.readers.begin(cancel)?;
            let sequence = home_sequence(&reader)?;
            if sets.sequence == sequence {
                return Ok((reader, sets));
            }
            if self.writer.is_none() {
                let sets = self.adopt(&reader, sequence)?;
                return Ok((reader, sets));
            }
            drop(reader);
            std::thread::yield_now();
        }
        // Only after a panic between commit and exchange, or under very many commits, does this
        // take so long. Without the writer nothing moves.
        let _writer = self.writer.as_ref().map(lock);
        let reader = self.readers.begin(cancel)?;
        let sets = self.agree(&reader)?;
        Ok((reader, sets))
    }

    /// The sets of the rows' moment, while no transaction can commit.
    fn agree(&self, rows: &Connection) -> Outcome<Arc<VectorSets>> {
        let sets = self.vectors.current();
        let sequence = home_sequence(rows)?;
        if sets.sequence == sequence {
            Ok(sets)
        } else {
            self.adopt(rows, sequence)
        }
    }

    /// Takes over rows that were not written through [`Vectors::committed`].
    fn adopt(&self, rows: &Connection, sequence: u64) -> Outcome<Arc<VectorSets>> {
        let mut changed = BTreeMap::new();
        for key in self.vectors.current().loaded.keys() {
            let view = View {
                connection: rows,
                workspace: &key.workspace,
            };
            let now = load::changed(view, key.space, key.generation)?;
            changed.insert(key.clone(), now);
        }
        let is_current = |key: &SetKey, read: u64| changed.get(key) == Some(&read);
        Ok(self.vectors.resync(sequence, is_current))
    }

    /// Runs `work` on the one connection that writes; raising `cancel` stops its statements.
    fn writing<T>(
        &self,
        cancel: &Cancel,
        work: impl FnOnce(&mut Connection) -> Outcome<T>,
    ) -> Result<T> {
        let writer = self.writer.as_ref().ok_or_else(read_only)?;
        cancel.check()?;
        let mut connection = lock(writer);
        let stop = cancel.clone();
        let handler = move || stop.is_cancelled();
        let set = connection.progress_handler(STEPS_PER_CHECK, Some(handler));
        set.map_err(crate::errors::Fault::from)?;
        let done = work(&mut connection);
        let reset = connection.progress_handler(0, None::<fn() -> bool>);
        let value = done?;
        reset.map_err(crate::errors::Fault::from)?;
        Ok(value)
    }

    fn write(
        &self,
        connection: &mut Connection,
        caller: &Caller,
        cancel: &Cancel,
        decide: &mut dyn FnMut(&dyn Snapshot) -> Result<Vec<Change>>,
    ) -> Outcome<u64> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let view = View {
            connection: &transaction,
            workspace: caller.workspace.as_str(),
        };
        let sets = self.agree(&transaction)?;
        let before = snapshot(
            Rows::Deciding(&transaction),
            caller,
            &self.vectors,
            sets,
            cancel,
        )?;
        let changes = decide(&before)?;
        if changes.is_empty() {
            return Ok(before.sequence);
        }
        drop(before);
        let mut write = Write::new(view)?;
        for change in &changes {
            cancel.check()?;
            write.apply(change)?;
        }
        let Written {
            sequence,
            home_sequence,
            touched,
        } = write.finish()?;
        let deltas = self.deltas(view, touched)?;
        transaction.commit()?;
        self.vectors.committed(home_sequence, deltas);
        Ok(sequence)
    }

    /// What changed in each touched set, read for those that are in memory.
    fn deltas(
        &self,
        view: View<'_>,
        touched: BTreeMap<(i64, u32), Touched>,
    ) -> Outcome<Vec<(SetKey, Option<Delta>)>> {
        let mut deltas = Vec::with_capacity(touched.len());
        for ((space, generation), touched) in touched {
            let key = SetKey {
                workspace: view.workspace.to_owned(),
                space,
                generation,
            };
            let delta = if self.vectors.wants(&key) {
                Some(Delta::read(view, space, generation, &touched)?)
            } else {
                None
            };
            deltas.push((key, delta));
        }
        Ok(deltas)
    }
}

impl Store for EmbeddedStore {
    fn snapshot<'a>(&'a self, caller: &Caller, cancel: &Cancel) -> Result<Box<dyn Snapshot + 'a>> {
        cancel.check()?;
        let (reader, sets) = self.pin(cancel)?;
        let rows = Rows::Reading(reader);
        let snapshot = snapshot(rows, caller, &self.vectors, sets, cancel)?;
        Ok(Box::new(snapshot))
    }

    fn transact(
        &self,
        caller: &Caller,
        cancel: &Cancel,
        decide: &mut dyn FnMut(&dyn Snapshot) -> Result<Vec<Change>>,
    ) -> Result<u64> {
        self.writing(cancel, |connection| {
            self.write(connection, caller, cancel, decide)
        })
    }

    fn is_writable(&self) -> bool {
        self.writer.is_some()
    }
}

fn snapshot<'a>(
    rows: Rows<'a>,
    caller: &Caller,
    vectors: &'a Vectors,
    sets: Arc<VectorSets>,
    cancel: &Cancel,
) -> Outcome<RowSnapshot<'a>> {
    let workspace = caller.workspace.as_str();
    let sequence = records::first(
        &rows,
        "SELECT sequence FROM workspaces WHERE workspace = ?1",
        [workspace],
        |row| number(row, 0),
    )?;
    let sequence = match sequence {
        Some(sequence) => sequence,
        // It has a row once it was written to; every other workspace since it was made.
        None if caller.workspace == WorkspaceId::default_workspace() => 0,
        None => return Err(no_workspace().into()),
    };
    Ok(RowSnapshot {
        rows,
        workspace: workspace.to_owned(),
        sequence,
        vectors,
        sets,
        own_sets: RefCell::default(),
        cancel: cancel.clone(),
    })
}

/// The sequence of a moment; reading it is what pins the moment.
fn home_sequence(rows: &Connection) -> Outcome<u64> {
    let found = records::first(rows, "SELECT sequence FROM home", [], |row| number(row, 0))?;
    found.ok_or_else(|| crate::errors::damaged().into())
}
