//! From filters to the ids that they let through.

use std::collections::BTreeSet;

use domain::scope::{IdSet, ItemFilter};
use rusqlite::params;

use crate::errors::Outcome;
use crate::records;
use crate::view::View;

/// The items of `kind` that `filter` lets through; `None` when it lets all through.
pub(crate) fn resolve(view: View<'_>, kind: i64, filter: &ItemFilter) -> Outcome<IdSet> {
    let mut parts = Vec::new();
    if let Some(collection) = &filter.collection {
        parts.push(records::all(
            view.connection,
            "SELECT item FROM members WHERE workspace = ?1 AND collection = ?2 AND kind = ?3",
            params![view.workspace, collection.as_str(), kind],
            |row| Ok(row.get(0)?),
        )?);
    }
    for tag in filter.tags.as_slice() {
        parts.push(records::all(
            view.connection,
            "SELECT item FROM item_tags WHERE workspace = ?1 AND kind = ?2 AND tag = ?3",
            params![view.workspace, kind, tag],
            |row| Ok(row.get(0)?),
        )?);
    }
    let sets = parts.into_iter().map(BTreeSet::<String>::from_iter);
    Ok(sets.reduce(|left, right| &left & &right))
}
