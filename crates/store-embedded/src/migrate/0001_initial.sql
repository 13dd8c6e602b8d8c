-- Version 1. What each table means is written in docs/storage-format.md.
--
-- kind: 1 prompt, 2 document, 3 collection. space: 1 prompts, 2 chunks (the kind of its items).

-- One row. Counts every transaction of the home, whatever its workspace.
CREATE TABLE home (
    only     INTEGER PRIMARY KEY CHECK (only = 1),
    sequence INTEGER NOT NULL
) STRICT;
INSERT INTO home VALUES (1, 0);

CREATE TABLE workspaces (
    workspace  TEXT PRIMARY KEY,
    sequence   INTEGER NOT NULL,
    generation INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE generations (
    workspace TEXT    NOT NULL,
    number    INTEGER NOT NULL,
    model     TEXT    NOT NULL,
    dimension INTEGER NOT NULL,
    PRIMARY KEY (workspace, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE mints (
    workspace TEXT    NOT NULL,
    key       BLOB    NOT NULL,
    count     INTEGER NOT NULL,
    PRIMARY KEY (workspace, key)
) STRICT, WITHOUT ROWID;

-- number is a handle inside this file; it never decides an order.
CREATE TABLE documents (
    number          INTEGER PRIMARY KEY,
    workspace       TEXT    NOT NULL,
    id              TEXT    NOT NULL,
    title           TEXT    NOT NULL,
    status          TEXT    NOT NULL,
    error           TEXT,
    source_kind     TEXT    NOT NULL,
    source_url      TEXT,
    media_type      TEXT    NOT NULL,
    current_version INTEGER NOT NULL,
    content_version INTEGER,
    revision        INTEGER NOT NULL,
    created_ms      INTEGER NOT NULL,
    updated_ms      INTEGER NOT NULL,
    UNIQUE (workspace, id)
) STRICT;
CREATE INDEX documents_newest ON documents (workspace, created_ms DESC, id);

CREATE TABLE prompts (
    workspace       TEXT    NOT NULL,
    id              TEXT    NOT NULL,
    title           TEXT    NOT NULL,
    description     TEXT    NOT NULL,
    content         TEXT    NOT NULL,
    status          TEXT    NOT NULL,
    error           TEXT,
    current_version INTEGER NOT NULL,
    created_ms      INTEGER NOT NULL,
    updated_ms      INTEGER NOT NULL,
    input_hash      BLOB    NOT NULL,
    UNIQUE (workspace, id)
) STRICT;
CREATE INDEX prompts_newest ON prompts (workspace, created_ms DESC, id);
CREATE INDEX prompts_by_input ON prompts (workspace, input_hash, id);

-- The history of documents and prompts; a document's current content is the version that
-- documents.content_version names.
CREATE TABLE versions (
    workspace  TEXT    NOT NULL,
    kind       INTEGER NOT NULL,
    item       TEXT    NOT NULL,
    number     INTEGER NOT NULL,
    id         TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    content    TEXT    NOT NULL,
    change_log TEXT,
    created_ms INTEGER NOT NULL,
    UNIQUE (workspace, kind, item, number)
) STRICT;

CREATE TABLE collections (
    workspace   TEXT    NOT NULL,
    id          TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    description TEXT,
    color       TEXT,
    icon        TEXT,
    created_ms  INTEGER NOT NULL,
    updated_ms  INTEGER NOT NULL,
    UNIQUE (workspace, id)
) STRICT;
CREATE INDEX collections_newest ON collections (workspace, created_ms DESC, id);
CREATE INDEX collections_by_name ON collections (workspace, name, id);

CREATE TABLE members (
    workspace  TEXT    NOT NULL,
    collection TEXT    NOT NULL,
    kind       INTEGER NOT NULL,
    item       TEXT    NOT NULL,
    PRIMARY KEY (workspace, collection, kind, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_item ON members (workspace, kind, item);

CREATE TABLE item_tags (
    workspace TEXT    NOT NULL,
    kind      INTEGER NOT NULL,
    item      TEXT    NOT NULL,
    tag       TEXT    NOT NULL,
    PRIMARY KEY (workspace, kind, item, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_tags_by_tag ON item_tags (workspace, kind, tag, item);

CREATE TABLE sources (
    workspace    TEXT    NOT NULL,
    path         TEXT    NOT NULL,
    document     TEXT    NOT NULL,
    content_hash BLOB    NOT NULL,
    size_bytes   INTEGER NOT NULL,
    PRIMARY KEY (workspace, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_by_hash ON sources (workspace, content_hash, path);
CREATE INDEX sources_by_document ON sources (workspace, document, path);

-- row = document number * 2^20 + ordinal, so that a tree lies together in reading order.
-- input_hash is set on chunks that get a vector, and only on them.
CREATE TABLE chunks (
    row          INTEGER PRIMARY KEY,
    workspace    TEXT    NOT NULL,
    id           TEXT    NOT NULL,
    document     TEXT    NOT NULL,
    level        TEXT    NOT NULL,
    ordinal      INTEGER NOT NULL,
    parent       TEXT,
    previous     TEXT,
    next         TEXT,
    section_path TEXT    NOT NULL,
    heading      TEXT,
    content      TEXT    NOT NULL,
    lead         TEXT    NOT NULL,
    byte_start   INTEGER NOT NULL,
    byte_end     INTEGER NOT NULL,
    utf16_start  INTEGER NOT NULL,
    utf16_end    INTEGER NOT NULL,
    word_count   INTEGER NOT NULL,
    page_first   INTEGER,
    page_last    INTEGER,
    embedding    TEXT    NOT NULL,
    input_hash   BLOB,
    UNIQUE (workspace, id)
) STRICT;
CREATE INDEX chunks_by_parent ON chunks (workspace, parent, ordinal) WHERE parent IS NOT NULL;
CREATE INDEX chunks_by_input ON chunks (workspace, input_hash, id) WHERE input_hash IS NOT NULL;

CREATE TABLE tombstones (
    workspace    TEXT    NOT NULL,
    id           TEXT    NOT NULL,
    document     TEXT    NOT NULL,
    level        TEXT    NOT NULL,
    ordinal      INTEGER NOT NULL,
    parent       TEXT,
    previous     TEXT,
    next         TEXT,
    section_path TEXT    NOT NULL,
    heading      TEXT,
    content      TEXT    NOT NULL,
    lead         TEXT    NOT NULL,
    byte_start   INTEGER NOT NULL,
    byte_end     INTEGER NOT NULL,
    utf16_start  INTEGER NOT NULL,
    utf16_end    INTEGER NOT NULL,
    word_count   INTEGER NOT NULL,
    page_first   INTEGER,
    page_last    INTEGER,
    embedding    TEXT    NOT NULL,
    replaced_by  TEXT,
    UNIQUE (workspace, id)
) STRICT;
CREATE INDEX tombstones_by_document ON tombstones (workspace, document, replaced_by);

-- Analysed terms joined by spaces; rowid = chunks.row. Every printable ASCII character that is
-- no letter or digit is a token character, so that a token is exactly a term.
CREATE VIRTUAL TABLE terms USING fts5 (
    body,
    context,
    content = '',
    contentless_delete = 1,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

-- The cache. vector: little-endian f32, NULL where the model does not cover the input.
-- links counts the rows of links that use it.
CREATE TABLE embeddings (
    embedding  INTEGER PRIMARY KEY,
    workspace  TEXT    NOT NULL,
    model      TEXT    NOT NULL,
    input_hash BLOB    NOT NULL,
    windows    INTEGER NOT NULL,
    links      INTEGER NOT NULL,
    vector     BLOB,
    UNIQUE (workspace, model, input_hash)
) STRICT;
CREATE INDEX embeddings_unlinked ON embeddings (workspace, input_hash) WHERE links = 0;

CREATE TABLE links (
    workspace  TEXT    NOT NULL,
    space      INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    key        TEXT    NOT NULL,
    embedding  INTEGER NOT NULL,
    PRIMARY KEY (workspace, space, generation, key)
) STRICT, WITHOUT ROWID;

-- The home's sequence when the vectors of a set last changed.
CREATE TABLE vector_sets (
    workspace  TEXT    NOT NULL,
    space      INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    changed    INTEGER NOT NULL,
    PRIMARY KEY (workspace, space, generation)
) STRICT, WITHOUT ROWID;

-- One row per document and prompt. embedded and not_covered count for the active generation.
CREATE TABLE item_counts (
    workspace   TEXT    NOT NULL,
    kind        INTEGER NOT NULL,
    item        TEXT    NOT NULL,
    tree        INTEGER NOT NULL,
    failed      INTEGER NOT NULL,
    wanted      INTEGER NOT NULL,
    embedded    INTEGER NOT NULL,
    not_covered INTEGER NOT NULL,
    PRIMARY KEY (workspace, kind, item)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
    workspace  TEXT    NOT NULL,
    kind       INTEGER NOT NULL,
    item       TEXT    NOT NULL,
    size_class INTEGER NOT NULL,
    enqueued   INTEGER NOT NULL,
    attempts   INTEGER NOT NULL,
    last_error TEXT,
    PRIMARY KEY (workspace, kind, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_in_order ON jobs (workspace, size_class, enqueued DESC, item, kind);

CREATE TABLE sessions (
    workspace  TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    PRIMARY KEY (workspace, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE seen_chunks (
    workspace TEXT NOT NULL,
    session   TEXT NOT NULL,
    chunk     TEXT NOT NULL,
    PRIMARY KEY (workspace, session, chunk)
) STRICT, WITHOUT ROWID;
