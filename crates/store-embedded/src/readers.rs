//! Connections for snapshots: opened when needed, kept for the next one.

use std::ops::Deref;
use std::sync::Mutex;

use domain::Cancel;
use rusqlite::Connection;

use crate::errors::Outcome;
use crate::guard::lock;
use crate::open::{Opener, ReadConnection};

/// The most idle connections that are kept.
const IDLE_MAX: usize = 8;
/// How many steps of SQLite's machine pass between two looks at the cancel flag: about a
/// millisecond of work.
pub(crate) const STEPS_PER_CHECK: i32 = 10_000;

/// The connections of a home that read.
#[derive(Debug)]
pub(crate) struct Readers {
    opener: Opener,
    idle: Mutex<Vec<ReadConnection>>,
}

impl Readers {
    pub(crate) fn new(opener: Opener) -> Self {
        Self {
            opener,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// As [`Opener::check_file`].
    pub(crate) fn check_file(&self) -> domain::Result<()> {
        self.opener.check_file()
    }

    /// A connection inside a read transaction that stops when `cancel` is raised.
    pub(crate) fn begin(&self, cancel: &Cancel) -> Outcome<Reader<'_>> {
        let idle = lock(&self.idle).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.opener.open()?,
        };
        let cancel = cancel.clone();
        connection
            .connection
            .progress_handler(STEPS_PER_CHECK, Some(move || cancel.is_cancelled()))?;
        let reader = Reader {
            readers: self,
            connection: Some(connection),
        };
        reader.execute_batch("BEGIN")?;
        Ok(reader)
    }
}

/// A connection on loan from [`Readers`]; its transaction ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    readers: &'a Readers,
    connection: Option<ReadConnection>,
}

impl Deref for Reader<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        let connection = self.connection.as_ref();
        &connection.expect("only drop takes it").connection
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        let Some(mut reader) = self.connection.take() else {
            return;
        };
        let connection = &mut reader.connection;
        let is_clean = connection.progress_handler(0, None::<fn() -> bool>).is_ok()
            && (connection.is_autocommit() || connection.execute_batch("ROLLBACK").is_ok());
        let mut idle = lock(&self.readers.idle);
        if is_clean && reader.is_reusable && idle.len() < IDLE_MAX {
            idle.push(reader);
        }
    }
}
