//! Layer 1: which artifact is relevant?

use crate::ids::{ChunkId, CollectionId, DocumentId, PromptId};
use crate::item::{Kind, Status};
use crate::operations::Basis;
use crate::scope::ItemFilter;

/// How items are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// By meaning.
    Semantic,
    /// By the literal text, in any case.
    Literal,
}

/// A catalog search.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// What to look for.
    pub query: String,
    /// Which kinds of rows to return, without repeats.
    pub kinds: Vec<Kind>,
    /// How to match.
    pub mode: Mode,
    /// Which items may be rows.
    pub filter: ItemFilter,
    /// The most rows per kind, at least 1.
    pub limit_per_kind: usize,
    /// The lowest score of a row, 0 to 1.
    pub floor: f64,
}

/// The rows, best first within each kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The query as it was used.
    pub query: String,
    /// How items were matched.
    pub mode: Mode,
    /// Prompts.
    pub prompts: Vec<PromptRow>,
    /// Documents.
    pub documents: Vec<DocumentRow>,
    /// Collections.
    pub collections: Vec<CollectionRow>,
    /// What the answer rests on.
    pub basis: Basis,
}

/// A prompt that matches.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptRow {
    /// Its id.
    pub id: PromptId,
    /// Its title.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// 0 to 1; `None` for a literal match.
    pub score: Option<f64>,
    /// The text around a literal match in its content.
    pub highlight: Option<String>,
}

/// A document that matches.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentRow {
    /// Its id.
    pub id: DocumentId,
    /// Its title.
    pub title: String,
    /// How far its indexing is.
    pub status: Status,
    /// 0 to 1; `None` for a literal match.
    pub score: Option<f64>,
    /// The leading part of the best chunk, or the text around a literal match.
    pub highlight: Option<String>,
    /// The chunk to read on from.
    pub chunk: Option<ChunkId>,
}

/// A collection that matches.
#[derive(Clone, Debug, PartialEq)]
pub struct CollectionRow {
    /// Its id.
    pub id: CollectionId,
    /// Its name.
    pub name: String,
    /// What it holds.
    pub description: Option<String>,
    /// The best score of its members; the floor for a fallback row; `None` for a literal match.
    pub score: Option<f64>,
    /// How many members reach the floor; `None` for a literal match.
    pub matched_items: Option<u64>,
}
