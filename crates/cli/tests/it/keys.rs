//! `ibid key`, and what a key opens.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::{Agent, Place, Served};

/// Makes a key; the whole key and its public id.
fn key(place: &Place, extra: &[&str]) -> (String, String) {
    let mut args = vec!["key", "create", "--name", "test", "--json"];
    args.extend(extra);
    let made = place.ibid(&args).expect(0).json();
    let text = |name: &str| made[name].as_str().unwrap().to_owned();
    (text("key"), text("id"))
}

/// Whether any file below `folder` holds the text.
fn is_kept(folder: &Path, text: &str) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        match fs::metadata(&path) {
            Ok(meta) if meta.is_dir() => is_kept(&path, text),
            Ok(meta) if meta.is_file() => {
                let bytes = fs::read(&path).unwrap();
                bytes.windows(text.len()).any(|w| w == text.as_bytes())
            }
            _ => false,
        }
    })
}

#[test]
fn a_key_is_shown_once_and_its_secret_is_kept_nowhere() {
    let place = Place::new();
    let run = place
        .ibid(&[
            "key",
            "create",
            "--name",
            "laptop",
            "--scope",
            "documents.read",
        ])
        .expect(0);
    let whole = run.stdout.trim_end();
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    let (id, secret) = whole.strip_prefix("gm_").unwrap().split_once('_').unwrap();
    assert!(
        run.stderr.contains("Authorization: API-Key $KEY"),
        "{run:?}"
    );
    // Standard error may be a log.
    assert!(!run.stderr.contains(secret), "{run:?}");
    assert!(run.stderr.contains("documents.read"), "{run:?}");
    let list = place.ibid(&["key", "list"]).expect(0);
    assert!(
        list.stdout.contains(id) && list.stdout.contains("laptop"),
        "{list:?}"
    );
    assert!(!list.stdout.contains(secret));
    assert!(!is_kept(&place.path("home"), secret));
    assert!(is_kept(&place.path("home"), id));
}

#[test]
fn the_advice_beside_a_key_names_the_server_that_runs() {
    let place = Place::new();
    let create = ["key", "create", "--name", "x", "--scope", "all"];
    let alone = place.ibid(&create).expect(0);
    assert!(alone.stderr.contains("once `ibid serve` runs"), "{alone:?}");
    let served = Served::start(&place);
    let run = place.ibid(&create).expect(0);
    let called = format!("{}/v1/user/me", served.url);
    assert!(run.stderr.contains(&called), "{run:?}");
    assert!(!run.stderr.contains("once `ibid serve`"), "{run:?}");
    served.end();
    let mut agent = Agent::start(&place);
    agent.ask("tools/list", json!({}));
    let run = place.ibid(&create).expect(0);
    assert!(
        run.stderr.contains("once `ibid serve` runs (`ibid mcp"),
        "{run:?}"
    );
    agent.end();
}

#[test]
fn a_key_opens_what_its_scopes_say_until_it_is_revoked() {
    let place = Place::with_library();
    let served = Served::start(&place);
    // Made, listed and revoked through the owner.
    let (reader, id) = key(&place, &["--scope", "documents.read"]);
    let get = |path: &str| served.ask_with_key(&reader, "GET", path, None);
    get("/v1/documents").expect(200);
    get("/v1/prompts").expect(403);
    let body = json!({"title": "T", "content": "C"});
    served
        .ask_with_key(&reader, "POST", "/v1/documents", Some(body.clone()))
        .expect(403);
    let result = served.call(Some(&reader), "create_document", body);
    assert_eq!(result["isError"], true, "{result}");
    let list = place.ibid(&["key", "list", "--json"]).expect(0).json();
    assert_eq!(list["keys"][0]["id"], id.as_str());
    assert_eq!(list["keys"][0]["valid"], true);
    place.ibid(&["key", "revoke", &id]).expect(0);
    get("/v1/documents").expect(401);
    place.ibid(&["key", "revoke", &id]).expect(0);
    let list = place.ibid(&["key", "list", "--json"]).expect(0).json();
    assert_eq!(list["keys"][0]["valid"], false);
    assert!(list["keys"][0]["revokedAt"].is_i64());
    served.end();
    let list = place.ibid(&["key", "list"]).expect(0);
    assert!(list.stdout.contains("revoked "), "{list:?}");
}

#[test]
fn loopback_can_be_closed_to_those_without_a_key() {
    let place = Place::with_library();
    let (all, _) = key(&place, &["--scope", "all"]);
    let served = Served::start_with(&place, &["--require-key"]);
    served.ask("GET", "/v1/documents", None).expect(401);
    served
        .ask_with_key(&all, "GET", "/v1/documents", None)
        .expect(200);
    served
        .ask_with_key(&format!("{all}x"), "GET", "/v1/documents", None)
        .expect(401);
    // The home itself stays open to its owner.
    place.ibid(&["find", "watering plants"]).expect(0);
    served.end();
}

#[test]
fn an_address_beyond_loopback_wants_a_key_in_the_home() {
    let place = Place::new();
    let bind = ["serve", "--port", "0", "--bind", "0.0.0.0"];
    let refused = place.ibid(&bind).expect(5);
    assert!(refused.stderr.contains("ibid key create"), "{refused:?}");
    let (_, revoked) = key(&place, &["--scope", "all"]);
    place.ibid(&["key", "revoke", &revoked]).expect(0);
    place.ibid(&bind).expect(5);
    let (all, _) = key(&place, &["--scope", "all", "--expires", "1d"]);
    let served = Served::start_with(&place, &["--bind", "0.0.0.0"]);
    served
        .ask_with_key(&all, "GET", "/v1/documents", None)
        .expect(200);
    served.end();
}

#[test]
fn a_key_may_choose_the_tools_that_are_listed() {
    let place = Place::new();
    let (key, _) = key(&place, &["--scope", "all", "--tools", "full"]);
    let served = Served::start(&place);
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let count = |reply: crate::support::Reply| {
        let reply = reply.expect(200);
        reply["result"]["tools"].as_array().unwrap().len()
    };
    let with = served.ask_with_key(&key, "POST", "/mcp", Some(list.clone()));
    assert_eq!(count(with), 29);
    assert_eq!(count(served.ask("POST", "/mcp", Some(list))), 27);
    served.end();
}

#[test]
fn keys_that_make_no_sense_are_refused() {
    let place = Place::new();
    let create = ["key", "create", "--name", "x"];
    for extra in [
        &[][..],
        &["--scope", "everything"],
        &["--scope", "all", "--expires", "yesterday"],
        &["--scope", "all", "--expires", "2001-01-01"],
        &["--scope", "all", "--tools", "no_such_tool"],
    ] {
        let args = [&create, extra].concat();
        let run = place.ibid(&args).expect(2);
        assert_eq!(run.stdout, "");
    }
    assert!(!place.path("home").exists());
    let unknown = ["--scope", "all", "--workspace", "nowhere"];
    place.ibid(&[&create[..], &unknown].concat()).expect(3);
    place.ibid(&["key", "revoke", "abc"]).expect(3);
    place.ibid(&["key", "revoke", "../x"]).expect(2);
}
