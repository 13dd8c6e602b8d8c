use dialects::ToolSpec;
use dialects::schema::InputType;
use domain::ErrorKind;
use serde_json::{Map, Value, json};

use crate::library::Library;

#[test]
fn nothing_is_written_when_an_argument_is_wrong() {
    let library = Library::empty();
    for arguments in [
        json!({"title": "T", "content": "C", "tags": {"a": 1}}),
        json!({"title": "T", "content": "C", "labels": ["a"]}),
        json!({"title": "T", "content": ["C"]}),
        json!({"title": "T"}),
    ] {
        let (kind, _) = library.failure("create_document", arguments);
        assert_eq!(kind, ErrorKind::Invalid);
    }
    assert_eq!(
        library.ok("list_documents", json!({})).text,
        "No documents found."
    );
}

#[test]
fn every_tool_names_what_it_lacks_and_what_it_does_not_know() {
    let library = Library::empty();
    for tool in dialects::context_repo::tools() {
        let spec = tool.spec;
        let (kind, text) = library.failure(spec.name, json!({"noSuchArgument": 1}));
        assert_eq!(kind, ErrorKind::Invalid);
        assert!(
            text.starts_with("Error: unknown argument `noSuchArgument`\nHint: "),
            "{text}"
        );
        for input in spec.inputs {
            assert!(text.contains(&format!("`{}`", input.name)), "{text}");
        }
        let Some(first) = spec.inputs.iter().find(|input| input.required) else {
            continue;
        };
        let (_, text) = library.failure(spec.name, json!(null));
        let named = text.to_lowercase().contains(&first.name.to_lowercase());
        assert!(named && text.contains("is required"), "{text}");
    }
}

#[test]
fn a_tool_that_does_not_exist_is_named() {
    let library = Library::empty();
    assert_eq!(
        library.failure("sing_a_song", json!({})),
        (
            ErrorKind::Invalid,
            "Error: Unknown tool: sing_a_song".to_owned()
        )
    );
}

/// Arguments that `tool` accepts, before anything exists that they could mean.
fn filled_in(tool: &ToolSpec) -> Map<String, Value> {
    let required = tool.inputs.iter().filter(|input| input.required);
    required
        .map(|input| {
            let value = match input.kind {
                InputType::Text => json!("document_d_1"),
                InputType::Choice(values) => json!(values[0]),
                InputType::Integer => json!(1),
                InputType::Flag => json!(true),
                InputType::TextList => json!(["d_1"]),
            };
            (input.name.to_owned(), value)
        })
        .collect()
}

#[test]
fn lists_are_healed_in_every_tool_before_anything_happens() {
    let library = Library::empty();
    let mut seen = 0;
    for tool in dialects::context_repo::tools() {
        let spec = tool.spec;
        let lists = spec
            .inputs
            .iter()
            .filter(|input| input.kind == InputType::TextList);
        for input in lists {
            seen += 1;
            let call = |value: Value| {
                let mut arguments = filled_in(&spec);
                arguments.insert(input.name.to_owned(), value);
                library.call(spec.name, Value::Object(arguments))
            };
            for wrong in [json!({"a": 1}), json!([{"a": 1}]), json!(true)] {
                let output = call(wrong);
                let error = output.error.unwrap();
                assert_eq!(error.kind, ErrorKind::Invalid, "{}", spec.name);
                assert!(output.text.contains(input.name), "{}", output.text);
            }
            for healed in [
                json!(["a", "b"]),
                json!("[\"a\",\"b\"]"),
                json!("a"),
                json!("a, b"),
                json!(["a", null, 7]),
            ] {
                assert_ne!(kind_of(&call(healed.clone())), Some(ErrorKind::Invalid));
            }
            for absent in [json!(""), json!(null), json!(3), json!("[]")] {
                let expected = if input.required {
                    Some(ErrorKind::Invalid)
                } else {
                    kind_of(&library.call(spec.name, Value::Object(filled_in(&spec))))
                };
                let kind = kind_of(&call(absent.clone()));
                // An empty list is a change of its own: it removes all tags.
                if absent != json!("[]") || input.required {
                    assert_eq!(kind, expected, "{}: {absent}", spec.name);
                }
            }
        }
    }
    assert_eq!(seen, 12);
}

fn kind_of(output: &dialects::ToolOutput) -> Option<ErrorKind> {
    output.error.as_ref().map(|error| error.kind)
}

#[test]
fn a_list_as_json_text_is_stored_as_its_values() {
    let library = Library::empty();
    for (given, stored) in [
        (json!("[\"b\",\"a\"]"), json!(["a", "b"])),
        (json!("[]"), json!([])),
        (json!("x"), json!(["x"])),
        (json!("\"x, y\""), json!(["x, y"])),
        (json!(5), json!([])),
        (json!(""), json!([])),
        (json!(null), json!([])),
    ] {
        let arguments = json!({"title": "T", "content": "C", "tags": given});
        let created = library.json("create_document", arguments);
        assert_eq!(created["data"]["tags"], stored, "{given}");
    }
}

#[test]
fn tools_that_need_nothing_are_called_with_nothing() {
    let library = Library::empty();
    let mut called = Vec::new();
    for tool in dialects::context_repo::tools() {
        if tool.spec.inputs.iter().all(|input| !input.required) {
            for nothing in [json!(null), json!({}), json!("")] {
                library.ok(tool.spec.name, nothing);
            }
            called.push(tool.spec.name);
        }
    }
    assert_eq!(
        called,
        [
            "get_user_info",
            "search_prompts",
            "list_collections",
            "list_documents"
        ]
    );
}

#[test]
fn absent_values_count_as_not_given_in_every_tool() {
    let library = Library::empty();
    for tool in dialects::context_repo::tools() {
        let spec = tool.spec;
        for input in spec.inputs.iter().filter(|input| !input.required) {
            let plain = library.call(spec.name, Value::Object(filled_in(&spec)));
            for absent in [json!(null), json!(""), json!("  ")] {
                let mut arguments = filled_in(&spec);
                arguments.insert(input.name.to_owned(), absent);
                let output = library.call(spec.name, Value::Object(arguments));
                assert_eq!(kind_of(&output), kind_of(&plain), "{}", spec.name);
            }
        }
    }
}

#[test]
fn a_prompt_may_be_created_without_an_engine_although_it_is_listed() {
    let library = Library::empty();
    library.ok(
        "create_prompt",
        json!({"title": "T", "description": "D", "content": "C"}),
    );
}
