//! What REST sends is what the tool gives as structured content: each pair is asked the same, on
//! two homes that went through the same.

use serde_json::{Value, json};

use super::api::Api;
use crate::library::{Library, TIDES};

/// A home that is used by REST, and its twin that is used by tools.
struct Twins {
    api: Api,
    library: Library,
}

impl Twins {
    fn new() -> Self {
        Self {
            api: Api::empty(),
            library: Library::empty(),
        }
    }

    /// Asks both; gives what both answered.
    fn ask(&self, request: &str, body: Value, tool: &str, arguments: Value) -> Value {
        let rest = self.api.ok(request, body);
        let structured = self.library.json(tool, arguments);
        assert_eq!(rest, structured, "{request} and {tool}");
        rest
    }

    fn read(&self, path: &str, tool: &str, arguments: Value) -> Value {
        self.ask(&format!("GET {path}"), Value::Null, tool, arguments)
    }

    fn index(&self) {
        self.api.index();
        self.library.index();
    }
}

fn id(answer: &Value) -> String {
    answer["data"]["id"].as_str().unwrap().to_owned()
}

/// The body of a request with the id of its path, as a tool takes it.
fn with(name: &str, id: &str, body: &Value) -> Value {
    let mut arguments = body.clone();
    arguments[name] = json!(id);
    arguments
}

#[test]
fn prompts_are_the_same_to_both() {
    let twins = Twins::new();
    let body = json!({"title": "Minutes", "description": "Sums up.", "content": "Of ${talk}",
        "tags": ["work"]});
    let prompt = id(&twins.ask("POST /v1/prompts", body.clone(), "create_prompt", body));
    let path = format!("/v1/prompts/{prompt}");
    let by_id = json!({"promptId": prompt});

    let views = |read: Value| read["data"]["stats"]["views"].as_u64().unwrap();
    let once = views(twins.read(&path, "read_prompt", by_id.clone()));
    let twice = views(twins.read(&path, "read_prompt", by_id.clone()));
    assert_eq!(twice, once + 1);
    let change = json!({"content": "Of ${talk} on ${day}", "changeLog": "Days differ."});
    let patch = format!("PATCH {path}");
    let arguments = with("promptId", &prompt, &change);
    twins.ask(&patch, change, "update_prompt", arguments);
    let versions = twins.read(&format!("{path}/versions"), "get_prompt_versions", by_id);
    let first = json!({"versionId": versions["data"][1]["id"]});
    let restore = format!("POST {path}/restore");
    let arguments = with("promptId", &prompt, &first);
    twins.ask(&restore, first, "restore_prompt_version", arguments);
    let filter = json!({"search": "MIN", "tags": ["work"], "limit": 3});
    let found = twins.read(
        "/v1/prompts?q=MIN&tags=work&limit=3",
        "search_prompts",
        filter,
    );
    assert_eq!(found["data"].as_array().unwrap().len(), 1);
    twins.read(
        "/v1/prompts?q=nothing",
        "search_prompts",
        json!({"search": "nothing"}),
    );
}

#[test]
fn documents_are_the_same_to_both() {
    let twins = Twins::new();
    let body = json!({"title": "Tides", "content": TIDES, "tags": []});
    let document = id(&twins.ask("POST /v1/documents", body.clone(), "create_document", body));
    let path = format!("/v1/documents/{document}");
    let by_id = json!({"documentId": document});

    twins.read(&path, "get_document", by_id.clone());
    let change = json!({"content": "Gone.", "tags": ["old"], "expectedRevision": 1});
    let arguments = with("documentId", &document, &change);
    twins.ask(
        &format!("PATCH {path}"),
        change,
        "update_document",
        arguments,
    );
    let versions = twins.read(&format!("{path}/versions"), "get_document_versions", by_id);
    let first = json!({"versionId": versions["data"][1]["id"]});
    let arguments = with("documentId", &document, &first);
    let restore = format!("POST {path}/restore");
    twins.ask(&restore, first, "restore_document_version", arguments);
    let filter = json!({"search": "tid", "tags": ["old"]});
    twins.read(
        "/v1/documents?search=tid&tags=old",
        "list_documents",
        filter,
    );
}

#[test]
fn collections_are_the_same_to_both() {
    let twins = Twins::new();
    let body = json!({"name": "Harbour", "color": "#0ea5e9", "icon": "⚓", "tags": ["sea"]});
    let created = twins.ask(
        "POST /v1/collections",
        body.clone(),
        "create_collection",
        body,
    );
    let collection = id(&created);
    let body = json!({"title": "Tides", "content": TIDES});
    let document = id(&twins.ask("POST /v1/documents", body.clone(), "create_document", body));
    let path = format!("/v1/collections/{collection}");

    let members = json!({"itemIds": [document], "itemType": "document"});
    let arguments = with("collectionId", &collection, &members);
    let items = format!("{path}/items");
    twins.ask(
        &format!("POST {items}"),
        members.clone(),
        "add_to_collection",
        arguments.clone(),
    );
    let change = json!({"description": "Of the harbour.", "tags": []});
    twins.ask(
        &format!("PATCH {path}"),
        change.clone(),
        "update_collection",
        with("collectionId", &collection, &change),
    );
    let bare = json!({"collectionId": collection, "includeItems": false});
    twins.read(&path, "get_collection", bare);
    let whole = twins
        .library
        .json("get_collection", json!({"collectionId": collection}));
    assert_eq!(twins.api.get(&path)["data"], whole["data"]);
    assert_eq!(
        twins.api.get(&format!("{items}?limit=50"))["data"],
        whole["items"]
    );
    twins.read(
        "/v1/collections?tags=sea",
        "list_collections",
        json!({"tags": ["sea"]}),
    );
    twins.read(
        &format!("/v1/documents?collectionId={collection}"),
        "list_documents",
        json!({"collectionId": collection}),
    );
    twins.ask(
        &format!("PUT {items}"),
        members,
        "remove_from_collection",
        arguments,
    );
}

#[test]
fn searches_are_the_same_to_both() {
    let twins = Twins::new();
    let body = json!({"title": "Tides", "content": TIDES});
    let document = id(&twins.ask("POST /v1/documents", body.clone(), "create_document", body));
    twins.index();

    twins.read(
        "/v1/search?q=spring+tide",
        "find_items",
        json!({"query": "spring tide"}),
    );
    twins.read(
        "/v1/search?q=ferries&semantic=false&type=documents",
        "find_items",
        json!({"query": "ferries", "semantic": false, "type": "documents"}),
    );
    twins.read(
        "/v1/search?q=x&tags=none",
        "find_items",
        json!({"query": "x", "tags": ["none"]}),
    );
    let question = json!({"query": "spring tide", "limit": 2, "documentId": document,
        "sessionId": "mine"});
    let found = twins.ask(
        "POST /v1/pd/search",
        question.clone(),
        "deep_search",
        question,
    );
    let chunk = &found["data"]["results"][0]["chunkId"];
    let by_id = json!({"chunkId": chunk});
    let path = format!("/v1/pd/read/{}", chunk.as_str().unwrap());
    twins.read(&path, "deep_read", by_id);
    for direction in ["up", "down", "next", "previous", "surrounding"] {
        let walk = json!({"chunkId": chunk, "direction": direction, "count": 1});
        twins.ask("POST /v1/pd/expand", walk.clone(), "deep_expand", walk);
    }
    let question = json!({"query": "when does the tide lift the ferries?"});
    twins.ask("POST /v1/reason", question.clone(), "reason", question);
    twins.read("/v1/user/me", "get_user_info", json!({}));
}

#[test]
fn a_delete_is_said_by_status_here_and_by_words_there() {
    let twins = Twins::new();
    let body = json!({"title": "T", "description": "D", "content": "C"});
    let prompt = id(&twins.ask("POST /v1/prompts", body.clone(), "create_prompt", body));
    let request = format!("DELETE /v1/prompts/{prompt}");
    assert_eq!(twins.api.send(&request, None), (204, Value::Null));
    let (status, answer) = twins.api.send(&request, None);
    assert_eq!(status, 404);
    assert_eq!(answer["error"]["message"], "Prompt not found");
    let arguments = json!({"promptId": prompt});
    let deleted = twins.library.json("delete_prompt", arguments.clone());
    assert_eq!(deleted, json!({"id": prompt, "deleted": true}));
    assert_eq!(twins.library.json("delete_prompt", arguments), deleted);
}
