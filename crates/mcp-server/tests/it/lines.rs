//! What a pipe can bring besides good messages.

use mcp_server::{BATCH_MAX, MESSAGE_BYTES_MAX};
use serde_json::{Value, json};

use crate::connection::{Connection, call, initialize, modern};
use crate::fake_host::{FakeHost, Waited};

fn refusal(id: Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

#[tokio::test]
async fn a_line_that_is_no_json_is_answered_as_such() {
    let mut connection = Connection::open(FakeHost::new().0);
    for line in ["not json at all", "{\"jsonrpc\": \"2.0\",", "\u{0}"] {
        connection.send_line(line).await;
        assert_eq!(
            connection.receive().await.unwrap(),
            refusal(Value::Null, -32700, "Parse error: this is not JSON")
        );
    }
    connection.send_bytes(b"{\"id\":\"\xff\"}\n").await;
    assert_eq!(connection.receive().await.unwrap()["error"]["code"], -32700);
    // The connection goes on as if nothing had been.
    connection.shake_hands().await;
    let answer = connection.request(&call(3, "zebra_echo", json!({}))).await;
    assert_eq!(answer["id"], 3);
}

#[tokio::test]
async fn empty_lines_and_unknown_notifications_are_passed_over() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    connection.send_line("").await;
    connection.send_line("  \r").await;
    connection
        .send_line(r#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}"#)
        .await;
    connection.send_line(r#"{"method":"no version"}"#).await;
    let answer = connection.request(&call(3, "zebra_echo", json!({}))).await;
    assert_eq!(answer["id"], 3);
}

#[tokio::test]
async fn json_that_is_no_message_is_refused_with_its_id() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    for (line, id) in [
        ("42", Value::Null),
        ("[]", Value::Null),
        (r#"{"id":5,"method":"tools/list"}"#, json!(5)),
        (r#"{"jsonrpc":"2.0","id":"a","method":7}"#, json!("a")),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
            Value::Null,
        ),
    ] {
        connection.send_line(line).await;
        let answer = connection.receive().await.unwrap();
        assert_eq!(answer["error"]["code"], -32600, "{line}");
        assert_eq!(answer["id"], id, "{line}");
    }
}

#[tokio::test]
async fn a_line_that_is_too_long_is_refused_and_names_the_limit() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    let megabyte = vec![b' '; 1024 * 1024];
    for _ in 0..=MESSAGE_BYTES_MAX / megabyte.len() {
        connection.send_bytes(&megabyte).await;
    }
    let answer = connection.receive().await.unwrap();
    assert_eq!(answer["error"]["code"], -32600);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("67108864 bytes"), "{message}");
    connection.send_line("and its end").await;
    let answer = connection.request(&call(3, "zebra_echo", json!({}))).await;
    assert_eq!(answer["id"], 3);
}

#[tokio::test]
async fn the_last_line_needs_no_end() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    let message = call(9, "zebra_echo", json!({})).to_string();
    connection.send_bytes(message.as_bytes()).await;
    connection.leave();
    assert_eq!(connection.receive().await.unwrap()["id"], 9);
    assert_eq!(connection.receive().await, None);
    assert!(connection.ended().await.is_ok());
}

#[tokio::test]
async fn a_refusal_reaches_a_client_that_has_left_already() {
    let mut connection = Connection::open(FakeHost::new().0);
    connection.send_line("nonsense").await;
    connection.leave();
    assert_eq!(connection.receive().await.unwrap()["error"]["code"], -32700);
    assert_eq!(connection.receive().await, None);
    assert!(connection.ended().await.is_ok());
}

#[tokio::test]
async fn a_batch_is_answered_by_one_line_with_all_its_answers() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    let batch = json!([
        call(1, "zebra_echo", json!({"word": "a"})),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        7,
        {"jsonrpc": "2.0", "id": 2, "method": "ping"},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/sing"},
    ]);
    connection.send(&batch).await;
    let answer = connection.receive().await.unwrap();
    let mut answers = answer.as_array().unwrap().clone();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["error"]["code"], -32600);
    assert_eq!(
        answers[1]["result"]["content"][0]["text"],
        r#"{"word":"a"}"#
    );
    assert_eq!(answers[2], json!({"jsonrpc": "2.0", "id": 2, "result": {}}));
    assert_eq!(answers[3]["error"]["code"], -32601);
}

#[tokio::test]
async fn a_batch_of_notifications_is_not_answered_and_one_of_refusals_is() {
    let mut connection = Connection::initialized(FakeHost::new().0).await;
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    connection.send(&json!([notification, notification])).await;
    connection.send(&json!([1, 2])).await;
    let answer = connection.receive().await.unwrap();
    assert_eq!(answer.as_array().unwrap().len(), 2);
    let long = vec![json!({}); BATCH_MAX + 1];
    connection.send(&Value::Array(long)).await;
    let answer = connection.receive().await.unwrap();
    assert_eq!(answer["error"]["code"], -32600);
}

#[tokio::test]
async fn a_batch_may_begin_the_connection() {
    let mut connection = Connection::open(FakeHost::new().0);
    let batch = json!([initialize("2025-03-26"), call(1, "zebra_echo", json!({}))]);
    connection.send(&batch).await;
    let answer = connection.receive().await.unwrap();
    assert_eq!(answer[0]["result"]["protocolVersion"], "2025-03-26");
    assert_eq!(answer[1]["id"], 1);
}

#[tokio::test]
async fn a_batch_does_not_wait_for_what_is_cancelled() {
    let (host, waited) = FakeHost::new();
    let mut connection = Connection::initialized(host).await;
    let batch = json!([call(1, "wait", json!({})), call(2, "zebra_echo", json!({}))]);
    connection.send(&batch).await;
    tokio::task::spawn_blocking(move || assert_eq!(waited.recv().unwrap(), Waited::Began))
        .await
        .unwrap();
    connection
        .send(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": 1},
        }))
        .await;
    let answer = connection.receive().await.unwrap();
    assert_eq!(answer.as_array().unwrap().len(), 1);
    assert_eq!(answer[0]["id"], 2);
}

#[tokio::test]
async fn an_id_that_is_in_use_is_refused() {
    let (host, waited) = FakeHost::new();
    let mut connection = Connection::initialized(host).await;
    connection.send(&call(1, "wait", json!({}))).await;
    tokio::task::spawn_blocking(move || assert_eq!(waited.recv().unwrap(), Waited::Began))
        .await
        .unwrap();
    let answer = connection.request(&call(1, "zebra_echo", json!({}))).await;
    assert_eq!(answer["error"]["code"], -32600);
    let answer = connection.request(&call(2, "zebra_echo", json!({}))).await;
    assert_eq!(answer["id"], 2);
}

#[tokio::test]
async fn requests_of_the_newer_way_may_come_in_a_batch_too() {
    let mut connection = Connection::open(FakeHost::new().0);
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    connection
        .send(&json!([
            modern(list),
            modern(call(2, "zebra_echo", json!({})))
        ]))
        .await;
    let answer = connection.receive().await.unwrap();
    assert_eq!(answer.as_array().unwrap().len(), 2);
}
