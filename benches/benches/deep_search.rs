//! How long `deep_search` takes over 10,000 and 100,000 chunks, and where the time goes.
//!
//! `cargo bench -p benches --bench deep_search [-- CHUNKS…]`. Vectors come from a hash of the words (384
//! components), since encoding real text would take hours; the query's own encoding by the
//! built-in model is measured beside it.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use benches::{SystemClock, Times};
use domain::generation::Space;
use domain::item::Tags;
use domain::operations::{deep_search, documents};
use domain::ports::embedder::{EmbedInput, Embedded, Embedder};
use domain::ports::store::{NearestQuery, Store};
use domain::{Caller, Cancel};
use embed::LocalEmbedder;
use engine::{Engine, Parts};
use store_embedded::{Access, EmbeddedStore, OpenOptions};
use testkit::HashEmbedder;

const QUERIES: usize = 200;
const CHUNKS_PER_DOCUMENT: usize = 100;

fn main() -> Result<()> {
    let asked: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let sizes = if asked.is_empty() {
        vec![10_000, 100_000]
    } else {
        asked
    };
    for chunks in sizes {
        measure(chunks)?;
    }
    query_encoding()
}

fn measure(chunks: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let options = OpenOptions {
        access: Access::ReadWrite,
        holder: "deep_search benchmark".to_owned(),
    };
    let store: Arc<dyn Store> = Arc::new(EmbeddedStore::open(folder.path(), options)?);
    let embedder = Arc::new(HashEmbedder::new(384));
    let engine = Engine::new(Parts {
        store: store.clone(),
        embedder: embedder.clone(),
        extractor: Arc::new(extract::Registry::new()),
        clock: Arc::new(SystemClock),
    });
    let (caller, cancel) = (Caller::owner(), Cancel::new());
    let filling = Instant::now();
    for n in 0..chunks / CHUNKS_PER_DOCUMENT {
        let request = documents::Create {
            title: format!("Document {n}"),
            content: content(n),
            tags: Tags::default(),
        };
        engine.create_document(&caller, &request, &cancel)?;
    }
    let written = filling.elapsed();
    engine.index_pending(&caller, &mut |_| {}, &cancel)?;
    let indexed = filling.elapsed() - written;
    let coverage = engine.status(&caller, &cancel)?.coverage;
    println!(
        "\n{} vectors in {} documents: written in {:.1} s, vectors published in {:.1} s",
        coverage.embedded,
        coverage.documents,
        written.as_secs_f64(),
        indexed.as_secs_f64()
    );

    let (mut whole, mut scan, mut snapshots) =
        (Times::default(), Times::default(), Times::default());
    for n in 0..QUERIES + 5 {
        let query = query(n);
        let request = deep_search::Request {
            query: query.clone(),
            limit: None,
            document: None,
            collection: None,
            session: None,
        };
        let mut warm_up = Times::default();
        let times = if n < 5 { &mut warm_up } else { &mut whole };
        times.measure(|| engine.deep_search(&caller, &request, &cancel))?;
        let Some(Embedded::Vector { values, .. }) = embedder
            .embed(
                &[EmbedInput {
                    prefix: "",
                    body: &query,
                }],
                &cancel,
            )?
            .pop()
        else {
            continue;
        };
        let times = if n < 5 { &mut warm_up } else { &mut snapshots };
        let snapshot = times.measure(|| store.snapshot(&caller, &cancel))?;
        let times = if n < 5 { &mut warm_up } else { &mut scan };
        times.measure(|| {
            snapshot.nearest(
                &NearestQuery {
                    space: Space::Chunks,
                    generation: 1,
                    vector: &values,
                    items: &None,
                    excluded: &BTreeSet::new(),
                    k: 10,
                    cosine_min: None,
                    best_per_item: false,
                },
                &cancel,
            )
        })?;
    }
    whole.report("deep_search, limit 10");
    snapshots.report("  of it: a snapshot");
    scan.report("  of it: the exact scan");
    Ok(())
}

fn query_encoding() -> Result<()> {
    let embedder = LocalEmbedder::built_in(NonZeroUsize::MIN);
    let cancel = Cancel::new();
    let mut times = Times::default();
    for n in 0..QUERIES {
        let query = format!("how is the quarterly review of item {n} carried out");
        let input = [EmbedInput {
            prefix: "",
            body: &query,
        }];
        if n < 5 {
            embedder.embed(&input, &cancel)?;
        } else {
            times.measure(|| embedder.embed(&input, &cancel))?;
        }
    }
    println!();
    times.report("encoding a query of 10 words");
    Ok(())
}

/// A document of short sections, each with one paragraph: two chunks a section.
fn content(document: usize) -> String {
    let mut text = String::new();
    for section in 0..CHUNKS_PER_DOCUMENT / 2 {
        let seed = document * 7_919 + section * 104_729;
        text.push_str(&format!("# Part {section}\n\n"));
        for word in 0..40 {
            text.push_str(&format!("w{} ", (seed + word * word * 31) % 5_003));
        }
        text.push_str("\n\n");
    }
    text
}

fn query(n: usize) -> String {
    (0..6)
        .map(|word| format!("w{}", (n * 613 + word * 97) % 5_003))
        .collect::<Vec<_>>()
        .join(" ")
}
