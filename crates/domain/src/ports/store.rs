//! The one place where everything is kept: rows, trees, vectors, terms, jobs and sessions.

use std::collections::BTreeSet;

use crate::caller::Caller;
use crate::cancel::Cancel;
use crate::change::Change;
use crate::chunk::{Chunk, InputHash, Tombstone};
use crate::coverage::Coverage;
use crate::error::Result;
use crate::generation::{Generation, Space};
use crate::ids::{ChunkId, CollectionId, DocumentId, MintKey, PromptId, SessionId, VersionId};
use crate::item::{Collection, Document, ItemId, Kind, Member, Prompt, Version};
use crate::job::Job;
use crate::page::{Page, PageRequest};
use crate::ports::embedder::Embedded;
use crate::scope::{IdSet, ItemFilter};
use crate::session::Session;
use crate::source::FileSource;

/// A backend. Every call works in the caller's workspace and nowhere else.
pub trait Store: Send + Sync {
    /// Reads from one moment: rows, vectors and terms of a snapshot belong together. A snapshot
    /// lives for one request at most and does not block writers.
    ///
    /// # Errors
    /// `NotFound` when the caller's workspace does not exist, `Unavailable` when the home cannot
    /// be read.
    fn snapshot<'a>(&'a self, caller: &Caller, cancel: &Cancel) -> Result<Box<dyn Snapshot + 'a>>;

    /// Decides and writes in one transaction.
    ///
    /// `decide` reads the state that the changes will be applied to; it may be called more than
    /// once and must not have other effects. When it fails nothing is written and its error is
    /// returned. An empty list writes nothing. Returns the workspace's sequence afterwards; once
    /// it returns, the changes survive a crash of process and machine.
    ///
    /// # Errors
    /// What `decide` returns; `NotFound` when the caller's workspace does not exist, in which case
    /// `decide` is not asked; `Unavailable` on a read-only home or a full disk.
    fn transact(
        &self,
        caller: &Caller,
        cancel: &Cancel,
        decide: &mut dyn FnMut(&dyn Snapshot) -> Result<Vec<Change>>,
    ) -> Result<u64>;

    /// Whether the home can be written.
    fn is_writable(&self) -> bool;
}

/// The state of one workspace at one moment. Every list has a stable order.
pub trait Snapshot {
    /// Counts the transactions of the workspace.
    fn sequence(&self) -> u64;
    /// The active generation; `None` before the first.
    fn generation(&self) -> Result<Option<Generation>>;

    /// A document's row.
    fn document(&self, id: &DocumentId) -> Result<Option<Document>>;
    /// A document's current content.
    fn document_content(&self, id: &DocumentId) -> Result<Option<String>>;
    /// A document's history, newest first; each content is cut to its first
    /// [`crate::limits::VERSION_PREVIEW_BYTES`] bytes, at a character.
    fn document_versions(&self, id: &DocumentId) -> Result<Vec<Version>>;
    /// One version of a document, whole.
    fn document_version(&self, id: &DocumentId, version: &VersionId) -> Result<Option<Version>>;
    /// Documents whose title holds `search` (any case), newest first, then by id.
    fn documents(
        &self,
        filter: &ItemFilter,
        search: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Document>>;

    /// A prompt.
    fn prompt(&self, id: &PromptId) -> Result<Option<Prompt>>;
    /// A prompt's history, newest first.
    fn prompt_versions(&self, id: &PromptId) -> Result<Vec<Version>>;
    /// One version of a prompt.
    fn prompt_version(&self, id: &PromptId, version: &VersionId) -> Result<Option<Version>>;
    /// Prompts whose title or description holds `search` (any case), newest first, then by id.
    fn prompts(
        &self,
        filter: &ItemFilter,
        search: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Prompt>>;

    /// A collection.
    fn collection(&self, id: &CollectionId) -> Result<Option<Collection>>;
    /// Collections whose name or description holds `search` (any case) and that carry the
    /// filter's tags themselves, newest first, then by id. The filter's collection is ignored.
    fn collections(
        &self,
        filter: &ItemFilter,
        search: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Collection>>;
    /// The first collection, by id, with exactly this name.
    fn collection_named(&self, name: &str) -> Result<Option<Collection>>;
    /// All members of a collection, by kind and id.
    fn member_ids(&self, id: &CollectionId) -> Result<Vec<ItemId>>;
    /// A page of the members of these kinds with titles, by kind and id.
    fn members(
        &self,
        id: &CollectionId,
        kinds: &[Kind],
        page: &PageRequest,
    ) -> Result<Page<Member>>;

    /// The documents that `filter` lets through; `None` when it lets all through.
    fn resolve_documents(&self, filter: &ItemFilter) -> Result<IdSet>;
    /// The prompts that `filter` lets through; `None` when it lets all through.
    fn resolve_prompts(&self, filter: &ItemFilter) -> Result<IdSet>;

    /// A chunk of a current tree.
    fn chunk(&self, id: &ChunkId) -> Result<Option<Chunk>>;
    /// Several chunks of current trees, in the order asked for; ids that are gone are left out.
    fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Chunk>>;
    /// The children of a chunk in reading order.
    fn children(&self, id: &ChunkId) -> Result<Vec<Chunk>>;
    /// A document's whole tree in reading order, the root first; empty without one.
    fn tree(&self, document: &DocumentId) -> Result<Vec<Chunk>>;
    /// What remains of a replaced chunk.
    fn tombstone(&self, id: &ChunkId) -> Result<Option<Tombstone>>;

    /// The true nearest vectors under the query's filter.
    ///
    /// # Errors
    /// `Invalid` when the query vector has another length than the generation.
    fn nearest(&self, query: &NearestQuery<'_>, cancel: &Cancel) -> Result<Nearest>;
    /// The documents of `among` in which every one of `terms` occurs (in any chunk), by id.
    /// Without terms, all of `among`. A document without a tree is never left out.
    fn documents_with_terms(
        &self,
        terms: &[String],
        among: &IdSet,
        cancel: &Cancel,
    ) -> Result<Vec<DocumentId>>;

    /// What the two publications cover among these items.
    fn coverage(&self, documents: &IdSet, prompts: &IdSet) -> Result<Coverage>;
    /// How many collections there are.
    fn collection_count(&self) -> Result<u64>;
    /// Items that failed or were set aside, with title and reason, by id, at most `limit`.
    fn failures(&self, limit: usize) -> Result<Vec<crate::operations::status::Failure>>;
    /// Waiting jobs in [`Job::order`], at most `limit`.
    fn jobs(&self, limit: usize) -> Result<Vec<Job>>;
    /// An item's job.
    fn job(&self, item: &ItemId) -> Result<Option<Job>>;
    /// The inputs of an item that have no vector in the generation yet, in reading order.
    fn pending_inputs(&self, item: &ItemId, generation: u32) -> Result<Vec<PendingInput>>;
    /// Which keys of an item the model does not cover, counted, and how many have a vector.
    fn vector_counts(&self, item: &ItemId, generation: u32) -> Result<VectorCounts>;
    /// The cached outcome of each input, in order.
    fn cached_embeddings(&self, model: &str, inputs: &[InputHash])
    -> Result<Vec<Option<Embedded>>>;

    /// How often this key was minted.
    fn mint_count(&self, key: &MintKey) -> Result<u32>;
    /// What is known of the file at `path`.
    fn source_at(&self, path: &str) -> Result<Option<FileSource>>;
    /// Files whose content had this hash when they were last read, by path.
    fn sources_with_hash(&self, hash: &[u8; 32]) -> Result<Vec<FileSource>>;
    /// The file that a document was made from.
    fn source_of(&self, document: &DocumentId) -> Result<Option<FileSource>>;

    /// A session, expired or not.
    fn session(&self, id: &SessionId) -> Result<Option<Session>>;
    /// The chunks shown under a session.
    fn seen(&self, id: &SessionId) -> Result<BTreeSet<ChunkId>>;
}

/// A question to the vectors of one space.
#[derive(Clone, Debug)]
pub struct NearestQuery<'a> {
    /// Which vectors.
    pub space: Space,
    /// Of which generation.
    pub generation: u32,
    /// A unit vector of the generation's dimension.
    pub vector: &'a [f32],
    /// Only rows of these items; applied before candidates are chosen.
    pub items: &'a IdSet,
    /// Without these keys; applied before candidates are chosen.
    pub excluded: &'a BTreeSet<String>,
    /// How many hits, or items when grouped; `usize::MAX` for all.
    pub k: usize,
    /// Only hits of at least this cosine.
    pub cosine_min: Option<f64>,
    /// Only the best row of each item.
    pub best_per_item: bool,
}

/// What the vectors answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nearest {
    /// Cosine descending, then item id, ordinal and key.
    pub hits: Vec<NearestHit>,
    /// How many vectors were compared.
    pub compared: u64,
    /// The best hit that `cosine_min` kept out.
    pub best_below: Option<NearestHit>,
}

/// A vector near the query.
#[derive(Clone, Debug, PartialEq)]
pub struct NearestHit {
    /// The document's or prompt's id.
    pub item: String,
    /// The chunk's reading order; 0 for prompts.
    pub ordinal: u32,
    /// The chunk's or prompt's id.
    pub key: String,
    /// Cosine similarity, −1 to 1.
    pub cosine: f64,
}

/// An input that waits for its vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingInput {
    /// The chunk's or prompt's id.
    pub key: String,
    /// What stands before the body.
    pub prefix: String,
    /// The text.
    pub body: String,
}

impl PendingInput {
    /// The cache key of the input.
    pub fn input_hash(&self) -> InputHash {
        InputHash::of(&self.prefix, &self.body)
    }
}

/// How the keys of one item stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VectorCounts {
    /// Keys with a vector.
    pub embedded: u64,
    /// Keys that the model does not cover.
    pub not_covered: u64,
    /// Keys that wait.
    pub pending: u64,
}
