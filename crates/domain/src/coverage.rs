//! What an answer rests on.

/// How much of a scope the two publications cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Documents in scope.
    pub documents: u64,
    /// Documents whose tree and terms are published.
    pub documents_with_tree: u64,
    /// Prompts in scope.
    pub prompts: u64,
    /// Chunks and prompts that have a vector.
    pub embedded: u64,
    /// Chunks and prompts that wait for one.
    pub pending: u64,
    /// Chunks and prompts that the model does not cover.
    pub not_covered: u64,
    /// Items with a chunk or prompt that waits.
    pub items_pending: u64,
    /// Items that failed or were set aside.
    pub items_failed: u64,
}

impl Coverage {
    /// Items in scope.
    pub fn items(&self) -> u64 {
        self.documents + self.prompts
    }
}
