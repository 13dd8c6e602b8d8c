//! Homes: folders, locks, formats, reading without permission.

use std::fs;
use std::path::Path;

use domain::ports::store::Store;
use domain::{Caller, Cancel, Change, ErrorKind};
use store_embedded::EmbeddedStore;

use crate::support::{
    adding, document_id, generation, look, owner, places, publishing, reader, write,
};

fn filled(home: &Path) {
    let store = owner(home).unwrap();
    write(&store, vec![Change::PutGeneration(generation())]);
    write(&store, adding("d_1", &["one", "two"]));
    write(&store, publishing("d_1", &["one", "two"]));
}

fn assert_filled(store: &EmbeddedStore) {
    let snapshot = look(store);
    assert_eq!(snapshot.sequence(), 3);
    let content = snapshot.document_content(&document_id("d_1")).unwrap();
    assert_eq!(content.as_deref(), Some("one\ntwo"));
    assert_eq!(places(snapshot.as_ref()).len(), 2);
    drop(snapshot);
    assert_eq!(store.check(&Cancel::new()).unwrap(), [""; 0]);
}

/// Sets whether a folder and what is in it can be written.
#[cfg(unix)]
fn set_writable(home: &Path, writable: bool) {
    use std::os::unix::fs::PermissionsExt;
    for entry in fs::read_dir(home).unwrap() {
        let mode = if writable { 0o644 } else { 0o444 };
        let path = entry.unwrap().path();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let mode = if writable { 0o755 } else { 0o555 };
    fs::set_permissions(home, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_home_keeps_everything_when_it_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("new").join("home");
    filled(&home);
    assert_filled(&owner(&home).unwrap());
}

#[cfg(unix)]
#[test]
fn a_new_home_belongs_to_its_maker_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    owner(&home).unwrap();
    let mode = fs::metadata(&home).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn a_second_owner_is_refused_and_told_who_the_first_is() {
    let folder = tempfile::tempdir().unwrap();
    let first = owner(folder.path()).unwrap();
    let error = owner(folder.path()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Locked);
    assert!(error.message.contains("ibid test (pid 1)"), "{error}");
    assert!(error.hint.is_some());
    drop(first);
    owner(folder.path()).unwrap();
}

#[test]
fn a_missing_home_is_not_found_by_a_reader() {
    let folder = tempfile::tempdir().unwrap();
    let error = reader(&folder.path().join("nowhere")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotFound);
    assert!(error.hint.unwrap().contains("ibid add"));
    let error = reader(folder.path()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotFound);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_reader_reads_beside_the_owner_and_sees_its_writes() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    let owner = owner(folder.path()).unwrap();
    let reader = reader(folder.path()).unwrap();
    assert_filled(&reader);
    write(&owner, adding("d_2", &["three"]));
    write(&owner, publishing("d_2", &["three"]));
    assert_eq!(places(look(&reader).as_ref()).len(), 3);
    write(&owner, vec![Change::DeleteDocument(document_id("d_1"))]);
    assert_eq!(places(look(&reader).as_ref()).len(), 1);
}

#[test]
fn a_reader_refuses_to_write() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    let reader = reader(folder.path()).unwrap();
    assert!(!reader.is_writable());
    let error = reader
        .transact(&Caller::owner(), &Cancel::new(), &mut |_| {
            panic!("nothing is to be decided")
        })
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    set_writable(folder.path(), false);
    assert_filled(&reader(folder.path()).unwrap());
    set_writable(folder.path(), true);
}

#[test]
fn a_log_left_by_a_crash_is_read_too() {
    let folder = tempfile::tempdir().unwrap();
    let crashed = tempfile::tempdir().unwrap();
    let store = owner(folder.path()).unwrap();
    write(&store, vec![Change::PutGeneration(generation())]);
    write(&store, adding("d_1", &["one", "two"]));
    write(&store, publishing("d_1", &["one", "two"]));
    for name in ["ibid.db", "ibid.db-wal"] {
        fs::copy(folder.path().join(name), crashed.path().join(name)).unwrap();
    }
    assert_filled(&reader(crashed.path()).unwrap());
    assert_filled(&owner(crashed.path()).unwrap());
}

/// Without the right to write, SQLite cannot read a log alone. The superuser always has it.
#[cfg(unix)]
#[test]
fn a_log_in_a_folder_that_cannot_be_written_is_read_or_explained() {
    let folder = tempfile::tempdir().unwrap();
    let crashed = tempfile::tempdir().unwrap();
    filled(folder.path());
    let store = owner(folder.path()).unwrap();
    write(&store, adding("d_2", &["three"]));
    for name in ["ibid.db", "ibid.db-wal"] {
        fs::copy(folder.path().join(name), crashed.path().join(name)).unwrap();
    }
    set_writable(crashed.path(), false);
    match reader(crashed.path()) {
        Ok(store) => assert_eq!(look(&store).sequence(), 4),
        Err(error) => {
            assert_eq!(error.kind, ErrorKind::Unavailable);
            assert!(error.hint.is_some());
        }
    }
    // With the index of the log beside it, everybody can.
    set_writable(crashed.path(), true);
    fs::copy(
        folder.path().join("ibid.db-shm"),
        crashed.path().join("ibid.db-shm"),
    )
    .unwrap();
    set_writable(crashed.path(), false);
    let store = reader(crashed.path()).unwrap();
    assert_eq!(look(&store).sequence(), 4);
    drop(store);
    set_writable(crashed.path(), true);
}

#[test]
fn a_home_that_is_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "").unwrap();
    let error = owner(&path).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert!(reader(&path).is_err());
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ibid.db");
    for content in ["x", "my shopping list", &"eggs, milk, ".repeat(10_000)] {
        fs::write(&path, content).unwrap();
        for opened in [owner(folder.path()), reader(folder.path())] {
            let error = opened.unwrap_err();
            assert_eq!(error.kind, ErrorKind::Unavailable);
            assert!(error.message.contains("not an ibid database"), "{error}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
}

#[test]
fn a_damaged_header_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ibid.db");
    fs::write(&path, b"SQLite format 3\0 and then nothing of the kind").unwrap();
    for opened in [owner(folder.path()), reader(folder.path())] {
        assert_eq!(opened.unwrap_err().kind, ErrorKind::Unavailable);
    }
}

#[test]
fn an_empty_file_becomes_a_home_for_an_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ibid.db"), "").unwrap();
    let error = reader(folder.path()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    filled(folder.path());
    assert_filled(&reader(folder.path()).unwrap());
}

#[test]
fn a_path_with_uri_characters_is_only_a_path() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("a?b#c%20d é");
    filled(&home);
    assert_filled(&reader(&home).unwrap());
}
