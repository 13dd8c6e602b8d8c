//! File sources.

use domain::ids::DocumentId;
use domain::source::FileSource;
use rusqlite::Row;

use crate::errors::Outcome;
use crate::records::{hash, number, parsed};

/// The columns of a source, in the order in which they are read.
pub(crate) const COLUMNS: &str = "path, document, content_hash, size_bytes";

/// Reads [`COLUMNS`].
pub(crate) fn read(row: &Row<'_>) -> Outcome<FileSource> {
    Ok(FileSource {
        path: row.get(0)?,
        document: parsed(DocumentId::parse(row.get_ref(1)?.as_str().unwrap_or_default()).ok())?,
        content_hash: hash(row, 2)?,
        size_bytes: number(row, 3)?,
    })
}
