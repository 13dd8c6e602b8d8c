//! What the contract's own product gets wrong, done right: the promises that the tests of single
//! tools do not show by themselves.

use std::collections::BTreeSet;

use dialects::schema::InputType;
use domain::ErrorKind;
use serde_json::{Map, Value, json};

use crate::library::{Library, TIDES};

/// One item of each kind in a collection, and an older version of each that has some.
struct Filled {
    library: Library,
    prompt: String,
    document: String,
    collection: String,
}

fn filled() -> Filled {
    let library = Library::empty();
    let prompt = library.prompt("Tide report", "About the spring tide.", "Spring tide.");
    let document = library.document("Tide table", TIDES, &["sea"]);
    let collection = library.collection("Harbour");
    for (id, kind) in [(&prompt, "prompt"), (&document, "document")] {
        library.ok(
            "add_to_collection",
            json!({"collectionId": collection, "itemIds": [id], "itemType": kind}),
        );
    }
    library.index();
    Filled {
        library,
        prompt,
        document,
        collection,
    }
}

/// The texts at `pointer`; `*` stands for every row of a list.
fn texts_at(value: &Value, pointer: &str) -> Vec<String> {
    let mut values = vec![value];
    for part in pointer.split('/').skip(1) {
        values = values
            .into_iter()
            .flat_map(|value| match part {
                "*" => value.as_array().unwrap().iter().collect(),
                name => vec![&value[name]],
            })
            .collect();
    }
    let texts = values.into_iter().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

#[test]
fn every_id_that_an_agent_goes_on_with_is_in_the_text() {
    let Filled {
        library,
        prompt,
        document,
        collection,
    } = filled();
    let search = library.json("deep_search", json!({"query": "dredger neap tide"}));
    let chunk = &search["data"]["results"][0]["chunkId"];
    for (tool, arguments, pointers) in [
        ("search_prompts", json!({}), &["/data/*/id"][..]),
        ("list_documents", json!({}), &["/data/*/id"]),
        ("list_collections", json!({}), &["/data/*/id"]),
        (
            "create_prompt",
            json!({"title": "T", "description": "D", "content": "C"}),
            &["/data/id"],
        ),
        (
            "create_document",
            json!({"title": "T", "content": "C"}),
            &["/data/id"],
        ),
        ("create_collection", json!({"name": "N"}), &["/data/id"]),
        (
            "get_prompt_versions",
            json!({"promptId": prompt}),
            &["/data/*/id"],
        ),
        (
            "get_document_versions",
            json!({"documentId": document}),
            &["/data/*/id"],
        ),
        (
            "get_collection",
            json!({"collectionId": collection}),
            &["/items/*/itemId"],
        ),
        (
            "find_items",
            json!({"query": "spring tide"}),
            &[
                "/data/prompts/*/promptId",
                "/data/documents/*/documentId",
                "/data/documents/*/chunkId",
                "/data/collections/*/collectionId",
            ],
        ),
        (
            "find_items",
            json!({"query": "dredger", "semantic": false}),
            &["/data/documents/*/documentId", "/data/documents/*/chunkId"],
        ),
        (
            "deep_search",
            json!({"query": "dredger neap tide"}),
            &[
                "/data/results/*/chunkId",
                "/data/results/*/documentId",
                "/data/results/*/parentId",
            ],
        ),
        (
            "deep_read",
            json!({"chunkId": chunk}),
            &["/data/hierarchy/position/parentChunkId"],
        ),
        (
            "deep_expand",
            json!({"chunkId": chunk, "direction": "surrounding"}),
            &["/data/chunks/*/chunkId", "/data/chunks/*/parentId"],
        ),
        (
            "reason",
            json!({"query": "When does the dredger work?"}),
            &["/data/citations/*/chunkId", "/data/citations/*/documentId"],
        ),
    ] {
        let output = library.ok(tool, arguments);
        let structured = output.structured.unwrap();
        for pointer in pointers {
            let ids = texts_at(&structured, pointer);
            assert!(!ids.is_empty(), "{tool} has nothing at {pointer}");
            for id in ids {
                assert!(output.text.contains(&id), "{tool} does not show {id}");
            }
        }
    }
}

#[test]
fn what_a_client_failed_to_fill_in_is_no_fault_of_any_tool() {
    let Filled { library, .. } = filled();
    let state = || {
        ["search_prompts", "list_documents", "list_collections"]
            .map(|tool| library.json(tool, json!({})))
    };
    let before = state();
    for tool in dialects::context_repo::tools() {
        let spec = tool.spec;
        for word in ["undefined", "null", "NaN", "[object Object]"] {
            let mut arguments = Map::new();
            for input in spec.inputs.iter().filter(|input| {
                input.required || input.name.ends_with("Id") || input.name == "cursor"
            }) {
                let value = match input.kind {
                    InputType::TextList => json!([word]),
                    InputType::Choice(values) => json!(values[0]),
                    _ if input.name == "engine" || input.name == "query" => json!("x"),
                    _ => json!(word),
                };
                arguments.insert(input.name.to_owned(), value);
            }
            if spec.name.starts_with("create_") {
                continue;
            }
            let output = library.call(spec.name, Value::Object(arguments));
            if let Some(error) = output.error {
                assert!(
                    matches!(error.kind, ErrorKind::NotFound | ErrorKind::Invalid),
                    "{} of {word}: {error}",
                    spec.name
                );
            }
        }
    }
    assert_eq!(state(), before);
}

#[test]
fn a_list_that_makes_no_sense_changes_nothing_in_any_tool() {
    let Filled {
        library,
        prompt,
        document,
        collection,
    } = filled();
    let state = || {
        [
            ("search_prompts", json!({})),
            ("list_documents", json!({})),
            ("list_collections", json!({})),
            ("get_prompt_versions", json!({"promptId": prompt})),
            ("get_document_versions", json!({"documentId": document})),
            ("get_collection", json!({"collectionId": collection})),
        ]
        .map(|(tool, arguments)| library.json(tool, arguments))
    };
    let before = state();
    let members = json!({"collectionId": collection, "itemType": "document"});
    let mut seen = BTreeSet::new();
    for (tool, arguments, list) in [
        (
            "create_prompt",
            json!({"title": "T", "description": "D", "content": "C"}),
            "tags",
        ),
        (
            "update_prompt",
            json!({"promptId": prompt, "content": "C"}),
            "tags",
        ),
        (
            "create_document",
            json!({"title": "T", "content": "C"}),
            "tags",
        ),
        (
            "update_document",
            json!({"documentId": document, "content": "C"}),
            "tags",
        ),
        ("create_collection", json!({"name": "N"}), "tags"),
        (
            "update_collection",
            json!({"collectionId": collection, "name": "N"}),
            "tags",
        ),
        ("add_to_collection", members.clone(), "itemIds"),
        ("remove_from_collection", members, "itemIds"),
    ] {
        seen.insert(tool);
        for wrong in [json!({"0": "a"}), json!([["a"]]), json!("[{\"a\":1}]")] {
            let mut arguments = arguments.clone();
            arguments[list] = wrong.clone();
            let (kind, text) = library.failure(tool, arguments);
            assert_eq!(kind, ErrorKind::Invalid, "{tool} of {wrong}");
            assert!(text.contains(list), "{text}");
            assert_eq!(state(), before, "{tool} of {wrong}");
        }
    }
    for tool in dialects::context_repo::tools() {
        let spec = tool.spec;
        let writes = !spec.effect.annotations().read_only;
        let has_list = spec.inputs.iter().any(|i| i.kind == InputType::TextList);
        assert_eq!(
            writes && has_list,
            seen.contains(spec.name),
            "{}",
            spec.name
        );
    }
}

#[test]
fn every_list_tool_is_walked_to_its_end_by_cursor() {
    let library = Library::empty();
    for n in 0..7 {
        library.clock.advance(1);
        // Only the oldest match the filter, so that no page is filtered after it was cut.
        let title = if n < 3 { "Wanted" } else { "Other" };
        library.prompt(&format!("{title} {n}"), "Made up.", "Do it.");
        library.document(&format!("{title} {n}"), "Short.", &[]);
        library.collection(&format!("{title} {n}"));
    }
    for (tool, name) in [
        ("search_prompts", "title"),
        ("list_documents", "title"),
        ("list_collections", "name"),
    ] {
        for (filter, count) in [(None, 7), (Some("wanted"), 3)] {
            let mut names = Vec::new();
            let mut cursor = Value::Null;
            loop {
                let arguments = json!({"limit": 2, "search": filter, "cursor": cursor});
                let output = library.ok(tool, arguments);
                let page = output.structured.unwrap();
                names.extend(texts_at(&page, &format!("/data/*/{name}")));
                cursor = page["pagination"]["cursor"].clone();
                let Some(next) = cursor.as_str() else {
                    assert!(!output.text.contains("More results"), "{}", output.text);
                    break;
                };
                assert_eq!(page["data"].as_array().unwrap().len(), 2, "{tool}");
                let invitation = format!("re-run {tool} with cursor=\"{next}\"");
                assert!(output.text.ends_with(&invitation), "{}", output.text);
            }
            let whole = library.json(tool, json!({"limit": 100, "search": filter}));
            assert_eq!(
                names,
                texts_at(&whole, &format!("/data/*/{name}")),
                "{tool}"
            );
            assert_eq!(names.len(), count, "{tool}");
        }
    }
}

#[test]
fn a_tag_that_holds_a_comma_is_kept_whole_and_can_be_asked_for() {
    let library = Library::empty();
    library.document("Tide table", TIDES, &["tides, spring"]);
    library.document("Other", TIDES, &["tides", "spring"]);
    library.index();
    for tags in [json!(["tides, spring"]), json!("[\"tides, spring\"]")] {
        let listed = library.json("list_documents", json!({"tags": tags}));
        assert_eq!(texts_at(&listed, "/data/*/title"), ["Tide table"], "{tags}");
        let query = json!({"query": "spring tide", "type": "documents", "tags": tags});
        let found = library.json("find_items", query);
        let titles = texts_at(&found, "/data/documents/*/title");
        assert_eq!(titles, ["Tide table"], "{tags}");
    }
}

#[test]
fn the_engine_of_a_prompt_is_taken_and_shown_nowhere() {
    let library = Library::empty();
    let arguments = json!({"title": "T", "description": "D", "content": "C", "engine": "gpt-9"});
    let created = library.ok("create_prompt", arguments);
    let id = &created.structured.as_ref().unwrap()["data"]["id"];
    let read = library.ok("read_prompt", json!({"promptId": id}));
    let listed = library.ok("search_prompts", json!({}));
    let versions = library.ok("get_prompt_versions", json!({"promptId": id}));
    library.index();
    let answer = library.ok("reason", json!({"query": "What is T?"}));
    for output in [created, read, listed, versions, answer] {
        let shown = format!("{}{}", output.text, output.structured.unwrap()).to_lowercase();
        for word in ["engine", "gpt-9", "**model"] {
            assert!(!shown.contains(word), "{word} in {shown}");
        }
    }
}

#[test]
fn a_chunk_that_was_found_in_a_new_document_is_the_same_after_indexing() {
    let library = Library::empty();
    library.document("Tide table", TIDES, &[]);
    let literal = json!({"query": "the dredger works", "semantic": false});
    let before = library.json("find_items", literal.clone());
    let chunk = before["data"]["documents"][0]["chunkId"].clone();
    let read = library.ok("deep_read", json!({"chunkId": chunk}));
    library.index();
    let after = library.json("find_items", literal);
    assert_eq!(after["data"]["documents"][0]["chunkId"], chunk);
    assert_eq!(library.ok("deep_read", json!({"chunkId": chunk})), read);
    let found = library.json("deep_search", json!({"query": "dredger neap tide"}));
    let ids = texts_at(&found, "/data/results/*/chunkId");
    assert!(ids.iter().any(|id| *id == chunk), "{ids:?}");
    // The same text written again makes no new tree.
    let again =
        json!({"documentId": before["data"]["documents"][0]["documentId"], "content": TIDES});
    library.ok("update_document", again);
    assert_eq!(library.ok("deep_read", json!({"chunkId": chunk})), read);
}

#[test]
fn equal_text_in_two_documents_is_found_in_both() {
    let library = Library::empty();
    let one = library.document("Tide table", TIDES, &[]);
    let two = library.document("Copy of the tide table", TIDES, &[]);
    library.index();
    let found = library.json("deep_search", json!({"query": "dredger neap tide"}));
    let documents: BTreeSet<String> = texts_at(&found, "/data/results/*/documentId")
        .into_iter()
        .collect();
    assert_eq!(documents, BTreeSet::from([one, two]));
}

#[test]
fn a_snippet_comes_from_the_passage_that_matched_and_says_which() {
    let Filled { library, .. } = filled();
    let found = library.json(
        "find_items",
        json!({"query": "dredger neap tide mud banks"}),
    );
    let row = &found["data"]["documents"][0];
    let snippet = row["highlight"].as_str().unwrap().trim_end_matches('…');
    let read = library.json("deep_read", json!({"chunkId": row["chunkId"]}));
    let content = read["data"]["content"].as_str().unwrap();
    assert!(content.starts_with(snippet), "{snippet}");
    assert!(snippet.contains("neap tide"), "{snippet}");
    assert!(!TIDES.starts_with(snippet));

    // Word for word it stands around the match, of prompts too.
    library.prompt(
        "Long",
        "Made up.",
        &format!("{}needle{}", "a ".repeat(500), " b".repeat(500)),
    );
    let literal = json!({"query": "NEEDLE", "semantic": false});
    let found = library.json("find_items", literal);
    let snippet = found["data"]["prompts"][0]["highlight"].as_str().unwrap();
    assert!(snippet.contains("a needle b"), "{snippet}");
    assert!(
        snippet.starts_with('…') && snippet.ends_with('…'),
        "{snippet}"
    );
}
