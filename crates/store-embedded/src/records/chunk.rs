//! Chunks and tombstones.

use domain::chunk::{Chunk, Embedding, Level};
use domain::ids::{ChunkId, DocumentId};
use rusqlite::{Row, ToSql};

use crate::errors::Outcome;
use crate::records::{integer, number, parsed};

/// The columns that chunks and tombstones share, in the order in which they are read.
pub(crate) const COLUMNS: &str = "id, document, level, ordinal, parent, previous, next, \
    section_path, heading, content, lead, byte_start, byte_end, utf16_start, utf16_end, \
    word_count, page_first, page_last, embedding";

/// How many columns [`COLUMNS`] names.
pub(crate) const COLUMN_COUNT: usize = 19;

/// Reads [`COLUMNS`] from the start of a row.
pub(crate) fn read(row: &Row<'_>) -> Outcome<Chunk> {
    let path: String = row.get(7)?;
    let first: Option<u32> = row.get(16)?;
    let last: Option<u32> = row.get(17)?;
    Ok(Chunk {
        id: id(row, 0)?,
        document: parsed(DocumentId::parse(row.get_ref(1)?.as_str().unwrap_or_default()).ok())?,
        level: parsed(Level::parse(row.get_ref(2)?.as_str().unwrap_or_default()))?,
        ordinal: number(row, 3)?,
        parent: optional_id(row, 4)?,
        previous: optional_id(row, 5)?,
        next: optional_id(row, 6)?,
        section_path: parsed(serde_json::from_str(&path).ok())?,
        heading: row.get(8)?,
        content: row.get(9)?,
        lead: row.get(10)?,
        bytes: number(row, 11)?..number(row, 12)?,
        utf16: number(row, 13)?..number(row, 14)?,
        word_count: number(row, 15)?,
        pages: first.zip(last),
        embedding: parsed(Embedding::parse(
            row.get_ref(18)?.as_str().unwrap_or_default(),
        ))?,
    })
}

/// Hands the values of [`COLUMNS`] to `write`.
pub(crate) fn with_values<T>(
    chunk: &Chunk,
    write: impl FnOnce([&dyn ToSql; COLUMN_COUNT]) -> Outcome<T>,
) -> Outcome<T> {
    let path = serde_json::Value::from(chunk.section_path.clone()).to_string();
    let byte_start = integer(chunk.bytes.start)?;
    let byte_end = integer(chunk.bytes.end)?;
    let utf16_start = integer(chunk.utf16.start)?;
    let utf16_end = integer(chunk.utf16.end)?;
    write([
        &chunk.id.as_str(),
        &chunk.document.as_str(),
        &chunk.level.name(),
        &chunk.ordinal,
        &chunk.parent.as_ref().map(ChunkId::as_str),
        &chunk.previous.as_ref().map(ChunkId::as_str),
        &chunk.next.as_ref().map(ChunkId::as_str),
        &path,
        &chunk.heading,
        &chunk.content,
        &chunk.lead,
        &byte_start,
        &byte_end,
        &utf16_start,
        &utf16_end,
        &chunk.word_count,
        &chunk.pages.map(|(first, _)| first),
        &chunk.pages.map(|(_, last)| last),
        &chunk.embedding.name(),
    ])
}

/// A chunk id in a column.
pub(crate) fn id(row: &Row<'_>, column: usize) -> Outcome<ChunkId> {
    parsed(optional_id(row, column)?)
}

/// A chunk id in a column that may be empty.
pub(crate) fn optional_id(row: &Row<'_>, column: usize) -> Outcome<Option<ChunkId>> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| parsed(ChunkId::parse(&text).ok()))
        .transpose()
}
