//! Looking for damage.

use rusqlite::Connection;

use crate::errors::Outcome;
use crate::records;

/// Counts of rows that break a rule, with what it means that there are any.
const RULES: &[(&str, &str)] = &[
    (
        "counters of items differ from their chunks",
        "SELECT count(*) FROM item_counts i JOIN documents d \
         ON i.kind = 2 AND d.workspace = i.workspace AND d.id = i.item \
         WHERE i.wanted <> (SELECT count(*) FROM chunks c \
             WHERE c.row BETWEEN d.number << 20 AND (d.number << 20) + 1048575 \
             AND c.input_hash IS NOT NULL) \
         OR i.tree <> EXISTS (SELECT 1 FROM chunks c \
             WHERE c.row BETWEEN d.number << 20 AND (d.number << 20) + 1048575)",
    ),
    (
        "counters of items differ from their vectors",
        "WITH found AS (SELECT l.workspace, l.space, coalesce(c.document, l.key) AS item, \
             count(*) AS linked, count(e.vector) AS embedded FROM links l \
             JOIN workspaces w ON w.workspace = l.workspace AND w.generation = l.generation \
             JOIN embeddings e ON e.embedding = l.embedding \
             LEFT JOIN chunks c ON l.space = 2 AND c.workspace = l.workspace AND c.id = l.key \
             GROUP BY 1, 2, 3) \
         SELECT count(*) FROM item_counts i LEFT JOIN found f \
         ON f.workspace = i.workspace AND f.space = i.kind AND f.item = i.item \
         WHERE i.embedded <> coalesce(f.embedded, 0) \
         OR i.not_covered <> coalesce(f.linked - f.embedded, 0)",
    ),
    (
        "items have no counters, or counters no item",
        "SELECT (SELECT count(*) FROM documents d WHERE NOT EXISTS (SELECT 1 FROM item_counts i \
             WHERE i.workspace = d.workspace AND i.kind = 2 AND i.item = d.id)) \
         + (SELECT count(*) FROM prompts p WHERE NOT EXISTS (SELECT 1 FROM item_counts i \
             WHERE i.workspace = p.workspace AND i.kind = 1 AND i.item = p.id)) \
         + (SELECT count(*) FROM item_counts i WHERE NOT EXISTS (SELECT 1 FROM documents d \
             WHERE i.kind = 2 AND d.workspace = i.workspace AND d.id = i.item) \
           AND NOT EXISTS (SELECT 1 FROM prompts p \
             WHERE i.kind = 1 AND p.workspace = i.workspace AND p.id = i.item))",
    ),
    (
        "vectors belong to no key, or to an input that changed",
        "SELECT count(*) FROM links l LEFT JOIN embeddings e ON e.embedding = l.embedding \
         LEFT JOIN chunks c ON l.space = 2 AND c.workspace = l.workspace AND c.id = l.key \
         LEFT JOIN prompts p ON l.space = 1 AND p.workspace = l.workspace AND p.id = l.key \
         WHERE e.input_hash IS NULL OR e.input_hash IS NOT coalesce(c.input_hash, p.input_hash)",
    ),
    (
        "cached embeddings miscount the keys that use them",
        "SELECT count(*) FROM embeddings e LEFT JOIN \
         (SELECT embedding, count(*) AS links FROM links GROUP BY embedding) l \
         ON l.embedding = e.embedding WHERE e.links <> coalesce(l.links, 0)",
    ),
    (
        "documents name a content that is not there",
        "SELECT count(*) FROM documents d WHERE d.content_version IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM versions v WHERE v.workspace = d.workspace AND v.kind = 2 \
          AND v.item = d.id AND v.number = d.content_version)",
    ),
    (
        "collections hold members that are not there",
        "SELECT count(*) FROM members m WHERE NOT EXISTS (SELECT 1 FROM item_counts i \
         WHERE i.workspace = m.workspace AND i.kind = m.kind AND i.item = m.item) \
         OR NOT EXISTS (SELECT 1 FROM collections c \
         WHERE c.workspace = m.workspace AND c.id = m.collection)",
    ),
    (
        "items or keys belong to a workspace that is not there",
        "SELECT (SELECT count(*) FROM item_counts i WHERE NOT EXISTS \
             (SELECT 1 FROM workspaces w WHERE w.workspace = i.workspace)) \
         + (SELECT count(*) FROM api_keys k WHERE k.workspace <> 'default' AND NOT EXISTS \
             (SELECT 1 FROM workspaces w WHERE w.workspace = k.workspace))",
    ),
    (
        "terms belong to no chunk",
        "SELECT count(*) FROM terms t WHERE NOT EXISTS \
         (SELECT 1 FROM chunks c WHERE c.row = t.rowid)",
    ),
];

/// What is wrong, in words.
pub(crate) fn problems(connection: &Connection) -> Outcome<Vec<String>> {
    let mut problems: Vec<String> =
        records::all(connection, "PRAGMA integrity_check(20)", [], |row| {
            Ok(row.get(0)?)
        })?;
    problems.retain(|line| line != "ok");
    for (meaning, sql) in RULES {
        let count: i64 = connection.query_row(sql, [], |row| row.get(0))?;
        if count > 0 {
            problems.push(format!("{meaning} ({count})"));
        }
    }
    Ok(problems)
}
