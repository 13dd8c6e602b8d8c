//! The counters of each item, from which coverage is answered.

use domain::item::Status;
use rusqlite::params;

use super::Write;
use crate::errors::Outcome;
use crate::records::kind;

/// How many keys with and without a vector are gained or lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) embedded: i64,
    pub(super) not_covered: i64,
}

impl Counted {
    /// Counts one key by whether it has a vector.
    pub(super) fn add(&mut self, has_vector: bool, change: i64) {
        if has_vector {
            self.embedded += change;
        } else {
            self.not_covered += change;
        }
    }
}

/// Recounts, per item of one space, the outcomes in a generation.
const RECOUNT_DOCUMENTS: &str = "UPDATE item_counts SET embedded = found.embedded, \
    not_covered = found.linked - found.embedded FROM \
    (SELECT c.document AS item, count(*) AS linked, count(e.vector) AS embedded FROM links l \
     JOIN chunks c ON c.workspace = l.workspace AND c.id = l.key \
     JOIN embeddings e ON e.embedding = l.embedding \
     WHERE l.workspace = ?1 AND l.space = ?2 AND l.generation = ?3 GROUP BY c.document) AS found \
    WHERE item_counts.workspace = ?1 AND item_counts.kind = ?2 AND item_counts.item = found.item";

const RECOUNT_PROMPTS: &str = "UPDATE item_counts SET embedded = found.embedded, \
    not_covered = 1 - found.embedded FROM \
    (SELECT l.key AS item, count(e.vector) AS embedded FROM links l \
     JOIN embeddings e ON e.embedding = l.embedding \
     WHERE l.workspace = ?1 AND l.space = ?2 AND l.generation = ?3 GROUP BY l.key) AS found \
    WHERE item_counts.workspace = ?1 AND item_counts.kind = ?2 AND item_counts.item = found.item";

impl Write<'_> {
    /// Makes an item's counters when it is new, and notes whether it failed.
    pub(super) fn count_item(
        &self,
        kind: i64,
        item: &str,
        wanted: i64,
        status: Status,
    ) -> Outcome<()> {
        let failed = matches!(status, Status::Failed | Status::Quarantined);
        self.execute(
            "INSERT INTO item_counts \
             (workspace, kind, item, tree, failed, wanted, embedded, not_covered) \
             VALUES (?1, ?2, ?3, 0, ?4, ?5, 0, 0) \
             ON CONFLICT (workspace, kind, item) DO UPDATE SET failed = excluded.failed",
            params![self.view.workspace, kind, item, failed, wanted],
        )?;
        Ok(())
    }

    /// Notes a document's new tree.
    pub(super) fn count_tree(&self, item: &str, has_tree: bool, wanted: i64) -> Outcome<()> {
        self.execute(
            "UPDATE item_counts SET tree = ?4, wanted = ?5 \
             WHERE workspace = ?1 AND kind = ?2 AND item = ?3",
            params![self.view.workspace, kind::DOCUMENT, item, has_tree, wanted],
        )?;
        Ok(())
    }

    /// Adds to an item's outcomes in the active generation.
    pub(super) fn count_outcomes(&self, kind: i64, item: &str, counted: Counted) -> Outcome<()> {
        if counted == Counted::default() {
            return Ok(());
        }
        self.execute(
            "UPDATE item_counts SET embedded = embedded + ?4, not_covered = not_covered + ?5 \
             WHERE workspace = ?1 AND kind = ?2 AND item = ?3",
            params![
                self.view.workspace,
                kind,
                item,
                counted.embedded,
                counted.not_covered
            ],
        )?;
        Ok(())
    }

    /// Counts the outcomes of all items anew, after the active generation changed.
    pub(super) fn recount_active(&self) -> Outcome<()> {
        let workspace = self.view.workspace;
        self.execute(
            "UPDATE item_counts SET embedded = 0, not_covered = 0 \
             WHERE workspace = ?1 AND embedded + not_covered > 0",
            [workspace],
        )?;
        self.execute(
            RECOUNT_DOCUMENTS,
            params![workspace, kind::DOCUMENT, self.active],
        )?;
        self.execute(
            RECOUNT_PROMPTS,
            params![workspace, kind::PROMPT, self.active],
        )?;
        Ok(())
    }
}
