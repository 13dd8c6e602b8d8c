use serde_json::{Value, json};

use super::Story;
use crate::library::Library;

fn lab(library: &Library) -> String {
    let created = library.json(
        "create_collection",
        json!({
            "name": "Lab",
            "description": "Experiments.",
            "color": "#0ea5e9",
            "icon": "🧪",
            "tags": ["b", "a"],
        }),
    );
    created["data"]["id"].as_str().unwrap().to_owned()
}

fn add(library: &Library, collection: &str, ids: &[String], kind: &str) -> Value {
    library.json(
        "add_to_collection",
        json!({"collectionId": collection, "itemIds": ids, "itemType": kind}),
    )
}

#[test]
fn list_collections() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    story.call("empty", "list_collections", json!({}));
    lab(&library);
    library.clock.advance(1_000);
    library.collection("Harbour");
    story.call("two", "list_collections", json!({}));
    story.call("first page", "list_collections", json!({"limit": 1}));
    story.call(
        "by description",
        "list_collections",
        json!({"search": "EXPERIMENT"}),
    );
    story.call("by tags", "list_collections", json!({"tags": ["a", "b"]}));
    story.check("list_collections");
}

#[test]
fn get_collection() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let bare = library.collection("Harbour");
    story.call(
        "empty, with stand-ins",
        "get_collection",
        json!({"collectionId": bare}),
    );
    let id = lab(&library);
    let document = library.document("Runbook", "Step one.", &[]);
    let prompt = library.prompt("Bug triage", "Sorts bug reports.", "Sort by age.");
    add(&library, &id, &[document], "document");
    add(&library, &id, &[prompt], "prompt");
    story.call("members", "get_collection", json!({"collectionId": id}));
    story.call(
        "no items",
        "get_collection",
        json!({"collectionId": id, "includeItems": false}),
    );
    story.fail(
        "unknown",
        "get_collection",
        json!({"collectionId": "k_none"}),
    );
    story.fail(
        "neither true nor false",
        "get_collection",
        json!({"collectionId": id, "includeItems": "maybe"}),
    );
    story.check("get_collection");
}

#[test]
fn create_collection() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    story.call("plain", "create_collection", json!({"name": "Harbour"}));
    story.call(
        "everything",
        "create_collection",
        json!({
            "name": "Lab",
            "description": "Experiments.",
            "color": "#0ea5e9",
            "icon": "🧪",
            "tags": ["b", "a"],
        }),
    );
    story.call(
        "blanks count as absent",
        "create_collection",
        json!({"name": "Pier", "description": "", "color": null, "icon": " ", "tags": ""}),
    );
    story.fail("no name", "create_collection", json!({"color": "#fff"}));
    story.check("create_collection");
}

#[test]
fn update_collection() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = lab(&library);
    story.call(
        "name",
        "update_collection",
        json!({"collectionId": id, "name": "Workshop"}),
    );
    story.call(
        "tags",
        "update_collection",
        json!({"collectionId": id, "tags": ["c", "a"]}),
    );
    story.fail(
        "nothing to change",
        "update_collection",
        json!({"collectionId": id}),
    );
    story.fail(
        "unknown",
        "update_collection",
        json!({"collectionId": "k_none", "name": "N"}),
    );
    story.check("update_collection");
}

#[test]
fn delete_collection() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = lab(&library);
    story.call("there", "delete_collection", json!({"collectionId": id}));
    story.call(
        "gone already",
        "delete_collection",
        json!({"collectionId": id}),
    );
    story.check("delete_collection");
}

#[test]
fn add_to_collection() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = lab(&library);
    let one = library.document("One", "First.", &[]);
    let two = library.document("Two", "Second.", &[]);
    let members =
        |ids: Value, kind: &str| json!({"collectionId": id, "itemIds": ids, "itemType": kind});
    story.call(
        "new",
        "add_to_collection",
        members(json!([one]), "document"),
    );
    story.call(
        "as JSON text, one in already",
        "add_to_collection",
        members(json!(format!("[\"{one}\",\"{two}\"]")), "document"),
    );
    story.fail(
        "of another kind",
        "add_to_collection",
        members(json!([one]), "prompt"),
    );
    story.fail(
        "no ids",
        "add_to_collection",
        members(json!([]), "document"),
    );
    story.fail(
        "no such kind",
        "add_to_collection",
        members(json!([one]), "collection"),
    );
    story.fail(
        "unknown collection",
        "add_to_collection",
        json!({"collectionId": "k_none", "itemIds": [two], "itemType": "document"}),
    );
    story.check("add_to_collection");
}

#[test]
fn remove_from_collection() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = lab(&library);
    let prompt = library.prompt("Bug triage", "Sorts bug reports.", "Sort by age.");
    add(&library, &id, std::slice::from_ref(&prompt), "prompt");
    let members = json!({"collectionId": id, "itemIds": prompt, "itemType": "prompt"});
    story.call("in", "remove_from_collection", members.clone());
    story.call("not in any more", "remove_from_collection", members);
    story.fail(
        "unknown collection",
        "remove_from_collection",
        json!({"collectionId": "k_none", "itemIds": [prompt], "itemType": "prompt"}),
    );
    story.check("remove_from_collection");
}
