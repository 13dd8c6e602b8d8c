//! Reading and changing the home as a whole, whatever the workspace.

use std::path::Path;

use domain::{Cancel, Result};
use rusqlite::{Connection, TransactionBehavior};

use super::EmbeddedStore;
use crate::errors::{Outcome, read_only};
use crate::guard::lock;
use crate::readers::Reader;
use crate::vectors::SetKey;

impl EmbeddedStore {
    /// The folder.
    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    /// The rows of the whole home at one moment, without vectors.
    pub(crate) fn read_home(&self, cancel: &Cancel) -> Outcome<Reader<'_>> {
        cancel.check()?;
        self.readers.begin(cancel)
    }

    /// Runs `work` while nobody else writes to the home.
    ///
    /// # Errors
    /// `Unavailable` on a read-only home; what `work` returns.
    pub(crate) fn as_only_writer<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let _writer = lock(self.writer.as_ref().ok_or_else(read_only)?);
        work()
    }

    /// Changes the home as a whole in one transaction. `change` says which sets of vectors are
    /// gone afterwards.
    ///
    /// # Errors
    /// `Unavailable` on a read-only home; what `change` returns.
    pub(crate) fn change_home(
        &self,
        cancel: &Cancel,
        change: impl FnOnce(&Connection) -> Outcome<Vec<SetKey>>,
    ) -> Result<()> {
        self.writing(cancel, |connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // What is replaced below must be of this moment.
            self.agree(&transaction)?;
            let gone = change(&transaction)?;
            let sequence = crate::write::count_home(&transaction)?;
            cancel.check()?;
            transaction.commit()?;
            let gone = gone.into_iter().map(|key| (key, None));
            self.vectors.committed(sequence, gone.collect());
            Ok(())
        })
    }
}
