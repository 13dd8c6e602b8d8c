//! Workspaces, keys and their secret in real homes.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::access::{ApiKey, KeyId, Workspace};
use domain::generation::Generation;
use domain::ids::WorkspaceId;
use domain::ports::registry::Registry;
use domain::ports::store::{Snapshot, Store};
use domain::{Caller, Cancel, Change, ErrorKind, Result, ScopeSet};
use rusqlite::Connection;
use store_embedded::{EmbeddedStore, holder};

use crate::support::{adding, generation, nearest, owner, places, publishing, reader, write};

fn stranger() -> Caller {
    Caller {
        workspace: WorkspaceId::parse("other").unwrap(),
        scopes: ScopeSet::ALL,
    }
}

fn create(store: &EmbeddedStore, created_ms: i64) {
    let id = stranger().workspace;
    let workspace = Workspace { id, created_ms };
    store.create_workspace(&workspace, &Cancel::new()).unwrap();
}

fn delete(store: &EmbeddedStore) {
    store
        .delete_workspace(&stranger().workspace, &Cancel::new())
        .unwrap();
}

fn try_write_there(store: &EmbeddedStore, changes: &[Change]) -> Result<u64> {
    store.transact(&stranger(), &Cancel::new(), &mut |_| Ok(changes.to_vec()))
}

fn fill(store: &EmbeddedStore) {
    for changes in [
        vec![Change::PutGeneration(generation())],
        adding("d_1", &["one", "two"]),
        publishing("d_1", &["one", "two"]),
    ] {
        try_write_there(store, &changes).unwrap();
    }
}

fn look_there(store: &EmbeddedStore) -> Result<Box<dyn Snapshot + '_>> {
    store.snapshot(&stranger(), &Cancel::new())
}

fn key() -> ApiKey {
    ApiKey {
        id: KeyId::parse("abc").unwrap(),
        name: "laptop".to_owned(),
        workspace: stranger().workspace,
        scopes: ScopeSet::ALL,
        tools: None,
        secret_hash: [9; 32],
        created_ms: 3,
        expires_ms: None,
        revoked_ms: None,
    }
}

fn is_sound(store: &EmbeddedStore) {
    assert_eq!(store.check(&Cancel::new()).unwrap(), [""; 0]);
}

#[test]
fn workspaces_keys_and_their_secret_survive_the_owner() {
    let folder = tempfile::tempdir().unwrap();
    let store = owner(folder.path()).unwrap();
    create(&store, 7);
    store.put_key(&key(), &Cancel::new()).unwrap();
    store.put_pepper([5; 32]).unwrap();
    drop(store);
    // A reader needs no right to write.
    for store in [
        owner(folder.path()).unwrap(),
        reader(folder.path()).unwrap(),
    ] {
        let workspaces = store.workspaces(&Cancel::new()).unwrap();
        let listed: Vec<(&str, i64)> = workspaces
            .iter()
            .map(|workspace| (workspace.id.as_str(), workspace.created_ms))
            .collect();
        assert_eq!(listed, [("default", 0), ("other", 7)]);
        assert_eq!(store.keys(&Cancel::new()).unwrap(), [key()]);
        assert_eq!(store.pepper().unwrap(), Some([5; 32]));
        assert_eq!(look_there(&store).unwrap().sequence(), 0);
    }
}

#[test]
fn a_reader_refuses_to_change_the_home() {
    let folder = tempfile::tempdir().unwrap();
    create(&owner(folder.path()).unwrap(), 1);
    let store = reader(folder.path()).unwrap();
    let cancel = Cancel::new();
    let workspace = Workspace {
        id: WorkspaceId::parse("more").unwrap(),
        created_ms: 1,
    };
    let refusals = [
        store.create_workspace(&workspace, &cancel),
        store.delete_workspace(&stranger().workspace, &cancel),
        store.put_key(&key(), &cancel),
        store.put_pepper([1; 32]).map(drop),
    ];
    for refusal in refusals {
        assert_eq!(refusal.unwrap_err().kind, ErrorKind::Unavailable);
    }
    assert!(!folder.path().join("keys.pepper").exists());
}

#[cfg(unix)]
#[test]
fn the_secret_lies_beside_the_database_and_belongs_to_the_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let store = owner(folder.path()).unwrap();
    store.put_pepper([5; 32]).unwrap();
    let path = folder.path().join("keys.pepper");
    assert_eq!(fs::read(&path).unwrap(), [5; 32]);
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // A copy of the database without it knows the keys, but cannot check one.
    fs::remove_file(&path).unwrap();
    assert_eq!(store.pepper().unwrap(), None);
}

/// How many rows of the workspace `other` are left in each table that has any.
fn rows_left(home: &Path) -> Vec<(String, i64)> {
    let connection = Connection::open(home.join("ibid.db")).unwrap();
    let mut tables = connection
        .prepare(
            "SELECT s.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c \
             WHERE s.type = 'table' AND c.name = 'workspace' ORDER BY s.name",
        )
        .unwrap();
    let tables = tables.query_map([], |row| row.get(0)).unwrap();
    let mut left = Vec::new();
    for table in tables {
        let table: String = table.unwrap();
        let sql = format!("SELECT count(*) FROM {table} WHERE workspace = 'other'");
        let count = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        if count > 0 {
            left.push((table, count));
        }
    }
    left
}

#[test]
fn a_deleted_workspace_has_no_row_left() {
    let folder = tempfile::tempdir().unwrap();
    let store = owner(folder.path()).unwrap();
    create(&store, 1);
    fill(&store);
    store.put_key(&key(), &Cancel::new()).unwrap();
    write(&store, vec![Change::PutGeneration(generation())]);
    write(&store, adding("d_1", &["one"]));
    write(&store, publishing("d_1", &["one"]));
    assert!(!rows_left(folder.path()).is_empty());
    delete(&store);
    assert_eq!(rows_left(folder.path()), []);
    is_sound(&store);
    drop(store);
    let store = owner(folder.path()).unwrap();
    assert_eq!(look_there(&store).err().unwrap().kind, ErrorKind::NotFound);
    assert_eq!(places(crate::support::look(&store).as_ref()).len(), 1);
}

#[test]
fn a_reader_beside_the_owner_takes_no_old_vectors_for_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let store = owner(folder.path()).unwrap();
    create(&store, 1);
    fill(&store);
    let beside = reader(folder.path()).unwrap();
    assert_eq!(places(look_there(&beside).unwrap().as_ref()).len(), 2);
    delete(&store);
    assert_eq!(look_there(&beside).err().unwrap().kind, ErrorKind::NotFound);
    // The same name and number, another model of another dimension.
    create(&store, 2);
    let larger = Generation {
        dimension: 5,
        model: "another".to_owned(),
        ..generation()
    };
    try_write_there(&store, &[Change::PutGeneration(larger)]).unwrap();
    let snapshot = look_there(&beside).unwrap();
    let ask = domain::ports::store::NearestQuery {
        space: domain::generation::Space::Chunks,
        generation: 1,
        vector: &[1.0, 0.0, 0.0, 0.0, 0.0],
        items: &None,
        excluded: &std::collections::BTreeSet::new(),
        k: 10,
        cosine_min: None,
        best_per_item: false,
    };
    let found = snapshot.nearest(&ask, &Cancel::new()).unwrap();
    assert_eq!(found.compared, 0);
}

#[test]
fn workspaces_come_and_go_while_others_read_and_write() {
    let folder = tempfile::tempdir().unwrap();
    let store = owner(folder.path()).unwrap();
    create(&store, 0);
    write(&store, vec![Change::PutGeneration(generation())]);
    write(&store, adding("d_1", &["one"]));
    write(&store, publishing("d_1", &["one"]));
    let done = AtomicBool::new(false);
    let or_gone = |result: Result<u64>| match result {
        Ok(_) => {}
        // A list that was decided before the workspace went may miss what it builds on.
        Err(error) => assert!(
            matches!(error.kind, ErrorKind::NotFound | ErrorKind::Conflict),
            "{error}"
        ),
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                or_gone(try_write_there(
                    &store,
                    &[Change::PutGeneration(generation())],
                ));
                let texts = ["one", "two"];
                or_gone(try_write_there(
                    &store,
                    &[
                        Change::DeleteDocument(crate::support::document_id("d_1")),
                        Change::PutGeneration(generation()),
                    ]
                    .into_iter()
                    .chain(adding("d_1", &texts))
                    .chain(publishing("d_1", &texts))
                    .collect::<Vec<_>>(),
                ));
            }
        });
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if let Ok(snapshot) = look_there(&store) {
                    let is_known = snapshot.generation().unwrap().is_some();
                    let documents = snapshot.coverage(&None, &None).unwrap().embedded;
                    if is_known {
                        let found = nearest(snapshot.as_ref(), "any", &None);
                        assert_eq!(found.compared, documents);
                    }
                }
                let here = crate::support::look(&store);
                assert_eq!(places(here.as_ref()).len(), 1);
            }
        });
        for round in 1..40 {
            delete(&store);
            create(&store, round);
        }
        done.store(true, Ordering::Relaxed);
    });
    is_sound(&store);
}

#[test]
fn the_lock_is_free_when_the_last_share_of_the_store_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(holder(folder.path()), None);
    let store = Arc::new(owner(folder.path()).unwrap());
    assert_eq!(holder(folder.path()).as_deref(), Some("ibid test (pid 1)"));
    let share = Arc::clone(&store);
    drop(store);
    let refused = owner(folder.path()).unwrap_err();
    assert_eq!(refused.kind, ErrorKind::Locked);
    // Whoever drops the last share, in whatever thread, leaves a home that can be taken at once.
    let home = folder.path().to_owned();
    std::thread::spawn(move || {
        write(share.as_ref(), vec![Change::PutGeneration(generation())]);
        drop(share);
    })
    .join()
    .unwrap();
    for _ in 0..3 {
        let next = owner(&home).unwrap();
        assert_eq!(crate::support::look(&next).sequence(), 1);
    }
}
