//! What the workspace holds and how far indexing is.

use crate::coverage::Coverage;
use crate::generation::Generation;
use crate::item::ItemId;

/// The state of a workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// Counts the workspace's transactions.
    pub sequence: u64,
    /// The active generation.
    pub generation: Option<Generation>,
    /// The model that this process embeds with.
    pub model: String,
    /// Items and chunks.
    pub coverage: Coverage,
    /// Collections.
    pub collections: u64,
    /// Items that failed, with their reasons, at most 100.
    pub failures: Vec<Failure>,
    /// Whether the home can be written.
    pub writable: bool,
}

/// An item that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The item.
    pub item: ItemId,
    /// Its title.
    pub title: String,
    /// Why.
    pub error: String,
}
