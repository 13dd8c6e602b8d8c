//! What a transaction changed in one set of vectors.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::named_params;
use vector_index::{Index, IndexError, Key};

use crate::errors::Outcome;
use crate::records::{self, kind, number, vector};
use crate::view::View;

/// The names of what a transaction changed in one set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Touched {
    /// Items all of whose rows may have changed.
    pub(crate) items: BTreeSet<String>,
    /// Single keys.
    pub(crate) keys: BTreeSet<String>,
}

/// Rows to take out of an index, and rows to put in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Delta {
    pub(crate) removed_items: Vec<String>,
    pub(crate) removed_keys: Vec<String>,
    pub(crate) added: Vec<(Key, Vec<f32>)>,
}

impl Delta {
    /// Reads from the rows, at the end of a transaction, how what was touched stands now. What
    /// happened in between then does not matter.
    pub(crate) fn read(
        view: View<'_>,
        space: i64,
        generation: u32,
        touched: &Touched,
    ) -> Outcome<Self> {
        let mut added = BTreeMap::new();
        for item in &touched.items {
            add_rows(view, BY_ITEM, space, generation, item, &mut added)?;
        }
        let by_key = if space == kind::PROMPT {
            BY_PROMPT
        } else {
            BY_CHUNK
        };
        for key in &touched.keys {
            add_rows(view, by_key, space, generation, key, &mut added)?;
        }
        Ok(Self {
            removed_items: touched.items.iter().cloned().collect(),
            removed_keys: touched.keys.iter().cloned().collect(),
            added: added.into_values().collect(),
        })
    }

    /// The index after this change.
    pub(crate) fn applied_to(&self, index: &Index) -> Result<Index, IndexError> {
        let items: Vec<&str> = self.removed_items.iter().map(String::as_str).collect();
        let keys: Vec<&str> = self.removed_keys.iter().map(String::as_str).collect();
        index.with_changes(&items, &keys, self.added.clone())
    }
}

// CROSS JOIN fixes the order of the loops: from the few rows that are named to their links, never
// through all links of a set.

/// The rows of a document.
const BY_ITEM: &str = "SELECT c.document, c.ordinal, c.id, e.vector \
    FROM documents d \
    CROSS JOIN chunks c ON c.row BETWEEN d.number << 20 AND (d.number << 20) + 1048575 \
    CROSS JOIN links l ON l.workspace = :workspace AND l.space = :space \
        AND l.generation = :generation AND l.key = c.id \
    CROSS JOIN embeddings e ON e.embedding = l.embedding \
    WHERE d.workspace = :workspace AND d.id = :name AND e.vector IS NOT NULL";

/// The row of a chunk.
const BY_CHUNK: &str = "SELECT c.document, c.ordinal, c.id, e.vector \
    FROM links l \
    CROSS JOIN chunks c ON c.workspace = l.workspace AND c.id = l.key \
    CROSS JOIN embeddings e ON e.embedding = l.embedding \
    WHERE l.workspace = :workspace AND l.space = :space AND l.generation = :generation \
        AND l.key = :name AND e.vector IS NOT NULL";

/// The row of a prompt.
const BY_PROMPT: &str = "SELECT l.key, 0, l.key, e.vector \
    FROM links l \
    CROSS JOIN embeddings e ON e.embedding = l.embedding \
    WHERE l.workspace = :workspace AND l.space = :space AND l.generation = :generation \
        AND l.key = :name AND e.vector IS NOT NULL";

fn add_rows(
    view: View<'_>,
    sql: &str,
    space: i64,
    generation: u32,
    name: &str,
    added: &mut BTreeMap<String, (Key, Vec<f32>)>,
) -> Outcome<()> {
    let params = named_params! {
        ":workspace": view.workspace,
        ":space": space,
        ":generation": generation,
        ":name": name,
    };
    let rows = records::all(view.connection, sql, params, |row| {
        let item: String = row.get(0)?;
        let id: String = row.get(2)?;
        let bytes = row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?;
        let values = vector::from_bytes(bytes)?;
        Ok((Key::new(item, number(row, 1)?, id), values))
    })?;
    for (key, values) in rows {
        added.insert(key.id.to_string(), (key, values));
    }
    Ok(())
}
