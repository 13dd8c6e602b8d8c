//! Choosing the best candidates. The order of candidates is total, so the order in which they are
//! offered, and whether several selections are merged, cannot change what is chosen.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use crate::key::Key;

/// A scored row. The lesser candidate is the better one: higher score first, then lower key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'a> {
    pub(crate) score: f64,
    pub(crate) key: &'a Key,
}

impl Ord for Candidate<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        // Scores are finite and never -0.0 (see `canonical.rs`): total order is numeric order.
        other
            .score
            .total_cmp(&self.score)
            .then_with(|| self.key.cmp(other.key))
    }
}

impl PartialOrd for Candidate<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate<'_> {}

/// The best `k` candidates that reach the minimum score, and the best that does not.
pub(crate) struct Selection<'a> {
    k: usize,
    min_score: Option<f64>,
    /// The worst chosen candidate on top.
    chosen: BinaryHeap<Candidate<'a>>,
    best_below: Option<Candidate<'a>>,
}

impl<'a> Selection<'a> {
    pub(crate) fn new(k: usize, min_score: Option<f64>) -> Selection<'a> {
        Selection {
            k,
            min_score,
            chosen: BinaryHeap::new(),
            best_below: None,
        }
    }

    #[inline]
    pub(crate) fn offer(&mut self, candidate: Candidate<'a>) {
        if self.min_score.is_some_and(|min| candidate.score < min) {
            if self.best_below.is_none_or(|best| candidate < best) {
                self.best_below = Some(candidate);
            }
        } else if self.chosen.len() < self.k {
            self.chosen.push(candidate);
        } else if let Some(mut worst) = self.chosen.peek_mut()
            && candidate < *worst
        {
            *worst = candidate;
        }
    }

    /// The chosen candidates, best first, and the best one below the minimum score.
    pub(crate) fn finish(self) -> (Vec<Candidate<'a>>, Option<Candidate<'a>>) {
        (self.chosen.into_sorted_vec(), self.best_below)
    }
}

/// The best candidate of each item.
#[derive(Default)]
pub(crate) struct BestPerItem<'a> {
    /// The best so far of the item whose rows are being offered: they come one after another within
    /// a segment, so most offers need no lookup.
    current: Option<Candidate<'a>>,
    others: HashMap<&'a str, Candidate<'a>>,
}

impl<'a> BestPerItem<'a> {
    #[inline]
    pub(crate) fn offer(&mut self, candidate: Candidate<'a>) {
        match &mut self.current {
            Some(best) if best.key.item == candidate.key.item => *best = candidate.min(*best),
            _ => {
                self.put_current_away();
                self.current = Some(candidate);
            }
        }
    }

    /// Offers the best of each item to `selection`.
    pub(crate) fn offer_all_to(mut self, selection: &mut Selection<'a>) {
        self.put_current_away();
        // The map's order is arbitrary, the selection does not depend on it.
        for candidate in self.others.into_values() {
            selection.offer(candidate);
        }
    }

    fn put_current_away(&mut self) {
        if let Some(candidate) = self.current.take() {
            self.others
                .entry(&candidate.key.item)
                .and_modify(|best| *best = candidate.min(*best))
                .or_insert(candidate);
        }
    }
}
