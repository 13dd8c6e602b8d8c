//! That the suite and the histories notice stores that break a promise.

mod altered_store;

use std::panic::{AssertUnwindSafe, catch_unwind};

use domain::Change;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use testkit::conformance::{self, Home};
use testkit::{MemoryStore, history};

use altered_store::AlteredStore;

/// How a store misunderstands one change.
type Alter = fn(Change) -> Vec<Change>;

const MISTAKES: [(&str, Alter); 17] = [
    ("a tree loses all vectors", |change| match change {
        Change::ReplaceTree { ref document, .. } => {
            let emptied = Change::ReplaceTree {
                document: document.clone(),
                chunks: vec![],
                terms: vec![],
                tombstones: vec![],
            };
            vec![emptied, change]
        }
        other => vec![other],
    }),
    ("a tree forgets its tombstones", |mut change| {
        if let Change::ReplaceTree { tombstones, .. } = &mut change {
            tombstones.clear();
        }
        vec![change]
    }),
    ("a tree forgets the terms of its context", |mut change| {
        if let Change::ReplaceTree { terms, .. } = &mut change {
            terms.iter_mut().for_each(|terms| terms.context.clear());
        }
        vec![change]
    }),
    ("a tree forgets the page numbers", |mut change| {
        if let Change::ReplaceTree { chunks, .. } = &mut change {
            chunks.iter_mut().for_each(|chunk| chunk.pages = None);
        }
        vec![change]
    }),
    ("only the first link is published", |mut change| {
        if let Change::PublishVectors { links, .. } = &mut change {
            links.truncate(1);
        }
        vec![change]
    }),
    ("the sweep does nothing", |change| {
        let is_sweep = matches!(change, Change::SweepEmbeddings);
        if is_sweep { vec![] } else { vec![change] }
    }),
    ("a deletion does nothing", |change| {
        let is_deletion = matches!(change, Change::DeleteDocument(_));
        if is_deletion { vec![] } else { vec![change] }
    }),
    ("removed members stay", |change| {
        let is_removal = matches!(change, Change::RemoveMembers { .. });
        if is_removal { vec![] } else { vec![change] }
    }),
    (
        "a changed collection loses its members",
        |change| match change {
            Change::PutCollection(ref collection) => {
                vec![Change::DeleteCollection(collection.id.clone()), change]
            }
            other => vec![other],
        },
    ),
    ("a renewed session forgets", |change| match change {
        Change::PutSession(ref session) => {
            vec![Change::ForgetSession(session.id.clone()), change]
        }
        other => vec![other],
    }),
    ("a status drops its error", |mut change| {
        if let Change::SetStatus { error, .. } = &mut change {
            *error = None;
        }
        vec![change]
    }),
    ("a finished job stays", |change| {
        let is_end = matches!(change, Change::DeleteJob(_));
        if is_end { vec![] } else { vec![change] }
    }),
    ("uses are not counted", |change| {
        let is_use = matches!(change, Change::CountPromptUse { .. });
        if is_use { vec![] } else { vec![change] }
    }),
    ("a written prompt counts afresh", |change| match change {
        Change::PutPrompt(ref prompt) => vec![Change::DeletePrompt(prompt.id.clone()), change],
        other => vec![other],
    }),
    ("nothing is put away", |mut change| {
        if let Change::PutPrompt(prompt) = &mut change {
            prompt.is_archived = false;
        }
        vec![change]
    }),
    (
        "a prompt forgets what was said of its variables",
        |mut change| {
            if let Change::PutPrompt(prompt) = &mut change {
                prompt
                    .variables
                    .iter_mut()
                    .for_each(|v| v.description = None);
            }
            vec![change]
        },
    ),
    ("mints are not counted", |change| {
        let is_mint = matches!(change, Change::CountMint(_));
        if is_mint { vec![] } else { vec![change] }
    }),
];

fn panics(run: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(run)).is_err()
}

/// The checks that `make`'s stores do not pass.
fn broken(make: &dyn Fn() -> Box<dyn Home>) -> Vec<&'static str> {
    let is_broken = |check: &&conformance::Check| panics(|| (check.run)(make().as_ref()));
    let broken = conformance::CHECKS.iter().filter(is_broken);
    broken.map(|check| check.name).collect()
}

#[test]
fn the_suite_notices_every_mistake() {
    for (mistake, alter) in MISTAKES {
        let broken = broken(&|| Box::new(AlteredStore::new(alter)));
        assert!(!broken.is_empty(), "{mistake}");
        // A mistake in one place breaks the promises about that place, not half of the suite.
        assert!(broken.len() < 20, "{mistake}: {broken:?}");
    }
}

#[test]
fn the_suite_notices_writes_that_are_not_atomic() {
    let broken = broken(&|| Box::new(AlteredStore::keep().one_by_one()));
    assert!(broken.contains(&"transactions::a_list_with_one_bad_change_writes_nothing"));
    assert!(broken.contains(&"transactions::each_transaction_counts_one"));
}

#[test]
fn the_suite_notices_workspaces_that_run_together() {
    let broken = broken(&|| Box::new(AlteredStore::keep().one_workspace()));
    assert!(broken.contains(&"registry::an_unknown_workspace_is_not_found"));
    for check in conformance::CHECKS {
        let about_workspaces = check.name.starts_with("workspaces::");
        assert!(
            !about_workspaces || broken.contains(&check.name),
            "{}",
            check.name
        );
    }
}

#[test]
fn an_honest_store_passes_as_it_is() {
    assert!(broken(&|| Box::new(AlteredStore::keep())).is_empty());
}

#[test]
fn histories_notice_every_mistake() {
    for (mistake, alter) in MISTAKES {
        let mut runner = TestRunner::deterministic();
        let noticed = (0..200).any(|_| {
            let tree = history::random_history().new_tree(&mut runner);
            let steps = tree.expect("the strategy rejects nothing").current();
            let (right, wrong) = (MemoryStore::new(), AlteredStore::new(alter));
            for step in &steps {
                step.apply(&right).expect("every step is valid");
                if step.apply(&wrong).is_err() {
                    return true;
                }
            }
            panics(|| history::assert_same_answers(&right, &wrong))
        });
        assert!(noticed, "{mistake}");
    }
}
