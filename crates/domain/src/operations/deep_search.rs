//! Layer 2: what do the documents say?

use crate::chunk::Level;
use crate::ids::{ChunkId, CollectionId, DocumentId, SessionId};
use crate::operations::Basis;

/// A passage search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What to look for.
    pub query: String,
    /// The most passages; clamped to 1..=50.
    pub limit: Option<i64>,
    /// Only in this document.
    pub document: Option<DocumentId>,
    /// Only in members of this collection; with `document` the intersection.
    pub collection: Option<CollectionId>,
    /// Leave out what this session has shown, and record what is shown now.
    pub session: Option<SessionId>,
}

/// The passages, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The query as it was used.
    pub query: String,
    /// The passages.
    pub passages: Vec<Passage>,
    /// What the answer rests on.
    pub basis: Basis,
}

/// A passage that matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The chunk: the citation that can be followed.
    pub chunk: ChunkId,
    /// Its first [`crate::limits::PREVIEW_GRAPHEMES`] graphemes.
    pub preview: String,
    /// 0 to 1.
    pub score: f64,
    /// Where the chunk stands in the tree.
    pub level: Level,
    /// The document.
    pub document: DocumentId,
    /// Its title.
    pub document_title: String,
    /// The chunk above.
    pub parent: Option<ChunkId>,
    /// The chunk before it.
    pub previous: Option<ChunkId>,
    /// The chunk after it.
    pub next: Option<ChunkId>,
}
