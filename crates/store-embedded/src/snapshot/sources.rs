//! File sources.

use domain::ids::DocumentId;
use domain::source::FileSource;
use rusqlite::params;

use crate::errors::Outcome;
use crate::records::{self, source};
use crate::view::View;

/// What is known of the file at a path.
pub(crate) fn at(view: View<'_>, path: &str) -> Outcome<Option<FileSource>> {
    let sql = format!(
        "SELECT {} FROM sources WHERE workspace = ?1 AND path = ?2",
        source::COLUMNS
    );
    records::first(
        view.connection,
        &sql,
        params![view.workspace, path],
        source::read,
    )
}

/// Files with this content, by path.
pub(crate) fn with_hash(view: View<'_>, hash: &[u8; 32]) -> Outcome<Vec<FileSource>> {
    let sql = format!(
        "SELECT {} FROM sources WHERE workspace = ?1 AND content_hash = ?2 ORDER BY path",
        source::COLUMNS
    );
    records::all(
        view.connection,
        &sql,
        params![view.workspace, hash],
        source::read,
    )
}

/// The file that a document was made from; the first by path if there are several.
pub(crate) fn of(view: View<'_>, document: &DocumentId) -> Outcome<Option<FileSource>> {
    let sql = format!(
        "SELECT {} FROM sources WHERE workspace = ?1 AND document = ?2 ORDER BY path LIMIT 1",
        source::COLUMNS
    );
    let params = params![view.workspace, document.as_str()];
    records::first(view.connection, &sql, params, source::read)
}
