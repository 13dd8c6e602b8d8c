//! What changed between two versions of a prompt or a document.

use crate::ids::VersionId;

/// The versions to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request<I> {
    /// The prompt or document.
    pub id: I,
    /// The older side; the version before `to` unless given.
    pub from: Option<VersionId>,
    /// The newer side; the current version unless given.
    pub to: Option<VersionId>,
}

/// A comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The number of the older version; 0 stands for nothing, before the first version.
    pub from: u32,
    /// The number of the newer version.
    pub to: u32,
    /// Lines that only the newer version has.
    pub added: u64,
    /// Lines that only the older version has.
    pub removed: u64,
    /// The difference in unified format, three lines of context; empty when there is none.
    pub unified: String,
}
