//! Random changes on this store and on the one in memory, which must answer alike.

mod digest;
mod steps;

use domain::ports::store::Store;
use domain::{Caller, Cancel, Change, Result};
use proptest::prelude::*;
use testkit::MemoryStore;

use crate::support::{owner, reader};
use digest::digest;
use steps::{Step, beginning, changes, step};

fn apply(store: &dyn Store, list: &[Change]) -> Result<u64> {
    store.transact(&Caller::owner(), &Cancel::new(), &mut |_| Ok(list.to_vec()))
}

/// What the twin answers decides which changes both get.
fn decide(twin: &MemoryStore, transaction: &[Step]) -> Vec<Change> {
    let snapshot = twin.snapshot(&Caller::owner(), &Cancel::new()).unwrap();
    let all = transaction.iter().map(|step| changes(step, &*snapshot));
    all.flatten().collect()
}

fn same_answers(transactions: &[Vec<Step>]) -> std::result::Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let twin = MemoryStore::new();
    let store = owner(folder.path()).unwrap();
    let beside = reader(folder.path()).unwrap();
    for at in 0..=transactions.len() {
        let list = match at.checked_sub(1) {
            None => beginning(),
            Some(at) => decide(&twin, &transactions[at]),
        };
        let expected = apply(&twin, &list).map_err(|error| error.kind);
        let found = apply(&store, &list).map_err(|error| error.kind);
        prop_assert_eq!(&found, &expected, "{:?}", list);
        let expected = digest(&twin);
        prop_assert_eq!(digest(&store), expected.clone(), "{:?}", list);
        if at % 4 == 3 {
            prop_assert_eq!(digest(&beside), expected, "{:?}", list);
        }
    }
    prop_assert_eq!(store.check(&Cancel::new()).unwrap(), Vec::<String>::new());
    drop(store);
    let again = owner(folder.path()).unwrap();
    prop_assert_eq!(digest(&again), digest(&twin));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_store_answers_like_the_one_in_memory(
        transactions in prop::collection::vec(prop::collection::vec(step(), 1..4), 1..16),
    ) {
        same_answers(&transactions)?;
    }
}
