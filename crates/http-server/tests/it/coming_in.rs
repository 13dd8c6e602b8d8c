//! Who comes in, by which door, with what.

use std::net::{IpAddr, Ipv4Addr};

use domain::caller::ScopeSet;
use domain::ids::WorkspaceId;
use domain::operations::access::CreateKey;
use http_server::{Door, Settings};
use serde_json::json;

use crate::client::{Call, Reply};
use crate::world::{ALL_SCOPES, ELSEWHERE, HERE, World};

const OWN_ORIGIN: &str = "http://127.0.0.1:4142";
const FOREIGN: &str = "https://evil.example";

/// What a request shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Nothing,
    Valid,
    Wrong,
    Malformed,
}

fn ask(
    world: &World,
    key: &str,
    from: Option<IpAddr>,
    shown: Shown,
    host: &str,
    origin: Option<&str>,
) -> Reply {
    let mut call = Call::get("/v1/user/me").with("Host", host);
    if let Some(origin) = origin {
        call = call.with("Origin", origin);
    }
    call = match shown {
        Shown::Nothing => call,
        Shown::Valid => call.key(key),
        Shown::Wrong => call.key("gm_aaaaaaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"),
        Shown::Malformed => call.with("Authorization", "Basic YTpi"),
    };
    match from {
        Some(peer) => world.from(peer, &call),
        None => world.local(&call),
    }
}

#[test]
fn a_key_opens_from_anywhere_and_without_one_only_this_machine_comes_in() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let mapped: IpAddr = Ipv4Addr::LOCALHOST.to_ipv6_mapped().into();
    let mapped_elsewhere: IpAddr = Ipv4Addr::new(192, 0, 2, 7).to_ipv6_mapped().into();
    let hosts = [
        ("127.0.0.1:4142", true),
        ("localhost:9", true),
        ("[::1]:4142", true),
        ("evil.example", false),
        ("localhost@evil.example", false),
    ];
    let origins = [
        (None, true),
        (Some(OWN_ORIGIN), true),
        (Some("http://localhost:9999"), false),
        (Some(FOREIGN), false),
        (Some("null"), false),
    ];
    let peers = [
        (Some(HERE), true),
        (Some("::1".parse().unwrap()), true),
        (Some(mapped), true),
        (Some(ELSEWHERE), false),
        (Some(mapped_elsewhere), false),
        (None, true),
    ];
    for (peer, is_here) in peers {
        for (host, names_us) in hosts {
            for (origin, is_ours) in origins {
                for shown in [Shown::Nothing, Shown::Valid, Shown::Wrong, Shown::Malformed] {
                    let keyless = match peer {
                        // Only processes of the owner can open the socket.
                        None => 200,
                        Some(_) if !(names_us && is_ours) => 403,
                        Some(_) if !is_here => 401,
                        Some(_) => 200,
                    };
                    let status = match shown {
                        Shown::Nothing => keyless,
                        Shown::Valid => 200,
                        Shown::Wrong | Shown::Malformed => 401,
                    };
                    let reply = ask(&world, &key, peer, shown, host, origin);
                    let what = format!("{peer:?} {shown:?} {host} {origin:?}");
                    assert_eq!(reply.status, status, "{what}");
                    let readable = reply.header("access-control-allow-origin").is_some();
                    assert_eq!(readable, shown == Shown::Valid);
                    let challenged = reply.header("www-authenticate").is_some();
                    assert_eq!(challenged, reply.status == 401);
                }
            }
        }
    }
}

#[test]
fn every_route_is_kept_from_foreign_pages() {
    let world = World::new();
    let mut targets = vec![
        "/",
        "/healthz",
        "/openapi.json",
        "/llms.txt",
        "/llms-full.txt",
        "/mcp",
        "/mcp/",
        "/v1",
        "/v1/prompts",
        "/.well-known/mcp.json",
        "/.well-known/mcp/server-card.json",
        "/.well-known/agent-card.json",
        "/.well-known/api-catalog",
        "/nothing-here",
        "/local/keys",
    ];
    let routes = dialects::context_repo::routes();
    targets.extend(
        routes
            .iter()
            .map(|route| route.path)
            .filter(|path| !path.contains('{')),
    );
    for target in targets {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] {
            for (name, value) in [("Host", "evil.example"), ("Origin", FOREIGN)] {
                let call = Call::new(method, target).with(name, value);
                assert_eq!(
                    world.from(HERE, &call).status,
                    403,
                    "{method} {target} {name}"
                );
            }
        }
    }
}

#[test]
fn a_real_connection_is_judged_by_its_headers_too() {
    let world = World::new();
    let serving = world.serve();
    let me = || Call::get("/v1/user/me");
    assert_eq!(serving.tcp(&me()).status, 200);
    assert_eq!(serving.unix(&me()).status, 200);
    assert_eq!(serving.tcp(&me().with("Host", "evil.example")).status, 403);
    assert_eq!(serving.tcp(&me().with("Origin", FOREIGN)).status, 403);
    assert_eq!(serving.unix(&me().with("Host", "evil.example")).status, 200);
    let absolute = Call::get("http://evil.example/v1/user/me");
    assert_eq!(serving.tcp(&absolute).status, 403);
    for (name, value) in [("X-Forwarded-For", "198.51.100.3"), ("Via", "1.1 proxy")] {
        assert_eq!(serving.tcp(&me().with(name, value)).status, 401, "{name}");
    }
}

#[test]
fn without_a_peer_nobody_is_on_this_machine() {
    let world = World::new();
    let call = Call::get("/v1/user/me");
    assert_eq!(world.through(Door::Tcp, None, &call).status, 401);
}

#[test]
fn loopback_can_be_closed_to_those_without_a_key() {
    let world = World::with_settings(Settings {
        keyless_loopback: false,
        ..Settings::default()
    });
    let key = world.key(ALL_SCOPES);
    let me = Call::get("/v1/user/me");
    assert_eq!(world.from(HERE, &me).status, 401);
    assert_eq!(world.from(HERE, &me.clone().key(&key)).status, 200);
    assert_eq!(world.local(&me).status, 200);
    // What says nothing of the store needs no key.
    assert_eq!(world.from(HERE, &Call::get("/healthz")).status, 200);
}

#[test]
fn a_name_that_was_allowed_needs_a_key_all_the_same() {
    let world = World::with_settings(Settings {
        allowed_hosts: vec!["ibid.lan".to_owned()],
        allowed_origins: vec!["https://app.example".to_owned()],
        ..Settings::default()
    });
    let named = Call::get("/v1/user/me").with("Host", "ibid.lan");
    // A proxy on this machine would make everybody a local process.
    assert_eq!(world.from(HERE, &named).status, 401);
    let page = Call::get("/v1/user/me").with("Origin", "https://app.example");
    assert_eq!(world.from(HERE, &page).status, 200);
}

#[test]
fn both_schemes_carry_a_key_in_any_case() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let send = |value: &str| {
        let call = Call::get("/v1/user/me").with("Authorization", value);
        world.from(ELSEWHERE, &call).status
    };
    for scheme in ["API-Key", "api-key", "Bearer", "bearer"] {
        assert_eq!(send(&format!("{scheme} {key}")), 200, "{scheme}");
    }
    for value in [
        "",
        "API-Key",
        "API-Key ",
        &key,
        "Bearer not-a-key",
        "API-Key gm_a_",
    ] {
        assert_eq!(send(value), 401, "{value}");
    }
    let twice = Call::get("/v1/user/me").key(&key).key(&key);
    assert_eq!(world.from(ELSEWHERE, &twice).status, 401);
}

#[test]
fn a_key_that_was_revoked_or_has_expired_opens_nothing_at_once() {
    let world = World::new();
    let key = world.make_key(CreateKey {
        name: "short".to_owned(),
        workspace: WorkspaceId::default_workspace(),
        scopes: ScopeSet::ALL,
        tools: None,
        expires_ms: Some(1_767_225_600_000 + 1_000),
    });
    let me = Call::get("/v1/user/me").key(&key);
    assert_eq!(world.from(ELSEWHERE, &me).status, 200);
    world.clock.advance(1_000);
    assert_eq!(world.from(ELSEWHERE, &me).status, 401);

    let key = world.key(ALL_SCOPES);
    let me = Call::get("/v1/user/me").key(&key);
    let id = key.split('_').nth(1).unwrap();
    assert_eq!(world.from(HERE, &me).status, 200);
    let revoked = Call::new("DELETE", &format!("/local/keys/{id}"));
    assert_eq!(world.local(&revoked).status, 200);
    // Even from here: who shows a key means to be known by it.
    assert_eq!(world.from(HERE, &me).status, 401);
}

#[test]
fn a_key_says_who_it_is_and_what_it_may_do() {
    let world = World::new();
    let key = world.key(&[domain::caller::Permission::DocumentsRead]);
    let call = Call::get("/v1/user/me").key(&key);
    let user = world.from(ELSEWHERE, &call).json_of(200);
    assert_eq!(user["data"]["permissions"], json!(["documents.read"]));
}

#[test]
fn any_router_can_be_guarded() {
    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use http_server::{HostPolicy, guard};
    use tower::ServiceExt as _;

    let router = Router::new().route("/", get(|| async { "in" }));
    let guarded = guard(router, HostPolicy::loopback());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    for (host, status) in [("localhost:1", 200), ("evil.example", 403)] {
        let request = http::Request::get("/").header("Host", host);
        let answered = guarded
            .clone()
            .oneshot(request.body(Body::empty()).unwrap());
        assert_eq!(
            runtime.block_on(answered).unwrap().status(),
            status,
            "{host}"
        );
    }
}
