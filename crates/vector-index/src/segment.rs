use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use crate::key::Key;
use crate::row_set::RowSet;

/// The most rows one segment holds.
pub const SEGMENT_ROWS: usize = 4096;

/// A row on its way into a segment.
pub(crate) type PendingRow<'a> = (Key, &'a [f32]);

/// An immutable block of rows, sorted by key, so that the rows of an item are neighbours.
pub(crate) struct Segment {
    dim: usize,
    keys: Box<[Key]>,
    /// Row-major, `dim` values for each row.
    values: Box<[f32]>,
    /// The rows of each item, in the order of the items.
    item_rows: Box<[Range<usize>]>,
    /// Only ever looked up, never walked: its order is arbitrary.
    row_by_id: HashMap<Arc<str>, usize>,
}

impl Segment {
    /// Makes a segment of at most [`SEGMENT_ROWS`] `rows`, sorted by key, with distinct ids and `dim`
    /// values each.
    pub(crate) fn new(dim: usize, rows: &[PendingRow<'_>]) -> Segment {
        debug_assert!(rows.len() <= SEGMENT_ROWS);
        debug_assert!(rows.is_sorted_by(|(left, _), (right, _)| left < right));
        let keys: Box<[Key]> = rows.iter().map(|(key, _)| key.clone()).collect();
        let mut values = Vec::with_capacity(rows.len() * dim);
        for (_, vector) in rows {
            debug_assert_eq!(vector.len(), dim);
            values.extend_from_slice(vector);
        }
        Segment {
            dim,
            item_rows: item_rows(&keys),
            row_by_id: keys
                .iter()
                .enumerate()
                .map(|(row, key)| (Arc::clone(&key.id), row))
                .collect(),
            keys,
            values: values.into_boxed_slice(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn key(&self, row: usize) -> &Key {
        &self.keys[row]
    }

    #[inline]
    pub(crate) fn vector(&self, row: usize) -> &[f32] {
        &self.values[row * self.dim..][..self.dim]
    }

    pub(crate) fn row_of_id(&self, id: &str) -> Option<usize> {
        self.row_by_id.get(id).copied()
    }

    pub(crate) fn rows_of_item(&self, item: &str) -> Option<Range<usize>> {
        self.item_rows
            .binary_search_by(|rows| self.item_at(rows).cmp(item))
            .ok()
            .map(|position| self.item_rows[position].clone())
    }

    /// The rows of all `items`, found without touching the rows of others.
    pub(crate) fn rows_of_items(&self, items: &BTreeSet<&str>) -> RowSet {
        let mut found = RowSet::empty();
        // Walk the shorter side and look up in the other one.
        if items.len() < self.item_rows.len() {
            for rows in items.iter().filter_map(|item| self.rows_of_item(item)) {
                found.insert_range(rows.start, rows.end);
            }
        } else {
            for rows in &self.item_rows {
                if items.contains(self.item_at(rows)) {
                    found.insert_range(rows.start, rows.end);
                }
            }
        }
        found
    }

    fn item_at(&self, rows: &Range<usize>) -> &str {
        &self.keys[rows.start].item
    }
}

fn item_rows(keys: &[Key]) -> Box<[Range<usize>]> {
    let mut start = 0;
    keys.chunk_by(|left, right| left.item == right.item)
        .map(|same_item| {
            let rows = start..start + same_item.len();
            start = rows.end;
            rows
        })
        .collect()
}

/// A segment and those of its rows that have not been removed.
#[derive(Clone)]
pub(crate) struct Slot {
    pub(crate) segment: Arc<Segment>,
    pub(crate) live: Arc<RowSet>,
}

impl Slot {
    /// A slot of a new segment; see [`Segment::new`] for what `rows` must be.
    pub(crate) fn new(dim: usize, rows: &[PendingRow<'_>]) -> Slot {
        Slot {
            segment: Arc::new(Segment::new(dim, rows)),
            live: Arc::new(RowSet::first(rows.len())),
        }
    }

    /// The same segment with the rows of these items and these ids removed.
    pub(crate) fn without(&self, items: &[&str], ids: &[&str]) -> Slot {
        let by_item = items
            .iter()
            .filter_map(|item| self.segment.rows_of_item(item))
            .flatten();
        let by_id = ids.iter().filter_map(|id| self.segment.row_of_id(id));
        let mut slot = self.clone();
        for row in by_item.chain(by_id) {
            if slot.live.contains(row) {
                Arc::make_mut(&mut slot.live).remove(row);
            }
        }
        slot
    }

    pub(crate) fn contains_id(&self, id: &str) -> bool {
        self.segment
            .row_of_id(id)
            .is_some_and(|row| self.live.contains(row))
    }

    pub(crate) fn live_rows(&self) -> impl Iterator<Item = PendingRow<'_>> {
        self.live
            .iter()
            .map(|row| (self.segment.key(row).clone(), self.segment.vector(row)))
    }

    /// Whether over half of the rows are removed, so that copying the others saves memory.
    pub(crate) fn is_sparse(&self) -> bool {
        self.live.len() * 2 < self.segment.len()
    }
}
