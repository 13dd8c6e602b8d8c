//! Documents by the terms that occur in them.

use std::collections::BTreeSet;

use domain::Cancel;
use domain::ids::DocumentId;
use domain::scope::IdSet;
use rusqlite::params;

use crate::errors::Outcome;
use crate::records::{self, kind, parsed};
use crate::view::{ROW_ORDINAL_BITS, View};

/// How many rows of the term index are read between two looks at the cancel flag.
const ROWS_PER_CHECK: usize = 4_096;

/// The documents of `among` in which every term occurs, and those without a tree, by id.
pub(crate) fn documents(
    view: View<'_>,
    terms: &[String],
    among: &IdSet,
    cancel: &Cancel,
) -> Outcome<Vec<DocumentId>> {
    cancel.check()?;
    let found = if terms.is_empty() {
        all_ids(view)?
    } else {
        let mut found = ids_of(view, &numbers_with_all(view, terms, cancel)?)?;
        found.extend(ids_without_tree(view)?);
        found
    };
    let ids = found
        .into_iter()
        .filter(|id| among.as_ref().is_none_or(|among| among.contains(id)));
    ids.map(|id| parsed(DocumentId::parse(&id).ok())).collect()
}

fn all_ids(view: View<'_>) -> Outcome<BTreeSet<String>> {
    let ids = records::all(
        view.connection,
        "SELECT id FROM documents WHERE workspace = ?1",
        [view.workspace],
        |row| Ok(row.get(0)?),
    )?;
    Ok(ids.into_iter().collect())
}

/// A document that was not cut yet may hold anything.
fn ids_without_tree(view: View<'_>) -> Outcome<Vec<String>> {
    records::all(
        view.connection,
        "SELECT item FROM item_counts WHERE workspace = ?1 AND kind = ?2 AND tree = 0",
        params![view.workspace, kind::DOCUMENT],
        |row| Ok(row.get(0)?),
    )
}

/// The ids of those documents that are of this workspace: the term index is one for all.
fn ids_of(view: View<'_>, numbers: &BTreeSet<i64>) -> Outcome<BTreeSet<String>> {
    let mut ids = BTreeSet::new();
    for number in numbers {
        ids.extend(records::first(
            view.connection,
            "SELECT id FROM documents WHERE number = ?1 AND workspace = ?2",
            params![number, view.workspace],
            |row| Ok(row.get::<_, String>(0)?),
        )?);
    }
    Ok(ids)
}

fn numbers_with_all(view: View<'_>, terms: &[String], cancel: &Cancel) -> Outcome<BTreeSet<i64>> {
    let mut common: Option<BTreeSet<i64>> = None;
    for term in terms {
        if common.as_ref().is_some_and(BTreeSet::is_empty) {
            break;
        }
        let with_term = numbers_with(view, term, cancel)?;
        common = Some(match common {
            None => with_term,
            Some(common) => &common & &with_term,
        });
    }
    Ok(common.unwrap_or_default())
}

fn numbers_with(view: View<'_>, term: &str, cancel: &Cancel) -> Outcome<BTreeSet<i64>> {
    let mut statement = view
        .connection
        .prepare_cached("SELECT rowid FROM terms WHERE terms MATCH ?1 ORDER BY rowid")?;
    let mut rows = statement.query([phrase(term)])?;
    let mut numbers = Vec::new();
    let mut read = 0;
    while let Some(row) = rows.next()? {
        if read % ROWS_PER_CHECK == 0 {
            cancel.check()?;
        }
        read += 1;
        let number = row.get::<_, i64>(0)? >> ROW_ORDINAL_BITS;
        // Rows come by document, so equal numbers are neighbours.
        if numbers.last() != Some(&number) {
            numbers.push(number);
        }
    }
    Ok(numbers.into_iter().collect())
}

/// A term as FTS5 reads a quoted string. A NUL would end the query; it is no token character
/// either, so a space says the same.
fn phrase(term: &str) -> String {
    format!("\"{}\"", term.replace('"', "\"\"").replace('\0', " "))
}
