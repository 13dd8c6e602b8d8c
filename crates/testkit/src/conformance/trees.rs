//! The first publication: trees, the vectors that survive it, tombstones.

use domain::Change;
use domain::chunk::{Chunk, Embedding, Level};
use domain::ports::embedder::Embedded;
use domain::ports::store::Store;

use super::samples::*;
use super::world::*;

/// A tree of three levels with every field in use.
fn rich_tree() -> Vec<Chunk> {
    let mut chunks = tree(
        "d_a",
        &[("c_s", "section"), ("c_1", "größe"), ("c_2", "two\nlines")],
    );
    let section = chunk_id("c_s");
    chunks[1].level = Level::Section;
    chunks[1].next = None;
    for (place, chunk) in chunks.iter_mut().enumerate().skip(1) {
        chunk.section_path = vec!["Outer".to_owned(), "Inner > x".to_owned()];
        chunk.heading = Some("Inner > x".to_owned());
        chunk.bytes = place * 10..place * 10 + 9;
        chunk.utf16 = place * 9..place * 9 + 8;
        chunk.word_count = 7;
        chunk.lead = "Title \u{203a} Outer".to_owned();
    }
    for chunk in &mut chunks[2..] {
        chunk.parent = Some(section.clone());
        chunk.pages = Some((1, 3));
    }
    chunks[2].previous = None;
    chunks[3].embedding = Embedding::Wordless;
    chunks[3].lead = String::new();
    chunks
}

pub(super) fn a_tree_reads_back_in_order(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![put_document("d_a")]);
    assert!(ok(world.read().tree(&document_id("d_a"))).is_empty());
    world.write(vec![replace_tree("d_a", rich_tree(), vec![])]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.tree(&document_id("d_a"))), rich_tree());
    for chunk in rich_tree() {
        assert_eq!(ok(snapshot.chunk(&chunk.id)), Some(chunk));
    }
    assert_eq!(ok(snapshot.chunk(&chunk_id("c_missing"))), None);
    assert_eq!(world.coverage().documents_with_tree, 1);
}

pub(super) fn chunks_come_in_the_order_asked_for(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![
        put_document("d_a"),
        put_tree("d_a", &[("c_1", "one"), ("c_2", "two"), ("c_3", "three")]),
    ]);
    let asked = ["c_3", "c_missing", "c_1", "c_3"].map(chunk_id);
    let chunks = ok(world.read().chunks(&asked));
    let order: Vec<&str> = chunks.iter().map(|chunk| chunk.id.as_str()).collect();
    assert_eq!(order, ["c_3", "c_1", "c_3"]);
    assert!(ok(world.read().chunks(&[])).is_empty());
}

pub(super) fn children_are_direct_and_in_order(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![
        put_document("d_a"),
        replace_tree("d_a", rich_tree(), vec![]),
    ]);
    let children = |id: &str| {
        let chunks = ok(world.read().children(&chunk_id(id)));
        let ids = chunks.iter().map(|chunk| chunk.id.as_str().to_owned());
        ids.collect::<Vec<String>>()
    };
    assert_eq!(children(&root("d_a")), ["c_s"]);
    assert_eq!(children("c_s"), ["c_1", "c_2"]);
    assert!(children("c_1").is_empty());
    assert!(children("c_missing").is_empty());
}

pub(super) fn a_new_tree_replaces_the_old_one(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![
        put_document("d_a"),
        put_tree("d_a", &[("c_1", "one"), ("c_2", "two"), ("c_3", "three")]),
    ]);
    let next = tree(
        "d_a",
        &[("c_3", "three"), ("c_4", "four"), ("c_1", "changed")],
    );
    world.write(vec![replace_tree("d_a", next.clone(), vec![])]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.tree(&document_id("d_a"))), next);
    assert_eq!(ok(snapshot.chunk(&chunk_id("c_2"))), None);
    assert_eq!(ok(snapshot.children(&chunk_id(&root("d_a")))), next[1..]);
    world.write(vec![replace_tree("d_a", vec![], vec![])]);
    assert!(ok(world.read().tree(&document_id("d_a"))).is_empty());
    assert_eq!(world.coverage().documents_with_tree, 0);
}

/// A document with three chunks whose vectors are in.
fn published(world: &World<'_>) {
    world.write(vec![
        put_document("d_a"),
        put_tree("d_a", &[("c_1", "one"), ("c_2", "two"), ("c_3", "three")]),
    ]);
    let outcomes = [
        ("c_1", at(10.0)),
        ("c_2", at(20.0)),
        ("c_3", Embedded::NotCovered),
    ];
    world.publish(&item("d_a"), &outcomes);
}

pub(super) fn unchanged_chunks_keep_their_vectors(store: &dyn Store) {
    let world = World::new(store);
    published(&world);
    let before = world.nearest(&Ask::chunks());
    let mut chunks = tree(
        "d_a",
        &[
            ("c_1", "one"),
            ("c_2", "two"),
            ("c_3", "three"),
            ("c_4", "4"),
        ],
    );
    // What is not embedded may change.
    chunks[1].heading = Some("New".to_owned());
    chunks[1].bytes = 5..8;
    world.write(vec![replace_tree("d_a", chunks, vec![])]);
    assert_eq!(world.nearest(&Ask::chunks()), before);
    let counts = ok(world.read().vector_counts(&item("d_a"), 1));
    assert_eq!(
        (counts.embedded, counts.not_covered, counts.pending),
        (2, 1, 1)
    );
    let waiting = ok(world.read().pending_inputs(&item("d_a"), 1));
    assert_eq!(waiting[0].key, "c_4");
}

pub(super) fn a_changed_lead_or_content_loses_the_vector(store: &dyn Store) {
    let world = World::new(store);
    published(&world);
    let mut chunks = tree(
        "d_a",
        &[("c_1", "one"), ("c_2", "changed"), ("c_3", "three")],
    );
    chunks[1].lead = "Other lead".to_owned();
    chunks[3].lead = "Other lead".to_owned();
    world.write(vec![replace_tree("d_a", chunks, vec![])]);
    assert!(world.chunk_keys().is_empty());
    let counts = ok(world.read().vector_counts(&item("d_a"), 1));
    assert_eq!(
        (counts.embedded, counts.not_covered, counts.pending),
        (0, 0, 3)
    );
}

// A navigation node has no vector, even under an id and a text that had one.
pub(super) fn a_chunk_that_wants_no_vector_any_more_loses_it(store: &dyn Store) {
    let world = World::new(store);
    published(&world);
    let mut chunks = tree("d_a", &[("c_1", "one"), ("c_2", "two"), ("c_3", "three")]);
    chunks[1].embedding = Embedding::Navigation;
    chunks[3].embedding = Embedding::Wordless;
    world.write(vec![replace_tree("d_a", chunks, vec![])]);
    assert_eq!(world.chunk_keys(), ["c_2"]);
    let counts = ok(world.read().vector_counts(&item("d_a"), 1));
    assert_eq!(
        (counts.embedded, counts.not_covered, counts.pending),
        (1, 0, 0)
    );
}

pub(super) fn kept_vectors_follow_their_chunk_to_its_new_place(store: &dyn Store) {
    let world = World::new(store);
    published(&world);
    let moved = [("c_0", "zero"), ("c_2", "two"), ("c_1", "one")];
    world.write(vec![put_tree("d_a", &moved)]);
    let nearest = world.nearest(&Ask::chunks());
    let places: Vec<(&str, u32)> = nearest
        .hits
        .iter()
        .map(|hit| (hit.key.as_str(), hit.ordinal))
        .collect();
    assert_eq!(places, [("c_1", 3), ("c_2", 2)]);
}

pub(super) fn vectors_of_every_generation_go_with_their_text(store: &dyn Store) {
    let world = World::new(store);
    published(&world);
    world.write(vec![Change::PutGeneration(generation(2, "model-2"))]);
    world.write(vec![put_tree("d_a", &[("c_1", "one"), ("c_2", "changed")])]);
    // Generation 1 is not active, yet its vector of the old text must not come back with it.
    world.write(vec![Change::PutGeneration(generation(1, MODEL))]);
    assert_eq!(world.chunk_keys(), ["c_1"]);
    assert_eq!(
        (world.coverage().embedded, world.coverage().pending),
        (1, 1)
    );
}

pub(super) fn tombstones_keep_the_old_chunk(store: &dyn Store) {
    let world = World::new(store);
    published(&world);
    let mut old = tombstone("d_a", "c_2", "two", Some("c_4"));
    old.chunk = rich_tree().remove(3);
    let gone = tombstone("d_a", "c_3", "three", None);
    let next = tree("d_a", &[("c_1", "one"), ("c_4", "four")]);
    let graves = vec![old.clone(), gone.clone()];
    world.write(vec![replace_tree("d_a", next, graves)]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.tombstone(&chunk_id("c_2"))), Some(old));
    assert_eq!(ok(snapshot.tombstone(&chunk_id("c_3"))), Some(gone));
    assert_eq!(ok(snapshot.tombstone(&chunk_id("c_1"))), None);
    assert_eq!(ok(snapshot.chunk(&chunk_id("c_2"))), None);
    // A later tree that says nothing of them keeps them.
    world.write(vec![put_tree("d_a", &[("c_1", "one"), ("c_4", "four")])]);
    assert!(ok(world.read().tombstone(&chunk_id("c_3"))).is_some());
}

pub(super) fn a_chunk_that_returns_drops_its_tombstone(store: &dyn Store) {
    let world = World::new(store);
    published(&world);
    let grave = tombstone("d_a", "c_3", "three", Some("c_2"));
    let without = tree("d_a", &[("c_1", "one"), ("c_2", "two")]);
    world.write(vec![replace_tree("d_a", without, vec![grave])]);
    assert!(ok(world.read().tombstone(&chunk_id("c_3"))).is_some());
    world.write(vec![put_tree(
        "d_a",
        &[("c_1", "one"), ("c_2", "two"), ("c_3", "three")],
    )]);
    assert_eq!(ok(world.read().tombstone(&chunk_id("c_3"))), None);
    assert!(ok(world.read().chunk(&chunk_id("c_3"))).is_some());
    // Its outcome went when it did; the cache gives it back on publication.
    assert_eq!(ok(world.read().pending_inputs(&item("d_a"), 1)).len(), 1);
}

pub(super) fn old_tombstones_follow_the_chunk_they_point_to(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![
        put_document("d_a"),
        put_tree("d_a", &[("c_1", "1"), ("c_2", "2")]),
    ]);
    let replace = |paragraphs: &[(&str, &str)], graves: &[(&str, Option<&str>)]| {
        let graves = graves
            .iter()
            .map(|(id, to)| tombstone("d_a", id, "old", *to));
        world.write(vec![replace_tree(
            "d_a",
            tree("d_a", paragraphs),
            graves.collect(),
        )]);
    };
    let target = |id: &str| {
        let grave = ok(world.read().tombstone(&chunk_id(id)));
        grave.map(|grave| grave.replaced_by.map(|to| to.as_str().to_owned()))
    };
    let to = |id: &str| Some(Some(id.to_owned()));
    replace(&[("c_2", "2"), ("c_3", "3")], &[("c_1", Some("c_3"))]);
    assert_eq!(target("c_1"), to("c_3"));
    // c_3 goes to c_4, and what pointed to c_3 goes along.
    replace(&[("c_2", "2"), ("c_4", "4")], &[("c_3", Some("c_4"))]);
    assert_eq!((target("c_1"), target("c_3")), (to("c_4"), to("c_4")));
    // What points to a chunk that stays is left alone.
    replace(&[("c_5", "5"), ("c_4", "4")], &[("c_2", Some("c_5"))]);
    assert_eq!((target("c_1"), target("c_2")), (to("c_4"), to("c_5")));
    // c_4 goes nowhere, and so does what pointed to it; c_5 goes without a word.
    replace(&[("c_6", "6")], &[("c_4", None)]);
    assert_eq!((target("c_1"), target("c_4")), (Some(None), Some(None)));
    assert_eq!((target("c_2"), target("c_5")), (Some(None), None));
    // A chunk that returns takes its own grave away, but not those of others.
    replace(&[("c_1", "1")], &[("c_6", Some("c_1"))]);
    assert_eq!((target("c_1"), target("c_6")), (None, to("c_1")));
    assert_eq!(target("c_3"), Some(None));
}

pub(super) fn another_document_is_untouched(store: &dyn Store) {
    let world = World::new(store);
    published(&world);
    let grave = tombstone("d_b", "c_b0", "old", Some("c_b1"));
    let other = tree("d_b", &[("c_b1", "one")]);
    world.write(vec![
        put_document("d_b"),
        replace_tree("d_b", other.clone(), vec![grave.clone()]),
    ]);
    world.publish(&item("d_b"), &[("c_b1", at(0.0))]);
    world.write(vec![put_tree("d_a", &[("c_9", "nine")])]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.tree(&document_id("d_b"))), other);
    assert_eq!(ok(snapshot.tombstone(&chunk_id("c_b0"))), Some(grave));
    assert_eq!(world.chunk_keys(), ["c_b1"]);
}
