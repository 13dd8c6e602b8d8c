//! The vectors in memory: immutable indexes that belong to one moment of the rows.
//!
//! [`VectorSets`] is a value behind an `Arc`. A transaction that commits replaces it while the
//! writer's lock is held, and a snapshot uses the value whose sequence is that of its rows.
//! An index is read from the rows when it is first asked for, not when the home is opened; from
//! then on each transaction hands over what it changed.

pub(crate) mod delta;
pub(crate) mod load;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use vector_index::Index;

use crate::guard::lock;
use delta::Delta;

/// Names a set of vectors that are compared with each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SetKey {
    pub(crate) workspace: String,
    /// As in [`crate::records::kind`].
    pub(crate) space: i64,
    pub(crate) generation: u32,
}

/// An index and the home's sequence at its last change.
#[derive(Clone, Debug)]
pub(crate) struct LoadedSet {
    pub(crate) changed: u64,
    pub(crate) index: Index,
}

/// All sets in memory at one moment of the home.
#[derive(Clone, Debug, Default)]
pub(crate) struct VectorSets {
    /// The home's sequence.
    pub(crate) sequence: u64,
    pub(crate) loaded: BTreeMap<SetKey, LoadedSet>,
}

/// The current sets of a home, and the load that is under way, if one is.
#[derive(Debug)]
pub(crate) struct Vectors {
    /// Whether every change of the rows passes through here.
    is_owner: bool,
    state: Mutex<State>,
    /// Held while a set is read from rows: at most one at a time, since it takes memory.
    load: Mutex<()>,
}

#[derive(Debug, Default)]
struct State {
    current: Arc<VectorSets>,
    /// When each set last changed, as far as transactions of this process changed it.
    touched: BTreeMap<SetKey, u64>,
    loading: Option<Loading>,
}

/// A set that is being read from the rows of a snapshot, and what has been committed since.
#[derive(Debug)]
struct Loading {
    key: SetKey,
    deltas: Vec<(u64, Delta)>,
    /// Something was committed that is not in `deltas`; the result serves its snapshot only.
    is_spoiled: bool,
}

impl Vectors {
    /// No sets yet. `is_owner` says whether every change of the rows will be reported here.
    pub(crate) fn new(is_owner: bool) -> Self {
        Self {
            is_owner,
            state: Mutex::default(),
            load: Mutex::default(),
        }
    }

    /// The sets of the latest moment.
    pub(crate) fn current(&self) -> Arc<VectorSets> {
        Arc::clone(&lock(&self.state).current)
    }

    /// Whether what a transaction changes in this set has to be handed over.
    pub(crate) fn wants(&self, key: &SetKey) -> bool {
        let state = lock(&self.state);
        let is_loading = state.loading.as_ref().is_some_and(|l| l.key == *key);
        is_loading || state.current.loaded.contains_key(key)
    }

    /// Replaces the sets after a commit, while the writer's lock is held. `changed` names every
    /// set that the transaction changed, with what was gathered for those that are wanted.
    pub(crate) fn committed(&self, sequence: u64, changed: Vec<(SetKey, Option<Delta>)>) {
        let mut state = lock(&self.state);
        let mut next = VectorSets::clone(&state.current);
        next.sequence = sequence;
        for (key, delta) in changed {
            if let Some(set) = next.loaded.remove(&key) {
                // What cannot be applied is not kept: the set is read from the rows again.
                if let Some(index) = delta.as_ref().and_then(|d| d.applied_to(&set.index).ok()) {
                    let set = LoadedSet {
                        changed: sequence,
                        index,
                    };
                    next.loaded.insert(key.clone(), set);
                }
            }
            if let Some(loading) = state.loading.as_mut().filter(|l| l.key == key) {
                match delta {
                    Some(delta) => loading.deltas.push((sequence, delta)),
                    None => loading.is_spoiled = true,
                }
            }
            state.touched.insert(key, sequence);
        }
        state.current = Arc::new(next);
    }

    /// Takes over the rows' moment when somebody else wrote them: `is_current` says of which
    /// sets the rows still are as they were read.
    pub(crate) fn resync(
        &self,
        sequence: u64,
        mut is_current: impl FnMut(&SetKey, u64) -> bool,
    ) -> Arc<VectorSets> {
        let mut next = VectorSets::clone(&self.current());
        next.sequence = sequence;
        next.loaded.retain(|key, set| is_current(key, set.changed));
        let next = Arc::new(next);
        let mut state = lock(&self.state);
        if state.current.sequence <= sequence {
            state.current = Arc::clone(&next);
            if let Some(loading) = state.loading.as_mut() {
                loading.is_spoiled = true;
            }
        }
        next
    }

    /// Waits for its turn to read the set `key` from rows of the home's `sequence`.
    pub(crate) fn begin_load(&self, key: &SetKey, sequence: u64) -> LoadTurn<'_> {
        let turn = lock(&self.load);
        let mut state = lock(&self.state);
        let is_untouched = || state.touched.get(key).is_none_or(|t| *t <= sequence);
        let unchanged_since =
            state.current.sequence == sequence || (self.is_owner && is_untouched());
        state.loading = Some(Loading {
            key: key.clone(),
            deltas: Vec::new(),
            is_spoiled: !unchanged_since,
        });
        LoadTurn {
            vectors: self,
            _turn: turn,
        }
    }
}

/// The right to read one set; ends the load when it is dropped.
pub(crate) struct LoadTurn<'a> {
    vectors: &'a Vectors,
    _turn: MutexGuard<'a, ()>,
}

impl LoadTurn<'_> {
    /// The set, when another load has put it there while this one waited.
    pub(crate) fn already(&self, key: &SetKey, changed: u64) -> Option<Index> {
        let current = self.vectors.current();
        let set = current.loaded.get(key)?;
        (set.changed == changed).then(|| set.index.clone())
    }

    /// Makes a set that was read available to later snapshots, brought up to their moment.
    pub(crate) fn publish(self, set: &LoadedSet) {
        let mut state = lock(&self.vectors.state);
        let Some(loading) = state.loading.take() else {
            return;
        };
        if loading.is_spoiled || state.current.loaded.contains_key(&loading.key) {
            return;
        }
        let mut latest = set.clone();
        for (sequence, delta) in loading.deltas {
            let Ok(index) = delta.applied_to(&latest.index) else {
                return;
            };
            latest = LoadedSet {
                changed: sequence,
                index,
            };
        }
        let mut next = VectorSets::clone(&state.current);
        next.loaded.insert(loading.key, latest);
        state.current = Arc::new(next);
    }
}

impl Drop for LoadTurn<'_> {
    fn drop(&mut self) {
        lock(&self.vectors.state).loading = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SetKey {
        SetKey {
            workspace: "w".to_owned(),
            space: 2,
            generation: 1,
        }
    }

    fn adding(id: &str) -> Delta {
        let key = vector_index::Key::new("item", 0, id);
        Delta {
            added: vec![(key, vec![1.0])],
            ..Delta::default()
        }
    }

    fn loaded(vectors: &Vectors) -> Option<(u64, usize)> {
        let current = vectors.current();
        let set = current.loaded.get(&key())?;
        Some((set.changed, set.index.len()))
    }

    fn empty_set() -> LoadedSet {
        LoadedSet {
            changed: 0,
            index: Index::empty(1),
        }
    }

    #[test]
    fn a_load_gets_what_was_committed_while_it_ran() {
        let vectors = Vectors::new(true);
        let turn = vectors.begin_load(&key(), 0);
        assert!(vectors.wants(&key()));
        vectors.committed(1, vec![(key(), Some(adding("a")))]);
        turn.publish(&empty_set());
        assert_eq!(loaded(&vectors), Some((1, 1)));
        vectors.committed(2, vec![(key(), Some(adding("b")))]);
        assert_eq!(loaded(&vectors), Some((2, 2)));
    }

    #[test]
    fn a_load_that_missed_a_change_is_not_kept() {
        let vectors = Vectors::new(true);
        vectors.committed(1, vec![(key(), None)]);
        vectors.begin_load(&key(), 0).publish(&empty_set());
        assert_eq!(loaded(&vectors), None);

        let turn = vectors.begin_load(&key(), 1);
        vectors.committed(2, vec![(key(), None)]);
        turn.publish(&empty_set());
        assert_eq!(loaded(&vectors), None);
    }

    #[test]
    fn an_old_moment_may_load_what_has_not_changed_since() {
        let vectors = Vectors::new(true);
        vectors.committed(1, vec![(key(), None)]);
        vectors.committed(2, Vec::new());
        vectors.begin_load(&key(), 1).publish(&empty_set());
        assert_eq!(loaded(&vectors), Some((0, 0)));
    }

    #[test]
    fn rows_written_elsewhere_drop_the_sets_that_changed() {
        let vectors = Vectors::new(false);
        vectors.begin_load(&key(), 0).publish(&empty_set());
        let kept = vectors.resync(5, |_, changed| changed == 0);
        assert_eq!(kept.loaded.len(), 1);
        let dropped = vectors.resync(6, |_, _| false);
        assert!(dropped.loaded.is_empty());
        assert_eq!(vectors.current().sequence, 6);
    }
}
