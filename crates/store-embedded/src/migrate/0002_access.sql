-- Version 2. What each table means is written in docs/storage-format.md.

-- When a workspace was made; 0 for the default one and for those of version 1, which were never
-- made but only written to.
ALTER TABLE workspaces ADD COLUMN created_ms INTEGER NOT NULL DEFAULT 0;

-- From here on every set has its row from the moment when its generation is put.
INSERT OR IGNORE INTO vector_sets (workspace, space, generation, changed)
SELECT g.workspace, s.space, g.number, h.sequence
FROM generations g, (SELECT 1 AS space UNION ALL SELECT 2) s, home h;

-- variables: a JSON array of {name, kind, description}. views and copies are counted here and
-- never written with the rest of the row.
ALTER TABLE prompts ADD COLUMN variables TEXT NOT NULL DEFAULT '[]';
ALTER TABLE prompts ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0;
ALTER TABLE prompts ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE prompts ADD COLUMN views INTEGER NOT NULL DEFAULT 0;
ALTER TABLE prompts ADD COLUMN copies INTEGER NOT NULL DEFAULT 0;
CREATE INDEX prompts_archived ON prompts (workspace, id) WHERE is_archived = 1;

-- scopes: names joined by spaces. secret_hash is keyed with the file `keys.pepper`.
CREATE TABLE api_keys (
    id          TEXT PRIMARY KEY,
    workspace   TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    scopes      TEXT    NOT NULL,
    tools       TEXT,
    secret_hash BLOB    NOT NULL,
    created_ms  INTEGER NOT NULL,
    expires_ms  INTEGER,
    revoked_ms  INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_keys_newest ON api_keys (created_ms DESC, id);
CREATE INDEX api_keys_by_workspace ON api_keys (workspace, id);
