//! Jobs, sources, mints and sessions.

use domain::Change;
use domain::ids::{MintKey, SessionId, WorkspaceId};
use domain::job::Job;
use domain::ports::store::Store;
use domain::session::Session;

use super::samples::*;
use super::world::*;

fn job(id: &str, size_class: u8, enqueued: u64) -> Job {
    Job {
        item: item(id),
        size_class,
        enqueued,
        attempts: 0,
        last_error: None,
    }
}

pub(super) fn jobs_come_smallest_then_newest_then_by_id(store: &dyn Store) {
    let world = World::bare(store);
    for (id, size_class, enqueued) in [
        ("d_big", 9, 100),
        ("d_b", 1, 5),
        ("d_a", 1, 5),
        ("d_new", 1, 6),
        ("d_two", 2, 7),
    ] {
        let job = job(id, size_class, enqueued);
        world.write(vec![put_document(id), Change::PutJob(job)]);
    }
    // By the id as text: this prompt comes before the documents of its class.
    world.write(vec![put_prompt("a_p"), Change::PutJob(job("a_p", 1, 5))]);
    let order = |limit| {
        let jobs = ok(world.read().jobs(limit));
        jobs.iter()
            .map(|job| job.item.as_str().to_owned())
            .collect::<Vec<_>>()
    };
    let expected = ["d_new", "a_p", "d_a", "d_b", "d_two", "d_big"];
    assert_eq!(order(10), expected);
    assert_eq!(order(2), expected[..2]);
    assert!(order(0).is_empty());
}

pub(super) fn an_item_has_one_job(store: &dyn Store) {
    let world = World::bare(store);
    let mut tried = job("d_a", 3, 9);
    tried.attempts = 2;
    tried.last_error = Some("once more".to_owned());
    world.write(vec![put_document("d_a"), Change::PutJob(job("d_a", 1, 1))]);
    world.write(vec![Change::PutJob(tried.clone())]);
    assert_eq!(ok(world.read().job(&item("d_a"))), Some(tried.clone()));
    assert_eq!(ok(world.read().jobs(10)), [tried]);
    // Writing the document again leaves its job alone.
    world.write(vec![put_document("d_a")]);
    assert!(ok(world.read().job(&item("d_a"))).is_some());
    world.write(vec![Change::DeleteJob(item("d_a"))]);
    assert_eq!(ok(world.read().job(&item("d_a"))), None);
    assert!(ok(world.read().jobs(10)).is_empty());
}

pub(super) fn sources_are_found_by_path_hash_and_document(store: &dyn Store) {
    let world = World::bare(store);
    let (b, a) = (source("/ä b/b.md", "d_b", 7), source("/ä b/a.md", "d_a", 7));
    world.write(vec![
        put_document("d_a"),
        put_document("d_b"),
        Change::PutSource(b.clone()),
        Change::PutSource(a.clone()),
    ]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.source_at(&a.path)), Some(a.clone()));
    assert_eq!(ok(snapshot.source_at("/ä b")), None);
    assert_eq!(ok(snapshot.source_of(&b.document)), Some(b.clone()));
    assert_eq!(
        ok(snapshot.sources_with_hash(&[7; 32])),
        [a.clone(), b.clone()]
    );
    assert!(ok(snapshot.sources_with_hash(&[8; 32])).is_empty());

    let edited = source(&a.path, "d_a", 8);
    world.write(vec![
        Change::PutSource(edited.clone()),
        Change::DeleteSource(b.path.clone()),
    ]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.source_at(&a.path)), Some(edited.clone()));
    assert_eq!(ok(snapshot.sources_with_hash(&[8; 32])), [edited]);
    assert!(ok(snapshot.sources_with_hash(&[7; 32])).is_empty());
    assert_eq!(ok(snapshot.source_of(&b.document)), None);
    assert!(ok(snapshot.document(&b.document)).is_some());
}

pub(super) fn a_moved_file_keeps_its_document(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![
        put_document("d_a"),
        Change::PutSource(source("/old", "d_a", 7)),
    ]);
    let new = source("/new", "d_a", 7);
    world.write(vec![
        Change::PutSource(new.clone()),
        Change::DeleteSource("/old".to_owned()),
    ]);
    let snapshot = world.read();
    assert_eq!(
        ok(snapshot.source_of(&document_id("d_a"))),
        Some(new.clone())
    );
    assert_eq!(ok(snapshot.source_at("/old")), None);
    assert_eq!(ok(snapshot.sources_with_hash(&[7; 32])), [new]);
}

pub(super) fn mints_are_counted_per_key(store: &dyn Store) {
    let world = World::bare(store);
    let workspace = WorkspaceId::default_workspace();
    let key = MintKey::file(&workspace, "a.md", b"one");
    let other = MintKey::file(&workspace, "a.md", b"two");
    let count = |key| ok(world.read().mint_count(key));
    assert_eq!(count(&key), 0);
    world.write(vec![
        Change::CountMint(key.clone()),
        Change::CountMint(key.clone()),
    ]);
    world.write(vec![
        Change::CountMint(key.clone()),
        Change::CountMint(other.clone()),
    ]);
    assert_eq!((count(&key), count(&other)), (3, 1));
}

fn session(id: &str, expires_ms: i64) -> Session {
    Session {
        id: ok(SessionId::parse(id)),
        created_ms: 100,
        expires_ms,
    }
}

// What was shown is remembered by id, whether or not the chunk still exists.
pub(super) fn a_session_remembers_what_it_has_shown(store: &dyn Store) {
    let world = World::bare(store);
    let first = session("s_a", 200);
    let seen = |chunks: &[&str]| Change::RecordSeen {
        session: first.id.clone(),
        chunks: chunks.iter().map(|id| chunk_id(id)).collect(),
    };
    world.write(vec![
        Change::PutSession(first.clone()),
        seen(&["c_2", "c_1"]),
    ]);
    world.write(vec![
        Change::PutSession(session("s_b", 1)),
        seen(&["c_1", "c_3"]),
    ]);
    let shown = ["c_1", "c_2", "c_3"].map(chunk_id).into();
    assert_eq!(ok(world.read().seen(&first.id)), shown);
    assert!(ok(world.read().seen(&session("s_b", 1).id)).is_empty());
    assert_eq!(ok(world.read().session(&first.id)), Some(first.clone()));

    // Used again, it lives longer and forgets nothing.
    let renewed = session("s_a", 300);
    world.write(vec![Change::PutSession(renewed.clone())]);
    assert_eq!(ok(world.read().session(&first.id)), Some(renewed));
    assert_eq!(ok(world.read().seen(&first.id)), shown);
}

pub(super) fn a_forgotten_session_is_gone(store: &dyn Store) {
    let world = World::bare(store);
    let first = session("s_a", 200);
    world.write(vec![
        Change::PutSession(first.clone()),
        Change::RecordSeen {
            session: first.id.clone(),
            chunks: vec![chunk_id("c_1")],
        },
    ]);
    world.write(vec![Change::ForgetSession(first.id.clone())]);
    assert_eq!(ok(world.read().session(&first.id)), None);
    assert!(ok(world.read().seen(&first.id)).is_empty());
    world.write(vec![Change::PutSession(first.clone())]);
    assert!(ok(world.read().seen(&first.id)).is_empty());
}
