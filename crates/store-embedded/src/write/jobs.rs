//! Jobs.

use domain::item::ItemId;
use domain::job::Job;
use rusqlite::params;

use super::Write;
use crate::errors::Outcome;
use crate::records::{integer, kind};

impl Write<'_> {
    pub(super) fn put_job(&mut self, job: &Job) -> Outcome<()> {
        self.require_item(&job.item)?;
        self.execute(
            "INSERT INTO jobs \
             (workspace, kind, item, size_class, enqueued, attempts, last_error) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
             ON CONFLICT (workspace, kind, item) DO UPDATE SET size_class = excluded.size_class, \
             enqueued = excluded.enqueued, attempts = excluded.attempts, \
             last_error = excluded.last_error",
            params![
                self.view.workspace,
                kind::of_item(&job.item),
                job.item.as_str(),
                job.size_class,
                integer(job.enqueued)?,
                job.attempts,
                job.last_error,
            ],
        )?;
        Ok(())
    }

    pub(super) fn delete_job(&mut self, item: &ItemId) -> Outcome<()> {
        self.execute_for_item(
            "DELETE FROM jobs WHERE workspace = ?1 AND kind = ?2 AND item = ?3",
            kind::of_item(item),
            item.as_str(),
        )?;
        Ok(())
    }
}
