use domain::ErrorKind;
use serde_json::json;

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
