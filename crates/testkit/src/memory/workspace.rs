//! The state of one workspace, and the few questions that both reads and writes ask of it.

use std::collections::{BTreeMap, BTreeSet};

use domain::chunk::{Chunk, Embedding, InputHash, Tombstone};
use domain::generation::{Generation, Space};
use domain::ids::{ChunkId, CollectionId, DocumentId, PromptId, SessionId};
use domain::item::{Collection, Document, ItemId, Prompt, Version};
use domain::job::Job;
use domain::ports::embedder::Embedded;
use domain::ports::store::PendingInput;
use domain::session::Session;
use domain::source::FileSource;

use super::table::Table;

/// Everything of one workspace. Counts are never stored beside what they count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    /// Creation time, milliseconds since the Unix epoch.
    pub(crate) created_ms: i64,
    pub(crate) sequence: u64,
    pub(crate) active_generation: Option<u32>,
    pub(crate) generations: Table<u32, Generation>,
    pub(crate) mints: Table<Vec<u8>, u32>,
    pub(crate) documents: Table<DocumentId, Document>,
    /// In the order they were put; the last one holds the current content.
    pub(crate) document_versions: Table<DocumentId, Vec<Version>>,
    pub(crate) trees: Table<DocumentId, Tree>,
    pub(crate) chunks: Table<ChunkId, Chunk>,
    pub(crate) tombstones: Table<ChunkId, Tombstone>,
    pub(crate) prompts: Table<PromptId, Prompt>,
    pub(crate) prompt_versions: Table<PromptId, Vec<Version>>,
    pub(crate) collections: Table<CollectionId, Collection>,
    pub(crate) members: Table<CollectionId, BTreeSet<ItemId>>,
    pub(crate) sources: Table<String, FileSource>,
    pub(crate) jobs: Table<ItemId, Job>,
    /// Per item and generation: key → what was published for it. Links are current: whatever
    /// changes an item's inputs removes the links of the old ones.
    pub(crate) links: Table<(ItemId, u32), BTreeMap<String, Link>>,
    pub(crate) cache: Table<(String, InputHash), Embedded>,
    pub(crate) sessions: Table<SessionId, SessionRecord>,
}

/// A document's published tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// Its chunks in reading order.
    pub(crate) order: Vec<ChunkId>,
    /// The terms that occur in any of them.
    pub(crate) terms: BTreeSet<String>,
}

/// A published outcome and the input it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) input: InputHash,
    pub(crate) outcome: Embedded,
}

/// A session and what it has shown.
#[derive(Clone, Debug)]
pub(crate) struct SessionRecord {
    pub(crate) session: Session,
    pub(crate) seen: BTreeSet<ChunkId>,
}

/// Something that gets a vector: a prompt or a chunk that wants one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    Chunk(&'a Chunk),
    Prompt(&'a Prompt),
}

impl<'a> Input<'a> {
    pub(crate) fn key(self) -> &'a str {
        match self {
            Self::Chunk(chunk) => chunk.id.as_str(),
            Self::Prompt(prompt) => prompt.id.as_str(),
        }
    }

    pub(crate) fn ordinal(self) -> u32 {
        match self {
            Self::Chunk(chunk) => chunk.ordinal,
            Self::Prompt(_) => 0,
        }
    }

    pub(crate) fn pending(self) -> PendingInput {
        let (prefix, body) = match self {
            Self::Chunk(chunk) => (chunk.lead.clone(), chunk.content.clone()),
            Self::Prompt(prompt) => (String::new(), prompt.embedded_text()),
        };
        PendingInput {
            key: self.key().to_owned(),
            prefix,
            body,
        }
    }

    pub(crate) fn hash(self) -> InputHash {
        self.pending().input_hash()
    }
}

/// The space that the vectors of an item are in.
pub(crate) fn space_of(item: &ItemId) -> Space {
    match item {
        ItemId::Prompt(_) => Space::Prompts,
        ItemId::Document(_) => Space::Chunks,
    }
}

impl Workspace {
    pub(crate) fn contains_item(&self, item: &ItemId) -> bool {
        match item {
            ItemId::Prompt(id) => self.prompts.contains(id),
            ItemId::Document(id) => self.documents.contains(id),
        }
    }

    /// Documents and prompts, in no promised order.
    pub(crate) fn items(&self) -> impl Iterator<Item = ItemId> {
        let documents = self.documents.values().map(|d| d.id.clone());
        let prompts = self.prompts.values().map(|p| p.id.clone());
        documents
            .map(ItemId::Document)
            .chain(prompts.map(ItemId::Prompt))
    }

    /// A document's chunks in reading order.
    pub(crate) fn tree(&self, document: &DocumentId) -> impl Iterator<Item = &Chunk> {
        self.trees
            .get(document)
            .into_iter()
            .flat_map(|tree| &tree.order)
            .filter_map(|id| self.chunks.get(id))
    }

    /// What of an item gets a vector, in reading order.
    pub(crate) fn inputs<'a>(&'a self, item: &ItemId) -> Vec<Input<'a>> {
        match item {
            ItemId::Prompt(id) => self
                .prompts
                .get(id)
                .map(Input::Prompt)
                .into_iter()
                .collect(),
            ItemId::Document(id) => self
                .tree(id)
                .filter(|chunk| chunk.embedding == Embedding::Wanted)
                .map(Input::Chunk)
                .collect(),
        }
    }

    /// What was published for `key` of `item` in a generation.
    pub(crate) fn link(&self, item: &ItemId, generation: u32, key: &str) -> Option<&Link> {
        self.links.get(&(item.clone(), generation))?.get(key)
    }
}
