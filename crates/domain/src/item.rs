//! The items of the catalog: prompts, documents, collections.

use crate::error::{Error, Result};
use crate::ids::{CollectionId, DocumentId, PromptId, VersionId};
use crate::limits;
use crate::source::SourceKind;

/// A kind of catalog item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A prompt template.
    Prompt,
    /// A document with a chunk tree.
    Document,
    /// A named set of prompts and documents.
    Collection,
}

impl Kind {
    /// The kinds that can be members of a collection.
    pub const OF_MEMBERS: [Self; 2] = [Self::Prompt, Self::Document];
}

/// A prompt or a document: what can be a member of a collection and have vectors.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemId {
    /// A prompt.
    Prompt(PromptId),
    /// A document.
    Document(DocumentId),
}

impl ItemId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Prompt(id) => id.as_str(),
            Self::Document(id) => id.as_str(),
        }
    }

    /// Which kind of item it is.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Prompt(_) => Kind::Prompt,
            Self::Document(_) => Kind::Document,
        }
    }
}

/// How far an item is on its way to being searchable by meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Saved; vectors are still to come. Keyword search finds it already.
    Pending,
    /// Vectors are being computed.
    Processing,
    /// Everything that can have a vector has one.
    Ready,
    /// Some chunks have vectors, others could not be read or encoded.
    Partial,
    /// Set aside after repeated failures; the error says why.
    Quarantined,
    /// It could not be read or encoded; the error says why.
    Failed,
    /// The model knows hardly any of its words; keyword search finds it.
    NotCovered,
}

impl Status {
    /// The status as clients see it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Ready => "ready",
            Self::Partial => "partial",
            Self::Quarantined => "quarantined",
            Self::Failed => "failed",
            Self::NotCovered => "not covered",
        }
    }

    /// Reads what [`Status::name`] wrote.
    pub fn parse(name: &str) -> Option<Self> {
        [
            Self::Pending,
            Self::Processing,
            Self::Ready,
            Self::Partial,
            Self::Quarantined,
            Self::Failed,
            Self::NotCovered,
        ]
        .into_iter()
        .find(|s| s.name() == name)
    }
}

/// Tags: sorted, unique, trimmed, never empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<String>);

impl Tags {
    /// Trims, sorts and unites `tags`; blank ones are dropped.
    ///
    /// # Errors
    /// `TooLarge` for more than [`limits::TAGS_MAX`] tags or one over
    /// [`limits::TAG_BYTES_MAX`] bytes.
    pub fn new<S: AsRef<str>>(tags: impl IntoIterator<Item = S>) -> Result<Self> {
        let mut list: Vec<String> = tags
            .into_iter()
            .map(|t| t.as_ref().trim().to_owned())
            .filter(|t| !t.is_empty())
            .collect();
        list.sort();
        list.dedup();
        if list.len() > limits::TAGS_MAX {
            return Err(Error::too_large(format!(
                "{} tags given; the limit is {}",
                list.len(),
                limits::TAGS_MAX
            )));
        }
        if let Some(long) = list.iter().find(|t| t.len() > limits::TAG_BYTES_MAX) {
            return Err(Error::too_large(format!(
                "a tag has {} bytes; the limit is {}",
                long.len(),
                limits::TAG_BYTES_MAX
            )));
        }
        Ok(Self(list))
    }

    /// The tags, sorted.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether every tag of `wanted` is here.
    pub fn contains_all(&self, wanted: &Tags) -> bool {
        wanted.0.iter().all(|t| self.0.binary_search(t).is_ok())
    }

    /// These tags and `other`'s.
    ///
    /// # Errors
    /// `TooLarge` when together they pass the limit.
    pub fn union(&self, other: &Tags) -> Result<Self> {
        Self::new(self.0.iter().chain(&other.0))
    }
}

/// A document without its content, which [`crate::ports::store::Snapshot::document_content`]
/// reads on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The document's id.
    pub id: DocumentId,
    /// Its title.
    pub title: String,
    /// Its tags.
    pub tags: Tags,
    /// How far indexing is.
    pub status: Status,
    /// Why the status is what it is, when something went wrong.
    pub error: Option<String>,
    /// Where it came from.
    pub source_kind: SourceKind,
    /// A link to where it came from, when there is one.
    pub source_url: Option<String>,
    /// The media type it was read as, e.g. `text/markdown`.
    pub media_type: String,
    /// Number of the current content version, from 1.
    pub current_version: u32,
    /// Counts every change of the document, from 1.
    pub revision: u64,
    /// Creation time, milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// Time of the last change, milliseconds since the Unix epoch.
    pub updated_ms: i64,
}

/// One stored version of a prompt's or a document's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The version's id.
    pub id: VersionId,
    /// Its number, from 1.
    pub number: u32,
    /// The title at that time.
    pub title: String,
    /// The whole content at that time.
    pub content: String,
    /// Why it changed, in the writer's words.
    pub change_log: Option<String>,
    /// When it was written, milliseconds since the Unix epoch.
    pub created_ms: i64,
}

/// A prompt template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The prompt's id.
    pub id: PromptId,
    /// Its title.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// The template.
    pub content: String,
    /// What somebody said about its variables; the template itself says which there are.
    pub variables: Vec<Variable>,
    /// Whether its owner marked it as public. A mark only: nothing is published by it.
    pub is_public: bool,
    /// Whether it is put away: kept and readable, but in no list and no search.
    pub is_archived: bool,
    /// How often it was read in full. Kept by the store; ignored on writes.
    pub views: u64,
    /// How often it was filled in for use. Kept by the store; ignored on writes.
    pub copies: u64,
    /// Its tags.
    pub tags: Tags,
    /// How far indexing is.
    pub status: Status,
    /// Why the status is what it is, when something went wrong.
    pub error: Option<String>,
    /// Number of the current content version, from 1.
    pub current_version: u32,
    /// Creation time, milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// Time of the last change, milliseconds since the Unix epoch.
    pub updated_ms: i64,
}

/// A variable of a prompt template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name within `${…}`.
    pub name: String,
    /// What kind of value it takes, e.g. `string`.
    pub kind: String,
    /// What it stands for.
    pub description: Option<String>,
}

impl Prompt {
    /// The one text that the prompt's embedding is made of.
    pub fn embedded_text(&self) -> String {
        format!("{}\n{}\n{}", self.title, self.description, self.content)
    }
}

/// A named set of prompts and documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The collection's id.
    pub id: CollectionId,
    /// Its name.
    pub name: String,
    /// What it holds.
    pub description: Option<String>,
    /// A colour such as `#f97316`.
    pub color: Option<String>,
    /// One emoji.
    pub icon: Option<String>,
    /// Its tags.
    pub tags: Tags,
    /// How many members it has. Kept by the store; ignored on writes.
    pub item_count: u32,
    /// Creation time, milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// Time of the last change, milliseconds since the Unix epoch.
    pub updated_ms: i64,
}

/// A member of a collection, with its current title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The prompt or document.
    pub item: ItemId,
    /// Its title now.
    pub title: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_trimmed_sorted_and_united() {
        let tags = Tags::new(["b", " a ", "", "b"]).unwrap();
        assert_eq!(tags.as_slice(), ["a", "b"]);
        assert!(tags.contains_all(&Tags::new(["a"]).unwrap()));
        assert!(!tags.contains_all(&Tags::new(["a", "c"]).unwrap()));
    }

    #[test]
    fn every_status_reads_back() {
        for status in [Status::Pending, Status::Ready, Status::NotCovered] {
            assert_eq!(Status::parse(status.name()), Some(status));
        }
    }
}
