//! Random indexes and questions, made to be awkward: few items, equal and opposite vectors, zeros,
//! and vectors so close that only the last bits of a score tell them apart.

use std::collections::BTreeSet;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;
use vector_index::{Filter, Grouping, Index, Key, Query};

use crate::oracle::Rows;

/// One call of `Index::with_changes`.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub removed_items: Vec<String>,
    pub removed_ids: Vec<String>,
    pub added: Vec<(Key, Vec<f32>)>,
}

/// An index's history and a question to it.
#[derive(Clone, Debug)]
pub struct World {
    pub dim: usize,
    pub segment_rows: usize,
    pub changes: Vec<Change>,
    pub question: Question,
}

/// An owned `Query`.
#[derive(Clone, Debug)]
pub struct Question {
    pub vector: Vec<f32>,
    pub k: usize,
    pub min_score: Option<f64>,
    pub grouping: Grouping,
    pub items: Option<BTreeSet<String>>,
    pub excluded_ids: Option<BTreeSet<String>>,
    pub only_even_ordinals: bool,
}

impl Question {
    /// Calls `ask` with this question as a query.
    pub fn with_query<T>(&self, ask: impl FnOnce(&Query<'_>) -> T) -> T {
        let items = borrowed(&self.items);
        let ids = borrowed(&self.excluded_ids);
        let even = |key: &Key| key.ordinal.is_multiple_of(2);
        ask(&Query {
            vector: &self.vector,
            k: self.k,
            min_score: self.min_score,
            grouping: self.grouping,
            filter: Filter {
                items: items.as_ref(),
                excluded_ids: ids.as_ref(),
                accept: self.only_even_ordinals.then_some(&even),
            },
        })
    }
}

fn borrowed(set: &Option<BTreeSet<String>>) -> Option<BTreeSet<&str>> {
    let set = set.as_ref()?;
    Some(set.iter().map(String::as_str).collect())
}

impl World {
    /// The index after all changes, checked against the oracle's rows after each of them.
    pub fn build(&self) -> (Index, Rows) {
        let mut index = Index::empty_with_segment_rows(self.dim, self.segment_rows);
        let mut rows = Rows::new();
        for change in &self.changes {
            let change = applicable(change, &rows);
            index = apply(&index, &change);
            apply_to_rows(&mut rows, change);
            assert_eq!(index.len(), rows.len());
        }
        (index, rows)
    }
}

/// The change without the rows whose ids would be refused.
fn applicable(change: &Change, rows: &Rows) -> Change {
    let mut after = rows.clone();
    let removals = Change {
        added: Vec::new(),
        ..change.clone()
    };
    apply_to_rows(&mut after, removals);
    let mut taken: BTreeSet<String> = after.into_keys().collect();
    let mut change = change.clone();
    change
        .added
        .retain(|(key, _)| taken.insert(key.id.to_string()));
    change
}

pub fn apply(index: &Index, change: &Change) -> Index {
    let items: Vec<&str> = change.removed_items.iter().map(String::as_str).collect();
    let ids: Vec<&str> = change.removed_ids.iter().map(String::as_str).collect();
    index
        .with_changes(&items, &ids, change.added.clone())
        .expect("the change was made to be accepted")
}

fn apply_to_rows(rows: &mut Rows, change: Change) {
    rows.retain(|id, (key, _)| {
        !change.removed_ids.contains(id)
            && !change.removed_items.iter().any(|item| **item == *key.item)
    });
    for (key, vector) in change.added {
        rows.insert(key.id.to_string(), (key, vector));
    }
}

pub fn world() -> impl Strategy<Value = World> {
    let dim = prop_oneof![Just(1usize), 2usize..8, 14usize..19, 31usize..35];
    dim.prop_flat_map(|dim| {
        vec(value(), dim).prop_flat_map(move |base| {
            (
                prop_oneof![1usize..9, Just(64usize)],
                vec(change(base.clone()), 0..6),
                question(base),
            )
                .prop_map(move |(segment_rows, changes, question)| World {
                    dim,
                    segment_rows,
                    changes,
                    question,
                })
        })
    })
}

fn value() -> impl Strategy<Value = f32> {
    prop_oneof![
        3 => -1.0f32..1.0,
        1 => Just(0.0f32),
        1 => Just(-0.0f32),
        1 => Just(1.0f32),
    ]
}

fn change(base: Vec<f32>) -> impl Strategy<Value = Change> {
    (
        vec(item(), 0..2),
        vec(id(), 0..8),
        vec((item(), 0u32..4, id(), vector(base)), 0..40),
    )
        .prop_map(|(removed_items, removed_ids, added)| Change {
            removed_items,
            removed_ids,
            added: added
                .into_iter()
                .map(|(item, ordinal, id, vector)| (Key::new(item, ordinal, id), vector))
                .collect(),
        })
}

fn item() -> impl Strategy<Value = String> {
    (0u8..7).prop_map(|n| format!("item-{n}"))
}

fn id() -> impl Strategy<Value = String> {
    (0u8..90).prop_map(|n| format!("id-{n}"))
}

/// A vector that stands in some relation to `base`.
fn vector(base: Vec<f32>) -> impl Strategy<Value = Vec<f32>> {
    let dim = base.len();
    let gap = select(vec![1e-9f32, 1e-8, 1e-7, 1e-6, -1e-9, -1e-8, -1e-7, -1e-6]);
    let near = (gap, 0..dim).prop_map({
        let base = base.clone();
        move |(gap, position)| {
            let mut vector = base.clone();
            vector[position] += gap;
            vector
        }
    });
    let scaled = |factor: f32| {
        base.iter()
            .map(|value| value * factor)
            .collect::<Vec<f32>>()
    };
    prop_oneof![
        2 => Just(base.clone()),
        4 => near,
        1 => Just(scaled(-1.0)),
        1 => Just(vec![0.0; dim]),
        1 => Just(scaled(1e-40)),
        1 => Just(scaled(1e30)),
        3 => vec(value(), dim),
    ]
}

fn question(base: Vec<f32>) -> impl Strategy<Value = Question> {
    let floor = prop_oneof![-1.0f64..1.0, Just(0.0), Just(-0.0), Just(f64::INFINITY)];
    let k = prop_oneof![0usize..5, 5usize..60, Just(usize::MAX)];
    (
        vector(base),
        k,
        proptest::option::of(floor),
        select(vec![Grouping::None, Grouping::ByItem]),
        proptest::option::of(btree_set(item(), 0..9)),
        proptest::option::of(btree_set(id(), 0..60)),
        any::<bool>(),
    )
        .prop_map(
            |(vector, k, min_score, grouping, items, excluded_ids, only_even_ordinals)| Question {
                vector,
                k,
                min_score,
                grouping,
                items,
                excluded_ids,
                only_even_ordinals,
            },
        )
}
