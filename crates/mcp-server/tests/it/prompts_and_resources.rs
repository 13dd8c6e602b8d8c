use serde_json::{Value, json};

use crate::connection::{Connection, modern};
use crate::fake_host::FakeHost;

fn request(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

async fn legacy(method: &str, params: Value) -> Value {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    connection.request(&request(method, params)).await
}

async fn newer(method: &str, params: Value) -> Value {
    let mut connection = Connection::open(FakeHost::new().0);
    connection.request(&modern(request(method, params))).await
}

#[tokio::test]
async fn prompts_are_listed_page_by_page() {
    let first = legacy("prompts/list", json!({})).await;
    assert_eq!(
        first["result"],
        json!({
            "nextCursor": "after-p1",
            "prompts": [{
                "name": "p1",
                "title": "Greeting",
                "description": "Greeting — Greets somebody.",
                "arguments": [
                    {"name": "who", "description": "Whom to greet.", "required": false},
                ],
            }],
        })
    );
    let second = legacy("prompts/list", json!({"cursor": "after-p1"})).await;
    assert_eq!(second["result"]["prompts"][0]["name"], "p2");
    assert_eq!(second["result"]["nextCursor"], Value::Null);
}

#[tokio::test]
async fn what_cannot_be_listed_says_why() {
    let malformed = legacy("prompts/list", json!({"cursor": "x"})).await;
    assert_eq!(
        malformed["error"],
        json!({"code": -32602, "message": "the cursor is malformed"})
    );
    let forbidden = legacy("prompts/list", json!({"cursor": "forbidden"})).await;
    assert_eq!(
        forbidden["error"],
        json!({"code": -32003, "message": "the key may not read prompts"})
    );
}

#[tokio::test]
async fn a_prompt_is_filled_in() {
    let filled = legacy(
        "prompts/get",
        json!({"name": "p1", "arguments": {"who": "Ada"}}),
    )
    .await;
    assert_eq!(
        filled["result"],
        json!({
            "description": "Greets somebody.",
            "messages": [{"role": "user", "content": {"type": "text", "text": "Hello, Ada!"}}],
        })
    );
    let missing = legacy("prompts/get", json!({"name": "p1"})).await;
    let messages = &missing["result"]["messages"];
    assert_eq!(messages[0]["content"]["text"], "Hello, ${who}!");
    assert_eq!(messages[1]["content"]["text"], "Not filled in: who.");
}

#[tokio::test]
async fn a_prompt_that_cannot_be_filled_in_is_an_error_of_parameters() {
    let unknown = legacy("prompts/get", json!({"name": "p9"})).await;
    assert_eq!(
        unknown["error"],
        json!({"code": -32602, "message": "no prompt `p9`; list the prompts"})
    );
    let variable = legacy(
        "prompts/get",
        json!({"name": "p1", "arguments": {"x": "y"}}),
    )
    .await;
    assert_eq!(
        variable["error"],
        json!({"code": -32602, "message": "no variable `x`"})
    );
    let nameless = legacy("prompts/get", json!({"arguments": {}})).await;
    assert_eq!(
        nameless["error"],
        json!({
            "code": -32602,
            "message": "`prompts/get` takes `name`, a string, and `arguments`, an object of strings",
        })
    );
}

#[tokio::test]
async fn resources_are_listed_and_read() {
    let list = legacy("resources/list", json!({})).await;
    assert_eq!(
        list["result"],
        json!({
            "resources": [{
                "uri": "fake://capabilities",
                "name": "Capabilities",
                "description": "What there is.",
                "mimeType": "application/json",
            }],
        })
    );
    let templates = legacy("resources/templates/list", json!({})).await;
    assert_eq!(templates["result"], json!({"resourceTemplates": []}));
    let read = legacy("resources/read", json!({"uri": "fake://capabilities"})).await;
    assert_eq!(
        read["result"],
        json!({
            "contents": [{
                "uri": "fake://capabilities",
                "mimeType": "application/json",
                "text": "{\n  \"all\": true\n}",
            }],
        })
    );
}

#[tokio::test]
async fn a_resource_that_is_not_there_has_the_code_of_the_revision() {
    let uri = json!({"uri": "fake://other"});
    for (answer, code) in [
        (legacy("resources/read", uri.clone()).await, -32002),
        (newer("resources/read", uri.clone()).await, -32602),
    ] {
        assert_eq!(
            answer["error"],
            json!({
                "code": code,
                "message": "no resource `fake://other`",
                "data": {"uri": "fake://other"},
            })
        );
    }
}

#[tokio::test]
async fn what_depends_on_the_caller_may_be_kept_by_the_caller_only() {
    for (method, params) in [
        ("server/discover", json!({})),
        ("tools/list", json!({})),
        ("prompts/list", json!({})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({"uri": "fake://capabilities"})),
    ] {
        let answer = newer(method, params).await;
        assert_eq!(answer["result"]["cacheScope"], "private", "{method}");
        assert!(answer["result"]["ttlMs"].is_u64(), "{method}");
    }
}

#[tokio::test]
async fn nothing_is_promised_that_is_not_kept() {
    let capabilities = json!({"prompts": {}, "resources": {}, "tools": {}});
    let answer = newer("server/discover", json!({})).await;
    assert_eq!(answer["result"]["capabilities"], capabilities);
    for method in [
        "completion/complete",
        "logging/setLevel",
        "resources/subscribe",
        "subscriptions/listen",
        "initialize",
    ] {
        let answer = newer(method, json!({})).await;
        assert_eq!(answer["error"]["code"], -32601, "{method}");
    }
}
