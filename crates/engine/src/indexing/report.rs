//! How far indexing is.

/// Told after every batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Inputs that have their outcome since the run began, cached ones included.
    pub done: u64,
    /// Inputs that still wait.
    pub left: u64,
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexReport {
    /// Items whose vectors were published.
    pub items: u64,
    /// Inputs that were encoded.
    pub encoded: u64,
    /// Inputs whose outcome was in the cache already.
    pub cached: u64,
    /// Inputs that the model does not cover.
    pub not_covered: u64,
    /// Items set aside after repeated failures.
    pub quarantined: u64,
}
