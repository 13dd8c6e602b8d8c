//! Writing and reading documents.

use crate::ids::{CollectionId, DocumentId, VersionId};
use crate::item::{Document, Tags};
use crate::page::PageRequest;

/// A new document made of text or Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Create {
    /// Its title.
    pub title: String,
    /// Its text, kept verbatim.
    pub content: String,
    /// Its tags.
    pub tags: Tags,
}

/// A change of a document; absent fields stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// Which document.
    pub id: DocumentId,
    /// A new title.
    pub title: Option<String>,
    /// New content: makes a version and re-indexes.
    pub content: Option<String>,
    /// Why it changes.
    pub change_log: Option<String>,
    /// New tags, replacing all.
    pub tags: Option<Tags>,
    /// The revision that the writer saw; another one is a conflict.
    pub expected_revision: Option<u64>,
}

/// Which documents to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Text that the title holds, in any case.
    pub search: Option<String>,
    /// Every one of these tags.
    pub tags: Tags,
    /// Members of this collection only.
    pub collection: Option<CollectionId>,
    /// Which page.
    pub page: PageRequest,
}

/// A document with its whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Full {
    /// The row.
    pub document: Document,
    /// The text.
    pub content: String,
}

/// A return to an old version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restore {
    /// Which document.
    pub id: DocumentId,
    /// The version's id; its content becomes a new version.
    pub version: VersionId,
    /// The revision that the writer saw; another one is a conflict.
    pub expected_revision: Option<u64>,
}

/// A page of the web to keep as a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scrape {
    /// Its address, `http` or `https`.
    pub url: String,
    /// The document's title; the page's own unless given.
    pub title: Option<String>,
    /// Tags of the document.
    pub tags: Tags,
    /// A collection to put it into.
    pub collection: Option<CollectionId>,
}
