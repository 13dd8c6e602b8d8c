//! How well `find_items` ranks a labelled set, and which cosines relevant pairs have.
//!
//! `cargo bench -p benches --bench retrieval -- FOLDER [--queries-of-first N]` reads a set in BEIR
//! layout (`corpus.jsonl`, `queries.jsonl`, `qrels.tsv`), stores every document through the
//! engine with the built-in model, and prints nDCG@10, recall@100, the cosine quantiles to fit
//! a calibration on, and the CPU time that encoding took.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use benches::{SystemClock, process_cpu};
use domain::calibration::Calibration;
use domain::item::{Kind, Tags};
use domain::operations::{documents, find_items};
use domain::ports::embedder::{EmbedInput, Embedded, Embedder, Model};
use domain::scope::ItemFilter;
use domain::{Caller, Cancel};
use embed::LocalEmbedder;
use engine::{Engine, Parts};
use serde_json::Value;
use store_embedded::EmbeddedStore;

/// Rows asked for per query: deep enough to see nearly every relevant pair.
const DEPTH: usize = 1_000;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1).filter(|a| a != "--bench");
    let Some(folder) = arguments.next() else {
        println!("usage: cargo bench -p benches --bench retrieval -- FOLDER [DOCUMENTS]");
        return Ok(());
    };
    let most: usize = match arguments.next() {
        Some(number) => number.parse().context("DOCUMENTS is a number")?,
        None => usize::MAX,
    };
    let set = Set::read(Path::new(&folder), most)?;
    println!(
        "{folder}: {} documents, {} queries, {} judgements",
        set.documents.len(),
        set.queries.len(),
        set.relevant.values().map(BTreeSet::len).sum::<usize>()
    );
    let engine = Engine::new(Parts {
        store: Arc::new(EmbeddedStore::temporary()?),
        embedder: Arc::new(RawCosine::new()),
        extractor: Arc::new(extract::Registry::new()),
        clock: Arc::new(SystemClock),
    });
    let ids = fill(&engine, &set)?;
    evaluate(&engine, &set, &ids)
}

/// A labelled set; documents and queries in the order of their files.
struct Set {
    documents: Vec<(String, String, String)>,
    queries: Vec<(String, String)>,
    relevant: BTreeMap<String, BTreeSet<String>>,
}

impl Set {
    fn read(folder: &Path, most: usize) -> Result<Self> {
        let lines = |name: &str| -> Result<Vec<String>> {
            let path = folder.join(name);
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            Ok(text.lines().map(str::to_owned).collect())
        };
        let field = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let mut documents = Vec::new();
        for line in lines("corpus.jsonl")?.iter().take(most) {
            let value: Value = serde_json::from_str(line)?;
            documents.push((
                field(&value, "_id"),
                field(&value, "title"),
                field(&value, "text"),
            ));
        }
        let known: BTreeSet<&str> = documents.iter().map(|(id, _, _)| id.as_str()).collect();
        let mut relevant: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in lines("qrels.tsv")?.iter().skip(1) {
            let mut columns = line.split('\t');
            if let (Some(query), Some(document), Some(score)) =
                (columns.next(), columns.next(), columns.next())
                && score.trim() != "0"
                && known.contains(document)
            {
                relevant
                    .entry(query.to_owned())
                    .or_default()
                    .insert(document.to_owned());
            }
        }
        let mut queries = Vec::new();
        for line in lines("queries.jsonl")? {
            let value: Value = serde_json::from_str(&line)?;
            let id = field(&value, "_id");
            if relevant.contains_key(&id) {
                queries.push((id, field(&value, "text")));
            }
        }
        Ok(Self {
            documents,
            queries,
            relevant,
        })
    }
}

/// The built-in model with scores that are its cosines.
struct RawCosine {
    inner: LocalEmbedder,
    model: Model,
}

impl RawCosine {
    fn new() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let inner = LocalEmbedder::built_in(threads);
        let model = Model {
            calibration: Calibration::identity(),
            ..inner.model().clone()
        };
        Self { inner, model }
    }
}

impl Embedder for RawCosine {
    fn model(&self) -> &Model {
        &self.model
    }

    fn embed(&self, inputs: &[EmbedInput<'_>], cancel: &Cancel) -> domain::Result<Vec<Embedded>> {
        self.inner.embed(inputs, cancel)
    }
}

/// Stores the set; answers from our ids to the set's.
fn fill(engine: &Engine, set: &Set) -> Result<BTreeMap<String, String>> {
    let (caller, cancel) = (Caller::owner(), Cancel::new());
    let mut ids = BTreeMap::new();
    for (id, title, text) in &set.documents {
        let request = documents::Create {
            title: if title.trim().is_empty() {
                id.clone()
            } else {
                title.clone()
            },
            content: text.clone(),
            tags: Tags::default(),
        };
        let document = engine.create_document(&caller, &request, &cancel)?;
        ids.insert(document.id.as_str().to_owned(), id.clone());
    }
    let before = process_cpu();
    let started = std::time::Instant::now();
    let report = engine.index_pending(
        &caller,
        &mut |progress| {
            if progress.done % 2_048 < 64 {
                eprintln!("{} done, {} left", progress.done, progress.left);
            }
        },
        &cancel,
    )?;
    let cpu = (process_cpu() - before).as_secs_f64();
    println!(
        "encoded {} chunks in {:.0} s wall, {cpu:.0} CPU s: {:.1} chunks per CPU second",
        report.encoded,
        started.elapsed().as_secs_f64(),
        report.encoded as f64 / cpu
    );
    Ok(ids)
}

fn evaluate(engine: &Engine, set: &Set, ids: &BTreeMap<String, String>) -> Result<()> {
    let (caller, cancel) = (Caller::owner(), Cancel::new());
    let (mut ndcg, mut recall) = (0.0, 0.0);
    let (mut relevant_cosines, mut first_irrelevant) = (Vec::new(), Vec::new());
    for (id, text) in &set.queries {
        let request = find_items::Request {
            query: text.clone(),
            kinds: vec![Kind::Document],
            mode: find_items::Mode::Semantic,
            filter: ItemFilter::default(),
            limit_per_kind: DEPTH,
            floor: 0.0,
        };
        let found = engine.find_items(&caller, &request, &cancel)?;
        let wanted = &set.relevant[id];
        let hits: Vec<(bool, f64)> = found
            .documents
            .iter()
            .map(|row| {
                let theirs = &ids[row.id.as_str()];
                (wanted.contains(theirs), row.score.unwrap_or_default())
            })
            .collect();
        ndcg += ndcg_at(&hits, wanted.len(), 10);
        let recalled = hits.iter().take(100).filter(|(hit, _)| *hit).count();
        recall += recalled as f64 / wanted.len() as f64;
        let found_cosines = hits.iter().filter(|(hit, _)| *hit).map(|(_, c)| *c);
        relevant_cosines.extend(found_cosines);
        let missed = wanted.len() - hits.iter().filter(|(hit, _)| *hit).count();
        relevant_cosines.extend(std::iter::repeat_n(0.0, missed));
        first_irrelevant.extend(hits.iter().find(|(hit, _)| !*hit).map(|(_, c)| *c));
    }
    let count = set.queries.len() as f64;
    println!(
        "nDCG@10 {:.4}   recall@100 {:.4}",
        ndcg / count,
        recall / count
    );
    quantiles("cosine of relevant pairs", &mut relevant_cosines);
    quantiles("cosine of the best irrelevant", &mut first_irrelevant);
    Ok(())
}

/// Normalised discounted cumulative gain of binary judgements (Järvelin & Kekäläinen 2002).
fn ndcg_at(hits: &[(bool, f64)], relevant: usize, k: usize) -> f64 {
    let discount = |rank: usize| 1.0 / ((rank + 2) as f64).log2();
    let gained: f64 = hits
        .iter()
        .take(k)
        .enumerate()
        .filter(|(_, (hit, _))| *hit)
        .map(|(rank, _)| discount(rank))
        .sum();
    let ideal: f64 = (0..relevant.min(k)).map(discount).sum();
    gained / ideal
}

fn quantiles(name: &str, values: &mut [f64]) {
    values.sort_by(f64::total_cmp);
    let at = |percent: usize| {
        values
            .get((values.len().saturating_sub(1)) * percent / 100)
            .copied()
            .unwrap_or_default()
    };
    println!(
        "{name}: 1 % {:.4}  5 % {:.4}  25 % {:.4}  50 % {:.4}  75 % {:.4}  95 % {:.4}",
        at(1),
        at(5),
        at(25),
        at(50),
        at(75),
        at(95)
    );
}
