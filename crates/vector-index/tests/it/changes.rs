use vector_index::{Index, Key, Query, SEGMENT_ROWS};

/// Row `n` of item `n / 4`, pointing further east the greater `n` is.
fn row(n: u32) -> (Key, Vec<f32>) {
    let item = format!("item-{:05}", n / 4);
    (
        Key::new(item, n % 4, format!("id-{n}")),
        vec![n as f32, 1.0],
    )
}

fn best(index: &Index, k: usize) -> Vec<String> {
    let query = Query::new(&[1.0, 0.0], k);
    let answer = index.nearest(&query, &|| false).expect("a valid query");
    answer
        .hits
        .iter()
        .map(|hit| hit.key.id.to_string())
        .collect()
}

#[test]
fn rows_spread_over_full_sized_segments_are_all_found() {
    let count = 2 * SEGMENT_ROWS as u32 + 100;
    let index = Index::empty(2)
        .with_changes(&[], &[], (0..count).map(row).collect())
        .expect("valid rows");
    assert_eq!(index.len(), count as usize);
    assert_eq!(
        best(&index, 2),
        [format!("id-{}", count - 1), format!("id-{}", count - 2)]
    );
    let items: Vec<String> = (1..count / 4).map(|n| format!("item-{n:05}")).collect();
    let items: Vec<&str> = items.iter().map(String::as_str).collect();
    let index = index.with_changes(&items, &[], vec![]).expect("removal");
    assert_eq!(best(&index, usize::MAX), ["id-3", "id-2", "id-1", "id-0"]);
}

#[test]
fn a_row_can_be_replaced_in_one_change() {
    let index = Index::empty(2)
        .with_changes(&[], &[], (0..8).map(row).collect())
        .expect("valid rows");
    let (key, _) = row(0);
    let index = index
        .with_changes(&[], &["id-0"], vec![(key, vec![99.0, 0.0])])
        .expect("a replaced row");
    assert_eq!(index.len(), 8);
    assert_eq!(best(&index, 1), ["id-0"]);
}

#[test]
fn removing_an_item_spares_the_rows_added_for_it_in_the_same_change() {
    let index = Index::empty(2)
        .with_changes(&[], &[], (0..8).map(row).collect())
        .expect("valid rows");
    let index = index
        .with_changes(&["item-00001"], &[], vec![row(5)])
        .expect("a replaced item");
    assert_eq!(best(&index, 2), ["id-5", "id-3"]);
    assert!(index.contains_id("id-5") && !index.contains_id("id-7"));
}

#[test]
fn removing_what_is_not_there_changes_nothing() {
    let index = Index::empty(2)
        .with_changes(&["item"], &["id"], vec![row(1)])
        .expect("valid rows");
    let same = index
        .with_changes(&["item"], &["id", "id"], vec![])
        .expect("no change");
    assert_eq!(best(&same, 9), ["id-1"]);
}

#[test]
fn segments_that_are_mostly_removed_are_compacted() {
    let index = Index::empty_with_segment_rows(2, 8)
        .with_changes(&[], &[], (0..64).map(row).collect())
        .expect("valid rows");
    assert!(format!("{index:?}").contains("segments: 8"));
    let gone: Vec<String> = (0..64)
        .filter(|n| n % 8 > 1)
        .map(|n| format!("id-{n}"))
        .collect();
    let gone: Vec<&str> = gone.iter().map(String::as_str).collect();
    let index = index.with_changes(&[], &gone, vec![]).expect("removal");
    assert!(format!("{index:?}").contains("segments: 2"), "{index:?}");
    assert_eq!(best(&index, 3), ["id-57", "id-56", "id-49"]);
}

#[test]
fn an_index_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<Index>();
}
