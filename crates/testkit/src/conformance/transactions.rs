//! All or nothing, in order, from one moment.

use domain::change::VectorLink;
use domain::chunk::InputHash;
use domain::ids::{MintKey, SessionId, WorkspaceId};
use domain::item::Status;
use domain::job::Job;
use domain::ports::embedder::Embedded;
use domain::ports::store::{Snapshot, Store};
use domain::{Cancel, Change, Error, ErrorKind};

use super::Home;
use super::samples::*;
use super::world::*;

pub(super) fn an_empty_list_writes_nothing(store: &dyn Store) {
    let world = World::bare(store);
    assert_eq!(world.sequence(), 0);
    assert_eq!(world.write(vec![]), 0);
    assert_eq!(world.write(vec![put_document("d_a")]), 1);
    assert_eq!(world.write(vec![]), 1);
    assert_eq!(world.sequence(), 1);
}

// The sequence counts transactions, not changes, and per workspace.
pub(super) fn each_transaction_counts_one(home: &dyn Home) {
    let world = World::bare(home);
    let elsewhere = World::elsewhere(home);
    assert_eq!(world.write(vec![put_document("d_a"), put_prompt("p_a")]), 1);
    assert_eq!(world.write(vec![put_document("d_b")]), 2);
    assert_eq!(world.write(vec![Change::DeleteJob(item("d_b"))]), 3);
    assert_eq!(world.sequence(), 3);
    assert_eq!(elsewhere.sequence(), 1);
}

pub(super) fn a_failed_decision_writes_nothing(store: &dyn Store) {
    let world = World::bare(store);
    let refusal = Error::new(ErrorKind::Conflict, "no").hint("do it otherwise");
    let decide = &mut |_: &dyn Snapshot| Err(refusal.clone());
    let answer = store.transact(&world.caller, &Cancel::new(), decide);
    assert_eq!(answer, Err(refusal));
    assert_eq!(world.sequence(), 0);
    assert_eq!(world.write(vec![put_document("d_a")]), 1);
}

pub(super) fn a_list_with_one_bad_change_writes_nothing(store: &dyn Store) {
    let world = World::new(store);
    world.write(vec![
        put_document("d_a"),
        put_tree("d_a", &[("c_1", "one")]),
    ]);
    world.publish(&item("d_a"), &[("c_1", at(0.0))]);
    let sequence = world.sequence();
    let answer = world.try_write(&[
        put_document("d_b"),
        put_prompt("p_b"),
        put_tree("d_a", &[("c_2", "two")]),
        Change::CountMint(mint_key()),
        add_members("k_missing", &["d_a"]),
        put_document("d_c"),
    ]);
    assert!(answer.is_err());
    let snapshot = world.read();
    assert_eq!(snapshot.sequence(), sequence);
    assert_eq!(ok(snapshot.document(&document_id("d_b"))), None);
    assert_eq!(ok(snapshot.document(&document_id("d_c"))), None);
    assert_eq!(ok(snapshot.prompt(&prompt_id("p_b"))), None);
    assert_eq!(ok(snapshot.mint_count(&mint_key())), 0);
    assert!(ok(snapshot.chunk(&chunk_id("c_1"))).is_some());
    assert_eq!(ok(snapshot.chunk(&chunk_id("c_2"))), None);
    assert_eq!(world.chunk_keys(), ["c_1"]);
    let found = ok(snapshot.documents_with_terms(&["two".to_owned()], &None, &Cancel::new()));
    assert!(found.is_empty());
}

// A change that names what does not exist, takes a number that is taken, or would put vectors of
// two models side by side is refused, whatever the kind of the error.
pub(super) fn changes_that_break_a_rule_are_refused(store: &dyn Store) {
    let world = World::new(store);
    world.write(vec![
        put_document("d_a"),
        put_version("d_a", 1, "text"),
        put_tree("d_a", &[("c_1", "one")]),
        put_prompt("p_a"),
        prompt_version(1),
        put_collection("k_a"),
    ]);
    let sequence = world.sequence();
    for (rule, changes) in forbidden() {
        assert!(world.try_write(&changes).is_err(), "{rule}");
        assert_eq!(world.sequence(), sequence, "{rule}");
    }
}

fn forbidden() -> Vec<(&'static str, Vec<Change>)> {
    let other_model = generation(1, "model-2");
    let mut other_dimension = generation(1, MODEL);
    other_dimension.dimension = 5;
    let missing = || item("d_missing");
    vec![
        (
            "version of a missing document",
            vec![put_version("d_missing", 1, "")],
        ),
        ("version number taken", vec![put_version("d_a", 1, "again")]),
        ("prompt version number taken", vec![prompt_version(1)]),
        (
            "tree of a missing document",
            vec![put_tree("d_missing", &[("c_9", "x")])],
        ),
        (
            "members of a missing collection",
            vec![add_members("k_missing", &["d_a"])],
        ),
        (
            "missing member",
            vec![add_members("k_a", &["d_a", "p_missing"])],
        ),
        (
            "source of a missing document",
            vec![Change::PutSource(source("/f", "d_missing", 1))],
        ),
        ("status of a missing item", vec![set_status("d_missing")]),
        (
            "job of a missing item",
            vec![Change::PutJob(job("d_missing"))],
        ),
        (
            "shown under a missing session",
            vec![Change::RecordSeen {
                session: session_id("s_missing"),
                chunks: vec![chunk_id("c_1")],
            }],
        ),
        (
            "an input that is not in the cache",
            vec![publish(item("d_a"), 1)],
        ),
        (
            "a generation that does not exist",
            vec![cache(MODEL, at(0.0)), publish(item("d_a"), 2)],
        ),
        (
            "an input cached for another model",
            vec![cache("model-2", at(0.0)), publish(item("d_a"), 1)],
        ),
        (
            "a vector of another length",
            vec![cache(MODEL, short()), publish(item("d_a"), 1)],
        ),
        (
            "a generation's number with another model",
            vec![Change::PutGeneration(other_model)],
        ),
        (
            "a generation's number with another length",
            vec![Change::PutGeneration(other_dimension)],
        ),
        (
            "job of an item deleted before",
            vec![
                Change::DeleteDocument(document_id("d_a")),
                Change::PutJob(job("d_a")),
            ],
        ),
        (
            "status after two good changes",
            vec![
                put_document("d_x"),
                put_prompt("p_x"),
                Change::SetStatus {
                    item: missing(),
                    status: Status::Ready,
                    error: None,
                },
            ],
        ),
    ]
}

// The inputs of `tree("d_a", [("c_1", "one")])`.
fn publish(item: domain::item::ItemId, generation: u32) -> Change {
    let key = "c_1".to_owned();
    let input = InputHash::of("Lead", "one");
    let links = vec![VectorLink { key, input }];
    Change::PublishVectors {
        item,
        generation,
        links,
    }
}

fn cache(model: &str, outcome: Embedded) -> Change {
    Change::PutEmbeddings {
        model: model.to_owned(),
        entries: vec![(InputHash::of("Lead", "one"), outcome)],
    }
}

fn short() -> Embedded {
    Embedded::Vector {
        values: vec![1.0, 0.0],
        windows: 1,
    }
}

fn set_status(id: &str) -> Change {
    Change::SetStatus {
        item: item(id),
        status: Status::Ready,
        error: None,
    }
}

fn prompt_version(number: u32) -> Change {
    Change::PutPromptVersion {
        prompt: prompt_id("p_a"),
        version: version("p_a", number, "text"),
    }
}

fn job(id: &str) -> Job {
    Job {
        item: item(id),
        size_class: 1,
        enqueued: 1,
        attempts: 0,
        last_error: None,
    }
}

fn session_id(id: &str) -> SessionId {
    ok(SessionId::parse(id))
}

fn mint_key() -> MintKey {
    MintKey::api(
        &WorkspaceId::default_workspace(),
        "document",
        "title",
        "content",
    )
}

// Deleting says how things are afterwards, so what is gone already is no fault.
pub(super) fn removing_what_is_not_there_is_no_error(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![put_collection("k_a")]);
    world.write(vec![
        Change::DeleteDocument(document_id("d_a")),
        Change::DeletePrompt(prompt_id("p_a")),
        Change::DeleteCollection(collection_id("k_missing")),
        Change::RemoveMembers {
            collection: collection_id("k_a"),
            items: items(&["d_a", "p_a"]),
        },
        Change::DeleteSource("/nowhere".to_owned()),
        Change::DeleteJob(item("d_a")),
        Change::SweepEmbeddings,
        Change::ForgetSession(session_id("s_a")),
    ]);
    assert_eq!(world.sequence(), 2);
}

pub(super) fn changes_apply_in_order(store: &dyn Store) {
    let world = World::bare(store);
    let titled = |title: &str| {
        let mut document = document("d_a");
        document.title = title.to_owned();
        Change::PutDocument(document)
    };
    world.write(vec![
        titled("first"),
        put_version("d_a", 1, "one"),
        Change::DeleteDocument(document_id("d_a")),
        titled("second"),
        put_version("d_a", 1, "two"),
        titled("third"),
    ]);
    let snapshot = world.read();
    let row = ok(snapshot.document(&document_id("d_a"))).expect("the document was put again");
    assert_eq!(row.title, "third");
    let content = ok(snapshot.document_content(&document_id("d_a")));
    assert_eq!(content.as_deref(), Some("two"));
}

pub(super) fn a_decision_reads_the_state_it_changes(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![put_document("d_a")]);
    let mut read = None;
    let decide = &mut |snapshot: &dyn Snapshot| {
        read = Some((
            snapshot.sequence(),
            snapshot.document(&document_id("d_a"))?.is_some(),
        ));
        Ok(vec![Change::DeleteDocument(document_id("d_a"))])
    };
    let sequence = ok(store.transact(&world.caller, &Cancel::new(), decide));
    assert_eq!(read, Some((1, true)));
    assert_eq!(sequence, 2);
    assert_eq!(ok(world.read().document(&document_id("d_a"))), None);
}

pub(super) fn a_cancelled_transaction_writes_nothing(store: &dyn Store) {
    let world = World::bare(store);
    let cancel = Cancel::new();
    cancel.cancel();
    let decide = &mut |_: &dyn Snapshot| Ok(vec![put_document("d_a")]);
    let answer = store.transact(&world.caller, &cancel, decide);
    fails_with(answer, ErrorKind::Cancelled);
    assert_eq!(world.sequence(), 0);
}

pub(super) fn an_earlier_snapshot_does_not_see_later_changes(store: &dyn Store) {
    let world = World::new(store);
    world.write(vec![put_document("d_a"), put_version("d_a", 1, "old")]);
    let before = world.read();
    world.write(vec![
        put_version("d_a", 2, "new"),
        put_document("d_b"),
        put_prompt("p_b"),
    ]);
    let after = world.read();
    world.write(vec![Change::DeleteDocument(document_id("d_a"))]);

    assert_eq!(before.sequence() + 1, after.sequence());
    let content = |snapshot: &dyn Snapshot| ok(snapshot.document_content(&document_id("d_a")));
    assert_eq!(content(before.as_ref()).as_deref(), Some("old"));
    assert_eq!(content(after.as_ref()).as_deref(), Some("new"));
    assert_eq!(content(world.read().as_ref()), None);
    assert_eq!(ok(before.document(&document_id("d_b"))), None);
    assert_eq!(ok(before.coverage(&None, &None)).items(), 1);
    assert_eq!(ok(after.coverage(&None, &None)).items(), 3);
}

pub(super) fn an_earlier_snapshot_keeps_its_vectors_and_terms(store: &dyn Store) {
    let world = World::new(store);
    world.write(vec![
        put_document("d_a"),
        put_tree("d_a", &[("c_1", "one")]),
    ]);
    world.publish(&item("d_a"), &[("c_1", at(10.0))]);
    let before = world.read();
    world.write(vec![put_tree("d_a", &[("c_2", "two")])]);
    let between = world.read();
    world.publish(&item("d_a"), &[("c_2", at(20.0))]);

    let found = |snapshot: &dyn Snapshot| keys(&ok(Ask::chunks().put_to(snapshot)));
    assert_eq!(found(before.as_ref()), ["c_1"]);
    assert!(found(between.as_ref()).is_empty());
    assert_eq!(world.chunk_keys(), ["c_2"]);
    let holds = |snapshot: &dyn Snapshot, term: &str| {
        let terms = [term.to_owned()];
        !ok(snapshot.documents_with_terms(&terms, &None, &Cancel::new())).is_empty()
    };
    assert!(holds(before.as_ref(), "one") && !holds(before.as_ref(), "two"));
    assert!(!holds(between.as_ref(), "one") && holds(between.as_ref(), "two"));
    let pending = |snapshot: &dyn Snapshot| ok(snapshot.coverage(&None, &None)).pending;
    assert_eq!(
        (pending(before.as_ref()), pending(between.as_ref())),
        (0, 1)
    );
}
