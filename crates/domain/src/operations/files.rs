//! Adding files.

use crate::ids::{CollectionId, DocumentId};
use crate::item::Tags;

/// A file whose bytes were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddFile<'a> {
    /// Its canonical path.
    pub path: &'a str,
    /// Its name, part of its document's id.
    pub file_name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Tags to unite with those it has.
    pub tags: Tags,
    /// A collection to put it into.
    pub collection: Option<CollectionId>,
}

/// What adding a file did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedFile {
    /// Its document.
    pub document: DocumentId,
    /// The document's title.
    pub title: String,
    /// What happened.
    pub outcome: Outcome,
    /// How many chunks its tree has.
    pub chunk_count: u64,
    /// What the reader should know.
    pub warnings: Vec<String>,
}

/// What adding a file did to its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is new.
    Added,
    /// Its content changed.
    Updated,
    /// It is the same document at another path.
    Moved,
    /// Nothing but perhaps tags and collections changed.
    Unchanged,
}

impl Outcome {
    /// The outcome as the command line says it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Updated => "updated",
            Self::Moved => "moved",
            Self::Unchanged => "unchanged",
        }
    }
}
