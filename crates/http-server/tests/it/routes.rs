//! Every route of the table, as the contract's clients call them.

use dialects::context_repo;
use serde_json::json;

use crate::client::Call;
use crate::requests::{self, Plain};
use crate::world::{ALL_SCOPES, ELSEWHERE, HERE, Library, Options, World};

/// A page for whoever asks for one.
struct OnePage;

impl domain::ports::page_fetcher::PageFetcher for OnePage {
    fn fetch(
        &self,
        url: &str,
        _cancel: &domain::Cancel,
    ) -> domain::Result<domain::ports::page_fetcher::FetchedPage> {
        Ok(domain::ports::page_fetcher::FetchedPage {
            url: url.to_owned(),
            media_type: Some("text/markdown".to_owned()),
            bytes: b"# Tides\n\nThey come and go.".to_vec(),
        })
    }
}

fn world() -> World {
    World::with(Options {
        pages: Some(std::sync::Arc::new(OnePage)),
        ..Options::default()
    })
}

#[test]
fn every_route_is_reached_and_answers_as_its_table_says() {
    for route in context_repo::routes() {
        let world = world();
        let key = world.key(ALL_SCOPES);
        let library = Library::fill(&world, "default", &key, "here");
        let call = requests::of_route(&route, &mut Plain(&library)).key(&key);
        let reply = world.from(ELSEWHERE, &call);
        assert_eq!(
            reply.status,
            route.success,
            "{} {}",
            call.target,
            reply.text()
        );
        if route.success == 204 {
            assert!(reply.body.is_empty());
            assert_eq!(reply.header("content-type"), None);
        } else {
            assert!(
                reply.json()["data"].is_object()
                    || reply.json()["data"].is_array()
                    || route.name == "getCapabilities"
            );
            assert_eq!(reply.header("content-type"), Some("application/json"));
        }
        assert_eq!(world.logged.lock().unwrap().as_slice(), [""; 0]);
    }
}

#[test]
fn head_answers_as_get_without_the_body() {
    let world = world();
    let serving = world.serve();
    for target in [
        "/v1/prompts",
        "/v1/user/me",
        "/openapi.json",
        "/",
        "/healthz",
    ] {
        let get = serving.tcp(&Call::get(target));
        let head = serving.tcp(&Call::new("HEAD", target));
        assert_eq!(head.status, 200, "{target}");
        assert!(head.body.is_empty(), "{target}");
        assert_eq!(head.header("content-type"), get.header("content-type"));
        assert_eq!(head.header("content-length"), get.header("content-length"));
    }
    assert_eq!(serving.tcp(&Call::new("HEAD", "/v1/pd/search")).status, 405);
}

#[test]
fn nothing_redirects_with_or_without_a_slash_at_the_end() {
    let world = world();
    let key = world.key(ALL_SCOPES);
    let library = Library::fill(&world, "default", &key, "here");
    let files = [
        "/",
        "/healthz",
        "/openapi.json",
        "/llms.txt",
        "/llms-full.txt",
        "/mcp",
        "/local/keys",
        "/.well-known/mcp.json",
        "/.well-known/agent-card.json",
        "/.well-known/api-catalog",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-authorization-server",
    ];
    let mut calls: Vec<Call> = files.iter().map(|target| Call::get(target)).collect();
    for route in context_repo::routes() {
        // The ids of nothing: what is deleted must not be missed by a later call.
        let call = requests::of_route(&route, &mut Plain(&library));
        calls.push(Call {
            target: call.target.replace(&library.document, "d_none"),
            ..call
        });
    }
    for call in calls {
        let (path, query) = call.target.split_once('?').unwrap_or((&call.target, ""));
        for target in [
            format!("{path}?{query}"),
            format!("{path}/?{query}"),
            format!("{path}//"),
        ] {
            let call = Call {
                target,
                ..call.clone()
            };
            for reply in [world.from(HERE, &call), world.local(&call)] {
                assert!(!(300..400).contains(&reply.status), "{}", call.target);
                assert_eq!(reply.header("location"), None);
                assert!(reply.status < 500, "{} {}", call.target, reply.text());
            }
        }
    }
}

#[test]
fn the_headers_of_the_public_client_do_not_ask_for_a_body() {
    let world = world();
    let key = world.key(ALL_SCOPES);
    let library = Library::fill(&world, "default", &key, "here");
    let serving = world.serve();
    let as_client = |method: &str, target: &str| {
        Call::new(method, target)
            .with("Content-Type", "application/json")
            .with("Accept", "*/*")
            .with("User-Agent", "node")
            .key(&key)
    };
    let prompt = format!("/v1/prompts/{}", library.prompt);
    assert_eq!(serving.tcp(&as_client("GET", &prompt)).status, 200);
    let gone = serving.tcp(&as_client("DELETE", &prompt));
    assert_eq!((gone.status, gone.body.len()), (204, 0));
    let again = serving.tcp(&as_client("DELETE", &prompt)).json_of(404);
    assert_eq!(again["error"]["message"], json!("Prompt not found"));
    let session = as_client("POST", "/v1/pd/session").body("{}");
    assert_eq!(serving.tcp(&session).status, 201);
    let session = as_client("POST", "/v1/pd/session");
    assert_eq!(serving.tcp(&session).status, 201);
}

#[test]
fn a_body_is_read_whatever_its_type_is_called() {
    let world = world();
    for media_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "nonsense",
    ] {
        let body = json!({"query": "tide"});
        let call = Call::post("/v1/pd/search", &body).with("Content-Type", media_type);
        assert_eq!(world.from(HERE, &call).status, 200, "{media_type}");
    }
}
