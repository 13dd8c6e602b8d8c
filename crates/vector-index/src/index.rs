use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::error::IndexError;
use crate::key::Key;
use crate::segment::{PendingRow, SEGMENT_ROWS, Slot};

/// An immutable set of rows that can be searched. Cloning copies a few words.
///
/// Rows lie in segments. All are full, but for at most one, and over half of the rows of each are
/// live: the invariant that [`Index::with_changes`] keeps.
#[derive(Clone)]
pub struct Index {
    dim: usize,
    segment_rows: usize,
    pub(crate) slots: Arc<[Slot]>,
}

impl Index {
    /// An index without rows for vectors of `dim` values.
    pub fn empty(dim: usize) -> Index {
        Index::empty_with_segment_rows(dim, SEGMENT_ROWS)
    }

    /// As [`Index::empty`], with segments of `segment_rows` rows, brought into `1..=SEGMENT_ROWS`.
    ///
    /// The size never changes an answer. Smaller segments make a small change cheaper, because it
    /// copies the last segment, and make lookups by item and id slower, because there are more.
    pub fn empty_with_segment_rows(dim: usize, segment_rows: usize) -> Index {
        Index {
            dim,
            segment_rows: segment_rows.clamp(1, SEGMENT_ROWS),
            slots: Arc::from([]),
        }
    }

    /// The number of values in each vector.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The number of rows that have been added and not removed.
    pub fn len(&self) -> usize {
        self.slots.iter().map(|slot| slot.live.len()).sum()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a row has this id.
    pub fn contains_id(&self, id: &str) -> bool {
        self.slots.iter().any(|slot| slot.contains_id(id))
    }

    /// Returns the next index: without the rows of `removed_items` and of `removed_ids`, then with
    /// the rows `added`. `self` stays as it is.
    ///
    /// Removing what is not there is no error. A row may be replaced by removing and adding its id in
    /// one change. The order within the three lists, and how rows are spread over changes, is never
    /// visible in an answer. The cost grows with the change plus one or two segments, not with the
    /// index, but for a lookup of each id in each segment.
    ///
    /// # Errors
    /// `RowDimension`, `RowNotFinite` and `DuplicateId`, each for the first such row of `added`.
    pub fn with_changes(
        &self,
        removed_items: &[&str],
        removed_ids: &[&str],
        added: Vec<(Key, Vec<f32>)>,
    ) -> Result<Index, IndexError> {
        check_vectors(self.dim, &added)?;
        let slots: Vec<Slot> = self
            .slots
            .iter()
            .map(|slot| slot.without(removed_items, removed_ids))
            .collect();
        check_ids(&slots, &added)?;
        Ok(Index {
            dim: self.dim,
            segment_rows: self.segment_rows,
            slots: self.repack(slots, &added).into(),
        })
    }

    fn repack(&self, slots: Vec<Slot>, added: &[(Key, Vec<f32>)]) -> Vec<Slot> {
        if added.is_empty() && !slots.iter().any(Slot::is_sparse) {
            return slots;
        }
        // What is rewritten takes the last, partly filled segment with it, so that there is never
        // more than one such segment.
        let (mut kept, poured): (Vec<Slot>, Vec<Slot>) = slots
            .into_iter()
            .partition(|slot| slot.segment.len() == self.segment_rows && !slot.is_sparse());
        let mut rows: Vec<PendingRow<'_>> = poured.iter().flat_map(Slot::live_rows).collect();
        rows.extend(
            added
                .iter()
                .map(|(key, vector)| (key.clone(), vector.as_slice())),
        );
        rows.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
        share_items(&mut rows);
        kept.extend(
            rows.chunks(self.segment_rows)
                .map(|segment_rows| Slot::new(self.dim, segment_rows)),
        );
        kept
    }
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index")
            .field("dim", &self.dim)
            .field("len", &self.len())
            .field("segments", &self.slots.len())
            .finish_non_exhaustive()
    }
}

/// The first position of a value that is NaN or infinite.
pub(crate) fn first_not_finite(vector: &[f32]) -> Option<usize> {
    vector.iter().position(|value| !value.is_finite())
}

fn check_vectors(dim: usize, added: &[(Key, Vec<f32>)]) -> Result<(), IndexError> {
    for (key, vector) in added {
        if vector.len() != dim {
            return Err(IndexError::RowDimension {
                id: Arc::clone(&key.id),
                expected: dim,
                found: vector.len(),
            });
        }
        if let Some(position) = first_not_finite(vector) {
            return Err(IndexError::RowNotFinite {
                id: Arc::clone(&key.id),
                position,
            });
        }
    }
    Ok(())
}

fn check_ids(slots: &[Slot], added: &[(Key, Vec<f32>)]) -> Result<(), IndexError> {
    let mut seen = HashSet::with_capacity(added.len());
    for (key, _) in added {
        if !seen.insert(&*key.id) || slots.iter().any(|slot| slot.contains_id(&key.id)) {
            return Err(IndexError::DuplicateId {
                id: Arc::clone(&key.id),
            });
        }
    }
    Ok(())
}

/// Lets neighbouring rows of one item hold the same allocation of its name.
fn share_items(rows: &mut [PendingRow<'_>]) {
    for same_item in rows.chunk_by_mut(|(left, _), (right, _)| left.item == right.item) {
        let item = Arc::clone(&same_item[0].0.item);
        for (key, _) in same_item {
            key.item = Arc::clone(&item);
        }
    }
}
