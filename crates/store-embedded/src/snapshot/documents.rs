//! Documents.

use domain::ids::DocumentId;
use domain::item::{Document, Tags};
use rusqlite::{Row, params};

use super::catalog::Listed;
use crate::cursor::Newest;
use crate::errors::Outcome;
use crate::records::{self, document, kind};
use crate::view::View;

impl Listed for Document {
    const TABLE: &'static str = "documents";
    const COLUMNS: &'static str = document::COLUMNS;
    const KIND: i64 = kind::DOCUMENT;

    fn read(row: &Row<'_>) -> Outcome<Self> {
        document::read(row)
    }

    fn texts(&self) -> [Option<&str>; 2] {
        [Some(&self.title), None]
    }

    fn place(&self) -> Newest {
        Newest {
            created_ms: self.created_ms,
            id: self.id.to_string(),
        }
    }

    fn set_tags(&mut self, tags: Tags) {
        self.tags = tags;
    }
}

/// A document's number, the handle that its chunks and terms are stored under.
pub(crate) fn number(view: View<'_>, id: &DocumentId) -> Outcome<Option<i64>> {
    records::first(
        view.connection,
        "SELECT number FROM documents WHERE workspace = ?1 AND id = ?2",
        params![view.workspace, id.as_str()],
        |row| Ok(row.get(0)?),
    )
}

/// A document's current content.
pub(crate) fn content(view: View<'_>, id: &DocumentId) -> Outcome<Option<String>> {
    records::first(
        view.connection,
        "SELECT v.content FROM documents d JOIN versions v \
         ON v.workspace = ?1 AND v.kind = ?3 AND v.item = d.id AND v.number = d.content_version \
         WHERE d.workspace = ?1 AND d.id = ?2",
        params![view.workspace, id.as_str(), kind::DOCUMENT],
        |row| Ok(row.get(0)?),
    )
}
