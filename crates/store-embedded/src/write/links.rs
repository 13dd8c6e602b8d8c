//! Taking vectors from keys.

use rusqlite::params;

use super::Write;
use super::counts::Counted;
use crate::errors::{Outcome, damaged};
use crate::records;
use crate::snapshot::generations;

impl Write<'_> {
    /// Removes a key's outcome from every generation; returns what the active one loses.
    pub(super) fn unlink(&mut self, space: i64, key: &str) -> Outcome<Counted> {
        let mut lost = Counted::default();
        for generation in generations::numbers(self.view)? {
            let Some(embedding) = self.remove_link(space, generation, key)? else {
                continue;
            };
            let had_vector = self.count_link(embedding, -1)?;
            if had_vector {
                self.touch_key(space, generation, key);
            }
            if self.active == Some(generation) {
                lost.add(had_vector, -1);
            }
        }
        Ok(lost)
    }

    fn remove_link(&self, space: i64, generation: u32, key: &str) -> Outcome<Option<i64>> {
        records::first(
            self.view.connection,
            "DELETE FROM links \
             WHERE workspace = ?1 AND space = ?2 AND generation = ?3 AND key = ?4 \
             RETURNING embedding",
            params![self.view.workspace, space, generation, key],
            |row| Ok(row.get(0)?),
        )
    }

    /// Counts a link to an embedding, and says whether that has a vector.
    pub(super) fn count_link(&self, embedding: i64, change: i64) -> Outcome<bool> {
        let has_vector = records::first(
            self.view.connection,
            "UPDATE embeddings SET links = links + ?2 WHERE embedding = ?1 \
             RETURNING vector IS NOT NULL",
            params![embedding, change],
            |row| Ok(row.get(0)?),
        )?;
        has_vector.ok_or_else(|| damaged().into())
    }
}
