//! The rows of one workspace, as a transaction sees them.

use rusqlite::Connection;

/// How many bits of a chunk's row number are its ordinal; the rest is its document's number.
pub(crate) const ROW_ORDINAL_BITS: u32 = 20;

/// A connection inside a transaction, and the workspace that it is used for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'c> {
    pub(crate) connection: &'c Connection,
    pub(crate) workspace: &'c str,
}

/// The row numbers that the chunks of a document can have, first and last.
pub(crate) fn chunk_rows(document_number: i64) -> (i64, i64) {
    let first = document_number << ROW_ORDINAL_BITS;
    (first, first + (1 << ROW_ORDINAL_BITS) - 1)
}
