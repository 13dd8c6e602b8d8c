//! What replaced chunks leave behind.

use std::collections::{BTreeMap, BTreeSet};

use domain::chunk::Tombstone;
use domain::ids::{ChunkId, DocumentId};
use rusqlite::{ToSql, params};

use super::{Write, conflict};
use crate::errors::Outcome;
use crate::records::{self, chunk};

impl Write<'_> {
    /// Adds the tombstones of the chunks that go, and keeps those already there true. `ids` is
    /// the new tree.
    pub(super) fn bury(
        &self,
        document: &DocumentId,
        ids: &BTreeSet<&ChunkId>,
        tombstones: &[Tombstone],
    ) -> Outcome<()> {
        let went_to: BTreeMap<&ChunkId, Option<&ChunkId>> = tombstones
            .iter()
            .map(|tombstone| (&tombstone.chunk.id, tombstone.replaced_by.as_ref()))
            .collect();
        for (id, target) in self.tombstone_targets(document)? {
            if ids.contains(&id) {
                self.execute_for(
                    "DELETE FROM tombstones WHERE workspace = ?1 AND id = ?2",
                    id.as_str(),
                )?;
                continue;
            }
            let Some(gone) = target.filter(|target| !ids.contains(target)) else {
                continue;
            };
            let now = went_to.get(&gone).copied().flatten();
            self.execute(
                "UPDATE tombstones SET replaced_by = ?3 WHERE workspace = ?1 AND id = ?2",
                params![self.view.workspace, id.as_str(), now.map(ChunkId::as_str)],
            )?;
        }
        for tombstone in tombstones {
            if !ids.contains(&tombstone.chunk.id) {
                self.put_tombstone(tombstone)?;
            }
        }
        Ok(())
    }

    fn tombstone_targets(&self, document: &DocumentId) -> Outcome<Vec<(ChunkId, Option<ChunkId>)>> {
        records::all(
            self.view.connection,
            "SELECT id, replaced_by FROM tombstones WHERE workspace = ?1 AND document = ?2",
            params![self.view.workspace, document.as_str()],
            |row| Ok((chunk::id(row, 0)?, chunk::optional_id(row, 1)?)),
        )
    }

    fn put_tombstone(&self, tombstone: &Tombstone) -> Outcome<()> {
        let target = tombstone.replaced_by.as_ref().map(ChunkId::as_str);
        let sql = format!(
            "INSERT OR REPLACE INTO tombstones (workspace, replaced_by, {}) VALUES ({})",
            chunk::COLUMNS,
            placeholders(chunk::COLUMN_COUNT + 2)
        );
        chunk::with_values(&tombstone.chunk, |values| {
            let mut params: Vec<&dyn ToSql> = vec![&self.view.workspace, &target];
            params.extend(values);
            self.execute(&sql, &params[..])
        })?;
        Ok(())
    }

    /// Refuses tombstones that lead out of the new tree.
    pub(super) fn check_tombstones(
        document: &DocumentId,
        ids: &BTreeSet<&ChunkId>,
        tombstones: &[Tombstone],
    ) -> Outcome<()> {
        for tombstone in tombstones {
            let target = tombstone.replaced_by.as_ref();
            let leads_here = target.is_none_or(|target| ids.contains(target));
            if tombstone.chunk.document != *document || !leads_here {
                return Err(conflict(format!(
                    "the tombstone of `{}` leads out of the new tree",
                    tombstone.chunk.id
                )));
            }
        }
        Ok(())
    }
}

/// `count` question marks between commas.
pub(super) fn placeholders(count: usize) -> String {
    vec!["?"; count].join(", ")
}
