//! Whole conversations, one per family: what is sent, and what comes back for it.

use serde_json::{Value, json};

use super::api::Api;
use crate::library::TIDES;

/// Keeps what is sent and answered.
struct Transcript {
    api: Api,
    text: String,
}

impl Transcript {
    fn new() -> Self {
        Self {
            api: Api::empty(),
            text: String::new(),
        }
    }

    fn send(&mut self, request: &str, body: Value) -> Value {
        self.api.clock.advance(1_000);
        let sent = Some(body.clone()).filter(|body| !body.is_null());
        let (status, answer) = self.api.send(request, sent);
        let shown = if answer.is_null() {
            String::new()
        } else {
            serde_json::to_string_pretty(&answer).unwrap()
        };
        for word in ["undefined", "NaN", "[object"] {
            assert!(!shown.contains(word), "{request}: {shown}");
        }
        let body = if body.is_null() {
            String::new()
        } else {
            format!("{body}\n")
        };
        self.text
            .push_str(&format!("> {request}\n{body}< {status}\n{shown}\n\n"));
        answer
    }

    fn get(&mut self, path: &str) -> Value {
        self.send(&format!("GET {path}"), Value::Null)
    }

    /// Compares with what was taken down before.
    fn check(self, name: &str) {
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            let text = self.text.replace(env!("CARGO_PKG_VERSION"), "<version>");
            insta::assert_snapshot!(name, text);
        });
    }

    fn create(&mut self, path: &str, body: Value) -> String {
        let created = self.send(&format!("POST {path}"), body);
        created["data"]["id"].as_str().unwrap().to_owned()
    }
}

#[test]
fn prompts() {
    let mut t = Transcript::new();
    t.get("/v1/prompts");
    let plain = json!({"title": "Plain", "description": "Nothing to fill in.", "content": "Go."});
    t.create("/v1/prompts", plain);
    let prompt = t.create(
        "/v1/prompts",
        json!({"title": "Minutes", "description": "Sums a talk up.",
            "content": "Sum up ${talk} for ${reader}.", "engine": "any", "parameters": {},
            "variables": [{"name": "talk", "type": "text", "description": "What was said."}],
            "tags": ["work", "talks"]}),
    );
    for body in [
        json!({}),
        json!({"title": " ", "description": "D", "content": "C"}),
        json!({"title": "T", "description": "D", "content": "C", "titel": "T"}),
        json!({"title": "T", "description": "D", "content": 7}),
        json!({"title": "T", "description": "D", "content": "C", "tags": "work"}),
        json!({"title": "T", "description": "D", "content": "C", "variables": [{"kind": "x"}]}),
        json!({"title": "T", "description": "D", "content": "C",
            "variables": [{"name": "a"}, {"name": "a"}]}),
    ] {
        t.send("POST /v1/prompts", body);
    }
    t.get("/v1/prompts?q=TALK&tags=talks%2Cwork&limit=1&workspace=default&includePublic=true");
    t.get("/v1/prompts?q=nothing+like+it");
    for query in [
        "workspace=other",
        "limit=many",
        "cursor=none",
        "search=talk",
        "tags=a&tags=b",
        "includePublic=perhaps",
    ] {
        t.get(&format!("/v1/prompts?{query}"));
    }

    let path = format!("/v1/prompts/{prompt}");
    t.get(&path);
    t.get("/v1/prompts/undefined");
    t.get("/v1/prompts/..%2Fdocuments%2Fx");
    let patch = format!("PATCH {path}");
    t.send(
        &patch,
        json!({"title": "Protocol", "tags": [], "description": null}),
    );
    t.send(
        &patch,
        json!({"content": "Sum up ${talk}.", "changeLog": "One reader."}),
    );
    for body in [json!({}), json!({"changeLog": "x"}), json!({"content": ""})] {
        t.send(&patch, body);
    }
    t.send("PATCH /v1/prompts/undefined", json!({"title": "T"}));

    let versions = t.get(&format!("{path}/versions"));
    t.get("/v1/prompts/p_none/versions");
    let first = versions["data"][1]["id"].as_str().unwrap().to_owned();
    t.get(&format!("{path}/diff"));
    t.get(&format!("{path}/diff?from={first}&to={first}"));
    t.get(&format!("{path}/diff?from=v_none"));
    let restore = format!("POST {path}/restore");
    t.send(&restore, json!({"versionId": first}));
    for version in [json!("undefined"), json!("../x"), Value::Null] {
        t.send(&restore, json!({"versionId": version}));
    }

    t.send(&patch, json!({"isArchived": true, "isPublic": true}));
    t.get("/v1/prompts?q=protocol");
    t.get("/v1/prompts?q=protocol&archived=true");
    let delete = format!("DELETE {path}");
    t.send(&delete, Value::Null);
    t.send(&delete, Value::Null);
    t.check("prompts");
}

#[test]
fn documents() {
    let mut t = Transcript::new();
    t.get("/v1/documents");
    let body = json!({"title": "Tides", "content": TIDES, "tags": ["sea"]});
    let document = t.create("/v1/documents", body);
    t.send("POST /v1/documents", json!({"title": "Tides"}));
    t.send(
        "POST /v1/documents",
        json!({"title": "x".repeat(1025), "content": "C"}),
    );
    t.get("/v1/documents?search=TID&tags=sea&limit=5");
    t.get("/v1/documents?search=nothing");
    t.get("/v1/documents?collectionId=k_none");
    t.api.index();
    let path = format!("/v1/documents/{document}");
    t.get(&path);
    t.get("/v1/documents/undefined");

    let patch = format!("PATCH {path}");
    t.send(&patch, json!({"title": "Tide table"}));
    let stale = json!({"content": "New.", "expectedRevision": 1});
    t.send(&patch, stale);
    t.send(&patch, json!({"content": "New.", "expectedRevision": 0}));
    t.send(
        &patch,
        json!({"content": "High water at noon.", "changeLog": "Shorter."}),
    );
    t.send("PATCH /v1/documents/d_none", json!({"title": "T"}));
    let versions = t.get(&format!("{path}/versions"));
    t.get("/v1/documents/d_none/versions");
    let first = versions["data"][1]["id"].as_str().unwrap().to_owned();
    t.get(&format!("{path}/diff?from={first}"));
    t.get("/v1/documents/d_none/diff");
    let restore = format!("POST {path}/restore");
    t.send(&restore, json!({"versionId": first, "expectedRevision": 1}));
    t.send(&restore, json!({"versionId": first}));
    t.send(&restore, json!({"versionId": "undefined"}));
    t.send(&restore, json!({}));

    let scrape = "POST /v1/documents/scrape";
    t.send(
        scrape,
        json!({"url": "https://tides.test/today", "tags": ["web"]}),
    );
    for url in [
        "http://10.0.0.1/",
        "https://nowhere.test/",
        "not an address",
        "",
    ] {
        t.send(scrape, json!({"url": url}));
    }
    let delete = format!("DELETE {path}");
    t.send(&delete, Value::Null);
    t.send(&delete, Value::Null);
    t.check("documents");
}

#[test]
fn collections() {
    let mut t = Transcript::new();
    t.get("/v1/collections");
    t.create("/v1/collections", json!({"name": "Bare"}));
    let collection = t.create(
        "/v1/collections",
        json!({"name": "Harbour", "description": "Tides.", "color": "#0ea5e9", "icon": "⚓",
            "tags": ["sea"]}),
    );
    t.send("POST /v1/collections", json!({"description": "Nameless."}));
    t.get("/v1/collections?search=TIDES&tags=sea");
    t.get("/v1/collections?search=nothing");
    let path = format!("/v1/collections/{collection}");
    t.get(&path);
    t.get("/v1/collections/undefined");
    t.send(&format!("PATCH {path}"), json!({"icon": "🌊", "tags": []}));
    t.send(&format!("PATCH {path}"), json!({"name": null}));
    t.send("PATCH /v1/collections/k_none", json!({"name": "N"}));

    let document = t.api.document("Tides", TIDES);
    let prompt = t.api.prompt("Ask", "When is high water?");
    let items = format!("{path}/items");
    t.get(&items);
    t.send(
        &format!("POST {items}"),
        json!({"itemIds": [document], "itemType": "document"}),
    );
    let prompts = json!({"itemIds": [prompt, prompt], "itemType": "prompt"});
    t.send(&format!("POST {items}"), prompts.clone());
    t.send(&format!("POST {items}"), prompts.clone());
    for body in [
        json!({"itemType": "prompt"}),
        json!({"itemIds": [], "itemType": "prompt"}),
        json!({"itemIds": ["p_1"]}),
        json!({"itemIds": ["p_1"], "itemType": "chunk"}),
        json!({"itemIds": ["../p_1"], "itemType": "prompt"}),
        json!({"itemIds": ["p_none"], "itemType": "prompt"}),
    ] {
        t.send(&format!("POST {items}"), body);
    }
    t.get(&format!("{items}?limit=1"));
    t.send(&format!("PUT {items}"), prompts.clone());
    t.send(&format!("PUT {items}"), prompts.clone());
    for method in ["GET", "POST", "PUT"] {
        let body = if method == "GET" {
            Value::Null
        } else {
            prompts.clone()
        };
        t.send(&format!("{method} /v1/collections/k_none/items"), body);
    }
    let delete = format!("DELETE {path}");
    t.send(&delete, Value::Null);
    t.send(&delete, Value::Null);
    t.get(&format!("/v1/documents/{document}"));
    t.check("collections");
}

#[test]
fn search() {
    let mut t = Transcript::new();
    t.get("/v1/search?q=spring+tide");
    let document = t.api.document("Tides", TIDES);
    let prompt = t.api.prompt("Spring tide", "When is the spring tide?");
    let collection = t.api.create("/v1/collections", json!({"name": "Harbour"}));
    t.api.ok(
        &format!("POST /v1/collections/{collection}/items"),
        json!({"itemIds": [document], "itemType": "document"}),
    );
    t.get("/v1/search?q=spring+tide");
    t.api.index();
    t.get("/v1/search?q=spring+tide");
    t.get("/v1/search?q=spring+tide&semantic=false&limit=0&type=all");
    t.get(&format!(
        "/v1/search?q=tide&type=prompts&collectionId={collection}"
    ));
    t.get("/v1/search?q=spring+tide&tags=none");
    for query in [
        "",
        "q=",
        "q=+",
        "q=x&type=chunks",
        "q=x&semantic=maybe",
        "q=x&limit=ten",
        "q=x&collectionId=k_none",
        "q=x&query=y",
    ] {
        t.get(&format!("/v1/search?{query}"));
    }
    t.api.embedder.set_unavailable(true);
    t.get("/v1/search?q=spring+tide");
    t.get("/v1/search?q=spring+tide&semantic=false&type=prompts");
    assert!(t.text.contains(&prompt));
    t.check("search");
}

#[test]
fn passages() {
    let mut t = Transcript::new();
    let search = "POST /v1/pd/search";
    t.send(search, json!({"query": "spring tide"}));
    let document = t.api.document("Tides", TIDES);
    t.api.index();
    t.send("POST /v1/pd/session", json!({}));
    let opened = t.send("POST /v1/pd/session", Value::Null);
    t.send("POST /v1/pd/session", json!({"name": "mine"}));
    let session = opened["data"]["sessionId"].as_str().unwrap().to_owned();
    let narrow = json!({"query": "spring tide", "limit": 1, "sessionId": session,
        "documentId": document});
    let found = t.send(search, narrow.clone());
    let again = t.send(search, narrow);
    assert_ne!(found["data"]["results"], again["data"]["results"]);
    t.send(
        search,
        json!({"query": "spring tide", "limit": 0, "sessionId": "never-opened"}),
    );
    for body in [
        json!({}),
        json!({"query": "\n"}),
        json!({"query": "x", "limit": "3"}),
        json!({"query": "x", "documentId": "d_none"}),
        json!({"query": "x", "collectionId": "k_none"}),
        json!({"query": "x", "sessionId": "a/b"}),
        json!(["query"]),
    ] {
        t.send(search, body);
    }

    let chunk = found["data"]["results"][0]["chunkId"]
        .as_str()
        .unwrap()
        .to_owned();
    let read = format!("/v1/pd/read/{chunk}");
    t.get(&read);
    t.get("/v1/pd/read/undefined");
    t.get("/v1/pd/read/a%2Fb");
    let expand = "POST /v1/pd/expand";
    for direction in ["up", "down", "next", "previous", "surrounding"] {
        t.send(
            expand,
            json!({"chunkId": chunk, "direction": direction, "count": 1}),
        );
    }
    for body in [
        json!({"chunkId": chunk, "direction": "sideways"}),
        json!({"chunkId": chunk}),
        json!({"chunkId": "c_none", "direction": "up"}),
        json!({"direction": "up"}),
    ] {
        t.send(expand, body);
    }
    t.api.ok(
        &format!("PATCH /v1/documents/{document}"),
        json!({"content": "High water at noon."}),
    );
    t.get(&read);
    t.check("passages");
}

#[test]
fn answers_and_account() {
    let mut t = Transcript::new();
    let reason = "POST /v1/reason";
    t.send(reason, json!({"query": "When is the spring tide highest?"}));
    let document = t.api.document("Tides", TIDES);
    t.api.index();
    t.send(
        reason,
        json!({"query": "When is the spring tide highest?", "limit": 2, "documentId": document}),
    );
    for body in [
        json!({}),
        json!({"query": "x", "model": "any"}),
        json!({"query": "x", "documentId": "d_none"}),
    ] {
        t.send(reason, body);
    }
    t.get("/v1/user/me");
    t.get("/v1/mcp/capabilities");
    t.get("/v1/user/me?verbose=1");
    t.api.embedder.set_unavailable(true);
    t.send(reason, json!({"query": "When is the spring tide highest?"}));
    t.check("answers_and_account");
}

#[test]
fn a_search_that_names_no_session_hides_nothing() {
    let t = Transcript::new();
    t.api.document("Tides", TIDES);
    t.api.index();
    let ask = || {
        t.api
            .ok("POST /v1/pd/search", json!({"query": "spring tide"}))
    };
    assert_eq!(ask(), ask());
    assert!(!ask()["data"]["results"].as_array().unwrap().is_empty());
}
