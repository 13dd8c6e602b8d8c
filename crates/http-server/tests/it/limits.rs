//! How many calls are answered.

use http_server::{Counted, RateLimits, Settings};
use serde_json::json;

use crate::client::{Call, Reply};
use crate::requests::message;
use crate::world::{ALL_SCOPES, ELSEWHERE, HERE, World};

fn world(counted: Counted) -> World {
    World::with_settings(Settings {
        limits: RateLimits {
            counted,
            scrape: 1,
            api: 2,
            read_only: 3,
            ..RateLimits::default()
        },
        ..Settings::default()
    })
}

fn refused(reply: &Reply, seconds: &str) -> bool {
    let refused = reply.status == 429;
    assert_eq!(reply.header("retry-after"), refused.then_some(seconds));
    refused
}

#[test]
fn a_full_window_is_429_until_its_first_call_leaves_it() {
    let world = world(Counted::Remote);
    let key = world.key(ALL_SCOPES);
    let list = Call::get("/v1/prompts").key(&key);
    for _ in 0..3 {
        assert_eq!(world.from(ELSEWHERE, &list).status, 200);
    }
    world.clock.advance(20_000);
    let reply = world.from(ELSEWHERE, &list);
    assert!(refused(&reply, "40"));
    assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
    let value = reply.json();
    assert_eq!(value["error"]["code"], json!(429));
    assert_eq!(
        value["error"]["message"],
        json!("the limit of 3 readonly calls per 60 s is reached")
    );
    world.clock.advance(40_000);
    assert_eq!(world.from(ELSEWHERE, &list).status, 200);
}

#[test]
fn families_and_keys_do_not_share_a_window() {
    let world = world(Counted::Remote);
    let key = world.key(ALL_SCOPES);
    let other = world.key(ALL_SCOPES);
    let create = |key: &str| {
        let call = Call::post("/v1/collections", &json!({"name": "k"})).key(key);
        world.from(ELSEWHERE, &call).status
    };
    assert_eq!([create(&key), create(&key), create(&key)], [201, 201, 429]);
    assert_eq!(create(&other), 201);
    let scrape = Call::post("/v1/documents/scrape", &json!({"url": "https://x.example"})).key(&key);
    // There is no way to fetch pages here; a call counts all the same.
    assert_eq!(world.from(ELSEWHERE, &scrape).status, 503);
    assert_eq!(world.from(ELSEWHERE, &scrape).status, 429);
    let list = Call::get("/v1/prompts").key(&key);
    assert_eq!(world.from(ELSEWHERE, &list).status, 200);
}

#[test]
fn who_is_counted_can_be_chosen() {
    for (counted, remote, here, keyless) in [
        (Counted::Never, false, false, false),
        (Counted::Remote, true, false, false),
        (Counted::Always, true, true, true),
    ] {
        let world = world(counted);
        let [first, second] = [world.key(ALL_SCOPES), world.key(ALL_SCOPES)];
        let list = Call::get("/v1/prompts");
        let fourth = |send: &dyn Fn() -> Reply| {
            for _ in 0..3 {
                assert_eq!(send().status, 200);
            }
            refused(&send(), "60")
        };
        assert_eq!(
            fourth(&|| world.from(ELSEWHERE, &list.clone().key(&first))),
            remote
        );
        assert_eq!(
            fourth(&|| world.from(HERE, &list.clone().key(&second))),
            here
        );
        assert_eq!(fourth(&|| world.from(HERE, &list)), keyless);
        // The owner's own processes are never counted.
        assert!(!fourth(&|| world.local(&list)));
    }
}

#[test]
fn tools_count_by_what_they_do_and_the_refusal_has_the_ids() {
    let world = world(Counted::Remote);
    let key = world.key(ALL_SCOPES);
    let send = |body: &serde_json::Value| world.from(ELSEWHERE, &Call::mcp(body).key(&key));
    let read = message("list_documents", &json!({}));
    for _ in 0..3 {
        assert_eq!(send(&read).status, 200);
    }
    let reply = send(&read);
    assert!(refused(&reply, "60"));
    let value = reply.json();
    assert_eq!(value["id"], json!(1));
    assert!(
        value["error"]["message"]
            .as_str()
            .unwrap()
            .contains("readonly")
    );
    // Listing counts against nothing, and writing against a window of its own.
    let list = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list"});
    assert_eq!(send(&list).status, 200);
    let reason = message("reason", &json!({"query": "tide"}));
    let create = message("create_collection", &json!({"name": "k"}));
    assert_eq!(send(&reason).status, 200);
    assert_eq!(send(&create).status, 200);
    assert_eq!(send(&reason).status, 429);
    let batch = send(&json!([list, create]));
    assert_eq!(batch.status, 429);
    assert_eq!(batch.json().as_array().unwrap().len(), 2);
}

#[test]
fn nothing_that_is_carried_out_escapes_the_count() {
    let call = message("create_collection", &json!({"name": "k"}));
    let twice = call.to_string().replacen('{', r#"{"id":9,"#, 1);
    for body in [
        format!("[{call},7,{call}]"),
        format!("[{call},[],null,\"x\",{call}]"),
        format!("[{twice},{twice}]"),
        format!(
            "[{call},{}]",
            call.to_string().replace("params", "p\\u0061rams")
        ),
    ] {
        let world = world(Counted::Remote);
        let key = world.key(ALL_SCOPES);
        let send = || {
            let call = Call::mcp(&json!(0)).body(body.clone()).key(&key);
            world.from(ELSEWHERE, &call)
        };
        assert_eq!(send().status, 200, "{body}");
        assert_eq!(send().status, 429, "{body}");
    }
}

#[test]
fn a_batch_that_is_refused_counts_against_nothing() {
    let world = world(Counted::Remote);
    let key = world.key(ALL_SCOPES);
    let send = |body: &serde_json::Value| world.from(ELSEWHERE, &Call::mcp(body).key(&key)).status;
    let read = message("list_documents", &json!({}));
    let create = message("create_collection", &json!({"name": "k"}));
    assert_eq!(send(&json!([create, create])), 200);
    for _ in 0..4 {
        assert_eq!(send(&json!([read, create])), 429);
    }
    assert_eq!(send(&json!([read, read, read])), 200);
    assert_eq!(send(&read), 429);
}
