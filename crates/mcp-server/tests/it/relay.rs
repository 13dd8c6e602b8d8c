//! A stateless relay: one kind of header, no handshake, and any deviation hidden from its user.

use std::sync::Arc;

use http::StatusCode;
use mcp_server::BATCH_MAX;
use serde_json::{Value, json};

use crate::connection::{call, initialize};
use crate::exchange::{Exchange, list};
use crate::fake_host::{FakeHost, Waited};

#[tokio::test]
async fn every_request_is_answered_on_one_line_without_a_handshake() {
    let exchange = Exchange::new();
    let answer = exchange.relay(list()).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(
        answer.json()["result"]["tools"].as_array().unwrap().len(),
        4
    );
    let answer = exchange
        .relay(call(2, "zebra_echo", json!({"word": "a\nb"})))
        .await;
    let json = answer.json();
    assert_eq!(json["id"], 2);
    assert_eq!(json["result"]["content"][0]["text"], r#"{"word":"a\nb"}"#);
    let answer = exchange.relay(initialize("2025-06-18")).await;
    assert_eq!(answer.json()["result"]["protocolVersion"], "2025-06-18");
    assert!(!answer.headers.contains_key("mcp-session-id"));
    let ping = json!({"jsonrpc": "2.0", "id": "p", "method": "ping"});
    let answer = exchange.relay(ping).await;
    assert_eq!(
        answer.json(),
        json!({"jsonrpc": "2.0", "id": "p", "result": {}})
    );
    assert_eq!(exchange.logged(), Vec::<String>::new());
}

#[tokio::test]
async fn failures_are_answers_too() {
    let exchange = Exchange::new();
    for (message, code) in [
        (
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/sing"}),
            -32601,
        ),
        (
            json!({"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "x"}}),
            -32602,
        ),
        (
            json!({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "x:y"}}),
            -32002,
        ),
    ] {
        let answer = exchange.relay(&message).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.json()["error"]["code"], code, "{message}");
        assert_eq!(answer.json()["id"], 1);
    }
    let answer = exchange.relay(call(2, "fail", json!({}))).await;
    assert_eq!(answer.json()["result"]["isError"], true);
}

#[tokio::test]
async fn a_notification_is_accepted_without_a_word() {
    let exchange = Exchange::new();
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let answer = exchange.relay(&notification).await;
    answer.is_empty(StatusCode::ACCEPTED);
    let answer = exchange.relay(json!([notification, notification])).await;
    answer.is_empty(StatusCode::ACCEPTED);
}

#[tokio::test]
async fn what_is_no_json_or_no_message_is_said_and_logged() {
    let exchange = Exchange::new();
    for (body, code, id) in [
        ("{", -32700, Value::Null),
        ("", -32700, Value::Null),
        ("[{]", -32700, Value::Null),
        ("[]", -32600, Value::Null),
        ("7", -32600, Value::Null),
        (r#"{"id":4,"method":"tools/list"}"#, -32600, json!(4)),
        (r#"{"jsonrpc":"2.0","id":5}"#, -32600, json!(5)),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            -32600,
            Value::Null,
        ),
    ] {
        let before = exchange.logged().len();
        let answer = exchange.relay(body).await;
        assert_eq!(answer.status, StatusCode::OK, "{body}");
        let json = answer.json();
        assert_eq!(json["error"]["code"], code, "{body}");
        assert_eq!(json["id"], id, "{body}");
        assert_eq!(exchange.logged().len(), before + 1, "{body}");
    }
}

#[tokio::test]
async fn an_answer_of_the_client_is_refused_without_taking_its_id() {
    let exchange = Exchange::new();
    let answer = exchange
        .relay(json!({"jsonrpc": "2.0", "id": 3, "result": {}}))
        .await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    let json = answer.json();
    assert_eq!(json["id"], Value::Null);
    assert_eq!(json["error"]["code"], -32600);
}

#[tokio::test]
async fn a_batch_is_answered_in_its_order() {
    let exchange = Exchange::new();
    let batch = json!([
        call(1, "zebra_echo", json!({})),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        "nonsense",
        {"jsonrpc": "2.0", "id": 2, "method": "tools/sing"},
        {"jsonrpc": "2.0", "id": 9, "result": {}},
        list(),
    ]);
    let answer = exchange.relay(batch).await;
    assert_eq!(answer.status, StatusCode::OK);
    let json = answer.json();
    let ids: Vec<&Value> = json.as_array().unwrap().iter().map(|a| &a["id"]).collect();
    assert_eq!(ids, [&json!(1), &Value::Null, &json!(2), &json!(1)]);
}

#[tokio::test]
async fn a_batch_has_a_limit_that_its_refusal_names() {
    let exchange = Exchange::new();
    let most = vec![list(); BATCH_MAX];
    let answer = exchange.relay(Value::Array(most)).await;
    assert_eq!(answer.json().as_array().unwrap().len(), BATCH_MAX);
    let answer = exchange
        .relay(Value::Array(vec![list(); BATCH_MAX + 1]))
        .await;
    let message = answer.json()["error"]["message"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(message.contains("the limit is 50"), "{message}");
}

#[tokio::test]
async fn a_slow_request_does_not_hold_others_up() {
    let (host, waited) = FakeHost::new();
    let exchange = Arc::new(Exchange::with_host(host));
    let slow = Arc::clone(&exchange);
    let slow = tokio::spawn(async move { slow.relay(call(1, "wait", json!({}))).await });
    let waited = tokio::task::spawn_blocking(move || {
        assert_eq!(waited.recv().unwrap(), Waited::Began);
        waited
    })
    .await
    .unwrap();
    let answer = exchange.relay(call(2, "zebra_echo", json!({}))).await;
    assert_eq!(answer.json()["id"], 2);
    // A client that goes away ends its call.
    slow.abort();
    tokio::task::spawn_blocking(move || assert_eq!(waited.recv().unwrap(), Waited::Cancelled))
        .await
        .unwrap();
}
