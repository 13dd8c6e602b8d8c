use std::cell::Cell;

use vector_index::{Index, IndexError, Key, Query};

fn key(id: &str) -> Key {
    Key::new("item", 0, id)
}

fn one_row() -> Index {
    Index::empty(2)
        .with_changes(&[], &[], vec![(key("id"), vec![1.0, 0.0])])
        .expect("a valid row")
}

fn refusal(added: Vec<(Key, Vec<f32>)>) -> String {
    let index = one_row();
    let error = index.with_changes(&[], &[], added).expect_err("a refusal");
    assert_eq!(index.len(), 1);
    error.to_string()
}

fn query_refusal(index: &Index, query: &Query<'_>) -> String {
    let error = index.nearest(query, &|| false).expect_err("a refusal");
    error.to_string()
}

#[test]
fn a_row_of_another_dimension_is_refused_by_name_with_both_dimensions() {
    assert_eq!(
        refusal(vec![(key("new"), vec![1.0, 2.0, 3.0])]),
        "the vector of `new` has 3 dimensions but the index has 2; embed it with the model of this index"
    );
}

#[test]
fn a_row_that_is_not_finite_is_refused_by_name() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(
            refusal(vec![(key("new"), vec![1.0, bad])]),
            "the vector of `new` is not finite at position 1; embed its text again or leave it out"
        );
    }
}

#[test]
fn an_id_that_is_taken_is_refused() {
    let message =
        "is in the index already or was added twice; remove the old row in the same change";
    let vector = vec![1.0, 0.0];
    assert_eq!(
        refusal(vec![(key("id"), vector.clone())]),
        format!("the id `id` {message}")
    );
    let twice = vec![
        (key("new"), vector.clone()),
        (Key::new("other", 1, "new"), vector),
    ];
    assert_eq!(refusal(twice), format!("the id `new` {message}"));
}

#[test]
fn a_query_of_another_dimension_is_refused_even_by_an_empty_index() {
    for index in [one_row(), Index::empty(2)] {
        assert_eq!(
            query_refusal(&index, &Query::new(&[1.0], 1)),
            "the query vector has 1 dimensions but the index has 2; embed the query with the model of this index"
        );
    }
}

#[test]
fn a_query_that_is_not_finite_is_refused() {
    assert_eq!(
        query_refusal(&one_row(), &Query::new(&[f32::NAN, 0.0], 1)),
        "the query vector is not finite at position 0; embed the query again"
    );
}

#[test]
fn a_minimum_score_that_is_not_a_number_is_refused() {
    let query = Query {
        min_score: Some(f64::NAN),
        ..Query::new(&[1.0, 0.0], 1)
    };
    assert_eq!(
        query_refusal(&one_row(), &query),
        "the minimum score of the query is not a number; give a number or none"
    );
}

#[test]
fn a_cancelled_search_gives_no_partial_answer() {
    let rows = (0..40).map(|n| (Key::new("item", n, format!("id-{n}")), vec![n as f32]));
    let index = Index::empty_with_segment_rows(1, 10)
        .with_changes(&[], &[], rows.collect())
        .expect("valid rows");
    let asked = Cell::new(0);
    let cancelled = || {
        asked.set(asked.get() + 1);
        asked.get() == 3
    };
    let answer = index.nearest(&Query::new(&[1.0], 5), &cancelled);
    assert_eq!(answer, Err(IndexError::Cancelled));
    assert_eq!(asked.get(), 3);
}
