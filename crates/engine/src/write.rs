//! The first publication: title, tree and terms, within the write itself.

use domain::change::{Change, ChunkTerms};
use domain::chunk::{Chunk, Embedding, InputHash, Level};
use domain::extracted::ExtractedDocument;
use domain::ids::{DocumentId, VersionId};
use domain::item::{Document, ItemId, Status, Version};
use domain::job::Job;
use domain::ports::store::Snapshot;
use domain::{Error, Result};
use text::terms;

/// A document's tree, ready to be published.
pub(crate) struct PreparedTree {
    /// The chunks, the root first.
    pub chunks: Vec<Chunk>,
    terms: Vec<ChunkTerms>,
}

/// Builds tree and terms of a text. This is the slow part of a write; nothing is locked yet.
pub(crate) fn prepare_tree(
    document: &DocumentId,
    title: &str,
    extracted: &ExtractedDocument,
) -> Result<PreparedTree> {
    let chunks = text::chunk_tree::build(document, title, extracted)?;
    let terms = chunks
        .iter()
        .map(|chunk| chunk_terms(chunk, &extracted.text))
        .collect();
    Ok(PreparedTree { chunks, terms })
}

/// A paragraph is found by its text, a section by its heading, the root by the title; title and
/// section path weigh less everywhere else. A paragraph's terms are read off the whole text, since
/// a term can straddle the border to the next one.
fn chunk_terms(chunk: &Chunk, text: &str) -> ChunkTerms {
    let body = match chunk.level {
        Level::Paragraph => terms::of_range(text, chunk.bytes.clone()),
        Level::Section => terms::terms(chunk.heading.as_deref().unwrap_or_default()),
        Level::Document => terms::terms(chunk.content.lines().next().unwrap_or_default()),
    };
    ChunkTerms {
        chunk: chunk.id.clone(),
        body,
        context: terms::terms(&chunk.lead),
    }
}

impl PreparedTree {
    /// Chunks that want a vector.
    pub fn wanted(&self) -> usize {
        self.chunks
            .iter()
            .filter(|c| c.embedding == Embedding::Wanted)
            .count()
    }

    /// How many of them cannot keep a vector from the tree they replace.
    pub fn changed_since(&self, old: &[Chunk]) -> usize {
        let kept: std::collections::BTreeMap<&str, InputHash> = old
            .iter()
            .filter(|c| c.embedding == Embedding::Wanted)
            .map(|c| (c.id.as_str(), c.input_hash()))
            .collect();
        self.chunks
            .iter()
            .filter(|c| c.embedding == Embedding::Wanted)
            .filter(|c| kept.get(c.id.as_str()) != Some(&c.input_hash()))
            .count()
    }

    /// Sets the document's status by the work that is left, and gives the changes that publish
    /// tree and job together with the document's row.
    pub fn publish(
        self,
        snapshot: &dyn Snapshot,
        document: &mut Document,
        changes: &mut Vec<Change>,
    ) -> Result<()> {
        let item = ItemId::Document(document.id.clone());
        let old = snapshot.tree(&document.id)?;
        let job = if self.wanted() == 0 {
            document.status = Status::Ready;
            Change::DeleteJob(item)
        } else {
            document.status = Status::Pending;
            new_job(snapshot, item, self.changed_since(&old))
        };
        document.error = None;
        changes.push(Change::PutDocument(document.clone()));
        changes.push(Change::ReplaceTree {
            document: document.id.clone(),
            tombstones: text::chunk_tree::tombstones(&old, &self.chunks),
            chunks: self.chunks,
            terms: self.terms,
        });
        changes.push(job);
        Ok(())
    }
}

/// A job for an item with `pending` inputs, enqueued by the transaction at hand.
pub(crate) fn new_job(snapshot: &dyn Snapshot, item: ItemId, pending: usize) -> Change {
    Change::PutJob(Job {
        item,
        size_class: Job::size_class(pending),
        enqueued: snapshot.sequence() + 1,
        attempts: 0,
        last_error: None,
    })
}

/// The next version of an item.
pub(crate) fn version(
    item: &str,
    number: u32,
    title: &str,
    content: &str,
    change_log: Option<String>,
    now_ms: i64,
) -> Version {
    Version {
        id: VersionId::of(item, number),
        number,
        title: title.to_owned(),
        content: content.to_owned(),
        change_log,
        created_ms: now_ms,
    }
}

/// Takes what a transaction's closure left behind.
pub(crate) fn committed<T>(value: Option<T>) -> Result<T> {
    value.ok_or_else(|| Error::internal("the store committed without asking for changes"))
}
