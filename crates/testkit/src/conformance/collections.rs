//! Collections and their members.

use domain::Change;
use domain::item::{Kind, Member};
use domain::ports::store::Store;
use domain::scope::ItemFilter;

use super::samples::*;
use super::world::*;

// `item_count` is the store's own: what a write says of it is ignored.
pub(super) fn collections_read_back_with_their_member_count(store: &dyn Store) {
    let world = World::bare(store);
    let mut collection = collection("k_a");
    collection.description = Some("What it holds".to_owned());
    collection.color = Some("#f97316".to_owned());
    collection.icon = Some("\u{1f4da}".to_owned());
    collection.tags = tags(&["b", "a"]);
    collection.item_count = 99;
    world.write(vec![
        Change::PutCollection(collection.clone()),
        put_document("d_a"),
        put_prompt("p_a"),
    ]);
    collection.item_count = 0;
    let read = |world: &World<'_>| ok(world.read().collection(&collection_id("k_a")));
    assert_eq!(read(&world), Some(collection.clone()));
    world.write(vec![add_members("k_a", &["d_a", "p_a"])]);
    collection.item_count = 2;
    assert_eq!(read(&world), Some(collection.clone()));
    let all = ItemFilter::default();
    let listed = ok(world.read().collections(&all, None, &page(10, None)));
    assert_eq!(listed.rows, [collection.clone()]);
    let named = ok(world.read().collection_named("Collection k_a"));
    assert_eq!(named, Some(collection));
    assert_eq!(ok(world.read().collection_count()), 1);
}

pub(super) fn members_are_a_set_by_kind_and_id(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![
        put_document("d_b"),
        put_document("d_a"),
        put_prompt("z_p"),
        put_prompt("p_a"),
        put_collection("k_a"),
        add_members("k_a", &["d_b", "z_p"]),
        add_members("k_a", &["d_a", "d_b", "p_a", "d_a"]),
    ]);
    let members = |world: &World<'_>| ok(world.read().member_ids(&collection_id("k_a")));
    assert_eq!(members(&world), items(&["p_a", "z_p", "d_a", "d_b"]));
    world.write(vec![Change::RemoveMembers {
        collection: collection_id("k_a"),
        items: items(&["d_b", "p_missing", "z_p"]),
    }]);
    assert_eq!(members(&world), items(&["p_a", "d_a"]));
    assert!(ok(world.read().member_ids(&collection_id("k_missing"))).is_empty());
}

pub(super) fn archived_prompts_stay_members(store: &dyn Store) {
    let world = World::bare(store);
    let mut archived = prompt("p_a");
    archived.is_archived = true;
    world.write(vec![
        put_collection("k_a"),
        put_document("d_a"),
        put_prompt("p_a"),
        add_members("k_a", &["d_a", "p_a"]),
        Change::PutPrompt(archived),
    ]);
    let snapshot = world.read();
    let id = collection_id("k_a");
    assert_eq!(ok(snapshot.member_ids(&id)), items(&["p_a", "d_a"]));
    let members = ok(snapshot.members(&id, &Kind::OF_MEMBERS, &page(5, None))).rows;
    assert_eq!(members[0].title, "Prompt p_a");
    let row = ok(snapshot.collection(&id));
    assert_eq!(row.map(|row| row.item_count), Some(2));
}

pub(super) fn members_come_in_pages_with_current_titles(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![put_collection("k_a")]);
    for id in ["d_c", "d_a", "d_b"] {
        world.write(vec![put_document(id), add_members("k_a", &[id])]);
    }
    world.write(vec![put_prompt("p_a"), add_members("k_a", &["p_a"])]);
    let mut renamed = document("d_b");
    renamed.title = "Renamed".to_owned();
    world.write(vec![Change::PutDocument(renamed)]);

    let snapshot = world.read();
    let id = collection_id("k_a");
    let member = |id: &str, title: &str| Member {
        item: item(id),
        title: title.to_owned(),
    };
    let first = ok(snapshot.members(&id, &Kind::OF_MEMBERS, &page(3, None)));
    let expected = [
        member("p_a", "Prompt p_a"),
        member("d_a", "Document d_a"),
        member("d_b", "Renamed"),
    ];
    assert_eq!(first.rows, expected);
    let rest = ok(snapshot.members(&id, &Kind::OF_MEMBERS, &page(3, first.cursor)));
    assert_eq!(rest.rows, [member("d_c", "Document d_c")]);
    assert_eq!(rest.cursor, None);
    let one_kind = |kind| ok(snapshot.members(&id, &[kind], &page(2, None)));
    assert_eq!(one_kind(Kind::Prompt).rows, expected[..1]);
    assert_eq!(one_kind(Kind::Document).rows, expected[1..]);
    assert!(one_kind(Kind::Document).cursor.is_some());
    assert!(one_kind(Kind::Collection).rows.is_empty());
    let nowhere = ok(snapshot.members(
        &collection_id("k_missing"),
        &Kind::OF_MEMBERS,
        &page(3, None),
    ));
    assert!(nowhere.rows.is_empty());
}

pub(super) fn a_changed_collection_keeps_its_members(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![
        put_document("d_a"),
        put_collection("k_a"),
        add_members("k_a", &["d_a"]),
    ]);
    let mut renamed = collection("k_a");
    renamed.name = "Renamed".to_owned();
    renamed.tags = tags(&["new"]);
    world.write(vec![Change::PutCollection(renamed.clone())]);
    renamed.item_count = 1;
    let snapshot = world.read();
    assert_eq!(ok(snapshot.collection(&renamed.id)), Some(renamed.clone()));
    assert_eq!(ok(snapshot.member_ids(&renamed.id)), items(&["d_a"]));
    assert_eq!(ok(snapshot.collection_named("Collection k_a")), None);
}

pub(super) fn a_deleted_collection_leaves_its_members(store: &dyn Store) {
    let world = World::bare(store);
    world.write(vec![
        put_document("d_a"),
        put_collection("k_a"),
        put_collection("k_b"),
        add_members("k_a", &["d_a"]),
        add_members("k_b", &["d_a"]),
    ]);
    world.write(vec![Change::DeleteCollection(collection_id("k_a"))]);
    let snapshot = world.read();
    assert_eq!(ok(snapshot.collection(&collection_id("k_a"))), None);
    assert!(ok(snapshot.document(&document_id("d_a"))).is_some());
    assert_eq!(
        ok(snapshot.member_ids(&collection_id("k_b"))),
        items(&["d_a"])
    );
    assert_eq!(ok(snapshot.collection_count()), 1);
    // A collection of the same id that comes later does not inherit them.
    world.write(vec![put_collection("k_a")]);
    assert!(ok(world.read().member_ids(&collection_id("k_a"))).is_empty());
}

pub(super) fn a_name_finds_the_first_collection_by_id(store: &dyn Store) {
    let world = World::bare(store);
    for id in ["k_c", "k_a", "k_b"] {
        let mut collection = collection(id);
        collection.name = if id == "k_a" { "work" } else { "Work" }.to_owned();
        world.write(vec![Change::PutCollection(collection)]);
    }
    let snapshot = world.read();
    let named = |name| ok(snapshot.collection_named(name)).map(|c| c.id);
    assert_eq!(named("Work"), Some(collection_id("k_b")));
    assert_eq!(named("work"), Some(collection_id("k_a")));
    assert_eq!(named("Wor"), None);
    assert_eq!(named("Work "), None);
}

// The tags of members play no part, and neither does the filter's collection.
pub(super) fn collections_are_filtered_by_their_own_tags(store: &dyn Store) {
    let world = World::bare(store);
    let mut tagged_one = collection("k_a");
    tagged_one.tags = tags(&["x", "y"]);
    let mut member = document("d_a");
    member.tags = tags(&["x"]);
    world.write(vec![
        Change::PutCollection(tagged_one),
        put_collection("k_b"),
        Change::PutDocument(member),
        add_members("k_b", &["d_a"]),
    ]);
    let snapshot = world.read();
    let found = |filter: &ItemFilter| {
        let rows = ok(snapshot.collections(filter, None, &page(10, None))).rows;
        rows.iter()
            .map(|row| row.id.as_str().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(found(&tagged(&["x"])), ["k_a"]);
    assert_eq!(found(&tagged(&["y", "x"])), ["k_a"]);
    assert!(found(&tagged(&["x", "z"])).is_empty());
    assert_eq!(found(&members_of("k_b")), ["k_a", "k_b"]);
}
