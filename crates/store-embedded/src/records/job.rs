//! Jobs.

use domain::job::Job;
use rusqlite::Row;

use crate::errors::Outcome;
use crate::records::{kind, number};

/// The columns of a job, in the order in which they are read.
pub(crate) const COLUMNS: &str = "kind, item, size_class, enqueued, attempts, last_error";

/// Reads [`COLUMNS`].
pub(crate) fn read(row: &Row<'_>) -> Outcome<Job> {
    Ok(Job {
        item: kind::item_at(row, 0)?,
        size_class: number(row, 2)?,
        enqueued: number(row, 3)?,
        attempts: number(row, 4)?,
        last_error: row.get(5)?,
    })
}
