//! Clients of every revision, and requests that are none.

use std::sync::Arc;

use http::{Method, StatusCode};
use mcp_server::MESSAGE_BYTES_MAX;
use serde_json::{Value, json};

use crate::connection::{call, initialize, modern};
use crate::exchange::{Exchange, list};
use crate::fake_host::{FakeHost, Waited};

#[tokio::test]
async fn every_older_revision_is_spoken_without_a_session() {
    let exchange = Exchange::new();
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let answer = exchange.as_client_of(revision, &initialize(revision)).await;
        assert_eq!(answer.json()["result"]["protocolVersion"], revision);
        let answer = exchange.as_client_of(revision, &list()).await;
        let result = &answer.json()["result"];
        assert_eq!(result["tools"][0]["name"], "zebra_echo");
        // What the newer revision added is not shown to the older ones.
        assert_eq!(result["resultType"], Value::Null);
        let answer = exchange
            .as_client_of(revision, &call(2, "zebra_echo", json!({})))
            .await;
        assert_eq!(answer.json()["result"]["content"][0]["text"], "{}");
    }
}

#[tokio::test]
async fn the_newer_revision_is_spoken() {
    let exchange = Exchange::new();
    let discover = modern(json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover"}));
    let answer = exchange.as_client_of("2026-07-28", &discover).await;
    let versions = answer.json()["result"]["supportedVersions"].clone();
    assert_eq!(versions.as_array().unwrap().len(), 5);
    let answer = exchange
        .as_client_of("2026-07-28", &modern(call(2, "zebra_echo", json!({}))))
        .await;
    assert_eq!(answer.json()["result"]["resultType"], "complete");
    let answer = exchange.as_client_of("2026-07-28", &modern(list())).await;
    assert_eq!(answer.json()["result"]["cacheScope"], "private");
}

#[tokio::test]
async fn a_header_that_contradicts_its_message_is_refused_and_logged() {
    let exchange = Exchange::new();
    let answer = exchange.as_client_of("2025-06-18", &modern(list())).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert_eq!(answer.json()["error"]["code"], -32020);
    assert_eq!(exchange.logged().len(), 1);
    let answer = exchange.as_client_of("1999-01-01", &list()).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    let json = answer.json();
    assert_eq!(json["error"]["code"], -32600);
    assert_eq!(json["id"], 1);
}

#[tokio::test]
async fn accept_and_content_type_may_be_missing_or_plain() {
    let exchange = Exchange::new();
    let json = ("content-type", "application/json; charset=utf-8");
    for headers in [
        &[][..],
        &[json][..],
        &[("accept", "*/*"), json][..],
        &[("accept", "text/event-stream")][..],
        &[("accept", "application/json;q=0.9, text/plain")][..],
    ] {
        let answer = exchange.post(headers, list().to_string().into()).await;
        assert_eq!(answer.status, StatusCode::OK, "{headers:?}");
        assert_eq!(answer.json()["id"], 1);
    }
}

#[tokio::test]
async fn a_body_of_another_kind_is_refused() {
    let exchange = Exchange::new();
    let answer = exchange
        .post(&[("content-type", "text/plain")], list().to_string().into())
        .await;
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(answer.json()["error"]["code"], -32600);
    assert_eq!(exchange.logged().len(), 1);
}

#[tokio::test]
async fn a_body_that_is_too_long_is_refused_and_names_the_limit() {
    let exchange = Exchange::new();
    let answer = exchange.post(&[], vec![b' '; MESSAGE_BYTES_MAX + 1]).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let message = answer.json()["error"]["message"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(message.contains("67108864 bytes"), "{message}");
}

#[tokio::test]
async fn a_large_body_within_the_limit_is_read() {
    let exchange = Exchange::new();
    let word = "x".repeat(8 * 1024 * 1024);
    let answer = exchange
        .relay(call(1, "zebra_echo", json!({"word": word})))
        .await;
    let text = answer.json()["result"]["content"][0]["text"].to_string();
    assert!(text.contains("Cut here: the whole answer has 8388619 bytes"));
}

#[tokio::test]
async fn only_post_is_answered() {
    let exchange = Exchange::new();
    for method in [Method::GET, Method::DELETE, Method::PUT, Method::HEAD] {
        let answer = exchange.send(method.clone(), &[], Vec::new()).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
        assert_eq!(answer.headers["allow"], "POST");
        assert_eq!(answer.json()["error"]["code"], -32600);
    }
    assert_eq!(exchange.logged(), Vec::<String>::new());
}

#[tokio::test]
async fn the_log_has_one_line_each_and_nothing_that_the_client_wrote() {
    let exchange = Exchange::new();
    let unknown = json!({"jsonrpc": "2.0", "id": 1, "method": "a secret\nsecond line"});
    let answer = exchange.as_client_of("2026-07-28", &modern(list())).await;
    assert_eq!(answer.status, StatusCode::OK);
    let body = modern(unknown).to_string().into_bytes();
    let headers = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "x")];
    let answer = exchange.post(&headers, body).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert_eq!(exchange.logged(), ["answered 400: JSON-RPC error -32020"]);
}

#[tokio::test]
async fn a_shutdown_breaks_off_what_is_running_and_says_so() {
    let (host, waited) = FakeHost::new();
    let exchange = Arc::new(Exchange::with_host(host));
    let slow = Arc::clone(&exchange);
    let slow = tokio::spawn(async move { slow.relay(call(1, "wait", json!({}))).await });
    tokio::task::spawn_blocking(move || assert_eq!(waited.recv().unwrap(), Waited::Began))
        .await
        .unwrap();
    exchange.shutdown.request();
    let answer = slow.await.unwrap();
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    let json = answer.json();
    assert_eq!(json["id"], 1);
    assert_eq!(json["error"]["code"], -32603);
    assert_eq!(exchange.logged().len(), 1);
}

#[tokio::test]
async fn a_fault_of_the_host_is_logged_with_its_tool() {
    let exchange = Exchange::new();
    let answer = exchange.relay(call(1, "panic", json!({}))).await;
    assert_eq!(answer.json()["result"]["isError"], true);
    assert_eq!(
        exchange.logged(),
        ["panic: the call of `panic` failed inside the server"]
    );
}
