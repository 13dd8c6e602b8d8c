use mcp_server::{ERROR_META, ServeError, TEXT_BYTES_MAX};
use serde_json::{Value, json};

use crate::connection::{Connection, call, initialize, modern};
use crate::fake_host::{FakeHost, Waited};

#[tokio::test]
async fn the_handshake_names_the_server_and_instructs() {
    let mut connection = Connection::open(FakeHost::new().0);
    let answer = connection.request(&initialize("2025-11-25")).await;
    let result = &answer["result"];
    assert_eq!(result["protocolVersion"], "2025-11-25");
    assert_eq!(result["serverInfo"]["name"], "ibid");
    assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(result["instructions"], "Echo first, then wait.");
    assert_eq!(
        result["capabilities"],
        json!({"prompts": {}, "resources": {}, "tools": {}})
    );
}

#[tokio::test]
async fn every_older_revision_is_spoken() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut connection = Connection::open(FakeHost::new().0);
        let answer = connection.request(&initialize(version)).await;
        assert_eq!(answer["result"]["protocolVersion"], version);
    }
}

#[tokio::test]
async fn the_newer_way_needs_no_handshake_and_tolerates_one() {
    let mut connection = Connection::open(FakeHost::new().0);
    let discover = modern(json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover"}));
    let answer = connection.request(&discover).await;
    let versions = answer["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")));
    let answer = connection.request(&initialize("2025-11-25")).await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");

    let mut connection = Connection::open(FakeHost::new().0);
    let answer = connection
        .request(&modern(call(2, "zebra_echo", json!({"word": "hi"}))))
        .await;
    assert_eq!(answer["result"]["content"][0]["text"], r#"{"word":"hi"}"#);
}

#[tokio::test]
async fn tools_are_listed_in_the_hosts_order() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let answer = connection.request(&list).await;
    let tools = answer["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|t| t["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["zebra_echo", "fail", "long", "wait"]);
    assert_eq!(
        tools[0],
        json!({
            "name": "zebra_echo",
            "title": "Echo",
            "description": "Answers with its arguments.",
            "inputSchema": {
                "type": "object",
                "properties": {"word": {"type": "string", "description": "What to say."}},
                "additionalProperties": false,
            },
            "annotations": {
                "title": "Echo",
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    );
    assert_eq!(tools[2]["annotations"]["destructiveHint"], true);
}

#[tokio::test]
async fn a_call_answers_with_text_notes_and_structure() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    assert_eq!(
        connection.call("zebra_echo", json!({"word": "hi"})).await,
        json!({
            "content": [
                {"type": "text", "text": r#"{"word":"hi"}"#},
                {"type": "text", "text": "Beside it."},
            ],
            "structuredContent": {"data": 13},
            "isError": false,
        })
    );
}

#[tokio::test]
async fn a_call_may_leave_its_arguments_out() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    let message = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "zebra_echo"},
    });
    let answer = connection.request(&message).await;
    assert_eq!(answer["result"]["content"][0]["text"], "null");
}

#[tokio::test]
async fn failures_are_results_so_that_the_model_can_correct_itself() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    let invalid =
        |message: &str| json!({"kind": "invalid", "message": message, "hint": Value::Null});
    for (name, text, failure) in [
        ("fail", "Error: it always does", invalid("it always does")),
        (
            "no_such_tool",
            "Error: Unknown tool: no_such_tool",
            invalid("Unknown tool: no_such_tool"),
        ),
        (
            "panic",
            "Error: the call of `panic` failed inside the server",
            json!({"kind": "internal"}),
        ),
    ] {
        assert_eq!(
            connection.call(name, json!({})).await,
            json!({
                "_meta": {ERROR_META: failure},
                "content": [{"type": "text", "text": text}],
                "isError": true,
            })
        );
    }
}

#[tokio::test]
async fn requests_that_cannot_be_read_say_what_is_wrong() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    let answer = connection
        .request(&call(4, "zebra_echo", json!("{}")))
        .await;
    assert_eq!(
        answer["error"],
        json!({
            "code": -32602,
            "message": "`tools/call` takes `name`, a string, and `arguments`, an object",
        })
    );
    let unknown = json!({"jsonrpc": "2.0", "id": 5, "method": "tools/sing"});
    let answer = connection.request(&unknown).await;
    assert_eq!(
        answer["error"],
        json!({"code": -32601, "message": "tools/sing"})
    );
}

#[tokio::test]
async fn a_long_answer_is_cut_and_says_how_to_go_on() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    let result = connection.call("long", json!({})).await;
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.len() <= TEXT_BYTES_MAX);
    assert!(text.ends_with(
        "[Cut here: the whole answer has 300000 bytes and the limit is 80000. Ask for a part.]"
    ));
    assert_eq!(result["structuredContent"], json!({"data": 300_000}));
}

#[tokio::test]
async fn a_cancelled_call_stops_and_is_not_answered() {
    let (host, waited) = FakeHost::new();
    let mut connection = Connection::initialized(host).await;
    connection.send(&call(7, "wait", json!({}))).await;
    let waited = tokio::task::spawn_blocking(move || {
        assert_eq!(waited.recv().unwrap(), Waited::Began);
        waited
    })
    .await
    .unwrap();
    connection
        .send(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": 7, "reason": "no longer needed"},
        }))
        .await;
    tokio::task::spawn_blocking(move || assert_eq!(waited.recv().unwrap(), Waited::Cancelled))
        .await
        .unwrap();
    // The next answer on the line is that of the next request.
    let answer = connection.request(&call(8, "zebra_echo", json!({}))).await;
    assert_eq!(answer["id"], 8);
}

#[tokio::test]
async fn a_client_that_leaves_ends_the_server_cleanly() {
    let mut before_the_handshake = Connection::open(FakeHost::new().0);
    before_the_handshake.leave();
    assert_eq!(before_the_handshake.receive().await, None);
    assert!(before_the_handshake.ended().await.is_ok());

    let mut after_it = Connection::initialized(FakeHost::new().0).await;
    after_it.leave();
    assert_eq!(after_it.receive().await, None);
    assert!(after_it.ended().await.is_ok());
}

#[tokio::test]
async fn a_client_that_leaves_still_gets_the_answers_it_asked_for() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    for id in 1..=20 {
        connection.send(&call(id, "zebra_echo", json!({}))).await;
    }
    connection.leave();
    let mut ids = Vec::new();
    while let Some(answer) = connection.receive().await {
        ids.push(answer["id"].as_u64().unwrap());
    }
    ids.sort_unstable();
    assert_eq!(ids, (1..=20).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_shutdown_ends_the_server_before_and_after_the_handshake() {
    let before = Connection::open(FakeHost::new().0);
    before.shutdown.request();
    assert!(before.ended().await.is_ok());

    let after = Connection::initialized(FakeHost::new().0).await;
    after.shutdown.request();
    assert!(after.ended().await.is_ok());
}

#[tokio::test]
async fn a_client_that_begins_with_an_answer_is_refused() {
    let mut connection = Connection::open(FakeHost::new().0);
    connection
        .send(&json!({"jsonrpc": "2.0", "id": 1, "result": {}}))
        .await;
    assert!(matches!(
        connection.ended().await,
        Err(ServeError::Handshake)
    ));
}
