//! Small builders: documents of a few words, whose vectors are a function of their text.

use std::path::Path;

use domain::change::{ChunkTerms, VectorLink};
use domain::chunk::{Chunk, Embedding, InputHash, Level};
use domain::generation::{Generation, Space};
use domain::ids::{ChunkId, DocumentId, VersionId};
use domain::item::{Document, ItemId, Status, Tags, Version};
use domain::ports::embedder::Embedded;
use domain::ports::store::{Nearest, NearestQuery, Snapshot, Store};
use domain::scope::IdSet;
use domain::source::SourceKind;
use domain::{Caller, Cancel, Change, Result};
use store_embedded::{Access, EmbeddedStore, OpenOptions};

pub const MODEL: &str = "test/1";

pub fn owner(home: &Path) -> Result<EmbeddedStore> {
    let options = OpenOptions {
        access: Access::ReadWrite,
        holder: "ibid test (pid 1)".to_owned(),
    };
    EmbeddedStore::open(home, options)
}

pub fn reader(home: &Path) -> Result<EmbeddedStore> {
    let options = OpenOptions {
        access: Access::ReadOnly,
        holder: String::new(),
    };
    EmbeddedStore::open(home, options)
}

pub fn write(store: &dyn Store, changes: Vec<Change>) -> u64 {
    store
        .transact(&Caller::owner(), &Cancel::new(), &mut |_| {
            Ok(changes.clone())
        })
        .unwrap()
}

pub fn look<'a>(store: &'a dyn Store) -> Box<dyn Snapshot + 'a> {
    store.snapshot(&Caller::owner(), &Cancel::new()).unwrap()
}

pub fn generation() -> Generation {
    Generation {
        number: 1,
        model: MODEL.to_owned(),
        dimension: 4,
    }
}

pub fn document_id(name: &str) -> DocumentId {
    DocumentId::parse(name).unwrap()
}

pub fn document(name: &str) -> Document {
    Document {
        id: document_id(name),
        title: name.to_owned(),
        tags: Tags::default(),
        status: Status::Pending,
        error: None,
        source_kind: SourceKind::Text,
        source_url: None,
        media_type: "text/plain".to_owned(),
        current_version: 1,
        revision: 1,
        created_ms: 1,
        updated_ms: 1,
    }
}

/// A root and one paragraph per text.
pub fn tree(name: &str, texts: &[&str]) -> Vec<Chunk> {
    let document = document_id(name);
    let root = ChunkId::root(&document);
    let ids: Vec<ChunkId> = texts
        .iter()
        .map(|text| ChunkId::paragraph(&document, "paragraph", text, 0))
        .collect();
    let mut chunks = vec![chunk(&document, root.clone(), Level::Document, name)];
    for (at, text) in texts.iter().enumerate() {
        let mut leaf = chunk(&document, ids[at].clone(), Level::Paragraph, text);
        leaf.ordinal = u32::try_from(at + 1).unwrap();
        leaf.parent = Some(root.clone());
        leaf.previous = at.checked_sub(1).map(|before| ids[before].clone());
        leaf.next = ids.get(at + 1).cloned();
        leaf.embedding = Embedding::Wanted;
        chunks.push(leaf);
    }
    chunks
}

fn chunk(document: &DocumentId, id: ChunkId, level: Level, content: &str) -> Chunk {
    Chunk {
        id,
        document: document.clone(),
        level,
        ordinal: 0,
        parent: None,
        previous: None,
        next: None,
        section_path: Vec::new(),
        heading: None,
        content: content.to_owned(),
        lead: String::new(),
        bytes: 0..content.len(),
        utf16: 0..content.encode_utf16().count(),
        word_count: 1,
        pages: None,
        embedding: Embedding::Navigation,
    }
}

/// The terms of each chunk are its words.
pub fn terms(chunks: &[Chunk]) -> Vec<ChunkTerms> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    chunks
        .iter()
        .map(|chunk| ChunkTerms {
            chunk: chunk.id.clone(),
            body: words(&chunk.content),
            context: Vec::new(),
        })
        .collect()
}

pub fn replace(name: &str, texts: &[&str]) -> Change {
    let chunks = tree(name, texts);
    Change::ReplaceTree {
        document: document_id(name),
        terms: terms(&chunks),
        chunks,
        tombstones: Vec::new(),
    }
}

pub fn version(name: &str, number: u32, content: &str) -> Change {
    Change::PutDocumentVersion {
        document: document_id(name),
        version: Version {
            id: VersionId::of(name, number),
            number,
            title: name.to_owned(),
            content: content.to_owned(),
            change_log: None,
            created_ms: 1,
        },
    }
}

/// A document with a tree, before its vectors.
pub fn adding(name: &str, texts: &[&str]) -> Vec<Change> {
    vec![
        Change::PutDocument(document(name)),
        replace(name, texts),
        version(name, 1, &texts.join("\n")),
    ]
}

/// The vectors of the paragraphs with these texts.
pub fn publishing(name: &str, texts: &[&str]) -> Vec<Change> {
    let chunks = tree(name, texts);
    let inputs: Vec<(String, InputHash)> = chunks[1..]
        .iter()
        .map(|chunk| (chunk.id.to_string(), chunk.input_hash()))
        .collect();
    let entries = inputs
        .iter()
        .zip(texts)
        .map(|((_, input), text)| (*input, embedded(text)))
        .collect();
    let links = inputs
        .iter()
        .map(|(key, input)| VectorLink {
            key: key.clone(),
            input: *input,
        })
        .collect();
    vec![
        Change::PutEmbeddings {
            model: MODEL.to_owned(),
            entries,
        },
        Change::PublishVectors {
            item: ItemId::Document(document_id(name)),
            generation: 1,
            links,
        },
    ]
}

pub fn embedded(text: &str) -> Embedded {
    Embedded::Vector {
        values: vector(text),
        windows: 1,
    }
}

/// A unit vector of two directions, by the text's hash.
pub fn vector(text: &str) -> Vec<f32> {
    let hash = InputHash::of("", text).0;
    let angle = f32::from(hash[0]) / 40.0;
    let mut values = vec![0.0; 4];
    values[usize::from(hash[1] % 2)] = angle.cos();
    values[2] = angle.sin();
    values
}

pub fn nearest(snapshot: &dyn Snapshot, text: &str, items: &IdSet) -> Nearest {
    let query = NearestQuery {
        space: Space::Chunks,
        generation: 1,
        vector: &vector(text),
        items,
        excluded: &std::collections::BTreeSet::new(),
        k: usize::MAX,
        cosine_min: None,
        best_per_item: false,
    };
    snapshot.nearest(&query, &Cancel::new()).unwrap()
}

/// The ids and ordinals of all vectors, by document.
pub fn places(snapshot: &dyn Snapshot) -> Vec<(String, u32, String)> {
    let mut places: Vec<_> = nearest(snapshot, "any", &None)
        .hits
        .into_iter()
        .map(|hit| (hit.item, hit.ordinal, hit.key))
        .collect();
    places.sort();
    places
}
