//! Workspaces come and go with all that is in them; keys and the secret behind them are kept.

use domain::access::{ApiKey, KeyId, Workspace};
use domain::caller::Permission;
use domain::chunk::InputHash;
use domain::generation::Generation;
use domain::ids::WorkspaceId;
use domain::ports::store::Snapshot;
use domain::{Caller, Cancel, Change, ErrorKind, ScopeSet};

use super::Home;
use super::samples::*;
use super::workspaces::{fill, mint_key, session};
use super::world::*;

fn workspace(id: &str, created_ms: i64) -> Workspace {
    let id = ok(WorkspaceId::parse(id));
    Workspace { id, created_ms }
}

fn key(id: &str, workspace: &str, created_ms: i64) -> ApiKey {
    ApiKey {
        id: ok(KeyId::parse(id)),
        name: format!("Key \"{id}\" ü"),
        workspace: ok(WorkspaceId::parse(workspace)),
        scopes: ScopeSet::of(&[Permission::PromptsWrite, Permission::DocumentsRead]),
        tools: None,
        secret_hash: [7; 32],
        created_ms,
        expires_ms: None,
        revoked_ms: None,
    }
}

fn create(home: &dyn Home, id: &str, created_ms: i64) {
    ok(home.create_workspace(&workspace(id, created_ms), &Cancel::new()));
}

fn delete(home: &dyn Home, id: &str) -> domain::Result<()> {
    home.delete_workspace(&ok(WorkspaceId::parse(id)), &Cancel::new())
}

fn listed(home: &dyn Home) -> Vec<(String, i64)> {
    let listed = ok(home.workspaces(&Cancel::new())).into_iter();
    listed
        .map(|workspace| (workspace.id.to_string(), workspace.created_ms))
        .collect()
}

fn key_ids(home: &dyn Home) -> Vec<String> {
    let keys = ok(home.keys(&Cancel::new())).into_iter();
    keys.map(|key| key.id.to_string()).collect()
}

fn stranger(id: &str) -> Caller {
    Caller {
        workspace: ok(WorkspaceId::parse(id)),
        scopes: ScopeSet::ALL,
    }
}

pub(super) fn the_default_workspace_is_always_there(home: &dyn Home) {
    let expected = [("default".to_owned(), 0)];
    assert_eq!(listed(home), expected);
    let world = World::new(home);
    world.write(vec![put_document("d_a")]);
    assert_eq!(listed(home), expected);
    let again = home.create_workspace(&workspace("default", 5), &Cancel::new());
    fails_with(again, ErrorKind::Conflict);
    fails_with(delete(home, "default"), ErrorKind::Invalid);
    assert_eq!(world.coverage().documents, 1);
}

pub(super) fn workspaces_come_by_id_with_their_times(home: &dyn Home) {
    create(home, "zeta", 5);
    create(home, "alpha", -7);
    create(home, "eta", 1_767_225_600_123);
    // Writing to one does not change when it was made.
    let caller = stranger("zeta");
    let world = World {
        store: home,
        caller,
    };
    world.write(vec![put_document("d_a")]);
    let listed = listed(home);
    let listed: Vec<(&str, i64)> = listed.iter().map(|(id, ms)| (id.as_str(), *ms)).collect();
    let expected = [
        ("alpha", -7),
        ("default", 0),
        ("eta", 1_767_225_600_123),
        ("zeta", 5),
    ];
    assert_eq!(listed, expected);
    let again = home.create_workspace(&workspace("eta", 6), &Cancel::new());
    fails_with(again, ErrorKind::Conflict);
}

pub(super) fn an_unknown_workspace_is_not_found(home: &dyn Home) {
    let caller = stranger("nowhere");
    let snapshot = home.snapshot(&caller, &Cancel::new());
    fails_with(snapshot.map(|_| ()), ErrorKind::NotFound);
    let decide = &mut |_: &dyn Snapshot| panic!("there is no state to decide from");
    let written = home.transact(&caller, &Cancel::new(), decide);
    fails_with(written, ErrorKind::NotFound);
    let put = home.put_key(&key("a", "nowhere", 1), &Cancel::new());
    fails_with(put, ErrorKind::NotFound);
    fails_with(delete(home, "nowhere"), ErrorKind::NotFound);
    assert_eq!(listed(home).len(), 1);
    assert!(key_ids(home).is_empty());
}

pub(super) fn a_deleted_workspace_leaves_nothing(home: &dyn Home) {
    let (here, there) = (World::new(home), World::elsewhere(home));
    fill(&here);
    fill(&there);
    assert_eq!(there.chunk_keys(), ["c_1"]);
    let before = here.coverage();
    ok(delete(home, "elsewhere"));
    assert_eq!(listed(home), [("default".to_owned(), 0)]);

    // Its callers do not bring it back.
    let gone = home.snapshot(&there.caller, &Cancel::new());
    fails_with(gone.map(|_| ()), ErrorKind::NotFound);
    let late = there.try_write(&[put_document("d_late")]);
    fails_with(late, ErrorKind::NotFound);
    fails_with(delete(home, "elsewhere"), ErrorKind::NotFound);
    assert_eq!(listed(home).len(), 1);

    // A new one of the same name starts with nothing.
    let there = World::elsewhere(home);
    let snapshot = there.read();
    assert_eq!(snapshot.sequence(), 1);
    assert_eq!(there.coverage(), Default::default());
    assert!(there.chunk_keys().is_empty());
    assert!(there.nearest(&Ask::prompts()).hits.is_empty());
    assert_eq!(ok(snapshot.mint_count(&mint_key())), 0);
    assert_eq!(ok(snapshot.session(&session().id)), None);
    assert!(ok(snapshot.seen(&session().id)).is_empty());
    assert_eq!(ok(snapshot.source_at("/a")), None);
    assert_eq!(ok(snapshot.tombstone(&chunk_id("c_0"))), None);
    assert!(ok(snapshot.jobs(10)).is_empty());
    assert!(ok(snapshot.member_ids(&collection_id("k_a"))).is_empty());
    assert!(ok(snapshot.prompt_versions(&prompt_id("p_a"))).is_empty());
    assert_eq!(ok(snapshot.document_content(&document_id("d_a"))), None);
    let terms = ["one".to_owned()];
    assert!(ok(snapshot.documents_with_terms(&terms, &None, &Cancel::new())).is_empty());
    let cached = ok(snapshot.cached_embeddings(MODEL, &[InputHash::of("Lead", "one")]));
    assert_eq!(cached, [None]);
    // What it gets under the old ids is its own.
    there.write(vec![
        put_document("d_a"),
        put_tree("d_a", &[("c_1", "one")]),
    ]);
    assert_eq!(ok(there.read().pending_inputs(&item("d_a"), 1)).len(), 1);

    assert_eq!(here.coverage(), before);
    assert_eq!(here.chunk_keys(), ["c_1"]);
    assert_eq!(ok(here.read().mint_count(&mint_key())), 1);
    assert_eq!(ok(here.read().seen(&session().id)).len(), 1);
}

pub(super) fn an_earlier_snapshot_survives_the_deletion(home: &dyn Home) {
    let there = World::elsewhere(home);
    fill(&there);
    let (searched, unsearched) = (there.read(), there.read());
    let keys_of = |snapshot: &dyn Snapshot| keys(&ok(Ask::chunks().put_to(snapshot)));
    assert_eq!(keys_of(searched.as_ref()), ["c_1"]);
    ok(delete(home, "elsewhere"));
    assert_eq!(keys_of(searched.as_ref()), ["c_1"]);
    assert_eq!(keys_of(unsearched.as_ref()), ["c_1"]);
    assert!(ok(searched.document(&document_id("d_a"))).is_some());
    drop((searched, unsearched));
    assert!(World::elsewhere(home).chunk_keys().is_empty());
}

pub(super) fn a_new_workspace_is_not_bound_to_the_model_of_an_old_one(home: &dyn Home) {
    let there = World::elsewhere(home);
    // The set is empty but was searched, so a store may have it in memory.
    assert!(there.chunk_keys().is_empty());
    ok(delete(home, "elsewhere"));
    create(home, "elsewhere", 2);
    let larger = Generation {
        number: 1,
        model: "another".to_owned(),
        dimension: 2 * DIMENSION,
    };
    there.write(vec![Change::PutGeneration(larger)]);
    let mut ask = Ask::chunks();
    ask.vector = [values(0.0), vec![0.0; DIMENSION]].concat();
    assert!(there.nearest(&ask).hits.is_empty());
    fails_with(
        Ask::chunks().put_to(there.read().as_ref()),
        ErrorKind::Invalid,
    );
}

pub(super) fn keys_read_back_newest_first(home: &dyn Home) {
    create(home, "other", 1);
    let mut full = key("b", "other", 20);
    full.tools = Some("core".to_owned());
    full.scopes = ScopeSet::ALL;
    full.secret_hash = [255; 32];
    full.expires_ms = Some(i64::MAX);
    full.revoked_ms = Some(-1);
    let keys = [
        key("c", "default", 10),
        full.clone(),
        key("a", "other", 20),
        key("d", "default", -3),
    ];
    for key in &keys {
        ok(home.put_key(key, &Cancel::new()));
    }
    assert_eq!(key_ids(home), ["a", "b", "c", "d"]);
    for key in &keys {
        let found = ok(home.key(&key.id, &Cancel::new()));
        assert_eq!(found.as_ref(), Some(key));
    }
    assert_eq!(ok(home.keys(&Cancel::new()))[1], full);
    let missing = ok(KeyId::parse("e"));
    assert_eq!(ok(home.key(&missing, &Cancel::new())), None);
}

pub(super) fn a_key_that_is_put_again_is_replaced(home: &dyn Home) {
    let mut key = key("a", "default", 1);
    ok(home.put_key(&key, &Cancel::new()));
    key.revoked_ms = Some(9);
    key.scopes = ScopeSet::of(&[]);
    ok(home.put_key(&key, &Cancel::new()));
    assert_eq!(ok(home.keys(&Cancel::new())), [key]);
}

pub(super) fn keys_go_with_their_workspace(home: &dyn Home) {
    create(home, "other", 1);
    ok(home.put_key(&key("a", "other", 1), &Cancel::new()));
    ok(home.put_key(&key("b", "default", 1), &Cancel::new()));
    ok(delete(home, "other"));
    assert_eq!(key_ids(home), ["b"]);
    create(home, "other", 2);
    assert_eq!(key_ids(home), ["b"]);
}

pub(super) fn the_first_pepper_counts(home: &dyn Home) {
    assert_eq!(ok(home.pepper()), None);
    assert_eq!(ok(home.put_pepper([1; 32])), [1; 32]);
    assert_eq!(ok(home.put_pepper([2; 32])), [1; 32]);
    assert_eq!(ok(home.pepper()), Some([1; 32]));
}

pub(super) fn a_cancelled_call_changes_nothing(home: &dyn Home) {
    create(home, "other", 1);
    let cancel = Cancel::new();
    cancel.cancel();
    let other = workspace("other", 1);
    let more = workspace("more", 1);
    fails_with(home.create_workspace(&more, &cancel), ErrorKind::Cancelled);
    fails_with(
        home.delete_workspace(&other.id, &cancel),
        ErrorKind::Cancelled,
    );
    fails_with(
        home.put_key(&key("a", "default", 1), &cancel),
        ErrorKind::Cancelled,
    );
    fails_with(home.workspaces(&cancel), ErrorKind::Cancelled);
    fails_with(home.keys(&cancel), ErrorKind::Cancelled);
    assert_eq!(listed(home).len(), 2);
    assert!(key_ids(home).is_empty());
}
