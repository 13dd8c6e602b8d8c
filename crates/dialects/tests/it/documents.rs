use domain::ErrorKind;
use serde_json::json;

use crate::library::{Library, TIDES};

#[test]
fn a_document_is_created_read_changed_and_deleted() {
    let library = Library::empty();
    let output = library.ok(
        "create_document",
        json!({"title": "Tide table", "content": TIDES, "tags": "harbour"}),
    );
    let data = output.structured.as_ref().unwrap()["data"].clone();
    let id = data["id"].as_str().unwrap();
    assert_eq!(data["status"], "pending");
    assert_eq!(data["sourceType"], "text");
    assert_eq!(data["revision"], 1);
    assert!(data.get("content").is_none());
    assert_eq!(
        output.text,
        format!("Successfully created document \"Tide table\"\n\nID: {id}\nTags: harbour")
    );

    library.index();
    let output = library.ok("get_document", json!({"documentId": id}));
    assert_eq!(
        output.text,
        format!(
            "# Tide table\n\n**Status:** ready\n**Source:** text\n**Created:** 1/1/2026\n\n\
             **Tags:** harbour\n\n## Content\n\n{TIDES}"
        )
    );
    assert_eq!(output.notes, None);
    assert_eq!(output.structured.unwrap()["data"]["content"], TIDES);

    let output = library.ok(
        "update_document",
        json!({"documentId": id, "content": "Gone.", "expectedRevision": "1"}),
    );
    assert_eq!(
        output.text,
        "Successfully updated document \"Tide table\"\n\nVersion: 2"
    );
    let (kind, _) = library.failure(
        "update_document",
        json!({"documentId": id, "content": "Other.", "expectedRevision": 1}),
    );
    assert_eq!(kind, ErrorKind::Conflict);

    let output = library.ok("delete_document", json!({"documentId": id}));
    assert_eq!(output.text, format!("Successfully deleted document {id}"));
    let output = library.ok("delete_document", json!({"documentId": id}));
    assert_eq!(
        output.text,
        format!("Document {id} was already deleted (no-op).")
    );
    assert_eq!(
        library.failure("get_document", json!({"documentId": id})),
        (
            ErrorKind::NotFound,
            "Error: Resource not found. Document not found".to_owned()
        )
    );
}

#[test]
fn documents_are_listed_by_collection_tag_and_title() {
    let library = Library::empty();
    assert_eq!(
        library.ok("list_documents", json!({})).text,
        "No documents found."
    );
    let tides = library.document("Tide table", TIDES, &["harbour", "water"]);
    library.clock.advance(1);
    let log = library.document("Log", "Nothing happened.", &["harbour"]);
    let titles = |arguments| {
        let page = library.json("list_documents", arguments);
        let rows = page["data"].as_array().unwrap();
        rows.iter()
            .map(|row| row["title"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(titles(json!({})), ["Log", "Tide table"]);
    assert_eq!(titles(json!({"tags": "harbour,water"})), ["Tide table"]);
    assert_eq!(titles(json!({"search": "LOG"})), ["Log"]);

    let collection = library.collection("Diary");
    library.ok(
        "add_to_collection",
        json!({"collectionId": collection, "itemIds": log, "itemType": "document"}),
    );
    assert_eq!(titles(json!({"collectionId": collection})), ["Log"]);
    assert_eq!(
        library
            .ok("list_documents", json!({"tags": ["water"]}))
            .text,
        format!(
            "Found 1 documents:\n\n- **Tide table**\n  Status: pending | Type: text | ID: {tides}"
        )
    );
    let (kind, _) = library.failure("list_documents", json!({"collectionId": "undefined"}));
    assert_eq!(kind, ErrorKind::NotFound);
}
