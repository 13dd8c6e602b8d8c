//! What the checks write: short ids, plain rows, flat trees, vectors named by their angle.

use domain::Change;
use domain::change::ChunkTerms;
use domain::chunk::{Chunk, Embedding, Level, Tombstone};
use domain::generation::Generation;
use domain::ids::{ChunkId, CollectionId, DocumentId, PromptId, VersionId};
use domain::item::{Collection, Document, ItemId, Prompt, Status, Tags, Version};
use domain::page::PageRequest;
use domain::ports::embedder::Embedded;
use domain::scope::{IdSet, ItemFilter};
use domain::source::{FileSource, SourceKind};

use super::world::ok;

pub(super) const DIMENSION: usize = 4;
pub(super) const MODEL: &str = "model-1";

pub(super) fn ids(ids: &[&str]) -> IdSet {
    Some(ids.iter().map(|id| (*id).to_owned()).collect())
}

/// A unit vector at `degrees` from the first axis: its cosine to `0°` falls from 0 to 180.
pub(super) fn values(degrees: f32) -> Vec<f32> {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    vec![cosine, sine, 0.0, 0.0]
}

pub(super) fn at(degrees: f32) -> Embedded {
    Embedded::Vector {
        values: values(degrees),
        windows: 1,
    }
}

pub(super) fn generation(number: u32, model: &str) -> Generation {
    Generation {
        number,
        model: model.to_owned(),
        dimension: DIMENSION,
    }
}

pub(super) fn document_id(id: &str) -> DocumentId {
    ok(DocumentId::parse(id))
}

pub(super) fn prompt_id(id: &str) -> PromptId {
    ok(PromptId::parse(id))
}

pub(super) fn collection_id(id: &str) -> CollectionId {
    ok(CollectionId::parse(id))
}

pub(super) fn chunk_id(id: &str) -> ChunkId {
    ok(ChunkId::parse(id))
}

/// A document when `id` begins with `d`, else a prompt.
pub(super) fn item(id: &str) -> ItemId {
    if id.starts_with('d') {
        ItemId::Document(document_id(id))
    } else {
        ItemId::Prompt(prompt_id(id))
    }
}

pub(super) fn items(ids: &[&str]) -> Vec<ItemId> {
    ids.iter().map(|id| item(id)).collect()
}

pub(super) fn tags(tags: &[&str]) -> Tags {
    ok(Tags::new(tags))
}

pub(super) fn document(id: &str) -> Document {
    Document {
        id: document_id(id),
        title: format!("Document {id}"),
        tags: Tags::default(),
        status: Status::Pending,
        error: None,
        source_kind: SourceKind::Text,
        source_url: None,
        media_type: "text/markdown".to_owned(),
        current_version: 1,
        revision: 1,
        created_ms: 1_000,
        updated_ms: 1_000,
    }
}

pub(super) fn put_document(id: &str) -> Change {
    Change::PutDocument(document(id))
}

pub(super) fn prompt(id: &str) -> Prompt {
    Prompt {
        id: prompt_id(id),
        title: format!("Prompt {id}"),
        description: "What it is for".to_owned(),
        content: "Say ${something}".to_owned(),
        variables: Vec::new(),
        is_public: false,
        is_archived: false,
        views: 0,
        copies: 0,
        tags: Tags::default(),
        status: Status::Pending,
        error: None,
        current_version: 1,
        created_ms: 1_000,
        updated_ms: 1_000,
    }
}

pub(super) fn put_prompt(id: &str) -> Change {
    Change::PutPrompt(prompt(id))
}

pub(super) fn collection(id: &str) -> Collection {
    Collection {
        id: collection_id(id),
        name: format!("Collection {id}"),
        description: None,
        color: None,
        icon: None,
        tags: Tags::default(),
        item_count: 0,
        created_ms: 1_000,
        updated_ms: 1_000,
    }
}

pub(super) fn put_collection(id: &str) -> Change {
    Change::PutCollection(collection(id))
}

pub(super) fn add_members(collection: &str, members: &[&str]) -> Change {
    Change::AddMembers {
        collection: collection_id(collection),
        items: items(members),
    }
}

pub(super) fn version(item: &str, number: u32, content: &str) -> Version {
    Version {
        id: VersionId::of(item, number),
        number,
        title: format!("{item} {number}"),
        content: content.to_owned(),
        change_log: (number > 1).then(|| format!("change {number}")),
        created_ms: 1_000 + i64::from(number),
    }
}

pub(super) fn put_version(document: &str, number: u32, content: &str) -> Change {
    Change::PutDocumentVersion {
        document: document_id(document),
        version: version(document, number, content),
    }
}

pub(super) fn source(path: &str, document: &str, hash: u8) -> FileSource {
    FileSource {
        path: path.to_owned(),
        document: document_id(document),
        content_hash: [hash; 32],
        size_bytes: u64::from(hash),
    }
}

/// The id of a document's root chunk in this world.
pub(super) fn root(document: &str) -> String {
    format!("c_root_{document}")
}

/// A root and paragraphs of the given ids and texts below it.
pub(super) fn tree(document: &str, paragraphs: &[(&str, &str)]) -> Vec<Chunk> {
    let mut chunks = vec![Chunk {
        level: Level::Document,
        parent: None,
        embedding: Embedding::Navigation,
        ..chunk(document, &root(document), "outline")
    }];
    let neighbour = |at: Option<usize>| at.and_then(|at| paragraphs.get(at));
    for (place, (id, text)) in paragraphs.iter().enumerate() {
        chunks.push(Chunk {
            ordinal: u32::try_from(place + 1).expect("a check has few chunks"),
            previous: neighbour(place.checked_sub(1)).map(|(id, _)| chunk_id(id)),
            next: neighbour(Some(place + 1)).map(|(id, _)| chunk_id(id)),
            ..chunk(document, id, text)
        });
    }
    chunks
}

fn chunk(document: &str, id: &str, text: &str) -> Chunk {
    Chunk {
        id: chunk_id(id),
        document: document_id(document),
        level: Level::Paragraph,
        ordinal: 0,
        parent: Some(chunk_id(&root(document))),
        previous: None,
        next: None,
        section_path: Vec::new(),
        heading: None,
        content: text.to_owned(),
        lead: "Lead".to_owned(),
        bytes: 0..text.len(),
        utf16: 0..text.encode_utf16().count(),
        word_count: 1,
        pages: None,
        embedding: Embedding::Wanted,
    }
}

/// Publishes `chunks`, each with the words of its content as terms.
pub(super) fn replace_tree(document: &str, chunks: Vec<Chunk>, graves: Vec<Tombstone>) -> Change {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let terms = chunks.iter().map(|chunk| ChunkTerms {
        chunk: chunk.id.clone(),
        body: words(&chunk.content),
        context: Vec::new(),
    });
    Change::ReplaceTree {
        document: document_id(document),
        terms: terms.collect(),
        chunks,
        tombstones: graves,
    }
}

pub(super) fn put_tree(document: &str, paragraphs: &[(&str, &str)]) -> Change {
    replace_tree(document, tree(document, paragraphs), Vec::new())
}

/// What the chunk `id` of `document` with `text` leaves behind.
pub(super) fn tombstone(document: &str, id: &str, text: &str, to: Option<&str>) -> Tombstone {
    Tombstone {
        chunk: chunk(document, id, text),
        replaced_by: to.map(chunk_id),
    }
}

pub(super) fn page(limit: usize, cursor: Option<String>) -> PageRequest {
    PageRequest { limit, cursor }
}

pub(super) fn tagged(wanted: &[&str]) -> ItemFilter {
    ItemFilter {
        tags: tags(wanted),
        ..ItemFilter::default()
    }
}

pub(super) fn members_of(collection: &str) -> ItemFilter {
    ItemFilter {
        collection: Some(collection_id(collection)),
        ..ItemFilter::default()
    }
}
