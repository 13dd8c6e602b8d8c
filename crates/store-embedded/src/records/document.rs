//! Documents.

use domain::ids::DocumentId;
use domain::item::{Document, Status, Tags};
use domain::source::SourceKind;
use rusqlite::Row;

use crate::errors::Outcome;
use crate::records::{number, parsed};

/// The columns of a document, in the order in which they are read.
pub(crate) const COLUMNS: &str = "id, title, status, error, source_kind, source_url, \
    media_type, current_version, revision, created_ms, updated_ms";

/// Reads [`COLUMNS`]; the tags are another table's.
pub(crate) fn read(row: &Row<'_>) -> Outcome<Document> {
    Ok(Document {
        id: parsed(DocumentId::parse(row.get_ref(0)?.as_str().unwrap_or_default()).ok())?,
        title: row.get(1)?,
        tags: Tags::default(),
        status: parsed(Status::parse(row.get_ref(2)?.as_str().unwrap_or_default()))?,
        error: row.get(3)?,
        source_kind: parsed(SourceKind::parse(
            row.get_ref(4)?.as_str().unwrap_or_default(),
        ))?,
        source_url: row.get(5)?,
        media_type: row.get(6)?,
        current_version: number(row, 7)?,
        revision: number(row, 8)?,
        created_ms: row.get(9)?,
        updated_ms: row.get(10)?,
    })
}
