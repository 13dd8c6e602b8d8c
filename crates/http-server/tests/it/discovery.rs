//! The files by which programs find out what is here.

use serde_json::json;

use crate::client::Call;
use crate::world::{ELSEWHERE, HERE, World};

#[test]
fn the_files_need_no_key_and_say_what_they_are() {
    let world = World::new();
    for (target, media_type) in [
        ("/", "text/plain; charset=utf-8"),
        ("/healthz", "application/json"),
        ("/openapi.json", "application/json"),
        ("/llms.txt", "text/markdown; charset=utf-8"),
        ("/llms-full.txt", "text/markdown; charset=utf-8"),
        ("/.well-known/mcp.json", "application/json"),
        ("/.well-known/mcp/server-card.json", "application/json"),
        ("/.well-known/agent-card.json", "application/json"),
        (
            "/.well-known/api-catalog",
            "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"",
        ),
    ] {
        for peer in [HERE, ELSEWHERE] {
            let reply = world.from(peer, &Call::get(target));
            assert_eq!(reply.status, 200, "{target}");
            assert_eq!(reply.header("content-type"), Some(media_type), "{target}");
            assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        }
    }
}

#[test]
fn the_catalog_links_to_files_that_are_there() {
    let world = World::new();
    let reply = world.from(HERE, &Call::get("/.well-known/api-catalog"));
    assert!(
        reply
            .header("link")
            .unwrap()
            .contains("rel=\"api-catalog\"")
    );
    let catalog = reply.json();
    let sets = catalog["linkset"].as_array().unwrap();
    assert_eq!(sets.len(), 2);
    for set in sets {
        for relation in ["service-desc", "service-doc", "status"] {
            let address = set[relation][0]["href"].as_str().unwrap();
            let path = address.strip_prefix("http://127.0.0.1:4142").unwrap();
            let reply = world.from(HERE, &Call::get(path));
            assert_eq!(reply.status, 200, "{path}");
            let media_type = set[relation][0]["type"].as_str().unwrap();
            assert!(
                reply
                    .header("content-type")
                    .unwrap()
                    .starts_with(media_type)
            );
        }
    }
}

#[test]
fn the_served_openapi_lists_every_route() {
    let world = World::new();
    let document = world.from(HERE, &Call::get("/openapi.json")).json();
    for route in dialects::context_repo::routes() {
        let method = route.method.name().to_ascii_lowercase();
        let operation = &document["paths"][route.path][&method];
        assert_eq!(operation["operationId"], json!(route.name));
    }
    let text = document.to_string();
    assert!(!text.contains("/local/"));
}

#[test]
fn there_is_no_oauth_and_that_is_said() {
    let world = World::new();
    for target in [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-authorization-server",
        "/.well-known/openid-configuration",
    ] {
        let value = world.from(ELSEWHERE, &Call::get(target)).json_of(404);
        let message = value["error"]["message"].as_str().unwrap();
        assert!(message.contains("API keys are used"), "{message}");
    }
}
