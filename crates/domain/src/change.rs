//! Everything that can be written, as plain data.
//!
//! A write is a list of changes that a store applies in one transaction, in order, or not at
//! all. Deciding what to write happens above the store, from a snapshot that the transaction
//! itself reads ([`crate::ports::store::Store::transact`]).

use crate::chunk::{Chunk, InputHash, Tombstone};
use crate::generation::Generation;
use crate::ids::{ChunkId, CollectionId, DocumentId, MintKey, PromptId, SessionId};
use crate::item::{Collection, Document, ItemId, Prompt, Status, Version};
use crate::job::Job;
use crate::ports::embedder::Embedded;
use crate::session::Session;
use crate::source::FileSource;

/// One change of a workspace.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Makes this the workspace's active generation.
    PutGeneration(Generation),
    /// Counts one more mint of this key.
    CountMint(MintKey),
    /// Inserts or replaces a document's row. Its content comes with [`Change::PutDocumentVersion`].
    PutDocument(Document),
    /// Adds a version to a document's history and makes its content the current one.
    PutDocumentVersion {
        /// The document.
        document: DocumentId,
        /// The version; its number is new.
        version: Version,
    },
    /// Replaces a document's tree and terms: the first publication.
    ///
    /// A chunk that keeps its id and its [`Chunk::input_hash`] keeps its vector; every other
    /// vector of the document goes in the same transaction. Tombstones are added to those
    /// already there; a tombstone whose id is in the new tree again is dropped, and older
    /// tombstones that point to a chunk that is gone are pointed to where that one went.
    ReplaceTree {
        /// The document.
        document: DocumentId,
        /// All chunks in reading order, the root first.
        chunks: Vec<Chunk>,
        /// The terms of each chunk that has any.
        terms: Vec<ChunkTerms>,
        /// What the chunks that are gone leave behind.
        tombstones: Vec<Tombstone>,
    },
    /// Removes a document with its content, history, tree, tombstones, terms, vectors, source,
    /// job and memberships. Its mints stay counted.
    DeleteDocument(DocumentId),
    /// Inserts or replaces a prompt; its vector goes when [`Prompt::embedded_text`] changed.
    PutPrompt(Prompt),
    /// Adds a version to a prompt's history.
    PutPromptVersion {
        /// The prompt.
        prompt: PromptId,
        /// The version; its number is new.
        version: Version,
    },
    /// Counts uses of a prompt; the rest of its row stays as it is.
    CountPromptUse {
        /// The prompt; a store ignores one that is gone.
        prompt: PromptId,
        /// How often it was read in full since the last count.
        views: u32,
        /// How often it was filled in since the last count.
        copies: u32,
    },
    /// Removes a prompt with its history, vector, job and memberships. Its mints stay counted.
    DeletePrompt(PromptId),
    /// Inserts or replaces a collection's own fields; members stay.
    PutCollection(Collection),
    /// Removes a collection; its members stay where they are.
    DeleteCollection(CollectionId),
    /// Adds members; those already in are left alone.
    AddMembers {
        /// The collection.
        collection: CollectionId,
        /// Items that exist in the workspace.
        items: Vec<ItemId>,
    },
    /// Removes members; those not in are ignored.
    RemoveMembers {
        /// The collection.
        collection: CollectionId,
        /// The items.
        items: Vec<ItemId>,
    },
    /// Inserts or replaces what is known of a file, by its path.
    PutSource(FileSource),
    /// Forgets a file by its path.
    DeleteSource(String),
    /// Sets an item's status and error.
    SetStatus {
        /// The item.
        item: ItemId,
        /// The new status.
        status: Status,
        /// Why, when something went wrong.
        error: Option<String>,
    },
    /// Inserts or replaces an item's job.
    PutJob(Job),
    /// Removes an item's job, if it has one.
    DeleteJob(ItemId),
    /// Adds entries to the embedding cache.
    PutEmbeddings {
        /// The model that made them.
        model: String,
        /// Input and outcome.
        entries: Vec<(InputHash, Embedded)>,
    },
    /// Gives an item's keys the cached outcome of their inputs: the second publication.
    ///
    /// Keys that the item no longer has, or whose input changed since, are left out.
    PublishVectors {
        /// The item.
        item: ItemId,
        /// The generation they belong to.
        generation: u32,
        /// Key (a chunk's or the prompt's id) and input; every input is in the cache.
        links: Vec<VectorLink>,
    },
    /// Drops cached embeddings that no vector and no pending input refers to, so that deleted
    /// text leaves nothing behind.
    SweepEmbeddings,
    /// Inserts or replaces a session.
    PutSession(Session),
    /// Removes a session and what it has shown.
    ForgetSession(SessionId),
    /// Marks chunks as shown under a session.
    RecordSeen {
        /// The session.
        session: SessionId,
        /// The chunks.
        chunks: Vec<ChunkId>,
    },
}

/// The terms of a chunk, for full text search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkTerms {
    /// The chunk.
    pub chunk: ChunkId,
    /// Terms of its own text, in order, repeats kept.
    pub body: Vec<String>,
    /// Terms of its title and section path, which weigh less.
    pub context: Vec<String>,
}

/// A key and the input whose cached outcome it gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorLink {
    /// A chunk's or a prompt's id.
    pub key: String,
    /// The input.
    pub input: InputHash,
}
