//! Reading a whole set of vectors from rows.

use std::collections::HashMap;
use std::sync::Arc;

use domain::Cancel;
use rusqlite::params;
use vector_index::{Index, Key};

use crate::errors::{Outcome, damaged};
use crate::records::{self, kind, number, vector};
use crate::view::{ROW_ORDINAL_BITS, View};

/// How many vectors are read between two looks at the cancel flag.
const ROWS_PER_CHECK: usize = 1_024;

/// When the rows of a set last changed, as the home's sequence; 0 for a set without rows.
pub(crate) fn changed(view: View<'_>, space: i64, generation: u32) -> Outcome<u64> {
    let found = records::first(
        view.connection,
        "SELECT changed FROM vector_sets WHERE workspace = ?1 AND space = ?2 AND generation = ?3",
        params![view.workspace, space, generation],
        |row| number(row, 0),
    )?;
    Ok(found.unwrap_or(0))
}

/// The index of all vectors of a set, `dimension` values each.
pub(crate) fn index(
    view: View<'_>,
    space: i64,
    generation: u32,
    dimension: usize,
    cancel: &Cancel,
) -> Outcome<Index> {
    let mut places = if space == kind::PROMPT {
        prompts(view, generation)?
    } else {
        chunks(view, generation)?
    };
    // In the order in which they were written, which is the order on the disk.
    places.sort_unstable_by_key(|place| place.embedding);
    let mut statement = view
        .connection
        .prepare_cached("SELECT vector FROM embeddings WHERE embedding = ?1")?;
    let mut rows = Vec::with_capacity(places.len());
    for (position, place) in places.into_iter().enumerate() {
        if position % ROWS_PER_CHECK == 0 {
            cancel.check()?;
        }
        let values = statement.query_row([place.embedding], |row| {
            let bytes = row.get_ref(0)?.as_blob_or_null()?;
            Ok(bytes.map(vector::from_bytes))
        })?;
        if let Some(values) = values {
            rows.push((place.key, values?));
        }
    }
    Ok(Index::empty(dimension).with_changes(&[], &[], rows)?)
}

/// A key and where its vector is.
struct Place {
    key: Key,
    embedding: i64,
}

fn prompts(view: View<'_>, generation: u32) -> Outcome<Vec<Place>> {
    records::all(
        view.connection,
        "SELECT key, embedding FROM links WHERE workspace = ?1 AND space = ?2 AND generation = ?3",
        params![view.workspace, kind::PROMPT, generation],
        |row| {
            let id: Arc<str> = row.get(0)?;
            Ok(Place {
                key: Key::new(Arc::clone(&id), 0, id),
                embedding: row.get(1)?,
            })
        },
    )
}

/// A chunk's row number says its document and ordinal, so the chunks themselves are not read.
fn chunks(view: View<'_>, generation: u32) -> Outcome<Vec<Place>> {
    let documents = document_ids(view)?;
    records::all(
        view.connection,
        "SELECT l.key, l.embedding, c.row \
         FROM links l JOIN chunks c ON c.workspace = l.workspace AND c.id = l.key \
         WHERE l.workspace = ?1 AND l.space = ?2 AND l.generation = ?3",
        params![view.workspace, kind::DOCUMENT, generation],
        |row| {
            let place: i64 = row.get(2)?;
            let item = documents
                .get(&(place >> ROW_ORDINAL_BITS))
                .ok_or_else(damaged)?;
            let ordinal =
                u32::try_from(place & ((1 << ROW_ORDINAL_BITS) - 1)).expect("20 bits fit in 32");
            let id: Arc<str> = row.get(0)?;
            Ok(Place {
                key: Key::new(Arc::clone(item), ordinal, id),
                embedding: row.get(1)?,
            })
        },
    )
}

fn document_ids(view: View<'_>) -> Outcome<HashMap<i64, Arc<str>>> {
    let rows = records::all(
        view.connection,
        "SELECT number, id FROM documents WHERE workspace = ?1",
        [view.workspace],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(rows.into_iter().collect())
}
