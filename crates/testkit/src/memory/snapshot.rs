//! One moment of one workspace. Short answers are here, longer ones in [`super::read`].

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::chunk::{Chunk, InputHash, Tombstone};
use domain::coverage::Coverage;
use domain::generation::Generation;
use domain::ids::{ChunkId, CollectionId, DocumentId, MintKey, PromptId, SessionId, VersionId};
use domain::item::{Collection, Document, ItemId, Kind, Member, Prompt, Version};
use domain::job::Job;
use domain::limits::VERSION_PREVIEW_BYTES;
use domain::operations::status::Failure;
use domain::page::{Page, PageRequest};
use domain::ports::embedder::Embedded;
use domain::ports::store::{Nearest, NearestQuery, PendingInput, Snapshot, VectorCounts};
use domain::scope::{IdSet, ItemFilter};
use domain::session::Session;
use domain::source::FileSource;
use domain::{Cancel, Result};

use super::read::{catalog, coverage, jobs, nearest, terms};
use super::workspace::Workspace;

/// A workspace as it was when the snapshot was taken.
#[derive(Debug)]
pub(super) struct MemorySnapshot {
    workspace: Arc<Workspace>,
}

impl MemorySnapshot {
    pub(super) fn new(workspace: Arc<Workspace>) -> Self {
        Self { workspace }
    }
}

impl Snapshot for MemorySnapshot {
    fn sequence(&self) -> u64 {
        self.workspace.sequence
    }

    fn generation(&self) -> Result<Option<Generation>> {
        let active = self.workspace.active_generation;
        Ok(active.and_then(|number| self.workspace.generations.get(&number).cloned()))
    }

    fn document(&self, id: &DocumentId) -> Result<Option<Document>> {
        Ok(self.workspace.documents.get(id).cloned())
    }

    fn document_content(&self, id: &DocumentId) -> Result<Option<String>> {
        let versions = self.workspace.document_versions.get(id);
        Ok(versions.and_then(|v| v.last()).map(|v| v.content.clone()))
    }

    fn document_versions(&self, id: &DocumentId) -> Result<Vec<Version>> {
        let versions = self.workspace.document_versions.get(id);
        let mut versions = catalog::newest_first(versions.into_iter().flatten());
        for version in &mut versions {
            let end = version.content.floor_char_boundary(VERSION_PREVIEW_BYTES);
            version.content.truncate(end);
        }
        Ok(versions)
    }

    fn document_version(&self, id: &DocumentId, version: &VersionId) -> Result<Option<Version>> {
        let versions = self.workspace.document_versions.get(id);
        Ok(catalog::version(versions.into_iter().flatten(), version))
    }

    fn documents(
        &self,
        filter: &ItemFilter,
        search: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Document>> {
        catalog::documents(&self.workspace, filter, search, page)
    }

    fn prompt(&self, id: &PromptId) -> Result<Option<Prompt>> {
        Ok(self.workspace.prompts.get(id).cloned())
    }

    fn prompt_versions(&self, id: &PromptId) -> Result<Vec<Version>> {
        let versions = self.workspace.prompt_versions.get(id);
        Ok(catalog::newest_first(versions.into_iter().flatten()))
    }

    fn prompt_version(&self, id: &PromptId, version: &VersionId) -> Result<Option<Version>> {
        let versions = self.workspace.prompt_versions.get(id);
        Ok(catalog::version(versions.into_iter().flatten(), version))
    }

    fn prompts(
        &self,
        filter: &ItemFilter,
        search: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Prompt>> {
        catalog::prompts(&self.workspace, filter, search, page)
    }

    fn collection(&self, id: &CollectionId) -> Result<Option<Collection>> {
        Ok(catalog::collection(&self.workspace, id))
    }

    fn collections(
        &self,
        filter: &ItemFilter,
        search: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Collection>> {
        catalog::collections(&self.workspace, filter, search, page)
    }

    fn collection_named(&self, name: &str) -> Result<Option<Collection>> {
        let first = self.workspace.collections.values().find(|c| c.name == name);
        Ok(first.and_then(|c| catalog::collection(&self.workspace, &c.id)))
    }

    fn member_ids(&self, id: &CollectionId) -> Result<Vec<ItemId>> {
        let members = self.workspace.members.get(id);
        Ok(members.into_iter().flatten().cloned().collect())
    }

    fn members(
        &self,
        id: &CollectionId,
        kinds: &[Kind],
        page: &PageRequest,
    ) -> Result<Page<Member>> {
        catalog::members(&self.workspace, id, kinds, page)
    }

    fn resolve_documents(&self, filter: &ItemFilter) -> Result<IdSet> {
        Ok(catalog::resolve_documents(&self.workspace, filter))
    }

    fn resolve_prompts(&self, filter: &ItemFilter) -> Result<IdSet> {
        Ok(catalog::resolve_prompts(&self.workspace, filter))
    }

    fn chunk(&self, id: &ChunkId) -> Result<Option<Chunk>> {
        Ok(self.workspace.chunks.get(id).cloned())
    }

    fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Chunk>> {
        let chunks = ids.iter().filter_map(|id| self.workspace.chunks.get(id));
        Ok(chunks.cloned().collect())
    }

    fn children(&self, id: &ChunkId) -> Result<Vec<Chunk>> {
        let Some(parent) = self.workspace.chunks.get(id) else {
            return Ok(Vec::new());
        };
        let tree = self.workspace.tree(&parent.document);
        Ok(tree
            .filter(|chunk| chunk.parent.as_ref() == Some(id))
            .cloned()
            .collect())
    }

    fn tree(&self, document: &DocumentId) -> Result<Vec<Chunk>> {
        Ok(self.workspace.tree(document).cloned().collect())
    }

    fn tombstone(&self, id: &ChunkId) -> Result<Option<Tombstone>> {
        Ok(self.workspace.tombstones.get(id).cloned())
    }

    fn nearest(&self, query: &NearestQuery<'_>, cancel: &Cancel) -> Result<Nearest> {
        nearest::nearest(&self.workspace, query, cancel)
    }

    fn documents_with_terms(
        &self,
        terms: &[String],
        among: &IdSet,
        cancel: &Cancel,
    ) -> Result<Vec<DocumentId>> {
        terms::documents_with_terms(&self.workspace, terms, among, cancel)
    }

    fn coverage(&self, documents: &IdSet, prompts: &IdSet) -> Result<Coverage> {
        Ok(coverage::coverage(&self.workspace, documents, prompts))
    }

    fn collection_count(&self) -> Result<u64> {
        Ok(self.workspace.collections.len() as u64)
    }

    fn failures(&self, limit: usize) -> Result<Vec<Failure>> {
        Ok(coverage::failures(&self.workspace, limit))
    }

    fn jobs(&self, limit: usize) -> Result<Vec<Job>> {
        Ok(jobs::jobs(&self.workspace, limit))
    }

    fn job(&self, item: &ItemId) -> Result<Option<Job>> {
        Ok(self.workspace.jobs.get(item).cloned())
    }

    fn pending_inputs(&self, item: &ItemId, generation: u32) -> Result<Vec<PendingInput>> {
        Ok(coverage::pending_inputs(&self.workspace, item, generation))
    }

    fn vector_counts(&self, item: &ItemId, generation: u32) -> Result<VectorCounts> {
        let counts = coverage::vector_counts(&self.workspace, item, Some(generation));
        Ok(counts)
    }

    fn cached_embeddings(
        &self,
        model: &str,
        inputs: &[InputHash],
    ) -> Result<Vec<Option<Embedded>>> {
        let cached = |input: &InputHash| {
            let key = (model.to_owned(), *input);
            self.workspace.cache.get(&key).cloned()
        };
        Ok(inputs.iter().map(cached).collect())
    }

    fn mint_count(&self, key: &MintKey) -> Result<u32> {
        let count = self.workspace.mints.get(key.as_bytes());
        Ok(count.copied().unwrap_or(0))
    }

    fn source_at(&self, path: &str) -> Result<Option<FileSource>> {
        Ok(self.workspace.sources.get(path).cloned())
    }

    fn sources_with_hash(&self, hash: &[u8; 32]) -> Result<Vec<FileSource>> {
        let sources = self.workspace.sources.values();
        Ok(sources
            .filter(|source| source.content_hash == *hash)
            .cloned()
            .collect())
    }

    fn source_of(&self, document: &DocumentId) -> Result<Option<FileSource>> {
        let mut sources = self.workspace.sources.values();
        Ok(sources.find(|s| s.document == *document).cloned())
    }

    fn session(&self, id: &SessionId) -> Result<Option<Session>> {
        let record = self.workspace.sessions.get(id);
        Ok(record.map(|record| record.session.clone()))
    }

    fn seen(&self, id: &SessionId) -> Result<BTreeSet<ChunkId>> {
        let record = self.workspace.sessions.get(id);
        Ok(record.map(|record| record.seen.clone()).unwrap_or_default())
    }
}
