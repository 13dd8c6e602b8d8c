use serde_json::json;

use super::Story;
use crate::library::{Library, TIDES};

/// One of each kind about tides, indexed.
fn harbour() -> Library {
    let library = Library::empty();
    let document = library.document("Tide table", TIDES, &["harbour"]);
    library.prompt(
        "Tide report",
        "Tells a skipper about the spring tide and the neap tide, when the ferries are lifted highest, and for how long the mud stays dry.",
        "Report the tide of ${day}",
    );
    let collection = library.json(
        "create_collection",
        json!({"name": "Tide folder", "description": "About tide and harbour."}),
    );
    library.json(
        "add_to_collection",
        json!({
            "collectionId": collection["data"]["id"],
            "itemIds": [document],
            "itemType": "document",
        }),
    );
    library.index();
    library
}

const QUERY: &str = "spring tide lifts the ferries highest";

#[test]
fn find_items() {
    let empty = Library::empty();
    let mut story = Story::of(&empty);
    story.call("nothing stored", "find_items", json!({"query": "tide"}));
    story.check("find_items_empty");

    let library = harbour();
    let mut story = Story::of(&library);
    story.call("all kinds", "find_items", json!({"query": QUERY}));
    story.call(
        "one kind",
        "find_items",
        json!({"query": QUERY, "type": "documents"}),
    );
    story.call(
        "literally",
        "find_items",
        json!({"query": "tide", "semantic": "false"}),
    );
    story.call(
        "no such tag",
        "find_items",
        json!({"query": QUERY, "tags": ["nowhere"]}),
    );
    story.call(
        "below the floor",
        "find_items",
        json!({"query": "quarterly invoices of the bakery", "type": "all"}),
    );
    story.call(
        "no literal match",
        "find_items",
        json!({"query": "zeppelin", "semantic": false}),
    );
    story.fail("no query", "find_items", json!({}));
    story.fail(
        "no such kind",
        "find_items",
        json!({"query": QUERY, "type": "songs"}),
    );
    story.check("find_items");
}

#[test]
fn search() {
    let library = harbour();
    let mut story = Story::of(&library);
    story.call("all kinds", "search", json!({"query": QUERY}));
    story.call(
        "nothing",
        "search",
        json!({"query": "quarterly invoices of the bakery"}),
    );
    story.fail("no query", "search", json!({"query": " "}));
    story.check("search");
}

#[test]
fn fetch() {
    let library = harbour();
    let mut story = Story::of(&library);
    let found = library.json("search", json!({"query": QUERY}));
    for (heading, row) in ["a prompt", "a document", "a collection"]
        .iter()
        .zip(found["results"].as_array().unwrap())
    {
        story.call(heading, "fetch", json!({"id": row["id"]}));
    }
    for id in [
        "document_d_none",
        "d_1",
        "song_1",
        "document_../x",
        "prompt_",
    ] {
        story.fail(id, "fetch", json!({"id": id}));
    }
    story.fail("no id", "fetch", json!({}));
    story.check("fetch");
}

#[test]
fn search_and_fetch_have_one_text_that_equals_their_structure() {
    let library = harbour();
    let found = library.ok("search", json!({"query": QUERY}));
    let id = found.structured.as_ref().unwrap()["results"][0]["id"].clone();
    let fetched = library.ok("fetch", json!({"id": id}));
    for output in [found, fetched] {
        assert_eq!(output.notes, None);
        assert_eq!(output.text, output.structured.unwrap().to_string());
        assert!(!output.text.contains('\n'));
    }
}
