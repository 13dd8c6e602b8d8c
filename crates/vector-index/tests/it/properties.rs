use proptest::prelude::*;
use vector_index::{Answer, Index, Key, Query};

use crate::oracle::{self, Rows, bits};
use crate::worlds::{Change, Question, apply, world};

fn ask(index: &Index, question: &Question) -> Answer {
    question.with_query(|query| index.nearest(query, &|| false).expect("a valid query"))
}

/// An index of `rows`, added in the order of `places` in batches of `batch`.
fn rebuilt(dim: usize, rows: &Rows, places: &[u64], batch: usize, segment_rows: usize) -> Index {
    let mut ordered: Vec<(u64, (Key, Vec<f32>))> = rows
        .values()
        .enumerate()
        .map(|(i, row)| {
            (
                places[i % places.len()].wrapping_mul(i as u64 + 1),
                row.clone(),
            )
        })
        .collect();
    ordered.sort_by_key(|(place, _)| *place);
    let ordered: Vec<(Key, Vec<f32>)> = ordered.into_iter().map(|(_, row)| row).collect();
    let empty = Index::empty_with_segment_rows(dim, segment_rows);
    ordered.chunks(batch).fold(empty, |index, added| {
        let change = Change {
            added: added.to_vec(),
            ..Change::default()
        };
        apply(&index, &change)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn an_answer_equals_scoring_and_sorting_everything(world in world()) {
        let (index, rows) = world.build();
        let answer = ask(&index, &world.question);
        let expected = world.question.with_query(|query| oracle::nearest(&rows, query));
        prop_assert_eq!(bits(&answer), bits(&expected));
        prop_assert_eq!(answer, expected);
    }

    #[test]
    fn insertion_order_batches_removals_and_segment_size_change_no_bit(
        world in world(),
        places in proptest::collection::vec(any::<u64>(), 1..20),
        batch in 1usize..50,
        segment_rows in 1usize..70,
    ) {
        let (index, rows) = world.build();
        let other = rebuilt(world.dim, &rows, &places, batch, segment_rows);
        let (answer, other) = (ask(&index, &world.question), ask(&other, &world.question));
        prop_assert_eq!(bits(&answer), bits(&other));
        prop_assert_eq!(answer, other);
    }

    #[test]
    fn the_answer_for_a_small_k_is_the_head_of_the_answer_for_a_large_one(
        world in world(),
        (small, large) in (0usize..20, 20usize..60),
    ) {
        let (index, _) = world.build();
        let with_k = |k| ask(&index, &Question { k, ..world.question.clone() });
        let (short, long) = (with_k(small), with_k(large));
        let head = &long.hits[..small.min(long.hits.len())];
        prop_assert_eq!(&short.hits[..], head);
        prop_assert_eq!(short.compared, long.compared);
        prop_assert_eq!(short.best_below, long.best_below);
    }

    #[test]
    fn an_older_index_keeps_answering_for_its_own_moment(world in world()) {
        let (index, rows) = world.build();
        let ids: Vec<&str> = rows.keys().map(String::as_str).collect();
        let before = ask(&index, &world.question);
        let emptied = index.with_changes(&[], &ids, Vec::new()).expect("removal");
        prop_assert!(emptied.is_empty());
        prop_assert_eq!(ask(&emptied, &world.question).compared, 0);
        prop_assert_eq!(ask(&index, &world.question), before);
    }

    #[test]
    fn scores_are_exact_to_the_order_of_rounding(
        left in proptest::collection::vec(-1.0f32..1.0, 1..400),
    ) {
        let index = Index::empty(left.len())
            .with_changes(&[], &[], vec![(Key::new("a", 0, "a-0"), left.clone())])
            .expect("a finite vector");
        let answer = index.nearest(&Query::new(&left, 1), &|| false).expect("a valid query");
        let plain: f64 = left.iter().map(|value| f64::from(*value).powi(2)).sum();
        prop_assert!((answer.hits[0].score - plain).abs() <= 1e-12 * plain.max(1e-300));
    }
}
