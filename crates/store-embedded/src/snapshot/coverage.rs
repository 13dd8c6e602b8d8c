//! What the publications cover, from the counters that every transaction keeps.

use domain::coverage::Coverage;
use domain::operations::status::Failure;
use domain::scope::IdSet;
use rusqlite::{Row, params};

use crate::errors::Outcome;
use crate::records::{self, kind, number};
use crate::view::View;

/// The sums of one kind of item.
#[derive(Clone, Copy, Default)]
struct Sums {
    items: u64,
    trees: u64,
    failed: u64,
    wanted: u64,
    embedded: u64,
    not_covered: u64,
    items_pending: u64,
}

const COLUMNS: &str = "count(*), sum(tree), sum(failed), sum(wanted), sum(embedded), \
    sum(not_covered), sum(wanted > embedded + not_covered)";

impl Sums {
    fn read(row: &Row<'_>) -> Outcome<Self> {
        let sum = |column: usize| -> Outcome<u64> {
            match row.get_ref(column)? {
                rusqlite::types::ValueRef::Null => Ok(0),
                _ => number(row, column),
            }
        };
        Ok(Self {
            items: sum(0)?,
            trees: sum(1)?,
            failed: sum(2)?,
            wanted: sum(3)?,
            embedded: sum(4)?,
            not_covered: sum(5)?,
            items_pending: sum(6)?,
        })
    }

    fn of(view: View<'_>, kind: i64, scope: &IdSet) -> Outcome<Self> {
        let Some(ids) = scope else {
            let sql =
                format!("SELECT {COLUMNS} FROM item_counts WHERE workspace = ?1 AND kind = ?2");
            let params = params![view.workspace, kind];
            let sums = records::first(view.connection, &sql, params, Self::read)?;
            return Ok(sums.unwrap_or_default());
        };
        let sql = format!(
            "SELECT {COLUMNS} FROM item_counts WHERE workspace = ?1 AND kind = ?2 AND item = ?3"
        );
        let mut total = Self::default();
        for id in ids {
            let params = params![view.workspace, kind, id];
            let sums = records::first(view.connection, &sql, params, Self::read)?;
            total.add(sums.unwrap_or_default());
        }
        Ok(total)
    }

    fn add(&mut self, other: Self) {
        self.items += other.items;
        self.trees += other.trees;
        self.failed += other.failed;
        self.wanted += other.wanted;
        self.embedded += other.embedded;
        self.not_covered += other.not_covered;
        self.items_pending += other.items_pending;
    }
}

/// What the active generation covers of these items; without one all inputs wait.
pub(crate) fn coverage(view: View<'_>, documents: &IdSet, prompts: &IdSet) -> Outcome<Coverage> {
    let documents = Sums::of(view, kind::DOCUMENT, documents)?;
    let prompts = Sums::of(view, kind::PROMPT, prompts)?;
    let mut both = documents;
    both.add(prompts);
    let done = both.embedded + both.not_covered;
    Ok(Coverage {
        documents: documents.items,
        documents_with_tree: documents.trees,
        prompts: prompts.items,
        embedded: both.embedded,
        pending: both.wanted.saturating_sub(done),
        not_covered: both.not_covered,
        items_pending: both.items_pending,
        items_failed: both.failed,
    })
}

/// Items that failed or were set aside, by id, at most `limit`.
pub(crate) fn failures(view: View<'_>, limit: usize) -> Outcome<Vec<Failure>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    records::all(
        view.connection,
        "SELECT c.kind, c.item, coalesce(d.title, p.title), coalesce(d.error, p.error, '') \
         FROM item_counts c \
         LEFT JOIN documents d ON c.kind = ?2 AND d.workspace = ?1 AND d.id = c.item \
         LEFT JOIN prompts p ON c.kind = ?3 AND p.workspace = ?1 AND p.id = c.item \
         WHERE c.workspace = ?1 AND c.failed = 1 ORDER BY c.item, c.kind LIMIT ?4",
        params![view.workspace, kind::DOCUMENT, kind::PROMPT, limit],
        |row| {
            Ok(Failure {
                item: kind::item_at(row, 0)?,
                title: row.get(2)?,
                error: row.get(3)?,
            })
        },
    )
}
