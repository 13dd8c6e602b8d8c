//! Rows and vectors of one moment, whoever writes meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};

use domain::access::Workspace;
use domain::ids::WorkspaceId;
use domain::ports::registry::Registry;
use domain::ports::store::Store;
use domain::{Caller, Cancel, Change, Error, ErrorKind, ScopeSet};
use store_embedded::EmbeddedStore;

use crate::support::{
    adding, document_id, embedded, generation, look, nearest, places, publishing, replace, tree,
    vector, version, write,
};

fn with_generation() -> EmbeddedStore {
    let store = EmbeddedStore::temporary().unwrap();
    write(&store, vec![Change::PutGeneration(generation())]);
    store
}

fn is_sound(store: &EmbeddedStore) {
    assert_eq!(store.check(&Cancel::new()).unwrap(), [""; 0]);
}

#[test]
fn a_snapshot_keeps_its_vectors_while_they_are_replaced() {
    let store = with_generation();
    write(&store, adding("d_1", &["one", "two"]));
    write(&store, publishing("d_1", &["one", "two"]));
    let not_loaded = look(&store);
    let loaded = look(&store);
    assert_eq!(places(loaded.as_ref()).len(), 2);
    write(&store, vec![Change::DeleteDocument(document_id("d_1"))]);
    assert_eq!(places(look(&store).as_ref()).len(), 0);
    assert_eq!(places(loaded.as_ref()).len(), 2);
    assert_eq!(places(not_loaded.as_ref()).len(), 2);
    is_sound(&store);
}

#[test]
fn vectors_that_stay_move_with_their_chunks() {
    let store = with_generation();
    write(&store, adding("d_1", &["one", "two"]));
    write(&store, publishing("d_1", &["one", "two"]));
    let before = places(look(&store).as_ref());
    write(&store, vec![replace("d_1", &["new", "two", "one"])]);
    let after = places(look(&store).as_ref());
    let ordinals = |places: &[(String, u32, String)]| -> Vec<u32> {
        places.iter().map(|(_, ordinal, _)| *ordinal).collect()
    };
    assert_eq!(ordinals(&before), [1, 2]);
    assert_eq!(ordinals(&after), [2, 3]);
    assert_eq!(before[0].2, after[1].2);
    is_sound(&store);
    // What was kept in memory equals what is read afresh.
    let again = EmbeddedStore::temporary().unwrap();
    write(&again, vec![Change::PutGeneration(generation())]);
    write(&again, adding("d_1", &["new", "two", "one"]));
    write(&again, publishing("d_1", &["new", "two", "one"]));
    write(&again, vec![replace("d_1", &["two", "one"])]);
    write(&again, vec![replace("d_1", &["new", "two", "one"])]);
    assert_eq!(places(look(&again).as_ref()), after);
}

#[test]
fn a_list_that_fails_writes_nothing_of_it() {
    let store = with_generation();
    let mut changes = adding("d_1", &["one"]);
    changes.push(version("d_1", 1, "again"));
    let error = store
        .transact(&Caller::owner(), &Cancel::new(), &mut |_| {
            Ok(changes.clone())
        })
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Conflict);
    let snapshot = look(&store);
    assert_eq!(snapshot.document(&document_id("d_1")).unwrap(), None);
    assert_eq!(snapshot.sequence(), 1);
}

#[test]
fn deciding_reads_the_state_before_the_changes() {
    let store = with_generation();
    write(&store, adding("d_1", &["one"]));
    write(&store, publishing("d_1", &["one"]));
    let sequence = store
        .transact(&Caller::owner(), &Cancel::new(), &mut |snapshot| {
            assert_eq!(places(snapshot).len(), 1);
            assert_eq!(snapshot.sequence(), 3);
            Ok(Vec::new())
        })
        .unwrap();
    assert_eq!(sequence, 3);
    let refused = store.transact(&Caller::owner(), &Cancel::new(), &mut |_| {
        Err(Error::invalid("no"))
    });
    assert_eq!(refused.unwrap_err(), Error::invalid("no"));
}

#[test]
fn a_panic_while_deciding_leaves_the_store_usable() {
    let store = with_generation();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = store.transact(&Caller::owner(), &Cancel::new(), &mut |_| panic!("decide"));
    }));
    assert!(panicked.is_err());
    write(&store, adding("d_1", &["one"]));
    assert_eq!(look(&store).sequence(), 2);
}

#[test]
fn workspaces_do_not_see_each_other() {
    let store = with_generation();
    write(&store, adding("d_1", &["one"]));
    write(&store, publishing("d_1", &["one"]));
    let other = Caller {
        workspace: WorkspaceId::parse("other").unwrap(),
        scopes: ScopeSet::ALL,
    };
    let cancel = Cancel::new();
    let workspace = Workspace {
        id: other.workspace.clone(),
        created_ms: 1,
    };
    store.create_workspace(&workspace, &cancel).unwrap();
    let snapshot = store.snapshot(&other, &cancel).unwrap();
    assert_eq!(snapshot.sequence(), 0);
    assert_eq!(snapshot.generation().unwrap(), None);
    let terms = ["one".to_owned()];
    let found = snapshot.documents_with_terms(&terms, &None, &cancel);
    assert_eq!(found.unwrap(), []);
    drop(snapshot);
    // The same ids in another workspace are other items.
    let mut changes = vec![Change::PutGeneration(generation())];
    changes.extend(adding("d_1", &["one", "uno"]));
    changes.extend(publishing("d_1", &["one", "uno"]));
    store
        .transact(&other, &cancel, &mut |_| Ok(changes.clone()))
        .unwrap();
    assert_eq!(places(look(&store).as_ref()).len(), 1);
    let snapshot = store.snapshot(&other, &cancel).unwrap();
    assert_eq!(places(snapshot.as_ref()).len(), 2);
    drop(snapshot);
    is_sound(&store);
}

#[test]
fn a_raised_flag_stops_every_call() {
    let store = with_generation();
    let cancel = Cancel::new();
    let snapshot = store.snapshot(&Caller::owner(), &cancel).unwrap();
    cancel.cancel();
    let query = ["one".to_owned()];
    let kinds = [
        store.snapshot(&Caller::owner(), &cancel).err(),
        store
            .transact(&Caller::owner(), &cancel, &mut |_| Ok(Vec::new()))
            .err(),
        snapshot.documents_with_terms(&query, &None, &cancel).err(),
    ];
    for error in kinds {
        assert_eq!(error.unwrap().kind, ErrorKind::Cancelled);
    }
    drop(snapshot);
    assert_eq!(look(&store).sequence(), 1);
}

#[test]
fn a_long_statement_is_interrupted() {
    let store = with_generation();
    let texts: Vec<String> = (0..3_000).map(|n| format!("text {n}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    write(&store, adding("d_1", &texts));
    let cancel = Cancel::new();
    let snapshot = store.snapshot(&Caller::owner(), &cancel).unwrap();
    cancel.cancel();
    let error = snapshot.tree(&document_id("d_1")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Cancelled);
}

#[test]
fn the_cache_is_swept_of_what_nothing_refers_to() {
    let store = with_generation();
    write(&store, adding("d_1", &["one", "two"]));
    write(&store, publishing("d_1", &["one", "two"]));
    let inputs: Vec<_> = tree("d_1", &["one", "two"])[1..]
        .iter()
        .map(domain::chunk::Chunk::input_hash)
        .collect();
    let cached = || {
        let snapshot = look(&store);
        snapshot
            .cached_embeddings(crate::support::MODEL, &inputs)
            .unwrap()
    };
    write(
        &store,
        vec![replace("d_1", &["two"]), Change::SweepEmbeddings],
    );
    assert_eq!(cached(), [None, Some(embedded("two"))]);
    write(
        &store,
        vec![
            Change::DeleteDocument(document_id("d_1")),
            Change::SweepEmbeddings,
        ],
    );
    assert_eq!(cached(), [None, None]);
    is_sound(&store);
}

#[test]
fn readers_and_a_writer_never_see_half_a_transaction() {
    let store = with_generation();
    write(&store, adding("d_1", &["zero"]));
    write(&store, publishing("d_1", &["zero"]));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let snapshot = look(&store);
                    // Tree and vectors change together, so every wanted chunk has its vector.
                    let chunks = snapshot.tree(&document_id("d_1")).unwrap();
                    let mut wanted: Vec<_> = chunks[1..]
                        .iter()
                        .map(|c| ("d_1".to_owned(), c.ordinal, c.id.to_string()))
                        .collect();
                    wanted.sort();
                    assert_eq!(places(snapshot.as_ref()), wanted);
                }
            });
        }
        for round in 0..150 {
            let texts: Vec<String> = (0..=round % 7).map(|n| format!("t{}", n * round)).collect();
            let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            texts.sort_unstable();
            texts.dedup();
            let mut changes = vec![replace("d_1", &texts)];
            changes.extend(publishing("d_1", &texts));
            write(&store, changes);
        }
        done.store(true, Ordering::Relaxed);
    });
    is_sound(&store);
}

#[test]
fn scope_acts_before_candidates_are_chosen() {
    let store = with_generation();
    for name in ["d_1", "d_2", "d_3"] {
        let texts = [name, "same"];
        write(&store, adding(name, &texts));
        write(&store, publishing(name, &texts));
    }
    let only = Some(["d_2".to_owned()].into());
    let snapshot = look(&store);
    let answer = nearest(snapshot.as_ref(), "same", &only);
    assert_eq!(answer.compared, 2);
    assert!(answer.hits.iter().all(|hit| hit.item == "d_2"));
    assert_eq!(vector("same").len(), 4);
}
