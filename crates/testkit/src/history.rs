//! Random histories of a home, and the comparison of two stores that lived through one.
//!
//! A store's crate draws a [`random_history`], applies each [`Step`] to its own store and to a
//! [`MemoryStore`], and calls [`assert_same_answers`] whenever it likes. Everything happens among
//! a few ids, so that changes meet: documents come back under their old id, chunks return, equal
//! texts share cached outcomes, vectors tie.

mod draw;
mod names;
mod observe;

use domain::access::{ApiKey, Workspace};
use domain::ids::WorkspaceId;
use domain::ports::store::{Snapshot, Store};
use domain::{Caller, Cancel, Change, Result, ScopeSet};
use proptest::prelude::{Strategy, any};

use crate::MemoryStore;
use crate::conformance::Home;

/// How many draws make the longest history. Some draws find nothing to do.
const DRAWS_MAX: usize = 60;

/// One transaction of a history, valid after all earlier ones.
#[derive(Clone, Debug)]
pub enum Step {
    /// Writes to a workspace.
    Write {
        /// In whose workspace; there are two.
        caller: Caller,
        /// What is written; never empty.
        changes: Vec<Change>,
    },
    /// Makes the second workspace.
    CreateWorkspace(Workspace),
    /// Removes the second workspace with everything in it.
    DeleteWorkspace(WorkspaceId),
    /// Inserts or replaces a key.
    PutKey(ApiKey),
}

impl Step {
    /// Does this to `home`.
    ///
    /// # Errors
    /// What the store says; a store that keeps the ports' rules accepts every step of a history.
    pub fn apply(&self, home: &dyn Home) -> Result<()> {
        let cancel = Cancel::new();
        match self {
            Self::Write { caller, changes } => {
                let decide = &mut |_: &dyn Snapshot| Ok(changes.clone());
                home.transact(caller, &cancel, decide).map(|_| ())
            }
            Self::CreateWorkspace(workspace) => home.create_workspace(workspace, &cancel),
            Self::DeleteWorkspace(id) => home.delete_workspace(id, &cancel),
            Self::PutKey(key) => home.put_key(key, &cancel),
        }
    }
}

/// A strategy of histories in two workspaces, every step valid after those before it.
///
/// Histories shrink to fewer draws and smaller numbers; a failure prints the changes themselves.
pub fn random_history() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec(any::<Draw>(), 1..=DRAWS_MAX).prop_map(|draws| live(&draws))
}

/// What, with which two numbers, and how it joins the step before.
type Draw = (u8, u16, u16, u8);

/// Turns draws into steps by living through them in memory.
fn live(draws: &[Draw]) -> Vec<Step> {
    let model = MemoryStore::new();
    let mut steps: Vec<Step> = Vec::new();
    for (what, first, second, place) in draws {
        let caller = callers()[usize::from(*place % 8 == 0)].clone();
        if !is_there(&model, &caller) {
            let step = Step::CreateWorkspace(Workspace {
                id: caller.workspace.clone(),
                created_ms: i64::from(*second),
            });
            step.apply(&model).expect("the workspace is not there yet");
            steps.push(step);
        }
        let Some(step) = next(&model, caller, *what, *first, *second) else {
            continue;
        };
        step.apply(&model).expect("a draw makes valid changes only");
        // A third of the draws extends the transaction before it.
        match (steps.last_mut(), step) {
            (
                Some(Step::Write { caller, changes }),
                Step::Write {
                    caller: by,
                    changes: more,
                },
            ) if place % 3 == 1 && *caller == by => changes.extend(more),
            (_, step) => steps.push(step),
        }
    }
    steps
}

/// What one draw does, if anything.
fn next(model: &MemoryStore, caller: Caller, what: u8, first: u16, second: u16) -> Option<Step> {
    match what {
        250.. if is_there(model, &callers()[1]) => {
            let [_, elsewhere] = callers();
            Some(Step::DeleteWorkspace(elsewhere.workspace))
        }
        244..250 => Some(Step::PutKey(names::key(caller.workspace, first, second))),
        _ => {
            let snapshot = model.snapshot(&caller, &Cancel::new());
            let snapshot = snapshot.expect("the caller's workspace is there");
            let changes = draw::changes(snapshot.as_ref(), what, first, second);
            drop(snapshot);
            (!changes.is_empty()).then_some(Step::Write { caller, changes })
        }
    }
}

fn is_there(model: &MemoryStore, caller: &Caller) -> bool {
    model.snapshot(caller, &Cancel::new()).is_ok()
}

/// The callers of a history's workspaces.
fn callers() -> [Caller; 2] {
    let elsewhere = WorkspaceId::parse("elsewhere").expect("letters make an id");
    let elsewhere = Caller {
        workspace: elsewhere,
        scopes: ScopeSet::ALL,
    };
    [Caller::owner(), elsewhere]
}

/// Asks both stores everything about the world of [`random_history`]: workspaces, keys, and all
/// that is in both workspaces.
///
/// # Panics
/// At the first question that they answer differently; cosines must agree bit for bit.
pub fn assert_same_answers(left: &dyn Home, right: &dyn Home) {
    let of_home = |home: &dyn Home| observe::answers_of_home(home);
    assert_eq!(of_home(left), of_home(right));
    for caller in callers() {
        let read = |home: &dyn Home| match home.snapshot(&caller, &Cancel::new()) {
            Ok(snapshot) => observe::answers(snapshot.as_ref()),
            Err(error) => vec![("snapshot".to_owned(), format!("{:?}", error.kind))],
        };
        let (ours, theirs) = (read(left), read(right));
        for ((question, ours), (_, theirs)) in ours.iter().zip(&theirs) {
            let workspace = &caller.workspace;
            assert_eq!(ours, theirs, "`{question}` in workspace `{workspace}`");
        }
        assert_eq!(ours.len(), theirs.len());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use proptest::test_runner::Config;

    use super::*;
    use domain::chunk::Embedding;
    use domain::item::ItemId;

    fn replay(steps: &[Step]) -> MemoryStore {
        let store = MemoryStore::new();
        for step in steps {
            step.apply(&store).unwrap();
        }
        store
    }

    /// What must hold in any state, whatever led to it.
    fn check_invariants(snapshot: &dyn Snapshot) {
        let generation = snapshot.generation().unwrap().map_or(0, |g| g.number);
        let coverage = snapshot.coverage(&None, &None).unwrap();
        let mut sums = (0, 0, 0);
        for item in names::items() {
            let counts = snapshot.vector_counts(&item, generation).unwrap();
            let waiting = snapshot.pending_inputs(&item, generation).unwrap();
            assert_eq!(counts.pending, waiting.len() as u64);
            sums.0 += counts.embedded;
            sums.1 += counts.not_covered;
            sums.2 += counts.pending;
            if let ItemId::Document(id) = &item {
                let tree = snapshot.tree(id).unwrap();
                let wanted = tree.iter().filter(|c| c.embedding == Embedding::Wanted);
                let counted = counts.embedded + counts.not_covered + counts.pending;
                assert_eq!(wanted.count() as u64, counted);
                let ids: BTreeSet<_> = tree.iter().map(|chunk| &chunk.id).collect();
                for grave in names::chunks(id).filter_map(|c| snapshot.tombstone(&c).unwrap()) {
                    assert!(!ids.contains(&grave.chunk.id));
                    assert!(grave.replaced_by.is_none_or(|to| ids.contains(&to)));
                }
            }
        }
        assert_eq!(
            sums,
            (coverage.embedded, coverage.not_covered, coverage.pending)
        );
    }

    proptest! {
        #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

        #[test]
        fn every_state_of_a_history_is_sound_and_replays(steps in random_history()) {
            let store = MemoryStore::new();
            for step in &steps {
                step.apply(&store).unwrap();
                for caller in callers() {
                    if let Ok(snapshot) = store.snapshot(&caller, &Cancel::new()) {
                        check_invariants(snapshot.as_ref());
                    }
                }
            }
            assert_same_answers(&store, &replay(&steps));
        }
    }

    #[test]
    fn a_history_reaches_every_change() {
        let draws: Vec<Draw> = (0..20_000u32)
            .map(|n| {
                let hash = n.wrapping_mul(2_654_435_761);
                let [what, first, second, place] = hash.to_le_bytes();
                let mix = |byte: u8| (u16::from(byte) * 257) ^ (hash >> 16) as u16;
                (what ^ place, mix(first), mix(second), place)
            })
            .collect();
        let steps = live(&draws);
        let name = |change: &Change| {
            let debug = format!("{change:?}");
            let end = debug.find([' ', '(']).unwrap_or(debug.len());
            debug[..end].to_owned()
        };
        let mut made = BTreeSet::new();
        for step in &steps {
            match step {
                Step::Write { changes, .. } => made.extend(changes.iter().map(name)),
                Step::CreateWorkspace(_) => drop(made.insert("create".to_owned())),
                Step::DeleteWorkspace(_) => drop(made.insert("delete".to_owned())),
                Step::PutKey(_) => drop(made.insert("key".to_owned())),
            }
        }
        assert_eq!(made.len(), 25 + 3, "{made:?}");
    }

    #[test]
    #[should_panic(expected = "in workspace `default`")]
    fn stores_that_differ_are_told_apart() {
        let store = MemoryStore::new();
        let step = Step::Write {
            caller: Caller::owner(),
            changes: vec![Change::SweepEmbeddings],
        };
        step.apply(&store).unwrap();
        assert_same_answers(&store, &MemoryStore::new());
    }
}
