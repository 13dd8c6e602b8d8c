//! Prompts, resources and profiles: what a surface shows beside the tools.

use std::collections::BTreeMap;
use std::sync::Arc;

use dialects::context_repo::Profile;
use dialects::host::PromptArgument;
use dialects::{SessionContext, ToolHost};
use domain::access::{KeyId, Workspace};
use domain::caller::{Identity, Permission, Principal, ScopeSet};
use domain::ids::WorkspaceId;
use domain::ports::registry::Registry;
use domain::{Caller, Cancel, ErrorKind};
use serde_json::{Value, json};
use testkit::MemoryStore;

use crate::library::Library;

fn key(scopes: &[Permission]) -> Principal {
    Principal {
        caller: Caller {
            scopes: ScopeSet::of(scopes),
            ..Caller::owner()
        },
        identity: Identity::Key {
            id: KeyId::parse("abc234").unwrap(),
            name: "laptop".to_owned(),
            tools: None,
        },
    }
}

fn values(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

#[test]
fn a_saved_prompt_is_offered_with_its_variables() {
    let library = Library::empty();
    let id = library.prompt("Greeting", "Greets somebody.", "Dear ${who} of ${place}");
    let page = library.host.prompts(None, &Cancel::new()).unwrap();
    assert_eq!(page.cursor, None);
    let prompt = &page.prompts[0];
    assert_eq!(prompt.name, id);
    assert_eq!(prompt.title, "Greeting");
    assert_eq!(prompt.description, "Greeting \u{2014} Greets somebody.");
    let argument = |name: &str| PromptArgument {
        name: name.to_owned(),
        description: None,
    };
    assert_eq!(prompt.arguments, [argument("who"), argument("place")]);
}

#[test]
fn prompts_beyond_a_hundred_are_on_the_next_page() {
    let library = Library::empty();
    for n in 0..101 {
        library.prompt(&format!("Prompt {n}"), "Made up.", "Do it.");
    }
    let cancel = Cancel::new();
    let first = library.host.prompts(None, &cancel).unwrap();
    assert_eq!(first.prompts.len(), 100);
    let last = library
        .host
        .prompts(first.cursor.as_deref(), &cancel)
        .unwrap();
    assert_eq!(last.prompts.len(), 1);
    assert_eq!(last.cursor, None);
    let error = library.host.prompts(Some("???"), &cancel).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
}

#[test]
fn a_prompt_is_filled_in_and_says_what_is_missing() {
    let library = Library::empty();
    let id = library.prompt("Greeting", "Greets somebody.", "Dear ${who} of ${place}");
    let fill = |pairs: &[(&str, &str)]| library.host.prompt(&id, &values(pairs), &Cancel::new());

    let whole = fill(&[("who", "Ada"), ("place", "Lund")]).unwrap();
    assert_eq!(whole.description, "Greeting");
    assert_eq!(whole.messages, ["Dear Ada of Lund"]);
    assert!(whole.missing.is_empty());

    let part = fill(&[("who", "Ada")]).unwrap();
    assert_eq!(
        part.messages,
        [
            "Dear Ada of ${place}",
            "Not filled in: ${place}. Ask for a value, or pass it as an argument of the prompt."
        ]
    );
    assert_eq!(part.missing, ["place"]);

    let error = fill(&[("whom", "Ada")]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    let read = library.json("read_prompt", json!({"promptId": id}));
    assert_eq!(read["data"]["stats"], json!({"views": 1, "copies": 2}));
}

#[test]
fn a_prompt_that_does_not_exist_is_not_found() {
    let library = Library::empty();
    let fill = |name: &str| {
        let filled = library.host.prompt(name, &BTreeMap::new(), &Cancel::new());
        filled.unwrap_err().kind
    };
    assert_eq!(fill("p_none"), ErrorKind::NotFound);
    assert_eq!(fill("undefined"), ErrorKind::NotFound);
    assert_eq!(fill("../documents/d_1"), ErrorKind::Invalid);
}

#[test]
fn the_one_resource_says_what_the_server_offers() {
    let library = Library::empty();
    library.document("Log", "Nothing happened.", &[]);
    library.index();
    let resources = library.host.resources();
    assert_eq!(resources.len(), 1);
    assert_eq!(resources[0].uri, "contextrepo://capabilities");
    assert_eq!(resources[0].name, "API Capabilities");
    assert_eq!(resources[0].media_type, "application/json");

    let text = library
        .host
        .read_resource(resources[0].uri, &Cancel::new())
        .unwrap();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let text = text.replace(&version, "\"version\": \"(the crate's)\"");
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("capabilities", text);
    });

    let error = library
        .host
        .read_resource("contextrepo://secrets", &Cancel::new())
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotFound);
}

#[test]
fn capabilities_show_no_more_than_the_caller_may_read() {
    let library = Library::empty();
    library.document("Log", "Nothing happened.", &[]);
    library.prompt("Minutes", "Made up.", "Do it.");
    let read = |scopes: &[Permission]| -> Value {
        let host = library.host_of(key(scopes), Profile::CORE);
        let text = host.read_resource("contextrepo://capabilities", &Cancel::new());
        serde_json::from_str(&text.unwrap()).unwrap()
    };
    let documents = read(&[Permission::DocumentsRead]);
    assert_eq!(documents["index"]["documents"], 1);
    assert!(documents["index"].get("prompts").is_none());
    assert_eq!(documents["permissions"], json!(["documents.read"]));
    let prompts = read(&[Permission::PromptsWrite]);
    assert_eq!(prompts["index"]["prompts"], 1);
    assert!(prompts["index"].get("documents").is_none());
    assert!(prompts["index"].get("collections").is_none());
    let nothing = read(&[]);
    assert!(nothing.get("index").is_none());
    assert!(nothing.get("embedding").is_none());
}

#[test]
fn a_profile_decides_what_is_listed_and_everything_can_be_called() {
    let library = Library::empty();
    let names = |profile: &str| {
        let host = library.host_of(Principal::local(), Profile::parse(profile).unwrap());
        let output = host.call("search", &json!({"query": "tide"}), &Cancel::new());
        assert!(!output.is_error(), "{}", output.text);
        let names: Vec<&str> = host.tools().iter().map(|tool| tool.name).collect();
        names
    };
    assert!(names("core").len() <= 20);
    assert_eq!(names("contract").len(), 27);
    assert_eq!(names("full").len(), 29);
    assert_eq!(names("full")[..27], names("contract"));
    assert_eq!(names("deep_read,find_items"), ["find_items", "deep_read"]);
}

#[test]
fn a_cut_answer_comes_with_advice() {
    let library = Library::empty();
    for tool in dialects::context_repo::tools() {
        assert!(library.host.when_cut(tool.spec.name).ends_with('.'));
    }
    assert_eq!(library.host.when_cut("sing"), "");
}

/// Calls that would reach what `documents.read` does not open.
fn beyond_reading_documents(prompt: &str, document: &str) -> Vec<(&'static str, Value)> {
    let members = json!({"collectionId": "k_1", "itemIds": [document], "itemType": "document"});
    let version = json!({"promptId": prompt, "documentId": document, "versionId": "v_1"});
    let of = |field: &str| json!({field: version[field], "versionId": "v_1"});
    vec![
        ("search_prompts", json!({})),
        ("read_prompt", json!({"promptId": prompt})),
        (
            "create_prompt",
            json!({"title": "T", "description": "D", "content": "C"}),
        ),
        ("update_prompt", json!({"promptId": prompt, "title": "T"})),
        ("delete_prompt", json!({"promptId": prompt})),
        ("get_prompt_versions", json!({"promptId": prompt})),
        ("restore_prompt_version", of("promptId")),
        ("create_collection", json!({"name": "N"})),
        (
            "update_collection",
            json!({"collectionId": "k_1", "name": "N"}),
        ),
        ("delete_collection", json!({"collectionId": "k_1"})),
        ("add_to_collection", members.clone()),
        ("remove_from_collection", members),
        ("create_document", json!({"title": "T", "content": "C"})),
        (
            "update_document",
            json!({"documentId": document, "title": "T"}),
        ),
        ("delete_document", json!({"documentId": document})),
        ("restore_document_version", of("documentId")),
        ("find_items", json!({"query": "tide", "type": "prompts"})),
        ("fetch", json!({"id": format!("prompt_{prompt}")})),
    ]
}

#[test]
fn a_key_that_reads_documents_reaches_nothing_else_by_any_tool() {
    let library = Library::empty();
    let document = library.document("Tide log", "The tide came.", &[]);
    let prompt = library.prompt("Tide prompt", "About the tide.", "Tell of the tide.");
    library.index();
    let host = library.host_of(key(&[Permission::DocumentsRead]), Profile::FULL);
    let cancel = Cancel::new();
    for (tool, arguments) in beyond_reading_documents(&prompt, &document) {
        let output = host.call(tool, &arguments, &cancel);
        let kind = output.error.map(|error| error.kind);
        assert_eq!(kind, Some(ErrorKind::NotAllowed), "{tool}");
        assert!(
            output.text.starts_with("Error: Permission denied: "),
            "{}",
            output.text
        );
    }
    assert_eq!(
        host.prompts(None, &cancel).unwrap_err().kind,
        ErrorKind::NotAllowed
    );
    let error = host.prompt(&prompt, &BTreeMap::new(), &cancel).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotAllowed);
    for tool in ["find_items", "search", "deep_search", "reason"] {
        let output = host.call(
            tool,
            &json!({"query": "tide prompt about the tide"}),
            &cancel,
        );
        let all = format!("{}{}", output.text, output.structured.unwrap());
        assert!(!all.contains(&prompt), "{tool}: {all}");
        assert!(!all.contains("Tide prompt"), "{tool}: {all}");
    }
    library.ok("read_prompt", json!({"promptId": prompt}));
    library.ok("get_document", json!({"documentId": document}));
}

#[test]
fn another_workspace_sees_nothing_of_this_one() {
    let other = Workspace {
        id: WorkspaceId::parse("other").unwrap(),
        created_ms: 0,
    };
    let store = Arc::new(MemoryStore::new());
    store.create_workspace(&other, &Cancel::new()).unwrap();
    let library = Library::over(store, SessionContext::off());
    let document = library.document("Tide log", "The tide came.", &[]);
    let prompt = library.prompt("Tide prompt", "About the tide.", "Tell of the tide.");
    library.index();
    let principal = Principal {
        caller: Caller {
            workspace: other.id,
            ..Caller::owner()
        },
        identity: Identity::Local,
    };
    let host = library.host_of(principal, Profile::FULL);
    let cancel = Cancel::new();
    for (tool, arguments) in [
        ("read_prompt", json!({"promptId": prompt})),
        ("get_prompt_versions", json!({"promptId": prompt})),
        ("get_document", json!({"documentId": document})),
        ("get_document_versions", json!({"documentId": document})),
        ("fetch", json!({"id": format!("document_{document}")})),
        (
            "deep_search",
            json!({"query": "tide", "documentId": document}),
        ),
    ] {
        let output = host.call(tool, &arguments, &cancel);
        let kind = output.error.map(|error| error.kind);
        assert_eq!(kind, Some(ErrorKind::NotFound), "{tool}");
    }
    for (tool, empty) in [
        ("search_prompts", "No prompts found."),
        ("list_documents", "No documents found."),
    ] {
        assert_eq!(host.call(tool, &json!({}), &cancel).text, empty);
    }
    let found = host.call("search", &json!({"query": "tide"}), &cancel);
    assert_eq!(found.text, r#"{"results":[]}"#);
    assert!(host.prompts(None, &cancel).unwrap().prompts.is_empty());
}
