//! What documents, prompts and collections have in common.

use domain::item::{ItemId, Status, Tags, Version};
use rusqlite::params;

use super::{Write, conflict};
use crate::errors::Outcome;
use crate::records::{self, kind};

impl Write<'_> {
    /// Refuses a change of an item that is not there.
    pub(super) fn require_item(&self, item: &ItemId) -> Outcome<()> {
        let sql = match item {
            ItemId::Prompt(_) => "SELECT 1 FROM prompts WHERE workspace = ?1 AND id = ?2",
            ItemId::Document(_) => "SELECT 1 FROM documents WHERE workspace = ?1 AND id = ?2",
        };
        let params = params![self.view.workspace, item.as_str()];
        match records::first(self.view.connection, sql, params, |_| Ok(()))? {
            Some(()) => Ok(()),
            None => Err(conflict(format!(
                "the item `{}` does not exist",
                item.as_str()
            ))),
        }
    }

    pub(super) fn put_tags(&self, kind: i64, item: &str, tags: &Tags) -> Outcome<()> {
        self.delete_tags(kind, item)?;
        for tag in tags.as_slice() {
            self.execute(
                "INSERT INTO item_tags (workspace, kind, item, tag) VALUES (?1, ?2, ?3, ?4)",
                params![self.view.workspace, kind, item, tag],
            )?;
        }
        Ok(())
    }

    pub(super) fn delete_tags(&self, kind: i64, item: &str) -> Outcome<()> {
        self.execute_for_item(
            "DELETE FROM item_tags WHERE workspace = ?1 AND kind = ?2 AND item = ?3",
            kind,
            item,
        )?;
        Ok(())
    }

    /// Adds a version to an item's history.
    pub(super) fn put_version(&self, item: &ItemId, version: &Version) -> Outcome<()> {
        let inserted = self.execute(
            "INSERT INTO versions \
             (workspace, kind, item, number, id, title, content, change_log, created_ms) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) \
             ON CONFLICT (workspace, kind, item, number) DO NOTHING",
            params![
                self.view.workspace,
                kind::of_item(item),
                item.as_str(),
                version.number,
                version.id.as_str(),
                version.title,
                version.content,
                version.change_log,
                version.created_ms,
            ],
        )?;
        if inserted == 0 {
            return Err(conflict(format!(
                "version {} of `{}` exists already",
                version.number,
                item.as_str()
            )));
        }
        Ok(())
    }

    pub(super) fn set_status(
        &mut self,
        item: &ItemId,
        status: Status,
        error: Option<&str>,
    ) -> Outcome<()> {
        self.require_item(item)?;
        let sql = match item {
            ItemId::Prompt(_) => {
                "UPDATE prompts SET status = ?3, error = ?4 WHERE workspace = ?1 AND id = ?2"
            }
            ItemId::Document(_) => {
                "UPDATE documents SET status = ?3, error = ?4 WHERE workspace = ?1 AND id = ?2"
            }
        };
        let params = params![self.view.workspace, item.as_str(), status.name(), error];
        self.execute(sql, params)?;
        // The counters are there already; only the note of failure changes.
        self.count_item(kind::of_item(item), item.as_str(), 0, status)
    }

    /// Removes what documents and prompts have beside their own rows.
    pub(super) fn forget_item(&self, item: &ItemId) -> Outcome<()> {
        let kind = kind::of_item(item);
        self.delete_tags(kind, item.as_str())?;
        for sql in [
            "DELETE FROM versions WHERE workspace = ?1 AND kind = ?2 AND item = ?3",
            "DELETE FROM members WHERE workspace = ?1 AND kind = ?2 AND item = ?3",
            "DELETE FROM jobs WHERE workspace = ?1 AND kind = ?2 AND item = ?3",
            "DELETE FROM item_counts WHERE workspace = ?1 AND kind = ?2 AND item = ?3",
        ] {
            self.execute_for_item(sql, kind, item.as_str())?;
        }
        Ok(())
    }
}
