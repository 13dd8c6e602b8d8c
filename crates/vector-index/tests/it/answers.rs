use std::cell::Cell;
use std::collections::BTreeSet;

use vector_index::{Answer, Filter, Grouping, Index, Key, Query};

fn index(rows: &[(&str, u32, &str, [f32; 2])]) -> Index {
    let added = rows
        .iter()
        .map(|(item, ordinal, id, vector)| (Key::new(*item, *ordinal, *id), vector.to_vec()))
        .collect();
    Index::empty(2)
        .with_changes(&[], &[], added)
        .expect("valid rows")
}

fn two_items() -> Index {
    index(&[
        ("a", 0, "a-0", [1.0, 0.0]),
        ("a", 1, "a-1", [0.9, 0.1]),
        ("b", 0, "b-0", [0.5, 0.5]),
        ("b", 1, "b-1", [-1.0, 0.0]),
    ])
}

fn ids(answer: &Answer) -> Vec<&str> {
    answer.hits.iter().map(|hit| &*hit.key.id).collect()
}

fn ask(index: &Index, query: &Query<'_>) -> Answer {
    index.nearest(query, &|| false).expect("a valid query")
}

const EAST: &[f32] = &[1.0, 0.0];

#[test]
fn hits_come_best_first_and_opposite_vectors_last() {
    let answer = ask(&two_items(), &Query::new(EAST, usize::MAX));
    assert_eq!(ids(&answer), ["a-0", "a-1", "b-0", "b-1"]);
    assert_eq!(answer.hits[3].score, -1.0);
    assert_eq!(answer.compared, 4);
    assert_eq!(answer.best_below, None);
}

#[test]
fn equal_scores_are_ordered_by_item_then_ordinal_then_id() {
    let index = index(&[
        ("b", 0, "a", EAST.try_into().expect("two values")),
        ("a", 10, "z", [1.0, 0.0]),
        ("a", 9, "y", [1.0, 0.0]),
        ("a", 9, "x", [1.0, 0.0]),
    ]);
    assert_eq!(ids(&ask(&index, &Query::new(EAST, 3))), ["x", "y", "z"]);
}

#[test]
fn signed_zeros_score_alike() {
    let index = index(&[
        ("a", 1, "plus", [0.0, 0.0]),
        ("a", 0, "minus", [-0.0, -0.0]),
    ]);
    let answer = ask(&index, &Query::new(&[-1.0, 1.0], 2));
    assert_eq!(ids(&answer), ["minus", "plus"]);
    assert!(answer.hits.iter().all(|hit| hit.score.to_bits() == 0));
}

#[test]
fn grouping_counts_items_and_shows_the_best_row_of_each() {
    let query = Query {
        grouping: Grouping::ByItem,
        ..Query::new(EAST, 2)
    };
    let answer = ask(&two_items(), &query);
    assert_eq!(ids(&answer), ["a-0", "b-0"]);
    assert_eq!(answer.compared, 4);
}

#[test]
fn grouping_breaks_ties_within_an_item_by_the_lowest_ordinal() {
    let index = index(&[("a", 2, "late", [1.0, 0.0]), ("a", 1, "early", [1.0, 0.0])]);
    let query = Query {
        grouping: Grouping::ByItem,
        ..Query::new(EAST, 2)
    };
    assert_eq!(ids(&ask(&index, &query)), ["early"]);
}

#[test]
fn a_filtered_row_never_takes_a_place() {
    let seen = BTreeSet::from(["a-0", "never-added"]);
    let query = Query {
        filter: Filter {
            excluded_ids: Some(&seen),
            ..Filter::default()
        },
        ..Query::new(EAST, 2)
    };
    let answer = ask(&two_items(), &query);
    assert_eq!(ids(&answer), ["a-1", "b-0"]);
    assert_eq!(answer.compared, 3);
}

#[test]
fn an_item_filter_compares_only_rows_of_those_items() {
    let items = BTreeSet::from(["b", "never-added"]);
    let with_items = |items| Query {
        filter: Filter {
            items: Some(items),
            ..Filter::default()
        },
        ..Query::new(EAST, 10)
    };
    let answer = ask(&two_items(), &with_items(&items));
    assert_eq!((ids(&answer), answer.compared), (vec!["b-0", "b-1"], 2));
    let none = BTreeSet::new();
    assert_eq!(ask(&two_items(), &with_items(&none)).compared, 0);
}

#[test]
fn accept_is_asked_only_about_rows_that_the_other_parts_let_pass() {
    let items = BTreeSet::from(["b"]);
    let asked = Cell::new(0);
    let accept = |key: &Key| {
        asked.set(asked.get() + 1);
        key.ordinal == 1
    };
    let query = Query {
        filter: Filter {
            items: Some(&items),
            excluded_ids: None,
            accept: Some(&accept),
        },
        ..Query::new(EAST, 10)
    };
    assert_eq!(ids(&ask(&two_items(), &query)), ["b-1"]);
    assert_eq!(asked.get(), 2);
}

#[test]
fn the_nearest_miss_is_shown_when_the_minimum_keeps_something_out() {
    let query = Query {
        min_score: Some(0.95),
        ..Query::new(EAST, 10)
    };
    let answer = ask(&two_items(), &query);
    assert_eq!(ids(&answer), ["a-0"]);
    assert_eq!(answer.best_below.map(|hit| hit.key.id), Some("a-1".into()));
}

#[test]
fn the_nearest_miss_by_item_is_an_item_without_any_hit() {
    let query = Query {
        min_score: Some(0.95),
        grouping: Grouping::ByItem,
        ..Query::new(EAST, 10)
    };
    let answer = ask(&two_items(), &query);
    assert_eq!(ids(&answer), ["a-0"]);
    assert_eq!(answer.best_below.map(|hit| hit.key.id), Some("b-0".into()));
}

#[test]
fn a_row_that_k_keeps_out_is_no_miss() {
    let query = Query {
        min_score: Some(-2.0),
        ..Query::new(EAST, 0)
    };
    let answer = ask(&two_items(), &query);
    assert_eq!(
        (answer.hits, answer.best_below, answer.compared),
        (vec![], None, 4)
    );
}

#[test]
fn an_index_of_no_dimension_scores_zero() {
    let index = Index::empty(0)
        .with_changes(&[], &[], vec![(Key::new("a", 0, "a-0"), vec![])])
        .expect("an empty vector");
    assert_eq!(ask(&index, &Query::new(&[], 1)).hits[0].score, 0.0);
}

#[test]
fn an_empty_index_answers_with_nothing() {
    let answer = ask(&Index::empty(2), &Query::new(EAST, 10));
    assert_eq!(
        (answer.hits, answer.compared, answer.best_below),
        (vec![], 0, None)
    );
}
