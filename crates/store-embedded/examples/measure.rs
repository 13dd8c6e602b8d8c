//! Measures the store on synthetic documents: `cargo run -p store-embedded --example measure
//! --release -- [DOCUMENTS] [CHUNKS PER DOCUMENT] [DIMENSION]`, 1000 × 100 × 384 by default.
//!
//! Prints CPU time of the process, which other work on the machine disturbs least. Waiting for
//! the disk is not in it.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::change::{ChunkTerms, VectorLink};
use domain::chunk::{Chunk, Embedding, Level};
use domain::generation::{Generation, Space};
use domain::ids::{ChunkId, DocumentId, VersionId};
use domain::item::{Document, ItemId, Status, Tags, Version};
use domain::ports::embedder::Embedded;
use domain::ports::store::{NearestQuery, Snapshot, Store};
use domain::source::SourceKind;
use domain::{Caller, Cancel, Change, Error, Result};
use store_embedded::{Access, EmbeddedStore, OpenOptions};

const MODEL: &str = "measure";

/// A linear congruential generator: the same numbers on every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        self.0 >> 33
    }

    /// Words whose frequencies fall off like those of a language.
    fn word(&mut self) -> String {
        let bits = self.next() % 14;
        format!("w{}", self.next() % (2 << bits))
    }

    fn text(&mut self) -> String {
        let words: Vec<String> = (0..120).map(|_| self.word()).collect();
        words.join(" ")
    }

    fn vector(&mut self, dimension: usize) -> Vec<f32> {
        let values: Vec<f32> = (0..dimension)
            .map(|_| (self.next() % 2_001) as f32 / 1_000.0 - 1.0)
            .collect();
        let length = values.iter().map(|v| v * v).sum::<f32>().sqrt();
        values.iter().map(|v| v / length).collect()
    }
}

fn timed<T>(what: &str, run: impl FnOnce() -> Result<T>) -> Result<T> {
    let start = cpu_time();
    let value = run()?;
    println!("{what:<44} {:>10.2} ms", milliseconds(cpu_time() - start));
    Ok(value)
}

/// The median and the 99th percentile of `count` runs.
fn spread(what: &str, count: usize, mut run: impl FnMut(usize) -> Result<()>) -> Result<()> {
    let mut times = Vec::with_capacity(count);
    for at in 0..count {
        let start = cpu_time();
        run(at)?;
        times.push(cpu_time() - start);
    }
    times.sort();
    let (median, late) = (times[count / 2], times[count * 99 / 100]);
    println!(
        "{what:<44} {:>10.2} ms p50 {:>10.2} ms p99",
        milliseconds(median),
        milliseconds(late)
    );
    Ok(())
}

#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

fn document_id(at: usize) -> Result<DocumentId> {
    DocumentId::parse(&format!("d_{at:022}"))
}

fn tree(id: &DocumentId, texts: &[String]) -> Vec<Chunk> {
    let root = ChunkId::root(id);
    let mut chunks = vec![chunk(id, root.clone(), 0, "outline")];
    for (text, ordinal) in texts.iter().zip(1..) {
        let mut leaf = chunk(
            id,
            ChunkId::paragraph(id, "paragraph", text, ordinal),
            ordinal,
            text,
        );
        leaf.level = Level::Paragraph;
        leaf.parent = Some(root.clone());
        leaf.embedding = Embedding::Wanted;
        chunks.push(leaf);
    }
    chunks
}

fn chunk(document: &DocumentId, id: ChunkId, ordinal: u32, content: &str) -> Chunk {
    Chunk {
        id,
        document: document.clone(),
        level: Level::Document,
        ordinal,
        parent: None,
        previous: None,
        next: None,
        section_path: vec!["A heading of some length".to_owned()],
        heading: None,
        content: content.to_owned(),
        lead: "A title › A heading of some length".to_owned(),
        bytes: 0..content.len(),
        utf16: 0..content.len(),
        word_count: 120,
        pages: None,
        embedding: Embedding::Navigation,
    }
}

/// The first publication of a document.
fn adding(id: &DocumentId, number: u32, chunks: &[Chunk]) -> Vec<Change> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    let terms = chunks.iter().map(|chunk| ChunkTerms {
        chunk: chunk.id.clone(),
        body: words(&chunk.content),
        context: words(&chunk.lead),
    });
    let content: Vec<&str> = chunks.iter().map(|chunk| chunk.content.as_str()).collect();
    vec![
        Change::PutDocument(Document {
            id: id.clone(),
            title: "A title".to_owned(),
            tags: Tags::default(),
            status: Status::Pending,
            error: None,
            source_kind: SourceKind::Text,
            source_url: None,
            media_type: "text/plain".to_owned(),
            current_version: number,
            revision: u64::from(number),
            created_ms: 1,
            updated_ms: 1,
        }),
        Change::ReplaceTree {
            document: id.clone(),
            chunks: chunks.to_vec(),
            terms: terms.collect(),
            tombstones: Vec::new(),
        },
        Change::PutDocumentVersion {
            document: id.clone(),
            version: Version {
                id: VersionId::of(id.as_str(), number),
                number,
                title: "A title".to_owned(),
                content: content.join("\n\n"),
                change_log: None,
                created_ms: 1,
            },
        },
    ]
}

/// The second publication of a document.
fn publishing(
    id: &DocumentId,
    chunks: &[Chunk],
    dimension: usize,
    from: &mut Numbers,
) -> Vec<Change> {
    let wanted = || chunks.iter().filter(|c| c.embedding == Embedding::Wanted);
    let entries = wanted().map(|chunk| {
        let values = from.vector(dimension);
        (chunk.input_hash(), Embedded::Vector { values, windows: 1 })
    });
    let entries = entries.collect();
    let links = wanted().map(|chunk| VectorLink {
        key: chunk.id.to_string(),
        input: chunk.input_hash(),
    });
    vec![
        Change::PutEmbeddings {
            model: MODEL.to_owned(),
            entries,
        },
        Change::PublishVectors {
            item: ItemId::Document(id.clone()),
            generation: 1,
            links: links.collect(),
        },
    ]
}

fn write(store: &dyn Store, changes: &[Change]) -> Result<u64> {
    store.transact(&Caller::owner(), &Cancel::new(), &mut |_| {
        Ok(changes.to_vec())
    })
}

fn search(snapshot: &dyn Snapshot, vector: &[f32], only: Option<&str>) -> Result<()> {
    let query = NearestQuery {
        space: Space::Chunks,
        generation: 1,
        vector,
        items: &only.map(|item| BTreeSet::from([item.to_owned()])),
        excluded: &BTreeSet::new(),
        k: 10,
        cosine_min: None,
        best_per_item: false,
    };
    let answer = snapshot.nearest(&query, &Cancel::new())?;
    assert!(!answer.hits.is_empty());
    Ok(())
}

fn open(home: &std::path::Path, access: Access) -> Result<EmbeddedStore> {
    let holder = "measure".to_owned();
    EmbeddedStore::open(home, OpenOptions { access, holder })
}

fn main() -> Result<()> {
    let mut sizes = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let mut size = |default: usize| match sizes.next() {
        None => Ok(default),
        Some(size) => size.map_err(|_| Error::invalid("sizes are whole numbers")),
    };
    let (documents, per_document, dimension) = (size(1_000)?, size(100)?, size(384)?);
    let folder = tempfile::tempdir().map_err(|_| Error::unavailable("no temporary folder"))?;
    let home = folder.path();
    fill(home, documents, per_document, dimension)?;
    let bytes = std::fs::metadata(home.join("ibid.db")).map_or(0, |meta| meta.len());
    println!("{:<44} {:>10.2} MB", "database", bytes as f64 / 1e6);
    read(home, documents, dimension)?;
    rewrite(home, per_document, dimension)
}

fn fill(
    home: &std::path::Path,
    documents: usize,
    per_document: usize,
    dimension: usize,
) -> Result<()> {
    let store = open(home, Access::ReadWrite)?;
    let first = Generation {
        number: 1,
        model: MODEL.to_owned(),
        dimension,
    };
    write(&store, &[Change::PutGeneration(first)])?;
    let mut numbers = Numbers(1);
    let (mut adding_time, mut publishing_time) = (Duration::ZERO, Duration::ZERO);
    for at in 0..documents {
        let id = document_id(at)?;
        let texts: Vec<String> = (0..per_document).map(|_| numbers.text()).collect();
        let chunks = tree(&id, &texts);
        let first = adding(&id, 1, &chunks);
        let second = publishing(&id, &chunks, dimension, &mut numbers);
        let start = cpu_time();
        write(&store, &first)?;
        adding_time += cpu_time() - start;
        let start = cpu_time();
        write(&store, &second)?;
        publishing_time += cpu_time() - start;
    }
    let each = |time: Duration| milliseconds(time) / documents as f64;
    println!(
        "{:<44} {:>10.2} ms",
        "tree and terms, per document",
        each(adding_time)
    );
    println!(
        "{:<44} {:>10.2} ms",
        "vectors, per document",
        each(publishing_time)
    );
    Ok(())
}

fn read(home: &std::path::Path, documents: usize, dimension: usize) -> Result<()> {
    let cancel = Cancel::new();
    let caller = Caller::owner();
    let store = timed("open for reading", || open(home, Access::ReadOnly))?;
    let snapshot = timed("first snapshot", || store.snapshot(&caller, &cancel))?;
    timed("status: coverage of everything", || {
        snapshot.coverage(&None, &None)
    })?;
    let mut numbers = Numbers(7);
    let vector = numbers.vector(dimension);
    timed("first search, vectors read from rows", || {
        search(snapshot.as_ref(), &vector, None)
    })?;
    drop(snapshot);
    spread("snapshot and search", 50, |_| {
        let vector = numbers.vector(dimension);
        search(store.snapshot(&caller, &cancel)?.as_ref(), &vector, None)
    })?;
    spread("search in one document", 50, |at| {
        let id = document_id(at % documents)?;
        search(
            store.snapshot(&caller, &cancel)?.as_ref(),
            &vector,
            Some(id.as_str()),
        )
    })?;
    spread("documents with two terms", 50, |_| {
        let terms = [numbers.word(), numbers.word()];
        let snapshot = store.snapshot(&caller, &cancel)?;
        snapshot.documents_with_terms(&terms, &None, &cancel)?;
        Ok(())
    })
}

fn rewrite(home: &std::path::Path, per_document: usize, dimension: usize) -> Result<()> {
    let store = open(home, Access::ReadWrite)?;
    let mut numbers = Numbers(1);
    let snapshot = store.snapshot(&Caller::owner(), &Cancel::new())?;
    search(snapshot.as_ref(), &numbers.vector(dimension), None)?;
    drop(snapshot);
    let id = document_id(0)?;
    let mut texts: Vec<String> = (0..per_document).map(|_| numbers.text()).collect();
    let mut number = 1;
    spread("one paragraph edited, both publications", 20, |at| {
        texts[at % per_document] = numbers.text();
        number += 1;
        let chunks = tree(&id, &texts);
        write(&store, &adding(&id, number, &chunks))?;
        write(&store, &publishing(&id, &chunks, dimension, &mut numbers))?;
        Ok(())
    })?;
    timed("sweep", || write(&store, &[Change::SweepEmbeddings]))?;
    timed("delete a document", || {
        write(&store, &[Change::DeleteDocument(id)])
    })?;
    let problems = timed("check", || store.check(&Cancel::new()))?;
    assert_eq!(problems, Vec::<String>::new());
    Ok(())
}
