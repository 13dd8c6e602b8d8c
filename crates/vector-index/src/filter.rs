use std::collections::BTreeSet;
use std::fmt;

use crate::key::Key;
use crate::row_set::RowSet;
use crate::segment::Slot;

/// Which rows a query may see. Every part that is given must agree; the default lets all rows pass.
///
/// A filter acts before candidates are chosen: rows it keeps out take no place in the answer and are
/// not counted as compared.
#[derive(Clone, Copy, Default)]
pub struct Filter<'a> {
    /// Only rows of these items. Rows of other items are not touched, so a small set is fast; an
    /// empty set lets no row pass.
    pub items: Option<&'a BTreeSet<&'a str>>,
    /// No row with one of these ids. Ids that are not in the index are ignored.
    pub excluded_ids: Option<&'a BTreeSet<&'a str>>,
    /// Only rows whose key this accepts. Called at most once for each row that the other parts let
    /// pass, in no promised order.
    pub accept: Option<&'a dyn Fn(&Key) -> bool>,
}

impl Filter<'_> {
    /// The live rows of `slot` that the query may see.
    pub(crate) fn rows(&self, slot: &Slot) -> RowSet {
        let mut rows = RowSet::clone(&slot.live);
        if let Some(items) = self.items {
            rows.intersect(&slot.segment.rows_of_items(items));
        }
        if let Some(excluded) = self.excluded_ids {
            exclude(&mut rows, slot, excluded);
        }
        if let Some(accept) = self.accept {
            retain(&mut rows, |row| accept(slot.segment.key(row)));
        }
        rows
    }
}

fn exclude(rows: &mut RowSet, slot: &Slot, excluded: &BTreeSet<&str>) {
    // Walk the shorter side and look up in the other one.
    if excluded.len() < rows.len() {
        for row in excluded.iter().filter_map(|id| slot.segment.row_of_id(id)) {
            rows.remove(row);
        }
    } else {
        retain(rows, |row| !excluded.contains(&*slot.segment.key(row).id));
    }
}

fn retain(rows: &mut RowSet, keep: impl Fn(usize) -> bool) {
    for row in rows.clone().iter() {
        if !keep(row) {
            rows.remove(row);
        }
    }
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("items", &self.items)
            .field("excluded_ids", &self.excluded_ids)
            .field("accept", &self.accept.map(|_| "fn"))
            .finish()
    }
}
