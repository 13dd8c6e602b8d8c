//! Which documents hold some terms.

use domain::change::ChunkTerms;
use domain::ports::store::Store;
use domain::scope::IdSet;
use domain::{Cancel, Change};

use super::samples::*;
use super::world::*;

fn found(world: &World<'_>, terms: &[&str], among: &IdSet) -> Vec<String> {
    let terms: Vec<String> = terms.iter().map(|term| (*term).to_owned()).collect();
    let documents = ok(world
        .read()
        .documents_with_terms(&terms, among, &Cancel::new()));
    documents.iter().map(|id| id.as_str().to_owned()).collect()
}

fn fill(world: &World<'_>) {
    for (id, texts) in [
        ("d_c", ["red green", "blue"]),
        ("d_a", ["red", "blue blue"]),
        ("d_b", ["red yellow", "green"]),
    ] {
        let keys = [format!("c_{id}_1"), format!("c_{id}_2")];
        let paragraphs = [(keys[0].as_str(), texts[0]), (keys[1].as_str(), texts[1])];
        world.write(vec![put_document(id), put_tree(id, &paragraphs)]);
    }
}

// The terms may stand in different chunks of the document.
pub(super) fn every_term_must_occur_somewhere_in_the_document(store: &dyn Store) {
    let world = World::bare(store);
    fill(&world);
    assert_eq!(found(&world, &["red"], &None), ["d_a", "d_b", "d_c"]);
    assert_eq!(found(&world, &["blue", "red"], &None), ["d_a", "d_c"]);
    assert_eq!(found(&world, &["red", "green", "blue"], &None), ["d_c"]);
    assert_eq!(found(&world, &["blue", "blue"], &None), ["d_a", "d_c"]);
    assert!(found(&world, &["red", "missing"], &None).is_empty());
    let scope = ids(&["d_c", "d_b", "d_missing"]);
    assert_eq!(found(&world, &["red"], &scope), ["d_b", "d_c"]);
    assert_eq!(found(&world, &["blue", "red"], &scope), ["d_c"]);
    assert!(found(&world, &["red"], &ids(&[])).is_empty());
}

pub(super) fn titles_and_section_paths_count_too(store: &dyn Store) {
    let world = World::bare(store);
    let terms = |chunk: &str, body: &[&str], context: &[&str]| ChunkTerms {
        chunk: chunk_id(chunk),
        body: body.iter().map(|term| (*term).to_owned()).collect(),
        context: context.iter().map(|term| (*term).to_owned()).collect(),
    };
    world.write(vec![
        put_document("d_a"),
        Change::ReplaceTree {
            document: document_id("d_a"),
            chunks: tree("d_a", &[("c_1", "one"), ("c_2", "two")]),
            terms: vec![
                terms("c_1", &["one", "eins"], &["title"]),
                terms("c_2", &[], &["section"]),
            ],
            tombstones: vec![],
        },
    ]);
    assert_eq!(found(&world, &["title", "eins"], &None), ["d_a"]);
    assert_eq!(found(&world, &["section", "one"], &None), ["d_a"]);
    assert!(found(&world, &["two"], &None).is_empty());
}

pub(super) fn terms_are_whole_and_exact(store: &dyn Store) {
    let world = World::bare(store);
    let text = "foo_bar größe 你好 v1.2 c++ don't and near 2026";
    world.write(vec![put_document("d_a"), put_tree("d_a", &[("c_1", text)])]);
    for term in text.split(' ') {
        assert_eq!(found(&world, &[term], &None), ["d_a"], "`{term}`");
    }
    for term in [
        "foo", "grö", "grosse", "grope", "你", "v1", "c", "foo bar", "2026*", "x", "\"", "or",
    ] {
        assert!(found(&world, &[term], &None).is_empty(), "`{term}`");
    }
}

pub(super) fn without_terms_all_of_the_scope_comes_back(store: &dyn Store) {
    let world = World::bare(store);
    fill(&world);
    world.write(vec![put_prompt("p_a")]);
    assert_eq!(found(&world, &[], &None), ["d_a", "d_b", "d_c"]);
    assert_eq!(
        found(&world, &[], &ids(&["d_c", "d_a", "p_a", "d_x"])),
        ["d_a", "d_c"]
    );
}

// Nobody knows yet what it holds, so the caller has to look.
pub(super) fn a_document_without_a_tree_is_never_left_out(store: &dyn Store) {
    let world = World::bare(store);
    fill(&world);
    world.write(vec![put_document("d_0"), put_version("d_0", 1, "unread")]);
    assert_eq!(found(&world, &["blue"], &None), ["d_0", "d_a", "d_c"]);
    assert_eq!(found(&world, &["missing"], &None), ["d_0"]);
    assert!(found(&world, &["missing"], &ids(&["d_a"])).is_empty());
    world.write(vec![put_tree("d_0", &[("c_0", "read")])]);
    assert!(found(&world, &["missing"], &None).is_empty());
}

pub(super) fn terms_follow_the_tree(store: &dyn Store) {
    let world = World::bare(store);
    fill(&world);
    world.write(vec![put_tree(
        "d_a",
        &[("c_d_a_1", "violet"), ("c_d_a_3", "blue")],
    )]);
    assert_eq!(found(&world, &["red"], &None), ["d_b", "d_c"]);
    assert_eq!(found(&world, &["violet", "blue"], &None), ["d_a"]);
    world.write(vec![Change::DeleteDocument(document_id("d_c"))]);
    assert_eq!(found(&world, &["blue"], &None), ["d_a"]);
    assert_eq!(found(&world, &["green"], &None), ["d_b"]);
}
