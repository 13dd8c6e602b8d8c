//! Documents and prompts, their histories, and what a deletion leaves.

use domain::Change;
use domain::chunk::InputHash;
use domain::ids::{MintKey, VersionId, WorkspaceId};
use domain::item::{Status, Variable};
use domain::job::Job;
use domain::limits::VERSION_PREVIEW_BYTES;
use domain::ports::store::Store;
use domain::scope::ItemFilter;
use domain::source::SourceKind;

use super::samples::*;
use super::world::*;

pub(super) fn documents_read_back_as_written(store: &dyn Store) {
    let world = World::bare(store);
    let mut document = document("d_a");
    document.title = "Größe \u{1f600} \"quoted\" 'n' % _".to_owned();
    document.tags = tags(&["b", "a", "ä"]);
    document.status = Status::Quarantined;
    document.error = Some("line one\nline two".to_owned());
    document.source_kind = SourceKind::File;
    document.source_url = Some("file:///a%20b".to_owned());
    document.media_type = "text/plain".to_owned();
    document.current_version = 7;
    document.revision = u64::from(u32::MAX) + 1;
    document.created_ms = -5;
    document.updated_ms = 1_767_225_600_123;
    world.write(vec![Change::PutDocument(document.clone())]);
    let read = |world: &World<'_>| ok(world.read().document(&document.id));
    assert_eq!(read(&world), Some(document.clone()));

    let mut replaced = super::samples::document("d_a");
    replaced.tags = tags(&["c"]);
    world.write(vec![Change::PutDocument(replaced.clone())]);
    assert_eq!(read(&world), Some(replaced));
}

// The content is that of the version put last; the row's `current_version` is the writer's.
pub(super) fn the_last_version_holds_the_content(store: &dyn Store) {
    let world = World::bare(store);
    let content = |world: &World<'_>| ok(world.read().document_content(&document_id("d_a")));
    world.write(vec![put_document("d_a")]);
    assert_eq!(content(&world), None);
    world.write(vec![put_version("d_a", 1, "one\r\n\u{0}two")]);
    assert_eq!(content(&world).as_deref(), Some("one\r\n\u{0}two"));
    world.write(vec![put_version("d_a", 2, "")]);
    assert_eq!(content(&world).as_deref(), Some(""));
    world.write(vec![put_document("d_a")]);
    assert_eq!(content(&world).as_deref(), Some(""));
    let row = ok(world.read().document(&document_id("d_a")));
    assert_eq!(row.map(|row| row.current_version), Some(1));
}

pub(super) fn histories_are_newest_first(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![put_document("d_a"), put_prompt("p_a")]);
    for number in [1, 2, 10] {
        world.write(vec![
            put_version("d_a", number, &format!("text {number}")),
            Change::PutPromptVersion {
                prompt: prompt_id("p_a"),
                version: version("p_a", number, &format!("template {number}")),
            },
        ]);
    }
    let snapshot = world.read();
    let expected =
        |item, what| [10, 2, 1].map(|number| version(item, number, &format!("{what} {number}")));
    let documents = ok(snapshot.document_versions(&document_id("d_a")));
    assert_eq!(documents, expected("d_a", "text"));
    let prompts = ok(snapshot.prompt_versions(&prompt_id("p_a")));
    assert_eq!(prompts, expected("p_a", "template"));
    assert!(ok(snapshot.document_versions(&document_id("d_missing"))).is_empty());
    assert!(ok(snapshot.prompt_versions(&prompt_id("p_missing"))).is_empty());
}

pub(super) fn prompts_read_back_as_written(store: &dyn Store) {
    let world = World::bare(store);
    let mut prompt = prompt("p_a");
    prompt.tags = tags(&["x", "y"]);
    prompt.status = Status::NotCovered;
    prompt.error = Some("why".to_owned());
    prompt.description = String::new();
    prompt.content = "${a}\n${b}".to_owned();
    prompt.current_version = 3;
    prompt.is_public = true;
    prompt.is_archived = true;
    prompt.variables = vec![
        variable("b", "number", Some("How \"many\"\n\u{1f600}")),
        variable("größe", "string", None),
        variable("a", "", Some("")),
    ];
    world.write(vec![Change::PutPrompt(prompt.clone())]);
    assert_eq!(ok(world.read().prompt(&prompt.id)), Some(prompt.clone()));
    prompt.title = "New".to_owned();
    prompt.tags = tags(&[]);
    prompt.is_archived = false;
    prompt.variables.truncate(1);
    world.write(vec![Change::PutPrompt(prompt.clone())]);
    assert_eq!(ok(world.read().prompt(&prompt.id)), Some(prompt));
}

fn variable(name: &str, kind: &str, description: Option<&str>) -> Variable {
    Variable {
        name: name.to_owned(),
        kind: kind.to_owned(),
        description: description.map(str::to_owned),
    }
}

// Only a document's: a prompt is small.
pub(super) fn a_long_history_shows_the_beginning_of_each_version(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![put_document("d_a"), put_prompt("p_a")]);
    // A character of two bytes begins one byte before the cut, and a NUL ends nothing.
    let head = format!("\u{0}{}", "x".repeat(VERSION_PREVIEW_BYTES - 2));
    let long = format!("{head}é and more");
    let exact = "y".repeat(VERSION_PREVIEW_BYTES);
    world.write(vec![
        put_version("d_a", 1, &long),
        put_version("d_a", 2, &exact),
        put_version("d_a", 3, "short"),
        Change::PutPromptVersion {
            prompt: prompt_id("p_a"),
            version: version("p_a", 1, &long),
        },
    ]);
    let snapshot = world.read();
    let history = ok(snapshot.document_versions(&document_id("d_a")));
    let expected = [
        version("d_a", 3, "short"),
        version("d_a", 2, &exact),
        version("d_a", 1, &head),
    ];
    assert!(history == expected, "the contents are cut elsewhere");
    let history = ok(snapshot.prompt_versions(&prompt_id("p_a")));
    assert!(history == [version("p_a", 1, &long)], "a prompt is cut");
}

pub(super) fn a_version_is_found_whole_by_its_id(store: &dyn Store) {
    let world = World::bare(store);
    let long = "é".repeat(VERSION_PREVIEW_BYTES);
    let of_prompt = |number, text: &str| Change::PutPromptVersion {
        prompt: prompt_id("p_a"),
        version: version("p_a", number, text),
    };
    world.write(vec![
        put_document("d_a"),
        put_version("d_a", 1, &long),
        put_version("d_a", 2, "now"),
        put_document("d_b"),
        put_prompt("p_a"),
        of_prompt(1, "before"),
        of_prompt(2, "now"),
    ]);
    let snapshot = world.read();
    let (document, other, prompt) = (document_id("d_a"), document_id("d_b"), prompt_id("p_a"));
    let first = version("d_a", 1, &long);
    let found = ok(snapshot.document_version(&document, &first.id));
    assert!(found.as_ref() == Some(&first), "another version, or cut");
    let before = version("p_a", 1, "before");
    assert_eq!(
        ok(snapshot.prompt_version(&prompt, &before.id)),
        Some(before.clone())
    );
    // The version of one item is not another's, whatever its kind.
    assert_eq!(ok(snapshot.document_version(&other, &first.id)), None);
    assert_eq!(ok(snapshot.document_version(&document, &before.id)), None);
    assert_eq!(ok(snapshot.prompt_version(&prompt, &first.id)), None);
    let missing = VersionId::of("d_a", 3);
    assert_eq!(ok(snapshot.document_version(&document, &missing)), None);
}

pub(super) fn uses_of_a_prompt_are_counted_apart_from_its_row(store: &dyn Store) {
    let world = World::new(store);
    let count = |id: &str, views, copies| Change::CountPromptUse {
        prompt: prompt_id(id),
        views,
        copies,
    };
    // A writer's numbers are ignored, from the first write on.
    let mut written = prompt("p_a");
    (written.views, written.copies) = (50, 60);
    world.write(vec![Change::PutPrompt(written.clone()), put_prompt("p_b")]);
    world.publish(&item("p_a"), &[("p_a", at(0.0))]);
    world.write(vec![count("p_a", 2, 0), count("p_a", 1, 4)]);
    world.write(vec![Change::PutPrompt(written.clone())]);
    let mut expected = prompt("p_a");
    (expected.views, expected.copies) = (3, 4);
    let read = |world: &World<'_>| ok(world.read().prompt(&prompt_id("p_a")));
    assert_eq!(read(&world), Some(expected.clone()));
    let all = ItemFilter::default();
    let rows = ok(world.read().prompts(&all, None, &page(10, None))).rows;
    assert_eq!(rows, [expected, prompt("p_b")]);
    // Nothing else of it changes.
    assert_eq!(keys(&world.nearest(&Ask::prompts())), ["p_a"]);

    // A count may come late, and one that comes back counts afresh.
    world.write(vec![
        Change::DeletePrompt(prompt_id("p_a")),
        count("p_a", 1, 1),
        count("p_missing", 1, 1),
    ]);
    assert_eq!(read(&world), None);
    world.write(vec![Change::PutPrompt(written)]);
    assert_eq!(read(&world), Some(prompt("p_a")));
}

pub(super) fn a_prompt_loses_its_vector_only_with_its_text(store: &dyn Store) {
    let world = World::new(store);
    world.write(vec![put_prompt("p_a"), put_prompt("p_b")]);
    world.publish(&item("p_a"), &[("p_a", at(0.0))]);
    world.publish(&item("p_b"), &[("p_b", at(5.0))]);
    let mut tagged = prompt("p_a");
    tagged.tags = tags(&["new"]);
    tagged.status = Status::Ready;
    tagged.updated_ms += 1;
    world.write(vec![Change::PutPrompt(tagged.clone())]);
    assert_eq!(keys(&world.nearest(&Ask::prompts())), ["p_a", "p_b"]);

    tagged.description.push_str(" now");
    world.write(vec![Change::PutPrompt(tagged)]);
    assert_eq!(keys(&world.nearest(&Ask::prompts())), ["p_b"]);
    let waiting = ok(world.read().pending_inputs(&item("p_a"), 1));
    assert_eq!(waiting.len(), 1);
    assert_eq!(world.coverage().items_pending, 1);
}

pub(super) fn a_status_changes_nothing_else(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![put_document("d_a"), put_prompt("p_a")]);
    let set = |id: &str, status, error: Option<&str>| Change::SetStatus {
        item: item(id),
        status,
        error: error.map(str::to_owned),
    };
    world.write(vec![
        set("d_a", Status::Failed, Some("unreadable")),
        set("p_a", Status::Partial, Some("half")),
    ]);
    let mut document = document("d_a");
    (document.status, document.error) = (Status::Failed, Some("unreadable".to_owned()));
    let mut prompt = prompt("p_a");
    (prompt.status, prompt.error) = (Status::Partial, Some("half".to_owned()));
    assert_eq!(
        ok(world.read().document(&document.id)),
        Some(document.clone())
    );
    assert_eq!(ok(world.read().prompt(&prompt.id)), Some(prompt));

    world.write(vec![set("d_a", Status::Ready, None)]);
    (document.status, document.error) = (Status::Ready, None);
    assert_eq!(ok(world.read().document(&document.id)), Some(document));
}

fn job(id: &str) -> Job {
    Job {
        item: item(id),
        size_class: 2,
        enqueued: 3,
        attempts: 1,
        last_error: Some("once".to_owned()),
    }
}

fn mint_key() -> MintKey {
    MintKey::file(&WorkspaceId::default_workspace(), "a.md", b"content")
}

pub(super) fn a_deleted_document_leaves_nothing_but_its_mints(store: &dyn Store) {
    let world = World::new(store);
    world.write(vec![
        Change::CountMint(mint_key()),
        put_document("d_a"),
        put_version("d_a", 1, "text"),
        replace_tree(
            "d_a",
            tree("d_a", &[("c_1", "one"), ("c_2", "two")]),
            vec![tombstone("d_a", "c_0", "zero", Some("c_1"))],
        ),
        Change::PutSource(source("/a", "d_a", 7)),
        Change::PutJob(job("d_a")),
        put_document("d_b"),
        put_collection("k_a"),
        add_members("k_a", &["d_a", "d_b"]),
    ]);
    world.publish(&item("d_a"), &[("c_1", at(0.0)), ("c_2", at(10.0))]);
    world.write(vec![Change::DeleteDocument(document_id("d_a"))]);

    let snapshot = world.read();
    let id = document_id("d_a");
    assert_eq!(ok(snapshot.document(&id)), None);
    assert_eq!(ok(snapshot.document_content(&id)), None);
    assert!(ok(snapshot.document_versions(&id)).is_empty());
    assert!(ok(snapshot.tree(&id)).is_empty());
    assert_eq!(ok(snapshot.chunk(&chunk_id("c_1"))), None);
    assert_eq!(ok(snapshot.tombstone(&chunk_id("c_0"))), None);
    assert_eq!(ok(snapshot.tombstone(&chunk_id("c_1"))), None);
    assert_eq!(ok(snapshot.job(&item("d_a"))), None);
    assert!(ok(snapshot.jobs(10)).is_empty());
    assert_eq!(ok(snapshot.source_at("/a")), None);
    assert_eq!(ok(snapshot.source_of(&id)), None);
    assert!(ok(snapshot.sources_with_hash(&[7; 32])).is_empty());
    assert_eq!(
        ok(snapshot.member_ids(&collection_id("k_a"))),
        items(&["d_b"])
    );
    let collection = ok(snapshot.collection(&collection_id("k_a")));
    assert_eq!(collection.map(|c| c.item_count), Some(1));
    assert!(world.chunk_keys().is_empty());
    assert_eq!(
        ok(snapshot.vector_counts(&item("d_a"), 1)),
        Default::default()
    );
    assert_eq!(world.coverage().documents, 1);
    assert_eq!(world.coverage().pending, 0);
    assert_eq!(ok(snapshot.mint_count(&mint_key())), 1);
}

pub(super) fn a_deleted_prompt_leaves_nothing_but_its_mints(store: &dyn Store) {
    let world = World::new(store);
    world.write(vec![
        Change::CountMint(mint_key()),
        put_prompt("p_a"),
        Change::PutPromptVersion {
            prompt: prompt_id("p_a"),
            version: version("p_a", 1, "text"),
        },
        Change::PutJob(job("p_a")),
        put_collection("k_a"),
        add_members("k_a", &["p_a"]),
    ]);
    world.publish(&item("p_a"), &[("p_a", at(0.0))]);
    world.write(vec![Change::DeletePrompt(prompt_id("p_a"))]);

    let snapshot = world.read();
    assert_eq!(ok(snapshot.prompt(&prompt_id("p_a"))), None);
    assert!(ok(snapshot.prompt_versions(&prompt_id("p_a"))).is_empty());
    assert_eq!(ok(snapshot.job(&item("p_a"))), None);
    assert!(ok(snapshot.member_ids(&collection_id("k_a"))).is_empty());
    let all = ItemFilter::default();
    let listed = ok(snapshot.collections(&all, None, &page(10, None)));
    assert_eq!(listed.rows[0].item_count, 0);
    assert!(world.nearest(&Ask::prompts()).hits.is_empty());
    assert_eq!(world.coverage(), Default::default());
    assert_eq!(ok(snapshot.mint_count(&mint_key())), 1);
}

pub(super) fn a_document_that_comes_back_starts_afresh(store: &dyn Store) {
    let world = World::new(store);
    world.write(vec![
        put_document("d_a"),
        put_version("d_a", 1, "text"),
        put_tree("d_a", &[("c_1", "one")]),
        put_collection("k_a"),
        add_members("k_a", &["d_a"]),
    ]);
    world.publish(&item("d_a"), &[("c_1", at(0.0))]);
    world.write(vec![
        Change::DeleteDocument(document_id("d_a")),
        put_document("d_a"),
        put_version("d_a", 1, "other"),
        put_tree("d_a", &[("c_1", "one")]),
    ]);
    let snapshot = world.read();
    let content = ok(snapshot.document_content(&document_id("d_a")));
    assert_eq!(content.as_deref(), Some("other"));
    assert!(ok(snapshot.member_ids(&collection_id("k_a"))).is_empty());
    // Its vector went with it; the cache still holds the outcome, so no work is lost.
    assert!(world.chunk_keys().is_empty());
    assert_eq!(ok(snapshot.pending_inputs(&item("d_a"), 1)).len(), 1);
    let cached = ok(snapshot.cached_embeddings(MODEL, &[InputHash::of("Lead", "one")]));
    assert!(cached[0].is_some());
}

// Failures come by id as text: documents before prompts only because `d` comes before `p`.
pub(super) fn failures_come_by_id_with_their_reasons(store: &dyn Store) {
    let world = World::bare(store);
    let mut changes = vec![];
    for (id, status) in [
        ("d_z", Status::Failed),
        ("d_a", Status::Quarantined),
        ("d_b", Status::Ready),
        ("d_c", Status::NotCovered),
    ] {
        let mut document = document(id);
        document.status = status;
        document.error = Some(format!("reason of {id}"));
        changes.push(Change::PutDocument(document));
    }
    for (id, status) in [("a_p", Status::Failed), ("p_b", Status::Partial)] {
        let mut prompt = prompt(id);
        (prompt.status, prompt.error) = (status, None);
        changes.push(Change::PutPrompt(prompt));
    }
    world.write(changes);
    let failures = ok(world.read().failures(10));
    let told: Vec<(&str, &str, &str)> = failures
        .iter()
        .map(|f| (f.item.as_str(), f.title.as_str(), f.error.as_str()))
        .collect();
    let expected = [
        ("a_p", "Prompt a_p", ""),
        ("d_a", "Document d_a", "reason of d_a"),
        ("d_z", "Document d_z", "reason of d_z"),
    ];
    assert_eq!(told, expected);
    assert_eq!(ok(world.read().failures(2)), failures[..2]);
    assert_eq!(world.coverage().items_failed, 3);
}
