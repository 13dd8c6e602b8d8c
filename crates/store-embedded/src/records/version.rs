//! Versions of documents and prompts.

use domain::ids::VersionId;
use domain::item::Version;
use rusqlite::Row;

use crate::errors::Outcome;
use crate::records::{number, parsed};

/// The columns of a version, in the order in which they are read.
pub(crate) const COLUMNS: &str = "id, number, title, content, change_log, created_ms";

/// Reads [`COLUMNS`].
pub(crate) fn read(row: &Row<'_>) -> Outcome<Version> {
    Ok(Version {
        id: parsed(VersionId::parse(row.get_ref(0)?.as_str().unwrap_or_default()).ok())?,
        number: number(row, 1)?,
        title: row.get(2)?,
        content: row.get(3)?,
        change_log: row.get(4)?,
        created_ms: row.get(5)?,
    })
}
