use serde_json::json;

use super::Story;
use crate::library::{Library, TIDES};

#[test]
fn list_documents() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    story.call("empty", "list_documents", json!({}));
    let runbook = library.document("Runbook", "Step one.", &["ops"]);
    library.clock.advance(1_000);
    library.document("Tide table", TIDES, &[]);
    story.call("two", "list_documents", json!({}));
    story.call("first page", "list_documents", json!({"limit": 1}));
    story.call("by title", "list_documents", json!({"search": "tide"}));
    story.call("by tag", "list_documents", json!({"tags": "ops"}));
    let collection = library.collection("Harbour");
    story.call(
        "an empty collection",
        "list_documents",
        json!({"collectionId": collection}),
    );
    library.json(
        "add_to_collection",
        json!({"collectionId": collection, "itemIds": [runbook], "itemType": "document"}),
    );
    story.call(
        "one of a collection",
        "list_documents",
        json!({"collectionId": collection}),
    );
    story.fail(
        "unknown collection",
        "list_documents",
        json!({"collectionId": "k_none"}),
    );
    story.check("list_documents");
}

#[test]
fn get_document() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let plain = library.document("Runbook", "Step one.\n", &[]);
    story.call("just saved", "get_document", json!({"documentId": plain}));
    library.index();
    let tagged = library.document("Tide table", TIDES, &["harbour", "water"]);
    story.call("tags", "get_document", json!({"documentId": tagged}));
    story.call("indexed", "get_document", json!({"documentId": plain}));
    story.fail("unknown", "get_document", json!({"documentId": "d_none"}));
    story.fail(
        "a path",
        "get_document",
        json!({"documentId": "../prompts/p_1"}),
    );
    story.check("get_document");
}

#[test]
fn create_document() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    story.call(
        "plain",
        "create_document",
        json!({"title": "Runbook", "content": "Step one."}),
    );
    story.call(
        "tags as sent",
        "create_document",
        json!({"title": "Runbook", "content": "Step one.", "tags": "ops, night"}),
    );
    story.fail(
        "blank content",
        "create_document",
        json!({"title": "Runbook", "content": "  "}),
    );
    story.check("create_document");
}

#[test]
fn update_document() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = library.document("Runbook", "Step one.", &[]);
    story.call(
        "title alone makes no version",
        "update_document",
        json!({"documentId": id, "title": "Night runbook"}),
    );
    story.call(
        "content, at the revision that was read",
        "update_document",
        json!({"documentId": id, "content": "Step two.", "changeLog": "next", "expectedRevision": 2}),
    );
    story.call(
        "tags",
        "update_document",
        json!({"documentId": id, "tags": ["ops"]}),
    );
    story.fail(
        "stale revision",
        "update_document",
        json!({"documentId": id, "content": "Step three.", "expectedRevision": 2}),
    );
    story.fail(
        "no revision",
        "update_document",
        json!({"documentId": id, "content": "Step three.", "expectedRevision": 0}),
    );
    story.fail(
        "nothing to change",
        "update_document",
        json!({"documentId": id, "expectedRevision": 4}),
    );
    story.fail(
        "unknown",
        "update_document",
        json!({"documentId": "d_none", "title": "T"}),
    );
    story.check("update_document");
}

#[test]
fn delete_document() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = library.document("Runbook", "Step one.", &[]);
    story.call("there", "delete_document", json!({"documentId": id}));
    story.call("gone already", "delete_document", json!({"documentId": id}));
    story.fail(
        "a path",
        "delete_document",
        json!({"documentId": "../prompts/p_1"}),
    );
    story.check("delete_document");
}

#[test]
fn get_document_versions() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = library.document("Runbook", "Step one.", &[]);
    library.clock.advance(1_000);
    library.json(
        "update_document",
        json!({"documentId": id, "content": "Step two.", "changeLog": "Added step 2"}),
    );
    story.call("two", "get_document_versions", json!({"documentId": id}));
    let long = library.document("Long", &"Word after word. ".repeat(400), &[]);
    story.call(
        "the beginning of a long text",
        "get_document_versions",
        json!({"documentId": long}),
    );
    story.fail(
        "unknown",
        "get_document_versions",
        json!({"documentId": "d_none"}),
    );
    story.check("get_document_versions");
}

#[test]
fn restore_document_version() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = library.document("Runbook", "Step one.", &[]);
    library.json(
        "update_document",
        json!({"documentId": id, "content": "Step two."}),
    );
    let history = library.json("get_document_versions", json!({"documentId": id}));
    let oldest = &history["data"][1]["id"];
    story.call(
        "the first version",
        "restore_document_version",
        json!({"documentId": id, "versionId": oldest}),
    );
    story.fail(
        "stale revision",
        "restore_document_version",
        json!({"documentId": id, "versionId": oldest, "expectedRevision": 2}),
    );
    story.call(
        "at the revision that was read",
        "restore_document_version",
        json!({"documentId": id, "versionId": oldest, "expectedRevision": "3"}),
    );
    story.fail(
        "unknown version",
        "restore_document_version",
        json!({"documentId": id, "versionId": "v_none"}),
    );
    story.fail(
        "unknown document",
        "restore_document_version",
        json!({"documentId": "d_none", "versionId": oldest}),
    );
    story.check("restore_document_version");
}
