//! The second publication: pending inputs, vectors, counts, the cache.

use domain::Change;
use domain::change::VectorLink;
use domain::chunk::{Embedding, InputHash};
use domain::coverage::Coverage;
use domain::item::Status;
use domain::ports::embedder::Embedded;
use domain::ports::store::{PendingInput, Store, VectorCounts};

use super::samples::*;
use super::world::*;

fn counts(embedded: u64, not_covered: u64, pending: u64) -> VectorCounts {
    VectorCounts {
        embedded,
        not_covered,
        pending,
    }
}

fn waiting(key: &str, prefix: &str, body: &str) -> PendingInput {
    PendingInput {
        key: key.to_owned(),
        prefix: prefix.to_owned(),
        body: body.to_owned(),
    }
}

fn two_chunks(world: &World<'_>) {
    world.write(vec![
        put_document("d_a"),
        put_tree("d_a", &[("c_2", "two"), ("c_1", "one")]),
    ]);
}

pub(super) fn inputs_wait_until_they_are_published(store: &dyn Store) {
    let world = World::new(store);
    two_chunks(&world);
    let pending = |world: &World<'_>| ok(world.read().pending_inputs(&item("d_a"), 1));
    let (two, one) = (waiting("c_2", "Lead", "two"), waiting("c_1", "Lead", "one"));
    assert_eq!(pending(&world), [two, one.clone()]);
    world.publish(&item("d_a"), &[("c_2", at(0.0))]);
    assert_eq!(pending(&world), [one]);
    world.publish(&item("d_a"), &[("c_1", at(0.0))]);
    assert!(pending(&world).is_empty());
    assert!(ok(world.read().pending_inputs(&item("d_missing"), 1)).is_empty());
    // In a generation that holds nothing, everything waits.
    assert_eq!(ok(world.read().pending_inputs(&item("d_a"), 2)).len(), 2);
    assert_eq!(
        ok(world.read().vector_counts(&item("d_a"), 2)),
        counts(0, 0, 2)
    );
}

// Wordless chunks are no inputs, so they are not counted as "not covered" either.
pub(super) fn only_chunks_that_want_a_vector_count(store: &dyn Store) {
    let world = World::new(store);
    let mut chunks = tree("d_a", &[("c_1", "one"), ("c_2", "two"), ("c_3", "three")]);
    chunks[2].embedding = Embedding::Navigation;
    chunks[3].embedding = Embedding::Wordless;
    world.write(vec![
        put_document("d_a"),
        replace_tree("d_a", chunks, vec![]),
    ]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.vector_counts(&item("d_a"), 1)), counts(0, 0, 1));
    let pending = ok(snapshot.pending_inputs(&item("d_a"), 1));
    assert_eq!(pending, [waiting("c_1", "Lead", "one")]);
    assert_eq!(world.coverage().pending, 1);
}

pub(super) fn a_prompt_has_one_input(store: &dyn Store) {
    let world = World::new(store);
    world.write(vec![put_prompt("p_a")]);
    let text = prompt("p_a").embedded_text();
    let pending = ok(world.read().pending_inputs(&item("p_a"), 1));
    assert_eq!(pending, [waiting("p_a", "", &text)]);
    world.publish(&item("p_a"), &[("p_a", at(0.0))]);
    let snapshot = world.read();
    assert!(ok(snapshot.pending_inputs(&item("p_a"), 1)).is_empty());
    assert_eq!(ok(snapshot.vector_counts(&item("p_a"), 1)), counts(1, 0, 0));
    let hit = &world.nearest(&Ask::prompts()).hits[0];
    assert_eq!(
        (hit.item.as_str(), hit.ordinal, hit.key.as_str()),
        ("p_a", 0, "p_a")
    );
}

pub(super) fn what_the_model_does_not_cover_is_counted_apart(store: &dyn Store) {
    let world = World::new(store);
    two_chunks(&world);
    world.write(vec![put_prompt("p_a")]);
    world.publish(
        &item("d_a"),
        &[("c_1", Embedded::NotCovered), ("c_2", at(0.0))],
    );
    world.publish(&item("p_a"), &[("p_a", Embedded::NotCovered)]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.vector_counts(&item("d_a"), 1)), counts(1, 1, 0));
    assert_eq!(ok(snapshot.vector_counts(&item("p_a"), 1)), counts(0, 1, 0));
    assert!(ok(snapshot.pending_inputs(&item("d_a"), 1)).is_empty());
    assert_eq!(world.chunk_keys(), ["c_2"]);
    assert!(world.nearest(&Ask::prompts()).hits.is_empty());
    let coverage = world.coverage();
    assert_eq!((coverage.embedded, coverage.not_covered), (1, 2));
    assert_eq!((coverage.pending, coverage.items_pending), (0, 0));
}

// The worker embeds outside a transaction, so the text may have changed when it comes back.
pub(super) fn links_that_are_out_of_date_are_left_out(store: &dyn Store) {
    let world = World::new(store);
    two_chunks(&world);
    let link = |key: &str, body: &str| VectorLink {
        key: key.to_owned(),
        input: InputHash::of("Lead", body),
    };
    let links = vec![
        link("c_1", "one"),
        link("c_2", "before"),
        link("c_9", "nine"),
    ];
    let entries = links.iter().map(|link| (link.input, at(0.0)));
    let publish = |id: &str| Change::PublishVectors {
        item: item(id),
        generation: 1,
        links: links.clone(),
    };
    world.write(vec![
        Change::PutEmbeddings {
            model: MODEL.to_owned(),
            entries: entries.collect(),
        },
        publish("d_a"),
        // An item that is gone has no keys left; this is no error either.
        publish("d_missing"),
        publish("p_missing"),
    ]);
    assert_eq!(world.chunk_keys(), ["c_1"]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.vector_counts(&item("d_a"), 1)), counts(1, 0, 1));
    assert_eq!(
        ok(snapshot.vector_counts(&item("d_missing"), 1)),
        counts(0, 0, 0)
    );
    // A key of another document is not this item's key.
    let other = [put_document("d_b"), put_tree("d_b", &[("c_b", "one")])];
    world.write(other.to_vec());
    world.write(vec![Change::PublishVectors {
        item: item("d_a"),
        generation: 1,
        links: vec![link("c_b", "one")],
    }]);
    assert_eq!(world.chunk_keys(), ["c_1"]);
}

pub(super) fn a_cached_outcome_is_not_searched_before_it_is_published(store: &dyn Store) {
    let world = World::new(store);
    two_chunks(&world);
    world.write(vec![Change::PutEmbeddings {
        model: MODEL.to_owned(),
        entries: vec![(InputHash::of("Lead", "one"), at(0.0))],
    }]);
    assert_eq!(world.nearest(&Ask::chunks()).compared, 0);
    assert_eq!(world.coverage().pending, 2);
}

pub(super) fn coverage_counts_the_scope_and_nothing_else(store: &dyn Store) {
    let world = World::new(store);
    two_chunks(&world);
    let mut failed = document("d_f");
    failed.status = Status::Failed;
    world.write(vec![
        Change::PutDocument(failed),
        put_document("d_b"),
        put_tree("d_b", &[("c_b", "b")]),
        put_prompt("p_a"),
        put_prompt("p_b"),
    ]);
    world.publish(&item("d_a"), &[("c_1", at(0.0))]);
    world.publish(&item("p_b"), &[("p_b", Embedded::NotCovered)]);
    let coverage = |documents: &[&str], prompts: &[&str]| {
        ok(world.read().coverage(&ids(documents), &ids(prompts)))
    };
    assert_eq!(coverage(&[], &[]), Coverage::default());
    assert_eq!(
        coverage(&["p_a", "d_missing"], &["d_a"]),
        Coverage::default()
    );
    let expected = Coverage {
        documents: 2,
        documents_with_tree: 1,
        prompts: 1,
        embedded: 1,
        pending: 1,
        not_covered: 1,
        items_pending: 1,
        items_failed: 1,
    };
    assert_eq!(coverage(&["d_a", "d_f"], &["p_b"]), expected);
    let everything = Coverage {
        documents: 3,
        documents_with_tree: 2,
        prompts: 2,
        embedded: 1,
        pending: 3,
        not_covered: 1,
        items_pending: 3,
        items_failed: 1,
    };
    assert_eq!(world.coverage(), everything);
    assert_eq!(
        coverage(&["d_a", "d_b", "d_f"], &["p_a", "p_b"]),
        everything
    );
    let documents_only = ok(world.read().coverage(&None, &ids(&[])));
    assert_eq!((documents_only.documents, documents_only.prompts), (3, 0));
}

pub(super) fn coverage_follows_every_step(store: &dyn Store) {
    let world = World::bare(store);
    let state = |world: &World<'_>| {
        let coverage = world.coverage();
        (coverage.embedded, coverage.not_covered, coverage.pending)
    };
    assert_eq!(state(&world), (0, 0, 0));
    two_chunks(&world);
    // Before the first generation everything waits.
    assert_eq!(state(&world), (0, 0, 2));
    world.write(vec![Change::PutGeneration(generation(1, MODEL))]);
    assert_eq!(state(&world), (0, 0, 2));
    world.publish(
        &item("d_a"),
        &[("c_1", at(0.0)), ("c_2", Embedded::NotCovered)],
    );
    assert_eq!(state(&world), (1, 1, 0));
    // Publishing the same again changes nothing.
    world.publish(&item("d_a"), &[("c_1", at(0.0))]);
    assert_eq!(state(&world), (1, 1, 0));
    world.write(vec![put_tree("d_a", &[("c_1", "one"), ("c_3", "three")])]);
    assert_eq!(state(&world), (1, 0, 1));
    world.write(vec![put_prompt("p_a")]);
    assert_eq!(state(&world), (1, 0, 2));
    world.publish(&item("p_a"), &[("p_a", at(0.0))]);
    assert_eq!(state(&world), (2, 0, 1));
    world.write(vec![put_document("d_a"), Change::SweepEmbeddings]);
    assert_eq!(state(&world), (2, 0, 1));
    world.write(vec![put_tree("d_a", &[])]);
    assert_eq!(state(&world), (1, 0, 0));
    world.write(vec![Change::DeletePrompt(prompt_id("p_a"))]);
    assert_eq!(state(&world), (0, 0, 0));
    world.write(vec![Change::DeleteDocument(document_id("d_a"))]);
    assert_eq!(world.coverage(), Coverage::default());
}

pub(super) fn a_new_generation_starts_empty_beside_the_old_one(store: &dyn Store) {
    let world = World::new(store);
    assert_eq!(ok(world.read().generation()), Some(generation(1, MODEL)));
    two_chunks(&world);
    world.publish(
        &item("d_a"),
        &[("c_1", at(0.0)), ("c_2", Embedded::NotCovered)],
    );
    let mut second = generation(2, "model-2");
    second.dimension = 2;
    world.write(vec![Change::PutGeneration(second.clone())]);
    assert_eq!(ok(world.read().generation()), Some(second));
    assert_eq!(
        (world.coverage().embedded, world.coverage().pending),
        (0, 2)
    );
    let in_second = Ask {
        generation: 2,
        vector: vec![1.0, 0.0],
        ..Ask::chunks()
    };
    assert_eq!(world.nearest(&in_second).compared, 0);
    // The old vectors still answer under their own number, and come back with it.
    assert_eq!(world.chunk_keys(), ["c_1"]);
    assert_eq!(
        ok(world.read().vector_counts(&item("d_a"), 1)),
        counts(1, 1, 0)
    );
    world.write(vec![
        Change::PutEmbeddings {
            model: "model-2".to_owned(),
            entries: vec![(
                InputHash::of("Lead", "two"),
                Embedded::Vector {
                    values: vec![0.0, 1.0],
                    windows: 1,
                },
            )],
        },
        Change::PublishVectors {
            item: item("d_a"),
            generation: 2,
            links: vec![VectorLink {
                key: "c_2".to_owned(),
                input: InputHash::of("Lead", "two"),
            }],
        },
    ]);
    assert_eq!(keys(&world.nearest(&in_second)), ["c_2"]);
    assert_eq!(
        (world.coverage().embedded, world.coverage().pending),
        (1, 1)
    );
    world.write(vec![Change::PutGeneration(generation(1, MODEL))]);
    let coverage = world.coverage();
    assert_eq!(
        (coverage.embedded, coverage.not_covered, coverage.pending),
        (1, 1, 0)
    );
}

pub(super) fn the_cache_answers_in_order_per_model(store: &dyn Store) {
    let world = World::new(store);
    let inputs = ["a", "b", "c"].map(|body| InputHash::of("", body));
    let long = Embedded::Vector {
        values: vec![0.5, -0.5, 0.5, -0.5],
        windows: 3,
    };
    world.write(vec![Change::PutEmbeddings {
        model: MODEL.to_owned(),
        entries: vec![(inputs[0], long.clone()), (inputs[1], Embedded::NotCovered)],
    }]);
    let asked = [inputs[2], inputs[1], inputs[0], inputs[1]];
    let snapshot = world.read();
    let not_covered = Some(Embedded::NotCovered);
    let expected = [None, not_covered.clone(), Some(long), not_covered];
    assert_eq!(ok(snapshot.cached_embeddings(MODEL, &asked)), expected);
    assert_eq!(
        ok(snapshot.cached_embeddings("model-2", &asked)),
        [None, None, None, None]
    );
    assert!(ok(snapshot.cached_embeddings(MODEL, &[])).is_empty());
    // Where prefix and body meet is part of an input.
    assert_ne!(InputHash::of("a", ""), inputs[0]);
}

fn cached(world: &World<'_>, body: &str) -> bool {
    let input = [InputHash::of("Lead", body)];
    ok(world.read().cached_embeddings(MODEL, &input))[0].is_some()
}

fn cache(bodies: &[&str]) -> Change {
    let entries = bodies
        .iter()
        .map(|body| (InputHash::of("Lead", body), at(0.0)));
    Change::PutEmbeddings {
        model: MODEL.to_owned(),
        entries: entries.collect(),
    }
}

// Outcomes of "not covered" are kept like vectors: they too spare work that was done.
pub(super) fn a_sweep_keeps_what_vectors_and_pending_inputs_use(store: &dyn Store) {
    let world = World::new(store);
    two_chunks(&world);
    world.write(vec![put_prompt("p_a"), cache(&["two", "stray"])]);
    world.publish(&item("d_a"), &[("c_1", Embedded::NotCovered)]);
    world.publish(&item("p_a"), &[("p_a", at(0.0))]);
    world.write(vec![Change::SweepEmbeddings]);
    assert!(cached(&world, "one"));
    assert!(cached(&world, "two"));
    assert!(!cached(&world, "stray"));
    let input = [InputHash::of("", &prompt("p_a").embedded_text())];
    assert!(ok(world.read().cached_embeddings(MODEL, &input))[0].is_some());
    assert_eq!(
        (world.coverage().embedded, world.coverage().not_covered),
        (1, 1)
    );
}

pub(super) fn a_sweep_leaves_nothing_of_deleted_text(store: &dyn Store) {
    let world = World::new(store);
    two_chunks(&world);
    world.publish(&item("d_a"), &[("c_1", at(0.0)), ("c_2", at(1.0))]);
    world.write(vec![
        put_document("d_b"),
        put_tree("d_b", &[("c_b", "two")]),
    ]);
    world.publish(&item("d_b"), &[("c_b", at(1.0))]);
    world.write(vec![put_tree("d_a", &[("c_2", "two")])]);
    assert!(cached(&world, "one"));
    world.write(vec![Change::SweepEmbeddings]);
    assert!(!cached(&world, "one") && cached(&world, "two"));
    // The other document still uses the same input.
    world.write(vec![
        Change::DeleteDocument(document_id("d_a")),
        Change::SweepEmbeddings,
    ]);
    assert!(cached(&world, "two"));
    assert_eq!(world.chunk_keys(), ["c_b"]);
    world.write(vec![
        Change::DeleteDocument(document_id("d_b")),
        Change::SweepEmbeddings,
    ]);
    assert!(!cached(&world, "two"));
}
