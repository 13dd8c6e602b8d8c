use std::sync::Arc;

/// The name of a row, and its place among rows of equal score.
///
/// Keys are ordered by item, then ordinal, then id (bytes, ascending). The order never depends on
/// when a row was added.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The item the row belongs to, such as a document or a prompt. Rows are grouped, filtered and
    /// removed by it. Rows of one item should share one `Arc`; the index shares it where it can.
    pub item: Arc<str>,
    /// The place of the row within its item, such as the reading order of a chunk.
    pub ordinal: u32,
    /// What the caller wants back, such as a chunk id. Unique among the live rows of an index.
    pub id: Arc<str>,
}

impl Key {
    /// Makes a key from its three parts.
    pub fn new(item: impl Into<Arc<str>>, ordinal: u32, id: impl Into<Arc<str>>) -> Key {
        Key {
            item: item.into(),
            ordinal,
            id: id.into(),
        }
    }
}
