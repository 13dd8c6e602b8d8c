use serde_json::Value;

use super::*;
use crate::tool::Effect;

/// The order that clients of the contract pin, then the pair that some clients look for.
const ORDER: [&str; 29] = [
    "get_user_info",
    "search_prompts",
    "read_prompt",
    "create_prompt",
    "update_prompt",
    "delete_prompt",
    "get_prompt_versions",
    "restore_prompt_version",
    "list_collections",
    "get_collection",
    "create_collection",
    "update_collection",
    "delete_collection",
    "add_to_collection",
    "remove_from_collection",
    "list_documents",
    "get_document",
    "create_document",
    "update_document",
    "delete_document",
    "get_document_versions",
    "restore_document_version",
    "find_items",
    "deep_search",
    "deep_read",
    "deep_expand",
    "reason",
    "search",
    "fetch",
];

fn spec(name: &str) -> ToolSpec {
    crate::context_repo::tool(name).unwrap().spec
}

#[test]
fn tools_come_in_the_pinned_order() {
    let names: Vec<&str> = all().iter().map(|tool| tool.spec.name).collect();
    assert_eq!(names, ORDER);
}

#[test]
fn names_are_portable() {
    for tool in all() {
        let name = tool.spec.name;
        assert!(name.len() <= 40, "{name}");
        assert!(name.starts_with(|c: char| c.is_ascii_lowercase()), "{name}");
        assert!(
            name.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'),
            "{name}"
        );
    }
}

/// What one client or another rejects, drops or misreads at any depth of a schema.
const UNPORTABLE_KEYS: [&str; 9] = [
    "$ref", "$defs", "$schema", "anyOf", "oneOf", "allOf", "not", "const", "default",
];

fn check_portable(path: &str, value: &Value) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                assert!(!UNPORTABLE_KEYS.contains(&key.as_str()), "{path}.{key}");
                check_portable(&format!("{path}.{key}"), inner);
            }
        }
        Value::Array(items) => {
            for item in items {
                assert!(item.is_string(), "{path} holds {item}");
            }
        }
        _ => {}
    }
}

#[test]
fn every_schema_is_a_flat_closed_object_of_plain_types() {
    for tool in all() {
        let name = tool.spec.name;
        let schema = Value::Object(tool.spec.input_schema());
        check_portable(name, &schema);
        assert_eq!(schema["type"], "object", "{name}");
        assert_eq!(schema["additionalProperties"], false, "{name}");
        for (property, definition) in schema["properties"].as_object().unwrap() {
            let kind = definition["type"].as_str().unwrap_or_default();
            match kind {
                "string" | "integer" | "boolean" => {}
                "array" => assert_eq!(definition["items"]["type"], "string", "{name}.{property}"),
                other => panic!("{name}.{property} has type `{other}`"),
            }
            let description = definition["description"].as_str().unwrap();
            assert!(description.ends_with('.'), "{name}.{property}");
        }
        for required in schema["required"].as_array().into_iter().flatten() {
            let property = required.as_str().unwrap();
            assert!(schema["properties"].get(property).is_some(), "{name}");
        }
    }
}

#[test]
fn descriptions_fit_and_begin_with_the_point() {
    for tool in all() {
        let spec = tool.spec;
        let length = spec.description.chars().count();
        assert!(length <= 1024, "{} has {length} characters", spec.name);
        assert!(spec.description.ends_with('.'), "{}", spec.name);
        let first = spec.description.split(". ").next().unwrap();
        assert!(first.chars().count() <= 250, "{}: {first}", spec.name);
        assert!(!spec.description.contains("  "), "{}", spec.name);
        assert!(spec.when_cut.ends_with('.'), "{}", spec.name);
    }
    assert!(crate::context_repo::INSTRUCTIONS.len() <= 2048);
}

#[test]
fn descriptions_name_what_the_contract_pins() {
    for (name, words) in [
        (
            "deep_search",
            &["find_items", "deep_expand", "deep_read", "Unlike"][..],
        ),
        (
            "deep_read",
            &["deep_search", "deep_expand", "sectionPath", "chunkIndex"],
        ),
        (
            "deep_expand",
            &[
                "up",
                "down",
                "next",
                "previous",
                "surrounding",
                "sparse hierarchies",
                "parent's previous (prev) sibling section",
                "next sibling section",
            ],
        ),
        ("get_collection", &["by default", "includeItems: false"]),
    ] {
        let description = spec(name).description;
        for word in words {
            assert!(description.contains(word), "{name} lacks `{word}`");
        }
    }
}

#[test]
fn inputs_are_those_of_the_contract() {
    for (name, inputs) in [
        ("get_user_info", ""),
        ("search_prompts", "search limit cursor tags"),
        ("read_prompt", "promptId*"),
        ("create_prompt", "title* description* content* engine* tags"),
        (
            "update_prompt",
            "promptId* title description content changeLog tags",
        ),
        ("delete_prompt", "promptId*"),
        ("get_prompt_versions", "promptId*"),
        ("restore_prompt_version", "promptId* versionId*"),
        ("list_collections", "search limit cursor tags"),
        ("get_collection", "collectionId* includeItems"),
        ("create_collection", "name* description color icon tags"),
        (
            "update_collection",
            "collectionId* name description color icon tags",
        ),
        ("delete_collection", "collectionId*"),
        ("add_to_collection", "collectionId* itemIds* itemType*"),
        ("remove_from_collection", "collectionId* itemIds* itemType*"),
        ("list_documents", "collectionId search limit cursor tags"),
        ("get_document", "documentId*"),
        ("create_document", "title* content* tags"),
        (
            "update_document",
            "documentId* title content changeLog tags expectedRevision",
        ),
        ("delete_document", "documentId*"),
        ("get_document_versions", "documentId*"),
        (
            "restore_document_version",
            "documentId* versionId* expectedRevision",
        ),
        ("find_items", "query* type semantic tags"),
        (
            "deep_search",
            "query* limit sessionId collectionId documentId",
        ),
        ("deep_read", "chunkId*"),
        ("deep_expand", "chunkId* direction* count"),
        ("reason", "query* limit documentId collectionId"),
        ("search", "query*"),
        ("fetch", "id*"),
    ] {
        let found: Vec<String> = spec(name)
            .inputs
            .iter()
            .map(|input| format!("{}{}", input.name, if input.required { "*" } else { "" }))
            .collect();
        assert_eq!(found.join(" "), inputs, "{name}");
    }
}

#[test]
fn hints_follow_from_what_a_tool_does() {
    for tool in all() {
        let name = tool.spec.name;
        let hints = tool.spec.effect.annotations();
        let reads = [
            "search", "read_", "list_", "get_", "find_", "deep_", "reason", "fetch",
        ]
        .iter()
        .any(|prefix| name.starts_with(prefix));
        assert_eq!(hints.read_only, reads, "{name}");
        assert_eq!(hints.destructive, name.starts_with("delete_"), "{name}");
        assert!(!hints.open_world, "{name}");
        let repeatable = (reads && name != "deep_search")
            || name.starts_with("delete_")
            || name.ends_with("_collection") && tool.spec.effect == Effect::WriteOnce;
        assert_eq!(hints.idempotent, repeatable, "{name}");
    }
}
