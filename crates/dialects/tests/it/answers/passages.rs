use serde_json::{Value, json};

use super::Story;
use crate::library::{Library, TIDES};

fn harbour() -> (Library, String) {
    let library = Library::empty();
    let document = library.document("Tide table", TIDES, &[]);
    library.index();
    (library, document)
}

const QUERY: &str = "spring tide lifts the ferries highest";

/// The best paragraph.
fn paragraph(library: &Library) -> Value {
    let found = library.json("deep_search", json!({"query": QUERY}));
    let results = found["data"]["results"].as_array().unwrap();
    let best = results.iter().find(|hit| hit["level"] == "paragraph");
    best.unwrap()["chunkId"].clone()
}

#[test]
fn deep_search() {
    let (library, document) = harbour();
    let mut story = Story::of(&library);
    story.call("two", "deep_search", json!({"query": QUERY, "limit": 2}));
    story.call(
        "under a session",
        "deep_search",
        json!({"query": QUERY, "limit": 3, "sessionId": "agent-1"}),
    );
    story.call(
        "once more under it",
        "deep_search",
        json!({"query": QUERY, "sessionId": "agent-1", "documentId": document}),
    );
    let empty = library.collection("Empty");
    story.call(
        "an empty scope",
        "deep_search",
        json!({"query": QUERY, "collectionId": empty}),
    );
    story.fail("no query", "deep_search", json!({"query": ""}));
    story.fail(
        "unknown document",
        "deep_search",
        json!({"query": QUERY, "documentId": "d_none"}),
    );
    story.fail(
        "malformed session",
        "deep_search",
        json!({"query": QUERY, "sessionId": "a/b"}),
    );
    story.fail(
        "too long",
        "deep_search",
        json!({"query": "tide ".repeat(4_000)}),
    );
    // What was asked is not what the snapshot is about.
    story.text = story.text.replace(&"tide ".repeat(4_000), "tide tide …");
    story.check("deep_search");
}

#[test]
fn deep_read() {
    let (library, document) = harbour();
    let mut story = Story::of(&library);
    let chunk = paragraph(&library);
    story.call("a paragraph", "deep_read", json!({"chunkId": chunk}));
    let walked = library.json("deep_expand", json!({"chunkId": chunk, "direction": "up"}));
    let section = &walked["data"]["chunks"][0];
    story.call(
        "its section",
        "deep_read",
        json!({"chunkId": section["chunkId"]}),
    );
    let root = &section["parentId"];
    story.call("the root", "deep_read", json!({"chunkId": root}));
    library.json(
        "update_document",
        json!({"documentId": document, "content": "# Gone\n\nNothing is left of it."}),
    );
    story.call("replaced since", "deep_read", json!({"chunkId": chunk}));
    story.fail("unknown", "deep_read", json!({"chunkId": "c_none"}));
    story.fail("a path", "deep_read", json!({"chunkId": "../x"}));
    story.fail("no id", "deep_read", json!({}));
    story.check("deep_read");
}

#[test]
fn deep_expand() {
    let (library, _) = harbour();
    let mut story = Story::of(&library);
    let chunk = paragraph(&library);
    let from = |direction: &str| json!({"chunkId": chunk, "direction": direction});
    let up = story.call("up", "deep_expand", from("up"));
    let section = up["data"]["chunks"][0]["chunkId"].clone();
    story.call(
        "down",
        "deep_expand",
        json!({"chunkId": section, "direction": "down"}),
    );
    story.call(
        "next",
        "deep_expand",
        json!({"chunkId": section, "direction": "next", "count": 5}),
    );
    story.call("previous, none", "deep_expand", from("previous"));
    story.call(
        "surrounding",
        "deep_expand",
        json!({"chunkId": section, "direction": "Surrounding", "count": "1"}),
    );
    story.fail("sideways", "deep_expand", from("sideways"));
    story.fail("no direction", "deep_expand", json!({"chunkId": chunk}));
    story.fail(
        "unknown",
        "deep_expand",
        json!({"chunkId": "c_none", "direction": "up"}),
    );
    story.check("deep_expand");
}

#[test]
fn reason() {
    let (library, _) = harbour();
    let mut story = Story::of(&library);
    story.call("quoted", "reason", json!({"query": QUERY}));
    let empty = library.collection("Empty");
    story.call(
        "nothing gathered",
        "reason",
        json!({"query": QUERY, "collectionId": empty}),
    );
    story.fail("no query", "reason", json!({"query": "\n"}));
    story.fail(
        "unknown document",
        "reason",
        json!({"query": QUERY, "documentId": "d_none"}),
    );
    story.check("reason");
}
