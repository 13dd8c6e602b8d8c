//! Jobs.

use domain::item::ItemId;
use domain::job::Job;
use rusqlite::params;

use crate::errors::Outcome;
use crate::records::{self, job, kind};
use crate::view::View;

/// Waiting jobs in [`Job::order`], at most `limit`.
pub(crate) fn waiting(view: View<'_>, limit: usize) -> Outcome<Vec<Job>> {
    let sql = format!(
        "SELECT {} FROM jobs WHERE workspace = ?1 \
         ORDER BY size_class, enqueued DESC, item, kind LIMIT ?2",
        job::COLUMNS
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    records::all(
        view.connection,
        &sql,
        params![view.workspace, limit],
        job::read,
    )
}

/// An item's job.
pub(crate) fn one(view: View<'_>, item: &ItemId) -> Outcome<Option<Job>> {
    let sql = format!(
        "SELECT {} FROM jobs WHERE workspace = ?1 AND kind = ?2 AND item = ?3",
        job::COLUMNS
    );
    let params = params![view.workspace, kind::of_item(item), item.as_str()];
    records::first(view.connection, &sql, params, job::read)
}
