use domain::ErrorKind;
use serde_json::json;

use crate::library::Library;

#[test]
fn a_prompt_is_created_read_changed_and_deleted() {
    let library = Library::empty();
    let output = library.ok(
        "create_prompt",
        json!({
            "title": " Minutes ",
            "description": "Turns a talk into minutes.",
            "content": "Minutes of ${talk}\n",
            "engine": "any",
            "tags": "[\"work\", \"office\"]",
        }),
    );
    let data = &output.structured.as_ref().unwrap()["data"];
    let id = data["id"].as_str().unwrap().to_owned();
    assert_eq!(data["currentVersion"], 1);
    assert_eq!(data["tags"], json!(["office", "work"]));
    assert_eq!(
        output.text,
        format!("Successfully created prompt \" Minutes \"\n\nID: {id}\nTags: work, office")
    );

    let output = library.ok("read_prompt", json!({"promptId": id}));
    assert_eq!(
        output.text,
        "# Minutes\n\n**Description:** Turns a talk into minutes.\n**Version:** 1\n**Public:** No\n\n\
         **Tags:** office, work\n\n## Content\n\n```\nMinutes of ${talk}\n\n```\n\n\
         ## Variables\n\n- `${talk}` - No description"
    );

    let output = library.ok(
        "update_prompt",
        json!({"promptId": id, "content": "New", "changeLog": "shorter", "tags": []}),
    );
    assert_eq!(
        output.text,
        "Successfully updated prompt \"Minutes\"\n\nVersion: 2"
    );
    assert_eq!(output.structured.unwrap()["data"]["tags"], json!([]));
    let output = library.ok("update_prompt", json!({"promptId": id, "title": "Notes"}));
    assert_eq!(
        output.text,
        "Successfully updated prompt \"Notes\"\n\nVersion: 2"
    );

    let output = library.ok("delete_prompt", json!({"promptId": id}));
    assert_eq!(output.text, format!("Successfully deleted prompt {id}"));
    let again = library.ok("delete_prompt", json!({"promptId": id}));
    assert_eq!(
        again.text,
        format!("Prompt {id} was already deleted (no-op).")
    );
    assert_eq!(again.structured, output.structured);
    assert_eq!(
        again.structured.unwrap(),
        json!({"id": id, "deleted": true})
    );
}

#[test]
fn prompts_are_listed_page_by_page() {
    let library = Library::empty();
    assert_eq!(
        library.ok("search_prompts", json!(null)).text,
        "No prompts found."
    );
    for n in 1..=3 {
        library.clock.advance(1_000);
        library.prompt(&format!("Prompt {n}"), "Made up.", "Do it.");
    }
    let first = library.ok("search_prompts", json!({"limit": "2", "search": "prompt"}));
    assert!(
        first
            .text
            .starts_with("Found 2 prompts:\n\n- **Prompt 3** (v1)\n  Made up.\n  ID: p_")
    );
    let pagination = &first.structured.as_ref().unwrap()["pagination"];
    assert_eq!(pagination["hasMore"], true);
    let cursor = pagination["cursor"].as_str().unwrap();
    assert!(first.text.ends_with(&format!(
        "\n\nMore results available. To fetch the next page, re-run search_prompts with cursor=\"{cursor}\""
    )));
    let last = library.ok(
        "search_prompts",
        json!({"limit": 2, "search": "prompt", "cursor": cursor}),
    );
    assert!(last.text.starts_with("Found 1 prompts:\n\n- **Prompt 1**"));
    assert_eq!(
        last.structured.unwrap()["pagination"],
        json!({"cursor": null, "hasMore": false})
    );
}

#[test]
fn limits_of_pages_are_clamped() {
    let library = Library::empty();
    library.prompt("One", "Made up.", "Do it.");
    library.prompt("Two", "Made up.", "Do it.");
    for (limit, rows) in [(json!(0), 1), (json!(-5), 1), (json!(1_000_000), 2)] {
        let page = library.json("search_prompts", json!({"limit": limit}));
        assert_eq!(page["data"].as_array().unwrap().len(), rows, "{limit}");
    }
}

#[test]
fn unknown_and_malformed_ids_are_told_apart() {
    let library = Library::empty();
    for id in ["p_none", "undefined", "null"] {
        assert_eq!(
            library.failure("read_prompt", json!({"promptId": id})),
            (
                ErrorKind::NotFound,
                "Error: Resource not found. Prompt not found".to_owned()
            )
        );
    }
    let (kind, text) = library.failure("delete_prompt", json!({"promptId": "../documents/d_1"}));
    assert_eq!(kind, ErrorKind::Invalid);
    assert!(text.starts_with("Error: malformed prompt id"), "{text}");
}

#[test]
fn an_update_without_a_change_is_refused_before_it_is_claimed() {
    let library = Library::empty();
    let id = library.prompt("One", "Made up.", "Do it.");
    let (kind, text) = library.failure("update_prompt", json!({"promptId": id, "content": ""}));
    assert_eq!(kind, ErrorKind::Invalid);
    assert_eq!(
        text,
        "Error: nothing to change\n\
         Hint: give at least one of title, description, content, tags; blank text counts as not given"
    );
}

#[test]
fn a_prompt_tool_never_reaches_a_document() {
    let library = Library::empty();
    let document = library.document("Log", "Nothing happened.", &[]);
    assert_eq!(
        library
            .ok("delete_prompt", json!({"promptId": document}))
            .text,
        format!("Prompt {document} was already deleted (no-op).")
    );
    for tool in ["read_prompt", "get_prompt_versions"] {
        let (kind, _) = library.failure(tool, json!({"promptId": document}));
        assert_eq!(kind, ErrorKind::NotFound, "{tool}");
    }
    library.ok("get_document", json!({"documentId": document}));
}

#[test]
fn ids_that_a_client_failed_to_fill_in_are_not_found() {
    let library = Library::empty();
    for id in ["undefined", "null", "NaN"] {
        assert_eq!(
            library.ok("delete_prompt", json!({"promptId": id})).text,
            format!("Prompt {id} was already deleted (no-op).")
        );
        for (tool, arguments) in [
            (
                "restore_prompt_version",
                json!({"promptId": id, "versionId": id}),
            ),
            ("get_document_versions", json!({"documentId": id})),
            ("get_collection", json!({"collectionId": id})),
            ("deep_read", json!({"chunkId": id})),
        ] {
            let (kind, text) = library.failure(tool, arguments);
            assert_eq!(kind, ErrorKind::NotFound, "{tool}");
            assert!(text.starts_with("Error: Resource not found. "), "{text}");
        }
    }
}
