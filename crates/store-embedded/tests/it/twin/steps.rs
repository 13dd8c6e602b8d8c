//! A world of few names, so that changes meet.

use domain::Change;
use domain::change::{ChunkTerms, VectorLink};
use domain::chunk::{Chunk, Embedding, InputHash, Level, Tombstone};
use domain::generation::Generation;
use domain::ids::{
    ChunkId, CollectionId, DocumentId, MintKey, PromptId, SessionId, VersionId, WorkspaceId,
};
use domain::item::{Collection, Document, ItemId, Prompt, Status, Tags, Variable, Version};
use domain::job::Job;
use domain::ports::embedder::Embedded;
use domain::ports::store::Snapshot;
use domain::session::Session;
use domain::source::{FileSource, SourceKind};
use proptest::prelude::*;

use crate::support::vector;

/// Words of the world; the last one is not covered by any model.
pub const TEXTS: [&str; 5] = [
    "red apple",
    "green pear",
    "blue plum",
    "red red plum",
    "???",
];
pub const DOCUMENTS: usize = 3;
pub const PROMPTS: usize = 2;
pub const COLLECTIONS: usize = 2;
pub const TAGS: [&str; 3] = ["a", "b", "ß"];

/// One step: which change, and small numbers that say of what.
#[derive(Clone, Debug)]
pub struct Step {
    kind: u8,
    name: usize,
    number: usize,
    texts: Vec<(usize, usize)>,
}

pub fn step() -> impl Strategy<Value = Step> {
    // Trees and vectors come more often than the rest.
    let kind = prop_oneof![
        2 => Just(0_u8),
        8 => Just(1),
        8 => Just(2),
        2 => Just(3),
        8 => 4_u8..25,
    ];
    let variant = prop_oneof![6 => Just(0_usize), 1 => Just(1), 1 => Just(2)];
    let texts = prop::collection::vec((0..TEXTS.len(), variant), 0..5);
    (kind, 0_usize..3, 0_usize..8, texts).prop_map(|(kind, name, number, texts)| Step {
        kind,
        name,
        number,
        texts,
    })
}

pub fn document_id(name: usize) -> DocumentId {
    DocumentId::parse(&format!("d_{}", name % DOCUMENTS)).unwrap()
}

pub fn prompt_id(name: usize) -> PromptId {
    PromptId::parse(&format!("p_{}", name % PROMPTS)).unwrap()
}

pub fn collection_id(name: usize) -> CollectionId {
    CollectionId::parse(&format!("k_{}", name % COLLECTIONS)).unwrap()
}

pub fn session_id(name: usize) -> SessionId {
    SessionId::parse(&format!("s_{}", name % 2)).unwrap()
}

pub fn mint_key(name: usize) -> MintKey {
    MintKey::api(
        &WorkspaceId::default_workspace(),
        "document",
        TEXTS[name],
        "",
    )
}

pub fn items() -> Vec<ItemId> {
    let documents = (0..DOCUMENTS).map(|name| ItemId::Document(document_id(name)));
    documents
        .chain((0..PROMPTS).map(|name| ItemId::Prompt(prompt_id(name))))
        .collect()
}

/// Every paragraph that a document can have.
pub fn leaf_id(document: &DocumentId, text: usize) -> ChunkId {
    ChunkId::paragraph(document, "paragraph", TEXTS[text], 0)
}

pub fn path(name: usize) -> String {
    format!("/files/{name}")
}

pub fn generation(number: usize) -> Generation {
    let number = u32::try_from(number % 2 + 1).unwrap();
    Generation {
        number,
        model: model(number),
        dimension: 4,
    }
}

pub fn model(generation: u32) -> String {
    format!("model-{generation}")
}

/// The outcome of an input, a function of model and input.
fn outcome(model: &str, input: InputHash, text: &str) -> (InputHash, Embedded) {
    let outcome = if text.contains('?') {
        Embedded::NotCovered
    } else {
        let seed = format!("{model} {:?}", input.0);
        Embedded::Vector {
            values: vector(&seed),
            windows: 1,
        }
    };
    (input, outcome)
}

fn tags(mask: usize) -> Tags {
    Tags::new(
        (0..TAGS.len())
            .filter(|at| mask >> at & 1 == 1)
            .map(|at| TAGS[at]),
    )
    .unwrap()
}

fn status(number: usize) -> Status {
    let all = [
        Status::Pending,
        Status::Ready,
        Status::Failed,
        Status::Quarantined,
    ];
    all[number % all.len()]
}

fn error(number: usize) -> Option<String> {
    (number % 4 > 1).then(|| format!("reason {number}"))
}

/// What every story begins with, so that most steps find what they change.
pub fn beginning() -> Vec<Change> {
    let mut changes = vec![Change::PutGeneration(generation(0))];
    changes.extend((0..DOCUMENTS).map(|name| Change::PutDocument(document(name, name))));
    changes.extend((0..PROMPTS).map(|name| Change::PutPrompt(prompt(name, name))));
    changes.extend((0..COLLECTIONS).map(|name| Change::PutCollection(collection(name, name))));
    changes.push(Change::PutSession(session(0)));
    changes
}

/// The changes of a step, in the state that `snapshot` shows. A document that is gone comes back
/// before its tree does; other steps on what is gone are refused, by both stores.
pub fn changes(step: &Step, snapshot: &dyn Snapshot) -> Vec<Change> {
    let Step {
        kind,
        name,
        number,
        texts,
    } = step;
    let (name, number) = (*name, *number);
    let all = items();
    let item = all[(name + number) % all.len()].clone();
    match kind {
        0 => vec![Change::PutDocument(document(name, number))],
        1 => {
            let is_gone = snapshot.document(&document_id(name)).unwrap().is_none();
            let back = is_gone.then(|| Change::PutDocument(document(name, number)));
            let tree = replace_tree(name, texts, snapshot);
            back.into_iter().chain([tree]).collect()
        }
        2 => publish(&item, number, snapshot),
        3 => vec![Change::PutPrompt(prompt(name, number))],
        4 => vec![Change::DeleteDocument(document_id(name))],
        5 => vec![Change::DeletePrompt(prompt_id(name))],
        6 => vec![Change::PutDocumentVersion {
            document: document_id(name),
            version: version(&format!("d_{name}"), number + 8 * texts.len()),
        }],
        7 => vec![Change::PutPromptVersion {
            prompt: prompt_id(name),
            version: version(&format!("p_{name}"), number + 8 * texts.len()),
        }],
        8 | 9 => vec![Change::PutCollection(collection(name, number))],
        10 => vec![Change::DeleteCollection(collection_id(name))],
        11 | 12 => vec![Change::AddMembers {
            collection: collection_id(number),
            items: existing(snapshot, &all[..=name]),
        }],
        13 => vec![Change::RemoveMembers {
            collection: collection_id(number),
            items: vec![item],
        }],
        14 => vec![Change::PutSource(FileSource {
            path: path(number % 3),
            document: document_id(name),
            content_hash: [u8::try_from(number % 2).unwrap(); 32],
            size_bytes: number as u64,
        })],
        15 => vec![Change::DeleteSource(path(name))],
        16 => vec![Change::SetStatus {
            item,
            status: status(number),
            error: error(number),
        }],
        17 => vec![Change::PutJob(Job {
            item,
            size_class: u8::try_from(number % 2).unwrap(),
            enqueued: number as u64 / 2,
            attempts: 0,
            last_error: error(number),
        })],
        18 => vec![Change::DeleteJob(item)],
        19 => vec![Change::PutGeneration(generation(number))],
        20 => vec![Change::SweepEmbeddings],
        21 => vec![
            Change::CountMint(mint_key(name)),
            Change::PutSession(session(number)),
        ],
        22 => vec![Change::RecordSeen {
            session: session_id(name),
            chunks: vec![leaf_id(&document_id(name), number % TEXTS.len())],
        }],
        23 => vec![Change::CountPromptUse {
            prompt: prompt_id(name),
            views: u32::try_from(number).unwrap(),
            copies: 1,
        }],
        _ => vec![Change::ForgetSession(session_id(name))],
    }
}

fn session(number: usize) -> Session {
    Session {
        id: session_id(number),
        created_ms: 1,
        expires_ms: number as i64,
    }
}

fn existing(snapshot: &dyn Snapshot, items: &[ItemId]) -> Vec<ItemId> {
    let exists = |item: &&ItemId| match item {
        ItemId::Document(id) => snapshot.document(id).unwrap().is_some(),
        ItemId::Prompt(id) => snapshot.prompt(id).unwrap().is_some(),
    };
    items.iter().filter(exists).cloned().collect()
}

fn document(name: usize, number: usize) -> Document {
    Document {
        id: document_id(name),
        title: format!("Title {} Ä", TEXTS[number % TEXTS.len()]),
        tags: tags(number),
        status: status(number),
        error: error(number),
        source_kind: SourceKind::File,
        source_url: number.is_multiple_of(2).then(|| "file:///x".to_owned()),
        media_type: "text/plain".to_owned(),
        current_version: 1,
        revision: number as u64,
        created_ms: number as i64 / 3 - 1,
        updated_ms: number as i64,
    }
}

fn prompt(name: usize, number: usize) -> Prompt {
    Prompt {
        id: prompt_id(name),
        title: format!("Prompt {name}"),
        description: "ÉTÉ".to_owned(),
        content: TEXTS[number % TEXTS.len()].to_owned(),
        variables: variables(number % 3),
        is_public: number.is_multiple_of(2),
        is_archived: number > 5,
        views: 7,
        copies: 7,
        tags: tags(number / 2),
        status: status(number),
        error: error(number),
        current_version: 1,
        created_ms: number as i64 / 4,
        updated_ms: number as i64,
    }
}

fn variables(count: usize) -> Vec<Variable> {
    let variable = |number: usize| Variable {
        name: TEXTS[number].to_owned(),
        kind: "string".to_owned(),
        description: (number == 1).then(|| "\"ß\"".to_owned()),
    };
    (0..count).map(variable).collect()
}

fn version(item: &str, number: usize) -> Version {
    let number = u32::try_from(number).unwrap();
    Version {
        id: VersionId::of(item, number),
        number,
        title: item.to_owned(),
        content: format!("é{}", "content é ".repeat(60 * number as usize)),
        change_log: None,
        created_ms: 5,
    }
}

fn collection(name: usize, number: usize) -> Collection {
    Collection {
        id: collection_id(name),
        name: format!("Name {}", number % 2),
        description: (!number.is_multiple_of(3)).then(|| "Straße".to_owned()),
        color: None,
        icon: None,
        tags: tags(number),
        item_count: 99,
        created_ms: number as i64 / 4,
        updated_ms: number as i64,
    }
}

fn blank(document: &DocumentId, id: ChunkId) -> Chunk {
    Chunk {
        id,
        document: document.clone(),
        level: Level::Document,
        ordinal: 0,
        parent: None,
        previous: None,
        next: None,
        section_path: vec!["A \"b\"".to_owned(), "ç\n".to_owned()],
        heading: None,
        content: String::new(),
        lead: String::new(),
        bytes: 0..0,
        utf16: 0..0,
        word_count: 0,
        pages: None,
        embedding: Embedding::Navigation,
    }
}

/// A tree of a root and a paragraph for each text once; the second number of a text gives its
/// lead, or takes its vector away.
fn replace_tree(name: usize, texts: &[(usize, usize)], snapshot: &dyn Snapshot) -> Change {
    let document = document_id(name);
    let root = ChunkId::root(&document);
    let mut chunks = Vec::new();
    if !texts.is_empty() {
        chunks.push(blank(&document, root.clone()));
    }
    for (text, variant) in texts {
        let id = leaf_id(&document, *text);
        if chunks.iter().any(|chunk: &Chunk| chunk.id == id) {
            continue;
        }
        let mut leaf = blank(&document, id);
        leaf.level = Level::Paragraph;
        leaf.ordinal = u32::try_from(chunks.len()).unwrap();
        leaf.parent = Some(root.clone());
        leaf.content = TEXTS[*text].to_owned();
        leaf.lead = if *variant == 1 { "lead" } else { "" }.to_owned();
        leaf.pages = Some((1, 2));
        leaf.embedding = if *variant == 2 {
            Embedding::Wordless
        } else {
            Embedding::Wanted
        };
        chunks.push(leaf);
    }
    let old = snapshot.tree(&document).unwrap();
    let gone = old
        .into_iter()
        .filter(|old| chunks.iter().all(|chunk| chunk.id != old.id));
    let nearest = chunks.last().map(|chunk| chunk.id.clone());
    let tombstones = gone
        .map(|chunk| Tombstone {
            chunk,
            replaced_by: nearest.clone(),
        })
        .collect();
    Change::ReplaceTree {
        document,
        terms: chunks.iter().map(terms).collect(),
        chunks,
        tombstones,
    }
}

fn terms(chunk: &Chunk) -> ChunkTerms {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    ChunkTerms {
        chunk: chunk.id.clone(),
        body: words(&chunk.content),
        context: words(&chunk.lead),
    }
}

/// Caches and publishes what waits; `number` says in which generation and how much of it.
fn publish(item: &ItemId, number: usize, snapshot: &dyn Snapshot) -> Vec<Change> {
    let generation = generation(number);
    let mut inputs = snapshot.pending_inputs(item, generation.number).unwrap();
    if number.is_multiple_of(3) {
        inputs.truncate(1);
    }
    let outcomes = inputs
        .iter()
        .map(|input| outcome(&generation.model, input.input_hash(), &input.body));
    let embeddings = Change::PutEmbeddings {
        model: generation.model.clone(),
        entries: outcomes.collect(),
    };
    let links = inputs.iter().map(|input| VectorLink {
        key: input.key.clone(),
        input: input.input_hash(),
    });
    let publication = Change::PublishVectors {
        item: item.clone(),
        generation: generation.number,
        links: links.collect(),
    };
    vec![Change::PutGeneration(generation), embeddings, publication]
}
