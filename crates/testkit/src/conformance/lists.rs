//! Lists: order, pages, filters, search.

use domain::item::{Collection, Document, Kind, Prompt};
use domain::page::Page;
use domain::ports::store::{Snapshot, Store};
use domain::scope::ItemFilter;
use domain::{Change, ErrorKind, Result};

use super::samples::*;
use super::world::*;

const CREATED: [(&str, i64); 5] = [("b", 10), ("a", 10), ("d", 30), ("c", -1), ("e", 20)];
const NEWEST_FIRST: [&str; 5] = ["d", "e", "a", "b", "c"];

// "Newest" is by creation, which never changes, so an edit does not shuffle pages.
pub(super) fn documents_come_newest_first_then_by_id(store: &dyn Store) {
    let world = World::bare(store);
    for (id, created_ms) in CREATED {
        let mut document = document(&format!("d_{id}"));
        document.created_ms = created_ms;
        document.updated_ms = 1_000 - created_ms;
        world.write(vec![Change::PutDocument(document)]);
    }
    let rows = ok(documents(
        world.read().as_ref(),
        &ItemFilter::default(),
        None,
    ));
    let order: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(order, NEWEST_FIRST.map(|id| format!("d_{id}")));
}

pub(super) fn prompts_come_newest_first_then_by_id(store: &dyn Store) {
    let world = World::bare(store);
    for (id, created_ms) in CREATED {
        let mut prompt = prompt(&format!("p_{id}"));
        prompt.created_ms = created_ms;
        world.write(vec![Change::PutPrompt(prompt)]);
    }
    let rows = ok(prompts(world.read().as_ref(), &ItemFilter::default(), None));
    let order: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(order, NEWEST_FIRST.map(|id| format!("p_{id}")));
}

pub(super) fn collections_come_newest_first_then_by_id(store: &dyn Store) {
    let world = World::bare(store);
    for (id, created_ms) in CREATED {
        let mut collection = collection(&format!("k_{id}"));
        collection.created_ms = created_ms;
        world.write(vec![Change::PutCollection(collection)]);
    }
    let rows = ok(collections(
        world.read().as_ref(),
        &ItemFilter::default(),
        None,
    ));
    let order: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(order, NEWEST_FIRST.map(|id| format!("k_{id}")));
}

/// Documents, prompts and collections `0..count`, a third of them made at the same time.
fn fill(world: &World<'_>, count: usize) {
    for number in 0..count {
        let created_ms = i64::try_from(number / 3).expect("a check has few rows");
        let mut document = document(&format!("d_{number:02}"));
        document.created_ms = created_ms;
        let mut prompt = prompt(&format!("p_{number:02}"));
        prompt.created_ms = created_ms;
        let mut collection = collection(&format!("k_{number:02}"));
        collection.created_ms = created_ms;
        world.write(vec![
            Change::PutDocument(document),
            Change::PutPrompt(prompt),
            Change::PutCollection(collection),
        ]);
    }
}

/// All rows of a list, read in pages of `limit`.
fn all_pages<T>(
    limit: usize,
    read: &dyn Fn(&domain::page::PageRequest) -> Result<Page<T>>,
) -> Vec<T> {
    let mut rows = Vec::new();
    let mut cursor = None;
    loop {
        let next = ok(read(&page(limit, cursor)));
        assert!(next.rows.len() <= limit);
        rows.extend(next.rows);
        cursor = next.cursor;
        if cursor.is_none() {
            return rows;
        }
        assert!(rows.len() < 1_000, "the pages never end");
    }
}

pub(super) fn pages_cover_a_list_without_repeats(store: &dyn Store) {
    let world = World::bare(store);
    fill(&world, 10);
    let snapshot = world.read();
    let all = ItemFilter::default();
    for limit in [1, 3, 4, 10, 100] {
        let paged = all_pages(limit, &|page| snapshot.documents(&all, None, page));
        assert_eq!(paged, ok(documents(snapshot.as_ref(), &all, None)));
        let paged = all_pages(limit, &|page| snapshot.prompts(&all, None, page));
        assert_eq!(paged, ok(prompts(snapshot.as_ref(), &all, None)));
        let paged = all_pages(limit, &|page| snapshot.collections(&all, None, page));
        assert_eq!(paged, ok(collections(snapshot.as_ref(), &all, None)));
    }
}

pub(super) fn a_page_that_ends_the_list_has_no_cursor(store: &dyn Store) {
    let world = World::bare(store);
    fill(&world, 4);
    let snapshot = world.read();
    let all = ItemFilter::default();
    let whole = ok(snapshot.documents(&all, None, &page(4, None)));
    assert_eq!((whole.rows.len(), whole.cursor), (4, None));
    let half = ok(snapshot.documents(&all, None, &page(2, None)));
    assert!(half.cursor.is_some());
    let rest = ok(snapshot.documents(&all, None, &page(2, half.cursor)));
    assert_eq!((rest.rows.len(), rest.cursor), (2, None));
    let none = ok(snapshot.documents(&tagged(&["missing"]), None, &page(2, None)));
    assert_eq!((none.rows.len(), none.cursor), (0, None));
}

// A cursor stands behind a row, not at a distance from the start.
pub(super) fn rows_that_come_or_go_do_not_shift_the_next_page(store: &dyn Store) {
    let world = World::bare(store);
    fill(&world, 6);
    let all = ItemFilter::default();
    let first = ok(world.read().documents(&all, None, &page(2, None)));
    let expected = ok(documents(world.read().as_ref(), &all, None)).split_off(2);
    let mut newer = document("d_new");
    newer.created_ms = 1_000;
    world.write(vec![
        Change::PutDocument(newer),
        Change::DeleteDocument(first.rows[0].id.clone()),
        Change::DeleteDocument(first.rows[1].id.clone()),
    ]);
    let rest = ok(world.read().documents(&all, None, &page(10, first.cursor)));
    assert_eq!(rest.rows, expected);
}

pub(super) fn a_malformed_cursor_is_invalid(store: &dyn Store) {
    let world = World::bare(store);
    fill(&world, 2);
    world.write(vec![add_members("k_00", &["d_00", "p_00"])]);
    let snapshot = world.read();
    let all = ItemFilter::default();
    for cursor in ["", "?", "x y", "-", "\u{e9}", "' OR 1=1 --"] {
        let page = page(2, Some(cursor.to_owned()));
        fails_with(snapshot.documents(&all, None, &page), ErrorKind::Invalid);
        fails_with(snapshot.prompts(&all, None, &page), ErrorKind::Invalid);
        fails_with(snapshot.collections(&all, None, &page), ErrorKind::Invalid);
        let members = snapshot.members(&collection_id("k_00"), &Kind::OF_MEMBERS, &page);
        fails_with(members, ErrorKind::Invalid);
    }
}

pub(super) fn pages_are_filtered_before_they_are_cut(store: &dyn Store) {
    let world = World::bare(store);
    fill(&world, 9);
    let mut wanted = document("d_03");
    wanted.tags = tags(&["wanted"]);
    wanted.title = "Needle".to_owned();
    wanted.created_ms = -100;
    world.write(vec![Change::PutDocument(wanted.clone())]);
    let snapshot = world.read();
    let by_tag = ok(snapshot.documents(&tagged(&["wanted"]), None, &page(1, None)));
    assert_eq!(
        (&by_tag.rows[..], by_tag.cursor),
        (&[wanted.clone()][..], None)
    );
    let all = ItemFilter::default();
    let by_search = ok(snapshot.documents(&all, Some("needle"), &page(1, None)));
    assert_eq!(
        (&by_search.rows[..], by_search.cursor),
        (&[wanted][..], None)
    );
}

/// Documents and prompts `a` to `d` with tags.
fn fill_tagged(world: &World<'_>) {
    for (id, list) in [
        ("a", &["x"][..]),
        ("b", &["x", "y"]),
        ("c", &["x", "y", "z"]),
        ("d", &[]),
    ] {
        let mut document = document(&format!("d_{id}"));
        document.tags = tags(list);
        let mut prompt = prompt(&format!("p_{id}"));
        prompt.tags = tags(list);
        world.write(vec![
            Change::PutDocument(document),
            Change::PutPrompt(prompt),
        ]);
    }
}

pub(super) fn every_tag_of_a_filter_must_be_there(store: &dyn Store) {
    let world = World::bare(store);
    fill_tagged(&world);
    let snapshot = world.read();
    for (wanted, expected) in [
        (&["x"][..], &["a", "b", "c"][..]),
        (&["x", "y"], &["b", "c"]),
        (&["z", "x"], &["c"]),
        (&["x", "missing"], &[]),
        (&[], &["a", "b", "c", "d"]),
    ] {
        let filter = tagged(wanted);
        let rows = ok(documents(snapshot.as_ref(), &filter, None));
        let found: Vec<&str> = rows.iter().map(|row| &row.id.as_str()[2..]).collect();
        assert_eq!(found, expected, "documents with {wanted:?}");
        let rows = ok(prompts(snapshot.as_ref(), &filter, None));
        let found: Vec<&str> = rows.iter().map(|row| &row.id.as_str()[2..]).collect();
        assert_eq!(found, expected, "prompts with {wanted:?}");
    }
}

pub(super) fn tags_are_compared_exactly(store: &dyn Store) {
    let world = World::bare(store);
    let mut document = document("d_a");
    document.tags = tags(&["Legal", "50%", "a_b"]);
    world.write(vec![Change::PutDocument(document)]);
    let snapshot = world.read();
    let found = |tag: &str| {
        let rows = ok(documents(snapshot.as_ref(), &tagged(&[tag]), None));
        !rows.is_empty()
    };
    assert!(found("Legal") && found("50%") && found("a_b"));
    for other in ["legal", "Leg", "50", "%", "axb", "Legal,50%"] {
        assert!(!found(other), "{other}");
    }
}

pub(super) fn a_collection_filter_lets_members_through(store: &dyn Store) {
    let world = World::bare(store);
    fill_tagged(&world);
    world.write(vec![
        put_collection("k_a"),
        put_collection("k_b"),
        add_members("k_a", &["d_a", "d_b", "p_c"]),
        add_members("k_b", &["d_c"]),
    ]);
    let snapshot = world.read();
    let found = |filter: &ItemFilter| {
        let documents = ok(documents(snapshot.as_ref(), filter, None));
        let prompts = ok(prompts(snapshot.as_ref(), filter, None));
        let documents = documents.iter().map(|row| row.id.as_str().to_owned());
        let prompts = prompts.iter().map(|row| row.id.as_str().to_owned());
        documents.chain(prompts).collect::<Vec<String>>()
    };
    assert_eq!(found(&members_of("k_a")), ["d_a", "d_b", "p_c"]);
    assert_eq!(found(&members_of("k_b")), ["d_c"]);
    assert!(found(&members_of("k_missing")).is_empty());
    let both = ItemFilter {
        tags: tags(&["y"]),
        ..members_of("k_a")
    };
    assert_eq!(found(&both), ["d_b", "p_c"]);
}

pub(super) fn search_ignores_case_and_takes_wildcards_literally(store: &dyn Store) {
    let world = World::bare(store);
    for (id, title) in [
        ("d_a", "Übersicht der ÄNDERUNGEN"),
        ("d_b", "100% cotton"),
        ("d_c", "snake_case"),
        ("d_d", "back\\slash [x] *"),
        ("d_e", "it's \"quoted\""),
    ] {
        let mut document = document(id);
        document.title = title.to_owned();
        world.write(vec![Change::PutDocument(document)]);
    }
    let snapshot = world.read();
    for (search, expected) in [
        ("übersicht", &["d_a"][..]),
        ("DER änderungen", &["d_a"]),
        ("COTTON", &["d_b"]),
        ("%", &["d_b"]),
        ("0% C", &["d_b"]),
        ("_", &["d_c"]),
        ("\\", &["d_d"]),
        ("[X] *", &["d_d"]),
        ("'S \"Q", &["d_e"]),
        ("absent", &[]),
        ("", &["d_a", "d_b", "d_c", "d_d", "d_e"]),
    ] {
        let all = ItemFilter::default();
        let rows = ok(documents(snapshot.as_ref(), &all, Some(search)));
        let found: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(found, expected, "search for `{search}`");
    }
}

pub(super) fn search_looks_at_the_documented_fields(store: &dyn Store) {
    let world = World::bare(store);
    let mut prompt = prompt("p_a");
    prompt.title = "In title".to_owned();
    prompt.description = "In description".to_owned();
    prompt.content = "In content".to_owned();
    let mut collection = collection("k_a");
    collection.name = "In name".to_owned();
    collection.description = Some("In description".to_owned());
    world.write(vec![
        Change::PutPrompt(prompt),
        Change::PutCollection(collection),
        put_collection("k_b"),
        put_document("d_a"),
        put_version("d_a", 1, "in content"),
    ]);
    let snapshot = world.read();
    let all = ItemFilter::default();
    let in_prompts = |search| ok(prompts(snapshot.as_ref(), &all, Some(search))).len();
    assert_eq!(
        ["in title", "in description", "in content"].map(in_prompts),
        [1, 1, 0]
    );
    let in_collections = |search| ok(collections(snapshot.as_ref(), &all, Some(search))).len();
    assert_eq!(
        ["in name", "in description", "none"].map(in_collections),
        [1, 1, 0]
    );
    let in_documents = |search| ok(documents(snapshot.as_ref(), &all, Some(search))).len();
    assert_eq!(["document d_a", "in content"].map(in_documents), [1, 0]);
}

pub(super) fn filters_resolve_to_ids_of_one_kind(store: &dyn Store) {
    let world = World::bare(store);
    fill_tagged(&world);
    world.write(vec![
        put_collection("k_a"),
        add_members("k_a", &["d_a", "d_b", "p_c"]),
    ]);
    let snapshot = world.read();
    let empty = ItemFilter::default();
    assert_eq!(ok(snapshot.resolve_documents(&empty)), None);
    assert_eq!(ok(snapshot.resolve_prompts(&empty)), None);
    let by_tag = tagged(&["y"]);
    assert_eq!(
        ok(snapshot.resolve_documents(&by_tag)),
        ids(&["d_b", "d_c"])
    );
    assert_eq!(ok(snapshot.resolve_prompts(&by_tag)), ids(&["p_b", "p_c"]));
    let by_collection = members_of("k_a");
    assert_eq!(
        ok(snapshot.resolve_documents(&by_collection)),
        ids(&["d_a", "d_b"])
    );
    assert_eq!(ok(snapshot.resolve_prompts(&by_collection)), ids(&["p_c"]));
    let both = ItemFilter {
        tags: tags(&["y"]),
        ..members_of("k_a")
    };
    assert_eq!(ok(snapshot.resolve_documents(&both)), ids(&["d_b"]));
    assert_eq!(
        ok(snapshot.resolve_documents(&members_of("k_missing"))),
        ids(&[])
    );
}

/// Three prompts, of which `p_b` is archived and in the collection `k_a`.
fn fill_archived(world: &World<'_>) {
    let mut archived = prompt("p_b");
    archived.is_archived = true;
    archived.tags = tags(&["x"]);
    let mut tagged = prompt("p_c");
    tagged.tags = tags(&["x"]);
    world.write(vec![
        put_prompt("p_a"),
        Change::PutPrompt(archived),
        Change::PutPrompt(tagged),
        put_collection("k_a"),
        add_members("k_a", &["p_a", "p_b"]),
    ]);
}

pub(super) fn archived_prompts_are_left_out_unless_asked_for(store: &dyn Store) {
    let world = World::new(store);
    fill_archived(&world);
    let snapshot = world.read();
    for (filter, without, with) in [
        (
            ItemFilter::default(),
            &["p_a", "p_c"][..],
            &["p_a", "p_b", "p_c"][..],
        ),
        (tagged(&["x"]), &["p_c"], &["p_b", "p_c"]),
        (members_of("k_a"), &["p_a"], &["p_a", "p_b"]),
    ] {
        let all = ItemFilter {
            archived: true,
            ..filter.clone()
        };
        for (filter, expected) in [(&filter, without), (&all, with)] {
            let rows = ok(prompts(snapshot.as_ref(), filter, None));
            let found: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
            assert_eq!(found, expected, "{filter:?}");
            let rows = ok(prompts(snapshot.as_ref(), filter, Some("PROMPT P_B"))).len();
            assert_eq!(rows, usize::from(expected.contains(&"p_b")), "{filter:?}");
            let resolved = ok(snapshot.resolve_prompts(filter));
            let is_all = filter.archived && filter.is_empty();
            let expected = if is_all { None } else { ids(expected) };
            assert_eq!(resolved, expected, "{filter:?}");
        }
    }
    // It is put away, not gone; and the pages are cut after it was left out.
    assert!(ok(snapshot.prompt(&prompt_id("p_b"))).is_some());
    let first = ok(snapshot.prompts(&ItemFilter::default(), None, &page(1, None)));
    let rest = ok(snapshot.prompts(&ItemFilter::default(), None, &page(1, first.cursor)));
    assert_eq!((rest.rows.len(), rest.cursor), (1, None));
    // What a scope leaves out is not counted.
    let scope = ok(snapshot.resolve_prompts(&ItemFilter::default()));
    let coverage = ok(snapshot.coverage(&ids(&[]), &scope));
    assert_eq!((coverage.prompts, coverage.pending), (2, 2));
}

pub(super) fn nothing_archived_needs_no_set(store: &dyn Store) {
    let world = World::bare(store);
    fill_archived(&world);
    let resolved = |world: &World<'_>| {
        let all = ItemFilter::default();
        ok(world.read().resolve_prompts(&all))
    };
    assert!(resolved(&world).is_some());
    world.write(vec![put_prompt("p_b")]);
    assert_eq!(resolved(&world), None);
    fill_archived(&world);
    world.write(vec![Change::DeletePrompt(prompt_id("p_b"))]);
    assert_eq!(resolved(&world), None);
}

fn documents(
    snapshot: &dyn Snapshot,
    filter: &ItemFilter,
    search: Option<&str>,
) -> Result<Vec<Document>> {
    Ok(snapshot.documents(filter, search, &page(100, None))?.rows)
}

fn prompts(
    snapshot: &dyn Snapshot,
    filter: &ItemFilter,
    search: Option<&str>,
) -> Result<Vec<Prompt>> {
    Ok(snapshot.prompts(filter, search, &page(100, None))?.rows)
}

fn collections(
    snapshot: &dyn Snapshot,
    filter: &ItemFilter,
    search: Option<&str>,
) -> Result<Vec<Collection>> {
    Ok(snapshot.collections(filter, search, &page(100, None))?.rows)
}
