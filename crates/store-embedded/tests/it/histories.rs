//! Random histories of a whole home, workspaces that come and go included, on this store and on
//! the one in memory.

use domain::Cancel;
use proptest::prelude::*;
use testkit::MemoryStore;
use testkit::history::{Step, assert_same_answers, random_history};

use crate::support::{owner, reader};

/// How many steps lie between two comparisons beside an owner.
const STEPS_PER_LOOK: usize = 8;

fn lives_alike(steps: &[Step]) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let twin = MemoryStore::new();
    let store = owner(folder.path()).unwrap();
    let beside = reader(folder.path()).unwrap();
    for (at, step) in steps.iter().enumerate() {
        step.apply(&twin).unwrap();
        step.apply(&store).unwrap();
        if at % STEPS_PER_LOOK == STEPS_PER_LOOK - 1 {
            assert_same_answers(&store, &twin);
            assert_same_answers(&beside, &twin);
        }
    }
    assert_same_answers(&store, &twin);
    prop_assert_eq!(store.check(&Cancel::new()).unwrap(), Vec::<String>::new());
    drop(store);
    assert_same_answers(&owner(folder.path()).unwrap(), &twin);
    assert_same_answers(&beside, &twin);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 12,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_home_lives_like_the_one_in_memory(steps in random_history()) {
        lives_alike(&steps)?;
    }
}
