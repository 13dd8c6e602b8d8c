//! Removing a workspace: every row of it, in every table.

use rusqlite::Connection;

use crate::errors::Outcome;
use crate::records::{self, number};
use crate::vectors::SetKey;

/// Every table whose rows belong to a workspace, and `terms` before the chunks that say whose
/// its rows are.
const STATEMENTS: [&str; 20] = [
    "DELETE FROM terms WHERE rowid IN (SELECT row FROM chunks WHERE workspace = ?1)",
    "DELETE FROM chunks WHERE workspace = ?1",
    "DELETE FROM tombstones WHERE workspace = ?1",
    "DELETE FROM links WHERE workspace = ?1",
    "DELETE FROM embeddings WHERE workspace = ?1",
    "DELETE FROM vector_sets WHERE workspace = ?1",
    "DELETE FROM generations WHERE workspace = ?1",
    "DELETE FROM versions WHERE workspace = ?1",
    "DELETE FROM item_tags WHERE workspace = ?1",
    "DELETE FROM item_counts WHERE workspace = ?1",
    "DELETE FROM members WHERE workspace = ?1",
    "DELETE FROM sources WHERE workspace = ?1",
    "DELETE FROM jobs WHERE workspace = ?1",
    "DELETE FROM documents WHERE workspace = ?1",
    "DELETE FROM prompts WHERE workspace = ?1",
    "DELETE FROM collections WHERE workspace = ?1",
    "DELETE FROM seen_chunks WHERE workspace = ?1",
    "DELETE FROM sessions WHERE workspace = ?1",
    "DELETE FROM mints WHERE workspace = ?1",
    "DELETE FROM api_keys WHERE workspace = ?1",
];

/// Removes a workspace's rows and returns the sets of vectors that are gone with them.
pub(super) fn workspace(rows: &Connection, id: &str) -> Outcome<Vec<SetKey>> {
    let sets = records::all(
        rows,
        "SELECT space, generation FROM vector_sets WHERE workspace = ?1",
        [id],
        |row| {
            Ok(SetKey {
                workspace: id.to_owned(),
                space: row.get(0)?,
                generation: number(row, 1)?,
            })
        },
    )?;
    for sql in STATEMENTS {
        records::execute(rows, sql, [id])?;
    }
    records::execute(rows, "DELETE FROM workspaces WHERE workspace = ?1", [id])?;
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::migrate;

    #[test]
    fn every_table_with_a_workspace_is_emptied() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate::migrate(&mut connection).unwrap();
        let tables: Vec<String> = records::all(
            &connection,
            "SELECT s.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c \
             WHERE s.type = 'table' AND c.name = 'workspace' AND s.name <> 'workspaces'",
            [],
            |row| Ok(row.get(0)?),
        )
        .unwrap();
        for table in &tables {
            let sql = format!("DELETE FROM {table} WHERE workspace = ?1");
            assert!(STATEMENTS.contains(&sql.as_str()), "{table}");
        }
        // The rest is `terms`, which has no such column.
        assert_eq!(tables.len() + 1, STATEMENTS.len());
    }
}
