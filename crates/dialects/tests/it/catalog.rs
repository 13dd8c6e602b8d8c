use domain::ErrorKind;
use serde_json::json;

use crate::library::{Library, TIDES};

#[test]
fn an_empty_library_says_that_it_is_empty() {
    let library = Library::empty();
    let output = library.ok("find_items", json!({"query": "spring tide"}));
    assert_eq!(output.text, "No results found for \"spring tide\".");
    assert_eq!(
        output.notes.unwrap(),
        "Nothing is stored yet that this search could look at."
    );
    let meta = &output.structured.unwrap()["meta"];
    assert_eq!(meta["semantic"], true);
    assert_eq!(meta["query"], "spring tide");
    assert_eq!(meta["layer"], "catalog");
    assert_eq!(meta["reason"]["code"], "empty_store");
}

#[test]
fn all_kinds_are_found_by_meaning() {
    let library = Library::empty();
    let tides = library.document("Tide table", TIDES, &[]);
    let prompt = library.prompt(
        "Tide report",
        "Writes about the spring tide.",
        "Spring tide.",
    );
    let harbour = library.collection("Harbour");
    library.ok(
        "add_to_collection",
        json!({"collectionId": harbour, "itemIds": [tides], "itemType": "document"}),
    );
    library.index();
    let output = library.ok("find_items", json!({"query": "spring tide"}));
    assert!(output.text.starts_with(&format!(
        "## Semantic Search Results for \"spring tide\"\n\n### Prompts (1)\n- **Tide report** (id: {prompt}, score: "
    )));
    assert!(output.text.contains(&format!(
        "\n\n### Documents (1)\n- **Tide table** (id: {tides}, chunkId: c_"
    )));
    assert!(output.text.ends_with(", 1 matched items)"));
    assert_eq!(output.notes, None);

    let only = library.json(
        "find_items",
        json!({"query": "spring tide", "type": "collections"}),
    );
    assert_eq!(only["data"]["prompts"], json!([]));
    assert_eq!(only["data"]["documents"], json!([]));
    assert_eq!(only["data"]["collections"][0]["collectionId"], harbour);
    assert_eq!(only["data"]["collections"][0]["matchedItems"], 1);
}

#[test]
fn what_is_below_the_floor_is_named_as_the_nearest_miss() {
    let library = Library::empty();
    let tides = library.document("Tide table", TIDES, &[]);
    library.index();
    let output = library.ok("find_items", json!({"query": "quarterly tax invoices"}));
    assert_eq!(
        output.text,
        "No results found for \"quarterly tax invoices\"."
    );
    let notes = output.notes.unwrap();
    assert!(
        notes.contains(&format!(
            "Nearest miss: \"Tide table\" (id: {tides}, chunkId: c_"
        )),
        "{notes}"
    );
    assert!(notes.contains("below the floor of 0.35."), "{notes}");
    let meta = &output.structured.unwrap()["meta"];
    assert_eq!(meta["reason"]["code"], "below_floor");
    assert!(meta["nearestMiss"]["score"].as_f64().unwrap() < 0.35);
}

#[test]
fn literal_search_reads_bodies_before_they_have_vectors() {
    let library = Library::empty();
    let tides = library.document("Tide table", TIDES, &[]);
    let output = library.ok(
        "find_items",
        json!({"query": "THE DREDGER works", "semantic": "false"}),
    );
    assert!(
        output.text.starts_with(&format!(
            "## Search Results for \"THE DREDGER works\"\n\n### Documents (1)\n- **Tide table** (id: {tides}, chunkId: c_"
        )),
        "{}",
        output.text
    );
    assert!(output.text.contains(") (pending)\n  > "));
    assert_eq!(output.notes, None);
    assert_eq!(library.embedder.calls(), 0);
}

#[test]
fn what_still_waits_for_vectors_is_counted() {
    let library = Library::empty();
    library.document("Tide table", TIDES, &[]);
    let output = library.ok("find_items", json!({"query": "spring tide"}));
    let meta = &output.structured.unwrap()["meta"];
    assert_eq!(meta["coverage"]["itemsPending"], 1);
    assert_eq!(meta["reason"]["code"], "nothing_indexed");
    let notes = output.notes.unwrap();
    assert!(
        notes.contains("Still being indexed: 1 of 1 item in scope."),
        "{notes}"
    );
}

#[test]
fn rows_are_at_most_ten_per_kind_and_tags_filter_them() {
    let library = Library::empty();
    for n in 0..12 {
        let tags: &[&str] = if n == 7 { &["rare"] } else { &[] };
        library.document(&format!("Tide {n}"), TIDES, tags);
    }
    library.index();
    let all = library.json("find_items", json!({"query": "spring tide"}));
    assert_eq!(all["data"]["documents"].as_array().unwrap().len(), 10);
    let rare = library.json(
        "find_items",
        json!({"query": "spring tide", "tags": "rare"}),
    );
    let rows = rare["data"]["documents"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["title"], "Tide 7");
}

#[test]
fn a_missing_query_or_model_is_an_error() {
    let library = Library::empty();
    for arguments in [json!({}), json!({"query": ""}), json!({"query": "  "})] {
        assert_eq!(
            library.failure("find_items", arguments),
            (ErrorKind::Invalid, "Error: Query is required".to_owned())
        );
    }
    let (kind, text) = library.failure("find_items", json!({"query": "x", "type": "songs"}));
    assert_eq!(kind, ErrorKind::Invalid);
    assert_eq!(
        text,
        "Error: `type` must be one of prompts, documents, collections, all; got `songs`"
    );
    let (kind, text) = library.failure("find_items", json!({"query": "a".repeat(1 << 20)}));
    assert_eq!(kind, ErrorKind::TooLarge);
    assert!(text.contains("16384 bytes"), "{text}");

    library.document("Tide table", TIDES, &[]);
    library.index();
    library.embedder.set_unavailable(true);
    let (kind, _) = library.failure("find_items", json!({"query": "spring tide"}));
    assert_eq!(kind, ErrorKind::Unavailable);
}
