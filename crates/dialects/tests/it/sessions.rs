use std::sync::Arc;

use dialects::SessionContext;
use serde_json::{Value, json};
use testkit::MemoryStore;

use crate::library::{Library, TIDES};

fn ids(output: &Value) -> Vec<String> {
    output["data"]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["chunkId"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_connection_with_its_own_session_does_not_repeat_itself() {
    let library = Library::over(Arc::new(MemoryStore::new()), SessionContext::automatic());
    library.document("Tide table", TIDES, &[]);
    library.index();
    let question = json!({"query": "tide", "limit": 1});
    let first = library.json("deep_search", question.clone());
    let output = library.ok("deep_search", question.clone());
    let second = output.structured.unwrap();
    assert_ne!(ids(&first), ids(&second));
    assert_eq!(second["meta"]["session"]["hidden"], 1);
    assert_eq!(
        first["meta"]["session"]["id"],
        second["meta"]["session"]["id"]
    );
    let session = second["meta"]["session"]["id"].as_str().unwrap();
    assert_eq!(
        output.notes.unwrap(),
        format!(
            "Left out: 1 passage that session {session} has shown already; pass another sessionId to start afresh."
        )
    );

    // A handle of the caller's own starts afresh, and words for "nothing" are no handles.
    let mut named = question.clone();
    named["sessionId"] = json!("my-session");
    assert_eq!(ids(&library.json("deep_search", named)), ids(&first));
    let mut nothing = question;
    nothing["sessionId"] = json!("undefined");
    let third = library.json("deep_search", nothing);
    assert_eq!(third["meta"]["session"]["id"], session);
}

#[test]
fn a_session_that_has_shown_everything_says_so() {
    let library = Library::over(Arc::new(MemoryStore::new()), SessionContext::automatic());
    library.document("Tide table", TIDES, &[]);
    library.index();
    library.ok("deep_search", json!({"query": "tide", "limit": 50}));
    let output = library.ok("deep_search", json!({"query": "tide"}));
    assert_eq!(output.text, "No results found for \"tide\".");
    let meta = &output.structured.unwrap()["meta"];
    assert_eq!(meta["reason"]["code"], "all_seen");
    assert_eq!(
        output.notes.unwrap(),
        "This session has already shown every passage in scope; start another session to see them again."
    );
}

#[test]
fn without_an_automatic_session_the_same_question_gets_the_same_answer() {
    let library = Library::empty();
    library.document("Tide table", TIDES, &[]);
    library.index();
    let question = json!({"query": "tide", "limit": 1});
    let first = library.ok("deep_search", question.clone());
    assert_eq!(library.ok("deep_search", question), first);
}

#[test]
fn a_home_that_cannot_be_written_is_searched_without_a_session() {
    let store = Arc::new(MemoryStore::new());
    let library = Library::over(store.clone(), SessionContext::off());
    library.document("Tide table", TIDES, &[]);
    library.index();
    drop(library);
    let store = Arc::into_inner(store).unwrap().into_read_only();
    let library = Library::over(Arc::new(store), SessionContext::automatic());
    let output = library.json("deep_search", json!({"query": "tide"}));
    assert!(!ids(&output).is_empty());
    assert!(output["meta"].get("session").is_none());
}
