//! One moment of one workspace: rows, terms and vectors that belong together.

pub(crate) mod catalog;
pub(crate) mod chunks;
pub(crate) mod collections;
pub(crate) mod coverage;
pub(crate) mod documents;
pub(crate) mod embeddings;
pub(crate) mod generations;
pub(crate) mod jobs;
pub(crate) mod nearest;
pub(crate) mod prompts;
pub(crate) mod scope;
pub(crate) mod sessions;
pub(crate) mod sources;
pub(crate) mod terms;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;

use domain::chunk::{Chunk, InputHash, Tombstone};
use domain::coverage::Coverage;
use domain::generation::Generation;
use domain::ids::{ChunkId, CollectionId, DocumentId, MintKey, PromptId, SessionId, VersionId};
use domain::item::{Collection, Document, ItemId, Kind, Member, Prompt, Version};
use domain::job::Job;
use domain::operations::status::Failure;
use domain::page::{Page, PageRequest};
use domain::ports::embedder::Embedded;
use domain::ports::store::{Nearest, NearestQuery, PendingInput, Snapshot, VectorCounts};
use domain::scope::{IdSet, ItemFilter};
use domain::session::Session;
use domain::source::FileSource;
use domain::{Cancel, Result};
use rusqlite::Connection;
use vector_index::Index;

use crate::readers::Reader;
use crate::records::kind;
use crate::vectors::{SetKey, VectorSets, Vectors};
use crate::view::View;

/// The transaction that a snapshot reads in.
pub(crate) enum Rows<'a> {
    /// Its own.
    Reading(Reader<'a>),
    /// The writer's, before its changes.
    Deciding(&'a Connection),
}

impl Deref for Rows<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        match self {
            Self::Reading(reader) => reader,
            Self::Deciding(connection) => connection,
        }
    }
}

/// See the module.
pub(crate) struct RowSnapshot<'a> {
    pub(crate) rows: Rows<'a>,
    pub(crate) workspace: String,
    /// The workspace's sequence.
    pub(crate) sequence: u64,
    pub(crate) vectors: &'a Vectors,
    /// The vectors of the rows' moment.
    pub(crate) sets: Arc<VectorSets>,
    /// Sets that were read for this snapshot.
    pub(crate) own_sets: RefCell<BTreeMap<SetKey, Index>>,
    pub(crate) cancel: Cancel,
}

impl RowSnapshot<'_> {
    fn view(&self) -> View<'_> {
        View {
            connection: &self.rows,
            workspace: &self.workspace,
        }
    }
}

impl Snapshot for RowSnapshot<'_> {
    fn sequence(&self) -> u64 {
        self.sequence
    }

    fn generation(&self) -> Result<Option<Generation>> {
        Ok(generations::active(self.view())?)
    }

    fn document(&self, id: &DocumentId) -> Result<Option<Document>> {
        Ok(catalog::one(self.view(), id.as_str())?)
    }

    fn document_content(&self, id: &DocumentId) -> Result<Option<String>> {
        Ok(documents::content(self.view(), id)?)
    }

    fn document_versions(&self, id: &DocumentId) -> Result<Vec<Version>> {
        Ok(catalog::previews(self.view(), kind::DOCUMENT, id.as_str())?)
    }

    fn document_version(&self, id: &DocumentId, version: &VersionId) -> Result<Option<Version>> {
        let view = self.view();
        Ok(catalog::version(
            view,
            kind::DOCUMENT,
            id.as_str(),
            version,
        )?)
    }

    fn documents(
        &self,
        filter: &ItemFilter,
        search: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Document>> {
        Ok(catalog::page(self.view(), filter, search, page)?)
    }

    fn prompt(&self, id: &PromptId) -> Result<Option<Prompt>> {
        Ok(catalog::one(self.view(), id.as_str())?)
    }

    fn prompt_versions(&self, id: &PromptId) -> Result<Vec<Version>> {
        Ok(catalog::versions(self.view(), kind::PROMPT, id.as_str())?)
    }

    fn prompt_version(&self, id: &PromptId, version: &VersionId) -> Result<Option<Version>> {
        let view = self.view();
        Ok(catalog::version(view, kind::PROMPT, id.as_str(), version)?)
    }

    fn prompts(
        &self,
        filter: &ItemFilter,
        search: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Prompt>> {
        Ok(catalog::page(self.view(), filter, search, page)?)
    }

    fn collection(&self, id: &CollectionId) -> Result<Option<Collection>> {
        Ok(catalog::one(self.view(), id.as_str())?)
    }

    fn collections(
        &self,
        filter: &ItemFilter,
        search: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Collection>> {
        Ok(catalog::page(self.view(), filter, search, page)?)
    }

    fn collection_named(&self, name: &str) -> Result<Option<Collection>> {
        Ok(collections::named(self.view(), name)?)
    }

    fn member_ids(&self, id: &CollectionId) -> Result<Vec<ItemId>> {
        Ok(collections::member_ids(self.view(), id)?)
    }

    fn members(
        &self,
        id: &CollectionId,
        kinds: &[Kind],
        page: &PageRequest,
    ) -> Result<Page<Member>> {
        Ok(collections::members(self.view(), id, kinds, page)?)
    }

    fn resolve_documents(&self, filter: &ItemFilter) -> Result<IdSet> {
        Ok(scope::resolve(self.view(), kind::DOCUMENT, filter)?)
    }

    fn resolve_prompts(&self, filter: &ItemFilter) -> Result<IdSet> {
        Ok(scope::resolve(self.view(), kind::PROMPT, filter)?)
    }

    fn chunk(&self, id: &ChunkId) -> Result<Option<Chunk>> {
        Ok(chunks::one(self.view(), id)?)
    }

    fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Chunk>> {
        Ok(chunks::several(self.view(), ids)?)
    }

    fn children(&self, id: &ChunkId) -> Result<Vec<Chunk>> {
        Ok(chunks::children(self.view(), id)?)
    }

    fn tree(&self, document: &DocumentId) -> Result<Vec<Chunk>> {
        Ok(chunks::tree(self.view(), document)?)
    }

    fn tombstone(&self, id: &ChunkId) -> Result<Option<Tombstone>> {
        Ok(chunks::tombstone(self.view(), id)?)
    }

    fn nearest(&self, query: &NearestQuery<'_>, cancel: &Cancel) -> Result<Nearest> {
        Ok(nearest::nearest(self, query, cancel)?)
    }

    fn documents_with_terms(
        &self,
        terms: &[String],
        among: &IdSet,
        cancel: &Cancel,
    ) -> Result<Vec<DocumentId>> {
        Ok(terms::documents(self.view(), terms, among, cancel)?)
    }

    fn coverage(&self, documents: &IdSet, prompts: &IdSet) -> Result<Coverage> {
        Ok(coverage::coverage(self.view(), documents, prompts)?)
    }

    fn collection_count(&self) -> Result<u64> {
        Ok(collections::count(self.view())?)
    }

    fn failures(&self, limit: usize) -> Result<Vec<Failure>> {
        Ok(coverage::failures(self.view(), limit)?)
    }

    fn jobs(&self, limit: usize) -> Result<Vec<Job>> {
        Ok(jobs::waiting(self.view(), limit)?)
    }

    fn job(&self, item: &ItemId) -> Result<Option<Job>> {
        Ok(jobs::one(self.view(), item)?)
    }

    fn pending_inputs(&self, item: &ItemId, generation: u32) -> Result<Vec<PendingInput>> {
        Ok(embeddings::pending(self.view(), item, generation)?)
    }

    fn vector_counts(&self, item: &ItemId, generation: u32) -> Result<VectorCounts> {
        Ok(embeddings::counts(self.view(), item, generation)?)
    }

    fn cached_embeddings(
        &self,
        model: &str,
        inputs: &[InputHash],
    ) -> Result<Vec<Option<Embedded>>> {
        Ok(embeddings::cached(self.view(), model, inputs)?)
    }

    fn mint_count(&self, key: &MintKey) -> Result<u32> {
        Ok(catalog::mint_count(self.view(), key)?)
    }

    fn source_at(&self, path: &str) -> Result<Option<FileSource>> {
        Ok(sources::at(self.view(), path)?)
    }

    fn sources_with_hash(&self, hash: &[u8; 32]) -> Result<Vec<FileSource>> {
        Ok(sources::with_hash(self.view(), hash)?)
    }

    fn source_of(&self, document: &DocumentId) -> Result<Option<FileSource>> {
        Ok(sources::of(self.view(), document)?)
    }

    fn session(&self, id: &SessionId) -> Result<Option<Session>> {
        Ok(sessions::one(self.view(), id)?)
    }

    fn seen(&self, id: &SessionId) -> Result<BTreeSet<ChunkId>> {
        Ok(sessions::seen(self.view(), id)?)
    }
}
