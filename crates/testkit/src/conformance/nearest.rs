//! Exact, filtered, deterministic nearest vectors.

use domain::generation::Space;
use domain::ports::embedder::Embedded;
use domain::ports::store::{NearestQuery, Store};
use domain::{Cancel, ErrorKind};
use vector_index::canonical_score;

use super::Home;
use super::samples::*;
use super::world::*;

/// Documents with one chunk per angle, in degrees from the query; keys are `c_<document>_<place>`.
fn fill(world: &World<'_>, documents: &[(&str, &[f32])]) {
    for (id, angles) in documents {
        let keys: Vec<String> = (1..=angles.len()).map(|n| format!("c_{id}_{n}")).collect();
        let texts: Vec<(&str, &str)> = keys.iter().map(|k| (k.as_str(), k.as_str())).collect();
        world.write(vec![put_document(id), put_tree(id, &texts)]);
        let outcomes: Vec<(&str, Embedded)> = keys
            .iter()
            .zip(*angles)
            .map(|(key, angle)| (key.as_str(), at(*angle)))
            .collect();
        world.publish(&item(id), &outcomes);
    }
}

pub(super) fn hits_are_best_first(store: &dyn Store) {
    let world = World::new(store);
    assert_eq!(world.nearest(&Ask::chunks()), Default::default());
    fill(
        &world,
        &[("d_a", &[40.0, 10.0, 170.0]), ("d_b", &[20.0, 90.0])],
    );
    let nearest = world.nearest(&Ask::chunks());
    let expected = ["c_d_a_2", "c_d_b_1", "c_d_a_1", "c_d_b_2", "c_d_a_3"];
    assert_eq!(keys(&nearest), expected);
    assert_eq!((nearest.compared, nearest.best_below), (5, None));
    assert!(nearest.hits[4].cosine < -0.9);
    let first = &nearest.hits[0];
    assert_eq!((first.item.as_str(), first.ordinal), ("d_a", 2));
}

pub(super) fn equal_cosines_are_ordered_by_item_ordinal_and_key(store: &dyn Store) {
    let world = World::new(store);
    // Later items first, and keys that run against the reading order.
    world.write(vec![
        put_document("d_b"),
        put_tree("d_b", &[("c_z", "1"), ("c_y", "2")]),
    ]);
    world.publish(&item("d_b"), &[("c_y", at(30.0)), ("c_z", at(30.0))]);
    world.write(vec![
        put_document("d_a"),
        put_tree("d_a", &[("c_x", "3"), ("c_w", "4")]),
    ]);
    world.publish(&item("d_a"), &[("c_w", at(30.0)), ("c_x", at(30.0))]);
    let expected = ["c_x", "c_w", "c_z", "c_y"];
    assert_eq!(world.chunk_keys(), expected);
    for k in 1..=4 {
        let head = world.nearest(&Ask { k, ..Ask::chunks() });
        assert_eq!(keys(&head), expected[..k]);
    }
}

pub(super) fn insertion_order_is_never_visible(home: &dyn Home) {
    let (here, there) = (World::new(home), World::elsewhere(home));
    let documents: [(&str, &[f32]); 3] = [
        ("d_a", &[10.0, 20.0, 20.0]),
        ("d_b", &[20.0, 10.0]),
        ("d_c", &[20.0]),
    ];
    fill(&here, &documents);
    let mut reversed = documents;
    reversed.reverse();
    fill(&there, &reversed);
    fill(&there, &documents[1..2]);
    for best_per_item in [false, true] {
        for k in [1, 2, 3, 6] {
            let ask = Ask {
                k,
                best_per_item,
                ..Ask::chunks()
            };
            assert_eq!(here.nearest(&ask), there.nearest(&ask));
        }
    }
}

pub(super) fn ten_hits_are_the_head_of_fifty(store: &dyn Store) {
    let world = World::new(store);
    let angles: Vec<f32> = (0..20u16).map(|n| f32::from(n * 37 % 20)).collect();
    fill(
        &world,
        &[("d_a", &angles), ("d_b", &angles), ("d_c", &angles)],
    );
    let nearest = |k| world.nearest(&Ask { k, ..Ask::chunks() });
    let (ten, fifty) = (nearest(10), nearest(50));
    assert_eq!((ten.hits.len(), fifty.hits.len()), (10, 50));
    assert_eq!(ten.hits, fifty.hits[..10]);
    assert_eq!((ten.compared, fifty.compared), (60, 60));
}

pub(super) fn a_scope_applies_before_candidates_are_chosen(store: &dyn Store) {
    let world = World::new(store);
    fill(
        &world,
        &[
            ("d_a", &[1.0, 2.0, 3.0]),
            ("d_b", &[50.0, 60.0]),
            ("d_c", &[4.0]),
        ],
    );
    let within = |scope: &[&str]| {
        world.nearest(&Ask {
            items: ids(scope),
            k: 2,
            ..Ask::chunks()
        })
    };
    let nearest = within(&["d_b"]);
    assert_eq!(keys(&nearest), ["c_d_b_1", "c_d_b_2"]);
    assert_eq!(nearest.compared, 2);
    assert_eq!(keys(&within(&["d_b", "d_c"])), ["c_d_c_1", "c_d_b_1"]);
    for scope in [&[][..], &["d_missing"], &["c_d_a_1"]] {
        let nothing = within(scope);
        assert_eq!((nothing.hits.len(), nothing.compared), (0, 0));
    }
}

pub(super) fn excluded_keys_take_no_place(store: &dyn Store) {
    let world = World::new(store);
    fill(&world, &[("d_a", &[1.0, 2.0, 3.0]), ("d_b", &[50.0])]);
    let mut ask = Ask {
        k: 2,
        ..Ask::chunks()
    };
    ask.excluded = ["c_d_a_1", "c_d_a_2", "c_missing"]
        .map(str::to_owned)
        .into();
    let nearest = world.nearest(&ask);
    assert_eq!(keys(&nearest), ["c_d_a_3", "c_d_b_1"]);
    assert_eq!(nearest.compared, 2);
    // The best row of an item is the best of those that may be shown.
    ask.best_per_item = true;
    assert_eq!(keys(&world.nearest(&ask)), ["c_d_a_3", "c_d_b_1"]);
    ask.cosine_min = Some(0.9999);
    let best_below = world.nearest(&ask).best_below.expect("all are below");
    assert_eq!(best_below.key, "c_d_a_3");
}

pub(super) fn spaces_do_not_mix(store: &dyn Store) {
    let world = World::new(store);
    fill(&world, &[("d_a", &[10.0])]);
    world.write(vec![put_prompt("p_a")]);
    world.publish(&item("p_a"), &[("p_a", at(20.0))]);
    assert_eq!(world.chunk_keys(), ["c_d_a_1"]);
    assert_eq!(keys(&world.nearest(&Ask::prompts())), ["p_a"]);
    let crossed = Ask {
        items: ids(&["d_a"]),
        ..Ask::prompts()
    };
    assert_eq!(world.nearest(&crossed).compared, 0);
}

pub(super) fn each_item_appears_once_when_grouped(store: &dyn Store) {
    let world = World::new(store);
    fill(
        &world,
        &[
            ("d_a", &[1.0, 2.0, 3.0]),
            ("d_b", &[90.0, 30.0, 30.0]),
            ("d_c", &[40.0]),
        ],
    );
    let mut ask = Ask {
        best_per_item: true,
        ..Ask::chunks()
    };
    let nearest = world.nearest(&ask);
    assert_eq!(keys(&nearest), ["c_d_a_1", "c_d_b_2", "c_d_c_1"]);
    assert_eq!(nearest.compared, 7);
    ask.k = 2;
    assert_eq!(world.nearest(&ask).hits, nearest.hits[..2]);
}

pub(super) fn the_least_cosine_keeps_the_best_below(store: &dyn Store) {
    let world = World::new(store);
    fill(&world, &[("d_a", &[10.0, 50.0]), ("d_b", &[30.0, 50.0])]);
    let all = world.nearest(&Ask::chunks()).hits;
    let mut ask = Ask {
        cosine_min: Some(0.8),
        ..Ask::chunks()
    };
    let nearest = world.nearest(&ask);
    assert_eq!(keys(&nearest), ["c_d_a_1", "c_d_b_1"]);
    assert_eq!(nearest.best_below.as_ref(), Some(&all[2]));
    assert_eq!(nearest.compared, 4);
    // What `k` cuts off was not kept out by the least cosine.
    ask.k = 1;
    assert_eq!(world.nearest(&ask).best_below.as_ref(), Some(&all[2]));
    // A hit that just reaches it is in.
    (ask.k, ask.cosine_min) = (10, Some(all[1].cosine));
    assert_eq!(world.nearest(&ask).hits, all[..2]);
    ask.cosine_min = Some(0.999);
    let nothing = world.nearest(&ask);
    assert_eq!(
        (nothing.hits.len(), nothing.best_below.as_ref()),
        (0, Some(&all[0]))
    );
    ask.cosine_min = Some(-1.0);
    assert_eq!(world.nearest(&ask).best_below, None);
}

// Grouped, the best below is an item's best: an item that is in does not come again.
pub(super) fn the_least_cosine_applies_to_items_when_grouped(store: &dyn Store) {
    let world = World::new(store);
    fill(&world, &[("d_a", &[10.0, 40.0]), ("d_b", &[60.0, 50.0])]);
    let ask = Ask {
        cosine_min: Some(0.8),
        best_per_item: true,
        ..Ask::chunks()
    };
    let nearest = world.nearest(&ask);
    assert_eq!(keys(&nearest), ["c_d_a_1"]);
    let best_below = nearest.best_below.expect("one item is below");
    assert_eq!(
        (best_below.item.as_str(), best_below.key.as_str()),
        ("d_b", "c_d_b_2")
    );
}

pub(super) fn cosines_are_the_canonical_scores(store: &dyn Store) {
    let world = World::new(store);
    fill(&world, &[("d_a", &[12.3, 77.7, 123.4])]);
    let vector = vec![0.36_f32, 0.48, 0.8, 0.0];
    let nearest = world.nearest(&Ask {
        vector: vector.clone(),
        ..Ask::chunks()
    });
    assert_eq!(nearest.hits.len(), 3);
    for hit in nearest.hits {
        let angle = [12.3, 77.7, 123.4][hit.ordinal as usize - 1];
        let expected = canonical_score(&vector, &values(angle)).expect("equal lengths");
        assert_eq!(hit.cosine.to_bits(), expected.to_bits());
    }
}

// A generation that was never put has no length, so no query fits it.
pub(super) fn what_cannot_be_compared_is_invalid(store: &dyn Store) {
    let world = World::new(store);
    let snapshot = world.read();
    let invalid = |ask: Ask| fails_with(ask.put_to(snapshot.as_ref()), ErrorKind::Invalid);
    for space in [Space::Chunks, Space::Prompts] {
        for vector in [vec![], vec![1.0, 0.0, 0.0], vec![0.5; DIMENSION + 1]] {
            invalid(Ask {
                space,
                vector,
                ..Ask::chunks()
            });
        }
    }
    invalid(Ask {
        generation: 7,
        ..Ask::chunks()
    });
    invalid(Ask {
        vector: vec![1.0, f32::NAN, 0.0, 0.0],
        ..Ask::chunks()
    });
}

pub(super) fn a_cancelled_search_says_so(store: &dyn Store) {
    let world = World::new(store);
    fill(&world, &[("d_a", &[10.0])]);
    let cancel = Cancel::new();
    let snapshot = world.read();
    cancel.cancel();
    let ask = Ask::chunks();
    let query = NearestQuery {
        space: ask.space,
        generation: 1,
        vector: &ask.vector,
        items: &None,
        excluded: &ask.excluded,
        k: 1,
        cosine_min: None,
        best_per_item: false,
    };
    fails_with(snapshot.nearest(&query, &cancel), ErrorKind::Cancelled);
}
