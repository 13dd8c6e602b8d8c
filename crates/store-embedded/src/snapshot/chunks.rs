//! Trees and tombstones.

use domain::chunk::{Chunk, Tombstone};
use domain::ids::{ChunkId, DocumentId};
use rusqlite::params;

use super::documents;
use crate::errors::Outcome;
use crate::records::{self, chunk};
use crate::view::{View, chunk_rows};

/// A chunk of a current tree.
pub(crate) fn one(view: View<'_>, id: &ChunkId) -> Outcome<Option<Chunk>> {
    let sql = format!(
        "SELECT {} FROM chunks WHERE workspace = ?1 AND id = ?2",
        chunk::COLUMNS
    );
    let params = params![view.workspace, id.as_str()];
    records::first(view.connection, &sql, params, chunk::read)
}

/// The chunks that exist, in the order of `ids`.
pub(crate) fn several(view: View<'_>, ids: &[ChunkId]) -> Outcome<Vec<Chunk>> {
    let mut chunks = Vec::with_capacity(ids.len());
    for id in ids {
        chunks.extend(one(view, id)?);
    }
    Ok(chunks)
}

/// The children of a chunk in reading order.
pub(crate) fn children(view: View<'_>, id: &ChunkId) -> Outcome<Vec<Chunk>> {
    let sql = format!(
        "SELECT {} FROM chunks WHERE workspace = ?1 AND parent = ?2 ORDER BY ordinal",
        chunk::COLUMNS
    );
    let params = params![view.workspace, id.as_str()];
    records::all(view.connection, &sql, params, chunk::read)
}

/// A whole tree in reading order.
pub(crate) fn tree(view: View<'_>, document: &DocumentId) -> Outcome<Vec<Chunk>> {
    let Some(number) = documents::number(view, document)? else {
        return Ok(Vec::new());
    };
    let sql = format!(
        "SELECT {} FROM chunks WHERE row BETWEEN ?1 AND ?2 ORDER BY row",
        chunk::COLUMNS
    );
    let (first, last) = chunk_rows(number);
    records::all(view.connection, &sql, [first, last], chunk::read)
}

/// What remains of a replaced chunk.
pub(crate) fn tombstone(view: View<'_>, id: &ChunkId) -> Outcome<Option<Tombstone>> {
    let sql = format!(
        "SELECT {}, replaced_by FROM tombstones WHERE workspace = ?1 AND id = ?2",
        chunk::COLUMNS
    );
    let params = params![view.workspace, id.as_str()];
    records::first(view.connection, &sql, params, |row| {
        Ok(Tombstone {
            chunk: chunk::read(row)?,
            replaced_by: chunk::optional_id(row, chunk::COLUMN_COUNT)?,
        })
    })
}
