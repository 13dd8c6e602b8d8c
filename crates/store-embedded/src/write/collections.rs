//! Collections and memberships.

use domain::ids::CollectionId;
use domain::item::{Collection, ItemId};
use rusqlite::params;

use super::{Write, conflict};
use crate::errors::Outcome;
use crate::records::{self, kind};

impl Write<'_> {
    pub(super) fn put_collection(&mut self, collection: &Collection) -> Outcome<()> {
        let id = collection.id.as_str();
        self.execute(
            "INSERT INTO collections \
             (workspace, id, name, description, color, icon, created_ms, updated_ms) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) \
             ON CONFLICT (workspace, id) DO UPDATE SET name = excluded.name, \
             description = excluded.description, color = excluded.color, icon = excluded.icon, \
             created_ms = excluded.created_ms, updated_ms = excluded.updated_ms",
            params![
                self.view.workspace,
                id,
                collection.name,
                collection.description,
                collection.color,
                collection.icon,
                collection.created_ms,
                collection.updated_ms,
            ],
        )?;
        self.put_tags(kind::COLLECTION, id, &collection.tags)
    }

    pub(super) fn delete_collection(&mut self, id: &CollectionId) -> Outcome<()> {
        let id = id.as_str();
        self.delete_tags(kind::COLLECTION, id)?;
        self.execute_for(
            "DELETE FROM members WHERE workspace = ?1 AND collection = ?2",
            id,
        )?;
        self.execute_for(
            "DELETE FROM collections WHERE workspace = ?1 AND id = ?2",
            id,
        )?;
        Ok(())
    }

    pub(super) fn add_members(
        &mut self,
        collection: &CollectionId,
        items: &[ItemId],
    ) -> Outcome<()> {
        let found = records::first(
            self.view.connection,
            "SELECT 1 FROM collections WHERE workspace = ?1 AND id = ?2",
            params![self.view.workspace, collection.as_str()],
            |_| Ok(()),
        )?;
        if found.is_none() {
            return Err(conflict(format!(
                "the collection `{collection}` does not exist"
            )));
        }
        for item in items {
            self.require_item(item)?;
            self.execute(
                "INSERT INTO members (workspace, collection, kind, item) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (workspace, collection, kind, item) DO NOTHING",
                params![
                    self.view.workspace,
                    collection.as_str(),
                    kind::of_item(item),
                    item.as_str()
                ],
            )?;
        }
        Ok(())
    }

    pub(super) fn remove_members(
        &mut self,
        collection: &CollectionId,
        items: &[ItemId],
    ) -> Outcome<()> {
        for item in items {
            self.execute(
                "DELETE FROM members \
                 WHERE workspace = ?1 AND collection = ?2 AND kind = ?3 AND item = ?4",
                params![
                    self.view.workspace,
                    collection.as_str(),
                    kind::of_item(item),
                    item.as_str()
                ],
            )?;
        }
        Ok(())
    }
}
