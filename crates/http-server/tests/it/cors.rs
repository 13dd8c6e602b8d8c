//! What browsers are told about pages of other origins.

use crate::client::Call;
use crate::world::{ALL_SCOPES, ELSEWHERE, HERE, World};

const PAGE: &str = "https://page.example";

#[test]
fn a_preflight_is_answered_without_a_key_and_from_any_page() {
    let world = World::new();
    let serving = world.serve();
    for target in [
        "/v1/prompts",
        "/v1/documents/d_1",
        "/v1/anything/at/all",
        "/mcp",
        "/mcp/",
    ] {
        let call = Call::new("OPTIONS", target)
            .with("Host", "evil.example")
            .with("Origin", PAGE)
            .with("Access-Control-Request-Method", "PATCH");
        let reply = serving.tcp(&call);
        assert_eq!(reply.status, 204, "{target}");
        assert!(reply.body.is_empty());
        assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
        assert_eq!(
            reply.header("access-control-allow-methods"),
            Some("GET, POST, PUT, PATCH, DELETE, OPTIONS")
        );
        let headers = reply.header("access-control-allow-headers").unwrap();
        assert!(
            headers.starts_with("Content-Type, Authorization"),
            "{headers}"
        );
        assert_eq!(reply.header("access-control-max-age"), Some("86400"));
    }
    assert_eq!(
        world.local(&Call::new("OPTIONS", "/local/keys")).status,
        405
    );
    assert_eq!(
        world
            .from(HERE, &Call::new("OPTIONS", "/openapi.json"))
            .status,
        405
    );
}

#[test]
fn a_page_may_read_what_it_gets_with_a_key_and_nothing_else() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let targets = [
        "/v1/prompts",
        "/v1/prompts/p_none",
        "/v1/nothing",
        "/openapi.json",
        "/nothing",
    ];
    for target in targets {
        let call = Call::get(target).with("Origin", PAGE);
        let reply = world.from(ELSEWHERE, &call.clone().key(&key));
        assert_eq!(
            reply.header("access-control-allow-origin"),
            Some("*"),
            "{target}"
        );
        assert_eq!(
            reply.header("access-control-expose-headers"),
            Some("Retry-After")
        );
        for (peer, call) in [
            (HERE, call.clone()),
            (HERE, call.clone().key("gm_wrong_key")),
            (ELSEWHERE, call.clone()),
            (HERE, Call::get(target)),
        ] {
            let reply = world.from(peer, &call);
            assert_eq!(
                reply.header("access-control-allow-origin"),
                None,
                "{target}"
            );
        }
    }
}
