//! Inputs, and what is cached and published for them.

use domain::chunk::InputHash;
use domain::item::{ItemId, Prompt};
use domain::ports::embedder::Embedded;
use domain::ports::store::{PendingInput, VectorCounts};
use rusqlite::types::ValueRef;
use rusqlite::{Row, params};

use super::{catalog, documents};
use crate::errors::Outcome;
use crate::records::{self, kind, number, vector};
use crate::view::{View, chunk_rows};

/// The cached outcome of each input, in order.
pub(crate) fn cached(
    view: View<'_>,
    model: &str,
    inputs: &[InputHash],
) -> Outcome<Vec<Option<Embedded>>> {
    let one = |input: &InputHash| {
        records::first(
            view.connection,
            "SELECT windows, vector FROM embeddings \
             WHERE workspace = ?1 AND model = ?2 AND input_hash = ?3",
            params![view.workspace, model, input.0],
            read,
        )
    };
    inputs.iter().map(one).collect()
}

fn read(row: &Row<'_>) -> Outcome<Embedded> {
    match row.get_ref(1)? {
        ValueRef::Null => Ok(Embedded::NotCovered),
        value => {
            let bytes = value.as_blob().map_err(rusqlite::Error::from)?;
            Ok(Embedded::Vector {
                values: vector::from_bytes(bytes)?,
                windows: number(row, 0)?,
            })
        }
    }
}

/// The inputs of an item without an outcome in a generation, in reading order.
pub(crate) fn pending(
    view: View<'_>,
    item: &ItemId,
    generation: u32,
) -> Outcome<Vec<PendingInput>> {
    match item {
        ItemId::Document(id) => {
            let Some(number) = documents::number(view, id)? else {
                return Ok(Vec::new());
            };
            pending_chunks(view, number, generation)
        }
        ItemId::Prompt(id) => {
            if is_linked(view, kind::PROMPT, generation, id.as_str())? {
                return Ok(Vec::new());
            }
            let prompt: Option<Prompt> = catalog::one(view, id.as_str())?;
            let input = prompt.map(|prompt| PendingInput {
                key: prompt.id.to_string(),
                prefix: String::new(),
                body: prompt.embedded_text(),
            });
            Ok(input.into_iter().collect())
        }
    }
}

fn pending_chunks(view: View<'_>, document: i64, generation: u32) -> Outcome<Vec<PendingInput>> {
    let (first, last) = chunk_rows(document);
    records::all(
        view.connection,
        "SELECT c.id, c.lead, c.content FROM chunks c \
         WHERE c.row BETWEEN ?1 AND ?2 AND c.input_hash IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM links l WHERE l.workspace = ?3 AND l.space = ?4 AND l.generation = ?5 \
          AND l.key = c.id) \
         ORDER BY c.row",
        params![first, last, view.workspace, kind::DOCUMENT, generation],
        |row| {
            Ok(PendingInput {
                key: row.get(0)?,
                prefix: row.get(1)?,
                body: row.get(2)?,
            })
        },
    )
}

fn is_linked(view: View<'_>, space: i64, generation: u32, key: &str) -> Outcome<bool> {
    let found = records::first(
        view.connection,
        "SELECT 1 FROM links \
         WHERE workspace = ?1 AND space = ?2 AND generation = ?3 AND key = ?4",
        params![view.workspace, space, generation, key],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// How the keys of an item stand in a generation.
pub(crate) fn counts(view: View<'_>, item: &ItemId, generation: u32) -> Outcome<VectorCounts> {
    let counts = match item {
        ItemId::Document(id) => match documents::number(view, id)? {
            None => None,
            Some(number) => {
                let (first, last) = chunk_rows(number);
                records::first(
                    view.connection,
                    "SELECT count(*), count(l.key), count(e.vector) FROM chunks c \
                     LEFT JOIN links l ON l.workspace = ?3 AND l.space = ?4 \
                         AND l.generation = ?5 AND l.key = c.id \
                     LEFT JOIN embeddings e ON e.embedding = l.embedding \
                     WHERE c.row BETWEEN ?1 AND ?2 AND c.input_hash IS NOT NULL",
                    params![first, last, view.workspace, kind::DOCUMENT, generation],
                    read_counts,
                )?
            }
        },
        ItemId::Prompt(id) => records::first(
            view.connection,
            "SELECT count(*), count(l.key), count(e.vector) FROM prompts p \
             LEFT JOIN links l ON l.workspace = ?1 AND l.space = ?3 \
                 AND l.generation = ?4 AND l.key = p.id \
             LEFT JOIN embeddings e ON e.embedding = l.embedding \
             WHERE p.workspace = ?1 AND p.id = ?2",
            params![view.workspace, id.as_str(), kind::PROMPT, generation],
            read_counts,
        )?,
    };
    Ok(counts.unwrap_or_default())
}

/// Reads counts of keys, of keys with an outcome, and of those with a vector.
fn read_counts(row: &Row<'_>) -> Outcome<VectorCounts> {
    let keys: u64 = number(row, 0)?;
    let linked: u64 = number(row, 1)?;
    let embedded: u64 = number(row, 2)?;
    Ok(VectorCounts {
        embedded,
        not_covered: linked - embedded,
        pending: keys - linked,
    })
}
