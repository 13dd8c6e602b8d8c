//! Everything that can be asked about the world of a history.

use std::collections::BTreeSet;
use std::fmt::Debug;

use domain::generation::Space;
use domain::ids::{VersionId, WorkspaceId};
use domain::item::{Kind, Tags};
use domain::page::{Page, PageRequest};
use domain::ports::store::{NearestQuery, Snapshot};
use domain::scope::{IdSet, ItemFilter};
use domain::{Cancel, Error, Result};

use super::names;
use crate::conformance::Home;

/// Questions and answers, in a fixed order.
#[derive(Default)]
struct Record(Vec<(String, String)>);

impl Record {
    /// Notes an answer; of an error only the kind, since stores word them differently.
    fn note<T: Debug>(&mut self, question: impl Into<String>, answer: Result<T>) {
        let answer = answer.map_err(|Error { kind, .. }| kind);
        self.0.push((question.into(), format!("{answer:?}")));
    }
}

/// All answers of a snapshot. Two stores in the same state give equal lists.
pub(super) fn answers(snapshot: &dyn Snapshot) -> Vec<(String, String)> {
    let mut record = Record::default();
    record.note("sequence", Ok(snapshot.sequence()));
    record.note("generation", snapshot.generation());
    ask_about_items(snapshot, &mut record);
    ask_about_trees(snapshot, &mut record);
    ask_for_lists(snapshot, &mut record);
    ask_about_collections(snapshot, &mut record);
    ask_for_nearest(snapshot, &mut record);
    ask_for_terms(snapshot, &mut record);
    ask_about_progress(snapshot, &mut record);
    ask_about_the_rest(snapshot, &mut record);
    record.0
}

/// All answers about a home as a whole.
pub(super) fn answers_of_home(home: &dyn Home) -> Vec<(String, String)> {
    let mut record = Record::default();
    record.note("workspaces", home.workspaces(&Cancel::new()));
    record.note("keys", home.keys(&Cancel::new()));
    for number in 0..3 {
        let id = names::key(WorkspaceId::default_workspace(), number, 0).id;
        record.note(format!("key {id}"), home.key(&id, &Cancel::new()));
    }
    record.0
}

fn ask_about_items(snapshot: &dyn Snapshot, record: &mut Record) {
    for id in names::documents() {
        record.note(format!("document {id}"), snapshot.document(&id));
        record.note(format!("content of {id}"), snapshot.document_content(&id));
        record.note(format!("versions of {id}"), snapshot.document_versions(&id));
        for number in 1..=2 {
            let version = snapshot.document_version(&id, &VersionId::of(id.as_str(), number));
            record.note(format!("version {number} of {id}"), version);
        }
        record.note(format!("source of {id}"), snapshot.source_of(&id));
    }
    for id in (0..3).map(names::prompt) {
        record.note(format!("prompt {id}"), snapshot.prompt(&id));
        record.note(format!("versions of {id}"), snapshot.prompt_versions(&id));
        for number in 1..=2 {
            let version = snapshot.prompt_version(&id, &VersionId::of(id.as_str(), number));
            record.note(format!("version {number} of {id}"), version);
        }
    }
    for item in names::items() {
        let id = item.as_str();
        record.note(format!("job of {id}"), snapshot.job(&item));
        for generation in 1..=2 {
            let pending = snapshot.pending_inputs(&item, generation);
            record.note(format!("pending inputs of {id} in {generation}"), pending);
            let counts = snapshot.vector_counts(&item, generation);
            record.note(format!("vector counts of {id} in {generation}"), counts);
        }
    }
}

fn ask_about_trees(snapshot: &dyn Snapshot, record: &mut Record) {
    for document in names::documents() {
        record.note(format!("tree of {document}"), snapshot.tree(&document));
        let ids: Vec<_> = names::chunks(&document).collect();
        record.note(format!("chunks of {document}"), snapshot.chunks(&ids));
        for (number, id) in ids.iter().enumerate() {
            let of = format!("of chunk {number} of {document}");
            record.note(format!("row {of}"), snapshot.chunk(id));
            record.note(format!("tombstone {of}"), snapshot.tombstone(id));
            record.note(format!("children {of}"), snapshot.children(id));
        }
    }
}

/// No filter, each tag, two tags, each collection, a tag in a collection; some with archived ones.
fn filters() -> Vec<ItemFilter> {
    let tags = |list: &[&str]| Tags::new(list).expect("short tags are within the limits");
    let in_collection = |tags, number| ItemFilter {
        tags,
        collection: Some(names::collection(number)),
        archived: false,
    };
    let mut filters = vec![ItemFilter::default()];
    for list in [
        &names::TAGS[..1],
        &names::TAGS[1..2],
        &names::TAGS[2..],
        &names::TAGS[..2],
    ] {
        filters.push(ItemFilter {
            tags: tags(list),
            ..ItemFilter::default()
        });
    }
    filters.push(in_collection(Tags::default(), 0));
    filters.push(in_collection(Tags::default(), 1));
    filters.push(in_collection(tags(&names::TAGS[..1]), 0));
    for place in [0, 1, 5] {
        let archived = true;
        let filter = ItemFilter::clone(&filters[place]);
        filters.push(ItemFilter { archived, ..filter });
    }
    filters
}

/// All rows of a list, page by page, with the borders of the pages.
fn in_pages<T>(read: &dyn Fn(&PageRequest) -> Result<Page<T>>) -> Result<Vec<Vec<T>>> {
    let mut pages = Vec::new();
    let mut cursor = None;
    loop {
        let page = read(&PageRequest { limit: 2, cursor })?;
        pages.push(page.rows);
        cursor = page.cursor;
        if cursor.is_none() || pages.len() > 100 {
            return Ok(pages);
        }
    }
}

fn ask_for_lists(snapshot: &dyn Snapshot, record: &mut Record) {
    let searches = [None, Some("PLAIN"), Some("über"), Some("_"), Some("0%")];
    for filter in filters() {
        for search in searches {
            let of = format!("with {filter:?} and {search:?}");
            let documents = in_pages(&|page| snapshot.documents(&filter, search, page));
            record.note(format!("documents {of}"), documents);
            let prompts = in_pages(&|page| snapshot.prompts(&filter, search, page));
            record.note(format!("prompts {of}"), prompts);
            let collections = in_pages(&|page| snapshot.collections(&filter, search, page));
            record.note(format!("collections {of}"), collections);
        }
        let documents = snapshot.resolve_documents(&filter);
        record.note(format!("document ids with {filter:?}"), documents);
        let prompts = snapshot.resolve_prompts(&filter);
        record.note(format!("prompt ids with {filter:?}"), prompts);
    }
}

fn ask_about_collections(snapshot: &dyn Snapshot, record: &mut Record) {
    for id in (0..2).map(names::collection) {
        record.note(format!("collection {id}"), snapshot.collection(&id));
        record.note(format!("member ids of {id}"), snapshot.member_ids(&id));
        let members = in_pages(&|page| snapshot.members(&id, &Kind::OF_MEMBERS, page));
        record.note(format!("members of {id}"), members);
    }
    for title in names::TITLES {
        let named = snapshot.collection_named(title);
        record.note(format!("collection named {title}"), named);
    }
    record.note("collection count", snapshot.collection_count());
}

/// All items, and half of the documents with one prompt.
fn scopes() -> [IdSet; 2] {
    let half = ["d_0", "d_2", "p_1"].map(str::to_owned);
    [None, Some(half.into())]
}

fn ask_for_nearest(snapshot: &dyn Snapshot, record: &mut Record) {
    let some_keys: BTreeSet<String> = names::documents()
        .map(|document| names::chunk(&document, 0).as_str().to_owned())
        .chain(["p_0".to_owned()])
        .collect();
    let vectors = [[1.0, 0.0, 0.0, 0.0], [0.5, -0.5, 0.5, 0.5]];
    for (space, generation) in [
        (Space::Chunks, 1),
        (Space::Chunks, 2),
        (Space::Prompts, 1),
        (Space::Prompts, 2),
    ] {
        for (vector, items, excluded) in [
            (&vectors[0], &scopes()[0], &BTreeSet::new()),
            (&vectors[1], &scopes()[0], &some_keys),
            (&vectors[1], &scopes()[1], &BTreeSet::new()),
        ] {
            for (k, cosine_min, best_per_item) in [
                (usize::MAX, None, false),
                (3, Some(0.5), false),
                (2, None, true),
                (2, Some(0.4), true),
            ] {
                let query = NearestQuery {
                    space,
                    generation,
                    vector,
                    items,
                    excluded,
                    k,
                    cosine_min,
                    best_per_item,
                };
                // Debug prints the shortest text that reads back as the same bits.
                let nearest = snapshot.nearest(&query, &Cancel::new());
                record.note(format!("nearest for {query:?}"), nearest);
            }
        }
    }
}

fn ask_for_terms(snapshot: &dyn Snapshot, record: &mut Record) {
    let lists: [&[&str]; 7] = [
        &[],
        &["red"],
        &["red", "blue"],
        &["foo_bar"],
        &["größe"],
        &["你好", "part"],
        &["c++"],
    ];
    for terms in lists {
        let terms: Vec<String> = terms.iter().map(|term| (*term).to_owned()).collect();
        for among in scopes() {
            let found = snapshot.documents_with_terms(&terms, &among, &Cancel::new());
            record.note(format!("documents with {terms:?} among {among:?}"), found);
        }
    }
}

fn ask_about_progress(snapshot: &dyn Snapshot, record: &mut Record) {
    for scope in scopes() {
        let coverage = snapshot.coverage(&scope, &scope);
        record.note(format!("coverage of {scope:?}"), coverage);
    }
    for limit in [2, 100] {
        record.note(format!("{limit} failures"), snapshot.failures(limit));
        record.note(format!("{limit} jobs"), snapshot.jobs(limit));
    }
    let mut inputs = names::inputs();
    for id in (0..3).map(names::prompt) {
        let pending = snapshot.pending_inputs(&domain::item::ItemId::Prompt(id), 0);
        inputs.extend(
            pending
                .into_iter()
                .flatten()
                .map(|input| input.input_hash()),
        );
    }
    for generation in 1..=2 {
        let model = names::generation(generation).model;
        let cached = snapshot.cached_embeddings(&model, &inputs);
        record.note(format!("cached outcomes of {model}"), cached);
    }
}

fn ask_about_the_rest(snapshot: &dyn Snapshot, record: &mut Record) {
    for number in 0..2 {
        let count = snapshot.mint_count(&names::mint_key(number));
        record.note(format!("mint count of key {number}"), count);
        let hash = [u8::try_from(number).expect("below 2"); 32];
        let sources = snapshot.sources_with_hash(&hash);
        record.note(format!("sources with hash {number}"), sources);
        let session = names::session(number);
        record.note(format!("session {session}"), snapshot.session(&session));
        record.note(format!("seen under {session}"), snapshot.seen(&session));
    }
    for path in names::PATHS {
        record.note(format!("source at {path}"), snapshot.source_at(path));
    }
}
