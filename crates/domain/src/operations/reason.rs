//! One cited answer out of several passages.

use crate::ids::{ChunkId, CollectionId, DocumentId};
use crate::operations::Basis;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What to answer.
    pub query: String,
    /// How many passages to gather; clamped to 1..=50.
    pub limit: Option<i64>,
    /// Only from this document.
    pub document: Option<DocumentId>,
    /// Only from members of this collection; with `document` the intersection.
    pub collection: Option<CollectionId>,
}

/// An answer in which every sentence is cited.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The answer with `[[chunkId]]` marks; empty when nothing was gathered.
    pub answer: String,
    /// The cited passages, in the order of their first mark.
    pub citations: Vec<Citation>,
    /// What the passages do not say.
    pub gaps: Vec<String>,
    /// Where they disagree.
    pub conflicts: Vec<String>,
    /// How many passages were gathered.
    pub gathered: u64,
    /// Marks of a model's answer that named no gathered passage and were taken out.
    pub citations_dropped: u64,
    /// The model that wrote the answer; `None` when it was put together from quotations.
    pub model: Option<String>,
    /// What the answer rests on.
    pub basis: Basis,
}

/// A cited passage.
#[derive(Clone, Debug, PartialEq)]
pub struct Citation {
    /// The chunk.
    pub chunk: ChunkId,
    /// Its document.
    pub document: DocumentId,
    /// The document's title.
    pub document_title: String,
    /// Its score, 0 to 1.
    pub score: f64,
}
