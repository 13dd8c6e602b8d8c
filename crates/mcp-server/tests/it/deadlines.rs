//! Calls that would never end.

use std::time::Duration;

use mcp_server::{CALLS_MAX, Deadlines, ERROR_META};
use serde_json::json;

use crate::connection::{Connection, call};
use crate::fake_host::{FakeHost, Waited};

const SHORT: Duration = Duration::from_millis(20);
const LONG: Duration = Duration::from_secs(3600);

fn deadlines(call: Duration, long_call: Duration) -> Deadlines {
    Deadlines { call, long_call }
}

#[tokio::test]
async fn a_call_is_stopped_at_its_deadline_and_says_what_to_do() {
    let (host, waited) = FakeHost::new();
    let mut connection = Connection::with_deadlines(host, deadlines(SHORT, LONG));
    connection.shake_hands().await;
    let mut result = connection.call("wait", json!({})).await;
    let failure = result.as_object_mut().unwrap().remove("_meta").unwrap();
    assert_eq!(failure[ERROR_META]["kind"], "unavailable");
    assert_eq!(
        result,
        json!({
            "content": [{
                "type": "text",
                "text": "Error: the call of `wait` took longer than 0.02 s and was stopped. If it \
                         writes, look whether it took effect before you repeat it; otherwise ask \
                         for less at a time, or try again later",
            }],
            "isError": true,
        })
    );
    tokio::task::spawn_blocking(move || {
        assert_eq!(waited.recv().unwrap(), Waited::Began);
        assert_eq!(waited.recv().unwrap(), Waited::Cancelled);
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn reasoning_has_a_deadline_of_its_own() {
    let (host, _waited) = FakeHost::new();
    let mut connection = Connection::with_deadlines(host, deadlines(LONG, SHORT));
    connection.shake_hands().await;
    let result = connection.call("reason", json!({})).await;
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("Error: the call of `reason` took longer"));
}

#[tokio::test]
async fn a_call_that_found_no_room_says_that_nothing_has_happened() {
    let (host, waited) = FakeHost::new();
    let mut connection = Connection::with_deadlines(host, deadlines(LONG, SHORT));
    connection.shake_hands().await;
    for id in 0..CALLS_MAX as u64 {
        connection.send(&call(id, "wait", json!({}))).await;
    }
    tokio::task::spawn_blocking(move || {
        for _ in 0..CALLS_MAX {
            assert_eq!(waited.recv().unwrap(), Waited::Began);
        }
    })
    .await
    .unwrap();
    let answer = connection.request(&call(100, "reason", json!({}))).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(
        text.starts_with("Error: the call of `reason` was not begun"),
        "{text}"
    );
    connection.shutdown.request();
}

#[tokio::test]
async fn what_is_no_tool_has_the_deadline_too() {
    let (host, _waited) = FakeHost::new();
    let mut connection = Connection::with_deadlines(host, deadlines(SHORT, LONG));
    connection.shake_hands().await;
    let get = json!({
        "jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "slow"},
    });
    let answer = connection.request(&get).await;
    assert_eq!(answer["error"]["code"], -32603);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("`prompts/get` took longer than 0.02 s"));
}
