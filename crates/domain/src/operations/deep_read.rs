//! One chunk in full, with its place.

use crate::chunk::Chunk;
use crate::ids::ChunkId;

/// Which chunk to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its id, from a search or an expansion.
    pub chunk: ChunkId,
}

/// The chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The chunk; as it was, when it is stale.
    pub chunk: Chunk,
    /// The title of its document.
    pub document_title: String,
    /// Set when the text has been replaced since the id was given out.
    pub stale: Option<Stale>,
}

/// A chunk id whose text was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The id that was asked for.
    pub chunk: ChunkId,
    /// Where its place is now.
    pub replaced_by: Option<ChunkId>,
}
