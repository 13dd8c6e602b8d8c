//! From filters to the ids that they let through.

use std::collections::BTreeSet;

use domain::scope::{IdSet, ItemFilter};
use rusqlite::params;

use crate::errors::Outcome;
use crate::records::{self, kind};
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
    let found = sets.reduce(|left, right| &left & &right);
    if kind == kind::PROMPT && !filter.archived {
        without_archived(view, found)
    } else {
        Ok(found)
    }
}

/// What is left of a set of prompts; `None` stays `None` as long as nothing is archived, so that
/// most searches need no set.
fn without_archived(view: View<'_>, found: IdSet) -> Outcome<IdSet> {
    let archived: BTreeSet<String> = ids(view, "is_archived = 1")?;
    if archived.is_empty() {
        return Ok(found);
    }
    let left = match found {
        Some(found) => &found - &archived,
        None => ids(view, "is_archived = 0")?,
    };
    Ok(Some(left))
}

/// The prompts of which `condition` holds.
fn ids(view: View<'_>, condition: &str) -> Outcome<BTreeSet<String>> {
    let sql = format!("SELECT id FROM prompts WHERE workspace = ?1 AND {condition}");
    let found = records::all(view.connection, &sql, [view.workspace], |row| {
        Ok(row.get(0)?)
    })?;
    Ok(found.into_iter().collect())
}
