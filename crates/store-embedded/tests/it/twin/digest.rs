//! Everything that a snapshot can be asked, as lines of text.

use std::collections::BTreeSet;
use std::fmt::Debug;

use domain::chunk::InputHash;
use domain::generation::Space;
use domain::ids::{ChunkId, VersionId};
use domain::item::{ItemId, Kind, Tags};
use domain::page::{Page, PageRequest};
use domain::ports::store::{NearestQuery, Snapshot, Store};
use domain::scope::{IdSet, ItemFilter};
use domain::{Caller, Cancel, Result};

use super::steps::{
    COLLECTIONS, DOCUMENTS, PROMPTS, TAGS, TEXTS, collection_id, document_id, items, leaf_id,
    mint_key, model, path, prompt_id, session_id,
};
use crate::support::vector;

/// The answers of a store at one moment.
pub fn digest(store: &dyn Store) -> Vec<String> {
    let snapshot = store.snapshot(&Caller::owner(), &Cancel::new()).unwrap();
    let snapshot = &*snapshot;
    let mut lines = vec![format!(
        "{} {:?}",
        snapshot.sequence(),
        snapshot.generation()
    )];
    documents(snapshot, &mut lines);
    others(snapshot, &mut lines);
    lists(snapshot, &mut lines);
    publications(snapshot, &mut lines);
    vectors(snapshot, &mut lines);
    lines
}

fn line(lines: &mut Vec<String>, what: &str, value: impl Debug) {
    lines.push(format!("{what}: {value:?}"));
}

fn documents(snapshot: &dyn Snapshot, lines: &mut Vec<String>) {
    for name in 0..DOCUMENTS {
        let id = document_id(name);
        line(lines, "document", snapshot.document(&id));
        line(lines, "content", snapshot.document_content(&id));
        line(lines, "versions", snapshot.document_versions(&id));
        let version = VersionId::of(id.as_str(), 9);
        line(lines, "version", snapshot.document_version(&id, &version));
        line(lines, "tree", snapshot.tree(&id));
        line(lines, "source", snapshot.source_of(&id));
        line(lines, "children", snapshot.children(&ChunkId::root(&id)));
        let mut ids: Vec<ChunkId> = (0..TEXTS.len()).rev().map(|t| leaf_id(&id, t)).collect();
        ids.push(ChunkId::root(&id));
        line(lines, "chunks", snapshot.chunks(&ids));
        for id in &ids {
            line(lines, "tombstone", snapshot.tombstone(id));
        }
    }
}

fn others(snapshot: &dyn Snapshot, lines: &mut Vec<String>) {
    for name in 0..PROMPTS {
        let id = prompt_id(name);
        line(lines, "prompt", snapshot.prompt(&id));
        line(lines, "versions", snapshot.prompt_versions(&id));
        let version = VersionId::of(id.as_str(), 9);
        line(lines, "version", snapshot.prompt_version(&id, &version));
    }
    for name in 0..COLLECTIONS {
        let id = collection_id(name);
        line(lines, "collection", snapshot.collection(&id));
        line(lines, "members", snapshot.member_ids(&id));
        line(
            lines,
            "titles",
            pages(|page| snapshot.members(&id, &Kind::OF_MEMBERS, page)),
        );
        let session = session_id(name);
        line(lines, "session", snapshot.session(&session));
        line(lines, "seen", snapshot.seen(&session));
        let named = snapshot.collection_named(&format!("Name {name}"));
        line(lines, "named", named);
    }
    line(lines, "collections", snapshot.collection_count());
    for number in 0..3 {
        line(lines, "mints", snapshot.mint_count(&mint_key(number)));
        line(lines, "source", snapshot.source_at(&path(number)));
    }
    for byte in 0..2 {
        line(lines, "sources", snapshot.sources_with_hash(&[byte; 32]));
    }
}

/// All rows of a list, two at a time.
fn pages<T>(read: impl Fn(&PageRequest) -> Result<Page<T>>) -> Vec<T> {
    let mut rows = Vec::new();
    let mut cursor = None;
    loop {
        let page = read(&PageRequest { limit: 2, cursor }).unwrap();
        rows.extend(page.rows);
        cursor = page.cursor;
        if cursor.is_none() {
            return rows;
        }
    }
}

fn filters() -> Vec<ItemFilter> {
    let mut filters = vec![ItemFilter::default()];
    for tags in [&TAGS[..1], &TAGS[1..], &TAGS[..]] {
        filters.push(ItemFilter {
            tags: Tags::new(tags).unwrap(),
            ..ItemFilter::default()
        });
    }
    for name in 0..COLLECTIONS {
        filters.push(ItemFilter {
            tags: Tags::new(&TAGS[..name]).unwrap(),
            collection: Some(collection_id(name)),
            archived: false,
        });
    }
    let with_archived = |filter: &ItemFilter| ItemFilter {
        archived: true,
        ..filter.clone()
    };
    filters.push(with_archived(&filters[0]));
    filters.push(with_archived(&filters[1]));
    filters
}

fn lists(snapshot: &dyn Snapshot, lines: &mut Vec<String>) {
    for filter in filters() {
        line(lines, "documents", snapshot.resolve_documents(&filter));
        line(lines, "prompts", snapshot.resolve_prompts(&filter));
        for search in [None, Some("ä"), Some("RED"), Some("ÉTÉ")] {
            let found = pages(|page| snapshot.documents(&filter, search, page));
            line(lines, "documents", found);
            let found = pages(|page| snapshot.prompts(&filter, search, page));
            line(lines, "prompts", found);
            let found = pages(|page| snapshot.collections(&filter, search, page));
            line(lines, "collections", found);
        }
    }
}

/// Nothing, everything, and some names that need not exist.
fn scopes() -> Vec<IdSet> {
    let some = ["d_0", "d_2", "p_1", "x"].map(str::to_owned);
    vec![None, Some(BTreeSet::new()), Some(some.into())]
}

fn publications(snapshot: &dyn Snapshot, lines: &mut Vec<String>) {
    for scope in scopes() {
        line(lines, "coverage", snapshot.coverage(&scope, &scope));
        for terms in [&["red"][..], &["red", "plum"], &["lead"], &["x"], &[]] {
            let terms: Vec<String> = terms.iter().map(|&term| term.to_owned()).collect();
            let found = snapshot.documents_with_terms(&terms, &scope, &Cancel::new());
            line(lines, "terms", found);
        }
    }
    line(lines, "failures", snapshot.failures(9));
    line(lines, "jobs", snapshot.jobs(9));
    line(lines, "jobs", snapshot.jobs(1));
    for item in items() {
        line(lines, "job", snapshot.job(&item));
        for generation in 1..=2 {
            line(lines, "counts", snapshot.vector_counts(&item, generation));
            line(lines, "pending", snapshot.pending_inputs(&item, generation));
            line(lines, "cached", cached(snapshot, &item, generation));
        }
    }
}

fn cached(snapshot: &dyn Snapshot, item: &ItemId, generation: u32) -> impl Debug {
    let inputs: Vec<InputHash> = match item {
        ItemId::Document(_) => TEXTS
            .iter()
            .flat_map(|text| ["", "lead"].map(|lead| InputHash::of(lead, text)))
            .collect(),
        ItemId::Prompt(id) => snapshot
            .prompt(id)
            .unwrap()
            .iter()
            .map(|prompt| InputHash::of("", &prompt.embedded_text()))
            .collect(),
    };
    snapshot.cached_embeddings(&model(generation), &inputs)
}

fn vectors(snapshot: &dyn Snapshot, lines: &mut Vec<String>) {
    let excluded = [
        BTreeSet::new(),
        BTreeSet::from([leaf_id(&document_id(0), 0).to_string()]),
    ];
    for generation in 1..=2 {
        for space in [Space::Prompts, Space::Chunks] {
            for items in &scopes() {
                for excluded in &excluded {
                    for (k, cosine_min) in [(usize::MAX, None), (2, Some(0.5))] {
                        let query = NearestQuery {
                            space,
                            generation,
                            vector: &vector("asked"),
                            items,
                            excluded,
                            k,
                            cosine_min,
                            best_per_item: k == 2,
                        };
                        let answer = snapshot.nearest(&query, &Cancel::new());
                        line(lines, "nearest", answer.map_err(|error| error.kind));
                    }
                }
            }
        }
    }
}
