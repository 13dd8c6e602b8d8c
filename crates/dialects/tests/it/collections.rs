use domain::ErrorKind;
use serde_json::json;

use crate::library::Library;

#[test]
fn a_collection_is_created_filled_changed_and_deleted() {
    let library = Library::empty();
    let output = library.ok(
        "create_collection",
        json!({
            "name": "Harbour",
            "description": "All about water.",
            "color": "#0ea5e9",
            "icon": "⚓",
            "tags": ["sea"],
        }),
    );
    let data = output.structured.as_ref().unwrap()["data"].clone();
    let id = data["id"].as_str().unwrap();
    assert_eq!(
        output.text,
        format!(
            "Successfully created collection \"Harbour\"\n\nID: {id}\nIcon: ⚓\nColor: #0ea5e9\nTags: sea"
        )
    );

    let log = library.document("Log", "Nothing happened.", &[]);
    let table = library.document("Table", "High water at noon.", &[]);
    let minutes = library.prompt("Minutes", "Made up.", "Do it.");
    let add = |ids, kind| {
        library.ok(
            "add_to_collection",
            json!({"collectionId": id, "itemIds": ids, "itemType": kind}),
        )
    };
    add(json!([log]), "document");
    let output = add(json!(format!("[\"{log}\", \"{table}\"]")), "document");
    assert_eq!(
        output.text,
        "Successfully added 1 document(s) to collection\n\nAlready in collection: 1"
    );
    assert_eq!(
        output.structured.unwrap(),
        json!({"data": {"added": 1, "alreadyInCollection": 1}})
    );
    add(json!(minutes), "Prompt");

    let output = library.ok("get_collection", json!({"collectionId": id}));
    assert!(output.text.starts_with(
        "# ⚓ Harbour\n\n**Description:** All about water.\n**Items:** 3\n**Color:** #0ea5e9\n**Tags:** sea\n\n\
         ## Items (3)\n\n- **"
    ));
    assert!(
        output
            .text
            .contains(&format!("- **Minutes** (prompt)\n  ID: {minutes}"))
    );
    assert_eq!(output.notes, None);
    let items = output.structured.unwrap()["items"].take();
    assert_eq!(items.as_array().unwrap().len(), 3);

    let output = library.ok(
        "get_collection",
        json!({"collectionId": id, "includeItems": "false"}),
    );
    assert!(output.text.ends_with("**Tags:** sea"));
    assert!(output.structured.unwrap().get("items").is_none());

    let output = library.ok(
        "remove_from_collection",
        json!({"collectionId": id, "itemIds": [log, "d_other"], "itemType": "document"}),
    );
    assert_eq!(
        output.text,
        "Successfully removed 1 document(s) from collection"
    );
    assert_eq!(output.structured.unwrap(), json!({"data": {"removed": 1}}));

    let output = library.ok(
        "update_collection",
        json!({"collectionId": id, "name": "Port", "tags": "[]"}),
    );
    assert_eq!(output.text, "Successfully updated collection \"Port\"");

    let output = library.ok("delete_collection", json!({"collectionId": id}));
    assert_eq!(
        output.text,
        format!(
            "Successfully deleted collection {id}\n\n\
             Note: Documents and prompts that were in this collection are NOT deleted."
        )
    );
    let output = library.ok("delete_collection", json!({"collectionId": id}));
    assert_eq!(
        output.text,
        format!("Collection {id} was already deleted (no-op).")
    );
    library.ok("get_document", json!({"documentId": table}));
}

#[test]
fn a_collection_of_more_than_fifty_members_says_that_it_is_cut() {
    let library = Library::empty();
    let id = library.collection("Many");
    let ids: Vec<String> = (0..51)
        .map(|n| library.document(&format!("Note {n}"), "Short.", &[]))
        .collect();
    library.ok(
        "add_to_collection",
        json!({"collectionId": id, "itemIds": ids, "itemType": "document"}),
    );
    let output = library.ok("get_collection", json!({"collectionId": id}));
    assert!(output.text.contains("**Items:** 51\n"));
    assert!(output.text.contains("\n## Items (50)\n"));
    let meta = &output.structured.unwrap()["meta"];
    assert_eq!(meta["itemsShown"], 50);
    assert_eq!(meta["itemsLeftOut"], 1);
    assert!(meta["cursor"].is_string());
    assert_eq!(
        output.notes.unwrap(),
        format!(
            "The first 50 of 51 members are shown, 1 left out; list_documents with collectionId \"{id}\" \
             pages through all its documents, and GET /v1/collections/{id}/items with the cursor of \
             structuredContent.meta through all its members."
        )
    );
}

#[test]
fn members_that_do_not_exist_change_nothing() {
    let library = Library::empty();
    let id = library.collection("Harbour");
    let log = library.document("Log", "Nothing happened.", &[]);
    let (kind, text) = library.failure(
        "add_to_collection",
        json!({"collectionId": id, "itemIds": [log, "undefined"], "itemType": "document"}),
    );
    assert_eq!(kind, ErrorKind::NotFound);
    assert!(text.starts_with("Error: Resource not found. Document not found"));
    let collection = library.json("get_collection", json!({"collectionId": id}));
    assert_eq!(collection["data"]["itemCount"], 0);

    let (_, text) = library.failure(
        "add_to_collection",
        json!({"collectionId": id, "itemIds": [], "itemType": "document"}),
    );
    assert!(text.starts_with("Error: `itemIds` is required"));
}

#[test]
fn collections_are_listed() {
    let library = Library::empty();
    assert_eq!(
        library.ok("list_collections", json!({})).text,
        "No collections found."
    );
    let id = library.collection("Harbour");
    assert_eq!(
        library
            .ok("list_collections", json!({"search": "harb"}))
            .text,
        format!("Found 1 collections:\n\n- \u{1f4c1} **Harbour**\n  Items: 0 | ID: {id}")
    );
}
