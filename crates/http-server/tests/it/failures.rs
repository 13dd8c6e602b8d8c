//! How failures are told.

use serde_json::json;

use crate::client::Call;
use crate::world::{ELSEWHERE, HERE, World};

#[test]
fn every_failure_comes_in_the_contracts_envelope() {
    let world = World::new();
    let too_large = "x".repeat(200);
    let world_of_small_bodies = World::with_settings(http_server::Settings {
        rest_body_bytes_max: 100,
        ..http_server::Settings::default()
    });
    for (status, reply) in [
        (400, world.from(HERE, &Call::get("/v1/search"))),
        (
            400,
            world.from(HERE, &Call::new("POST", "/v1/prompts").body("{oops")),
        ),
        (401, world.from(ELSEWHERE, &Call::get("/v1/prompts"))),
        (
            403,
            world.from(HERE, &Call::get("/v1/prompts").with("Host", "evil.example")),
        ),
        (404, world.from(HERE, &Call::get("/v1/prompts/p_none"))),
        (404, world.from(HERE, &Call::get("/v1/nothing"))),
        (404, world.from(HERE, &Call::get("/nothing"))),
        (404, world.from(HERE, &Call::get("/local/keys"))),
        (405, world.from(HERE, &Call::new("PATCH", "/v1/prompts"))),
        (405, world.from(HERE, &Call::new("POST", "/healthz"))),
        (
            413,
            world_of_small_bodies.from(HERE, &Call::new("POST", "/v1/prompts").body(too_large)),
        ),
    ] {
        let value = reply.json_of(status);
        assert_eq!(value["error"]["code"], json!(status));
        assert!(
            value["error"]["message"]
                .as_str()
                .is_some_and(|m| !m.is_empty())
        );
        assert!(value["error"].get("details").is_some());
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
}

#[test]
fn problem_details_are_given_to_those_who_ask() {
    let world = World::new();
    for (status, call) in [
        (404, Call::get("/v1/prompts/p_none")),
        (404, Call::get("/v1/nothing?x=1")),
        (405, Call::new("PATCH", "/v1/prompts")),
        (403, Call::get("/v1/prompts").with("Host", "evil.example")),
    ] {
        let path = call.target.split('?').next().unwrap().to_owned();
        let reply = world.from(HERE, &call.with("Accept", "application/problem+json"));
        let value = reply.json_of(status);
        assert_eq!(
            reply.header("content-type"),
            Some("application/problem+json")
        );
        assert_eq!(value["status"], json!(status));
        assert_eq!(value["instance"], json!(path));
        for field in ["type", "title", "detail"] {
            assert!(value[field].is_string(), "{field} of {value}");
        }
    }
}

#[test]
fn a_wrong_method_names_the_right_ones() {
    let world = World::new();
    for (method, target, allowed) in [
        ("PATCH", "/v1/prompts", "GET, HEAD, POST, OPTIONS"),
        ("GET", "/v1/documents/scrape", "POST, OPTIONS"),
        ("BREW", "/v1/search", "GET, HEAD, OPTIONS"),
        ("POST", "/llms.txt", "GET, HEAD"),
        ("GET", "/mcp", "POST, OPTIONS"),
        ("DELETE", "/mcp/", "POST, OPTIONS"),
    ] {
        let reply = world.from(HERE, &Call::new(method, target));
        assert_eq!(reply.status, 405, "{method} {target}");
        assert_eq!(reply.header("allow"), Some(allowed), "{method} {target}");
    }
}

#[test]
fn a_body_that_is_no_json_says_where_it_is_wrong() {
    let world = World::new();
    let call = Call::new("POST", "/v1/pd/search").body("{\"query\": \"a\",\n \"limit\": }");
    let value = world.from(HERE, &call).json_of(400);
    assert_eq!(
        value["error"]["message"],
        json!("the body is no JSON: expected value at line 2 column 11")
    );
}

#[test]
fn a_body_too_many_is_refused_by_its_size() {
    let world = World::with_settings(http_server::Settings {
        rest_body_bytes_max: 1_000,
        ..http_server::Settings::default()
    });
    let serving = world.serve();
    for bytes in [1_001, 1_500, 100_000] {
        let call = Call::new("POST", "/v1/prompts").body("x".repeat(bytes));
        let reply = serving.tcp(&call);
        assert_eq!(reply.status, 413, "{bytes}");
        assert!(reply.text().contains("1000 bytes"), "{}", reply.text());
    }
}

#[test]
fn parts_of_a_path_that_are_no_text_are_invalid() {
    let world = World::new();
    for (target, status) in [
        ("/v1/prompts/%ff", 400),
        ("/v1/prompts?q=%ff", 400),
        ("/v1/prompts/..%2Fdocuments%2Fd1", 400),
        ("/v1/prompts/../documents/d1", 404),
        ("/v1/prompts/undefined", 404),
        ("/v1/prompts/", 400),
        ("/v1/prompts/a%20b", 400),
        ("/v1/prompts/p%5Fnone", 404),
    ] {
        assert_eq!(
            world.from(HERE, &Call::get(target)).status,
            status,
            "{target}"
        );
    }
}
