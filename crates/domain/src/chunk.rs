//! Chunks: a document's tree of root, sections and paragraphs.

use std::ops::Range;

use crate::ids::{ChunkId, DocumentId, hash_parts};

/// The version of the chunking rules; a change of it re-chunks from the stored text.
pub const CHUNKER_VERSION: u32 = 1;

/// Where a chunk stands in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// The root: title and outline, for navigation.
    Document,
    /// A section opened by a heading; always a child of the root.
    Section,
    /// A leaf that holds text.
    Paragraph,
}

impl Level {
    /// The level as clients see it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Section => "section",
            Self::Paragraph => "paragraph",
        }
    }

    /// Reads what [`Level::name`] wrote.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Document, Self::Section, Self::Paragraph]
            .into_iter()
            .find(|l| l.name() == name)
    }
}

/// Whether a chunk takes part in search by meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Embedding {
    /// It gets a vector.
    Wanted,
    /// It is a navigation node or metadata and gets none.
    Navigation,
    /// It has no words (base64, minified code); literal search finds it.
    Wordless,
}

impl Embedding {
    /// The value as a store keeps it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wanted => "wanted",
            Self::Navigation => "navigation",
            Self::Wordless => "wordless",
        }
    }

    /// Reads what [`Embedding::name`] wrote.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Wanted, Self::Navigation, Self::Wordless]
            .into_iter()
            .find(|e| e.name() == name)
    }
}

/// One chunk. `bytes` and `utf16` index the document's `content` as a read returns it; the
/// ends are exclusive. For paragraphs `content[bytes]` is the chunk; a section's range covers
/// the whole section, its content only heading and opening; the root covers the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Derived from content and place; survives re-indexing of unchanged text.
    pub id: ChunkId,
    /// The document it belongs to.
    pub document: DocumentId,
    /// Where it stands in the tree.
    pub level: Level,
    /// 0-based reading order in the document; the root is 0.
    pub ordinal: u32,
    /// The chunk above; `None` for the root.
    pub parent: Option<ChunkId>,
    /// The chunk before it under the same parent.
    pub previous: Option<ChunkId>,
    /// The chunk after it under the same parent.
    pub next: Option<ChunkId>,
    /// Headings from the outermost to this chunk's own section; empty outside any section.
    pub section_path: Vec<String>,
    /// The heading that opened the section, on sections and their paragraphs.
    pub heading: Option<String>,
    /// The text of the chunk.
    pub content: String,
    /// What stands before `content` in the embedded text only: title, section path, a table's
    /// header row.
    pub lead: String,
    /// UTF-8 byte range in the document's content.
    pub bytes: Range<usize>,
    /// UTF-16 unit range in the document's content.
    pub utf16: Range<usize>,
    /// Words between white space.
    pub word_count: u32,
    /// First and last page, 1-based, where the source has pages.
    pub pages: Option<(u32, u32)>,
    /// Whether it gets a vector.
    pub embedding: Embedding,
}

impl Chunk {
    /// The hash of exactly what is embedded for this chunk, lead included.
    pub fn input_hash(&self) -> InputHash {
        InputHash::of(&self.lead, &self.content)
    }
}

/// The hash of exactly the bytes that an embedder is given; with the model's id it is the key
/// of the embedding cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputHash(pub [u8; 32]);

impl InputHash {
    /// Hashes a prefix and a body, their border included, since windows are cut by it.
    pub fn of(prefix: &str, body: &str) -> Self {
        Self(*hash_parts(&[prefix.as_bytes(), body.as_bytes()]).as_bytes())
    }
}

/// What remains of a chunk whose text was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// The chunk as it was; its neighbours' ids may be stale themselves.
    pub chunk: Chunk,
    /// The chunk that stands nearest to it now.
    pub replaced_by: Option<ChunkId>,
}
