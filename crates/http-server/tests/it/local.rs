//! The routes that only the owner's processes have.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use http_server::local::{
    CreateKey, CreateWorkspace, CreatedKey, FileAdded, Key, Keys, Owner, Status, Workspace,
    Workspaces,
};
use serde::de::DeserializeOwned;
use serde_json::{json, to_value};

use crate::client::{Call, Reply};
use crate::world::{ALL_SCOPES, ELSEWHERE, HERE, Options, World};

fn read<T: DeserializeOwned>(reply: &Reply, status: u16) -> T {
    serde_json::from_value(reply.json_of(status)).unwrap()
}

#[test]
fn they_are_not_there_on_a_port_and_not_for_keys() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let serving = world.serve();
    for (method, target) in [
        ("GET", "/local/owner"),
        ("GET", "/local/status"),
        ("POST", "/local/files?path=/a.md&name=a.md"),
        ("GET", "/local/keys"),
        ("POST", "/local/keys"),
        ("DELETE", "/local/keys/abc"),
        ("GET", "/local/workspaces"),
        ("POST", "/local/handover"),
    ] {
        let call = Call::new(method, target);
        assert_eq!(serving.tcp(&call).status, 404, "{target}");
        assert_eq!(serving.tcp(&call.clone().key(&key)).status, 404, "{target}");
        assert_eq!(serving.unix(&call.key(&key)).status, 403, "{target}");
    }
    assert_eq!(serving.unix(&Call::get("/local/owner")).status, 200);
}

#[test]
fn a_file_is_added_with_its_collection_and_tags() {
    let world = World::new();
    let serving = world.serve();
    let add = |body: &str| {
        let target = "/local/files?path=%2Fnotes%2Ftide+table.md&name=tide+table.md\
                      &collection=Harbour&tag=a%2Cb&tag=sea";
        let reply = serving.unix(&Call::new("POST", target).body(body));
        read::<FileAdded>(&reply, 200)
    };
    let added = add("# Tide table\n\nHigh at noon.");
    assert_eq!(
        (added.outcome.as_str(), added.title.as_str()),
        ("added", "Tide table")
    );
    assert!(added.chunk_count > 0);
    assert_eq!(add("# Tide table\n\nHigh at noon.").outcome, "unchanged");
    assert_eq!(
        add("# Tide table\n\nHigh at one.").document_id,
        added.document_id
    );
    let document = serving.unix(&Call::get(&format!("/v1/documents/{}", added.document_id)));
    assert_eq!(document.json()["data"]["tags"], json!(["a,b", "sea"]));
    let collections = serving.unix(&Call::get("/v1/collections")).json();
    assert_eq!(collections["data"][0]["name"], json!("Harbour"));
    assert_eq!(collections["data"][0]["itemCount"], json!(1));
    let status: Status = read(&serving.unix(&Call::get("/local/status")), 200);
    assert_eq!((status.documents, status.collections), (1, 1));
    assert!(status.writable);

    for target in [
        "/local/files?path=/a",
        "/local/files?name=a",
        "/local/files?path=/a&name=a&x=1",
    ] {
        assert_eq!(
            serving.unix(&Call::new("POST", target)).status,
            400,
            "{target}"
        );
    }
}

#[test]
fn the_owner_tells_who_it_is_and_gives_the_home_up_if_it_may() {
    let keeps = World::new();
    let owner: Owner = read(&keeps.local(&Call::get("/local/owner")), 200);
    assert_eq!(owner.holder, "ibid test (process 1)");
    assert_eq!(owner.pid, std::process::id());
    assert!(!owner.can_hand_over);
    let refused = keeps
        .local(&Call::new("POST", "/local/handover"))
        .json_of(409);
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("ibid test (process 1)"), "{message}");

    let asked = Arc::new(AtomicUsize::new(0));
    let gives = World::with(Options {
        handover: Some(Arc::new({
            let asked = Arc::clone(&asked);
            move || {
                asked.fetch_add(1, Ordering::SeqCst);
            }
        })),
        ..Options::default()
    });
    let owner: Owner = read(&gives.local(&Call::new("POST", "/local/handover")), 202);
    assert!(owner.can_hand_over);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[test]
fn keys_are_made_listed_and_revoked() {
    let world = World::new();
    let wanted = CreateKey {
        name: "laptop".to_owned(),
        scopes: vec!["documents.read".to_owned()],
        tools: Some("core".to_owned()),
        ..CreateKey::default()
    };
    let made: CreatedKey = read(
        &world.local(&Call::post("/local/keys", &to_value(&wanted).unwrap())),
        201,
    );
    assert!(made.secret.starts_with(&format!("gm_{}_", made.key.id)));
    assert_eq!(made.key.workspace, "default");
    let me = Call::get("/v1/user/me").key(&made.secret);
    assert_eq!(world.from(ELSEWHERE, &me).status, 200);
    let listed = world.local(&Call::get("/local/keys"));
    assert!(!listed.text().contains(&made.secret));
    assert_eq!(
        read::<Keys>(&listed, 200).keys,
        std::slice::from_ref(&made.key)
    );
    let target = format!("/local/keys/{}", made.key.id);
    let revoked: Key = read(&world.local(&Call::new("DELETE", &target)), 200);
    assert!(revoked.revoked_ms.is_some());
    assert_eq!(world.from(ELSEWHERE, &me).status, 401);

    for (wrong, status) in [
        (json!({"name": "x", "scopes": []}), 400),
        (json!({"name": "x", "scopes": ["everything"]}), 400),
        (
            json!({"name": "x", "scopes": ["prompts.read"], "tools": "sing"}),
            400,
        ),
        (
            json!({"name": "x", "scopes": ["prompts.read"], "workspace": "none"}),
            404,
        ),
        (
            json!({"name": "x", "scopes": ["prompts.read"], "oops": 1}),
            400,
        ),
        (json!([]), 400),
    ] {
        assert_eq!(
            world.local(&Call::post("/local/keys", &wrong)).status,
            status,
            "{wrong}"
        );
    }
    assert_eq!(
        world.local(&Call::new("DELETE", "/local/keys/none")).status,
        404
    );
    assert_eq!(
        world
            .local(&Call::new("DELETE", "/local/keys/..%2Fx"))
            .status,
        400
    );
}

#[test]
fn workspaces_are_made_listed_worked_in_and_removed() {
    let world = World::new();
    let wanted = to_value(CreateWorkspace {
        id: "lab".to_owned(),
    })
    .unwrap();
    let made: Workspace = read(&world.local(&Call::post("/local/workspaces", &wanted)), 201);
    assert_eq!(made.id, "lab");
    assert_eq!(
        world
            .local(&Call::post("/local/workspaces", &wanted))
            .status,
        409
    );
    let listed: Workspaces = read(&world.local(&Call::get("/local/workspaces")), 200);
    let ids: Vec<&str> = listed.workspaces.iter().map(|w| w.id.as_str()).collect();
    assert_eq!(ids, ["default", "lab"]);

    let create = Call::post("/v1/collections", &json!({"name": "Only in the lab"}));
    let in_lab = |call: &Call| world.local(&call.clone().with("Ibid-Workspace", "lab"));
    assert_eq!(in_lab(&create).status, 201);
    let list = Call::get("/v1/collections");
    assert!(in_lab(&list).text().contains("Only in the lab"));
    assert!(!world.local(&list).text().contains("Only in the lab"));
    // On a port the header means nothing.
    let over_tcp = list.clone().with("Ibid-Workspace", "lab");
    assert!(
        !world
            .from(HERE, &over_tcp)
            .text()
            .contains("Only in the lab")
    );

    let unknown = list.clone().with("Ibid-Workspace", "none");
    assert_eq!(world.local(&unknown).status, 404);
    let malformed = list.clone().with("Ibid-Workspace", "../x");
    assert_eq!(world.local(&malformed).status, 400);
    let key = world.key(ALL_SCOPES);
    let other = list.clone().with("Ibid-Workspace", "lab").key(&key);
    assert_eq!(world.local(&other).status, 403);

    let remove = Call::new("DELETE", "/local/workspaces/lab");
    assert_eq!(world.local(&remove).status, 204);
    assert_eq!(in_lab(&list).status, 404);
    let default = Call::new("DELETE", "/local/workspaces/default");
    assert_eq!(world.local(&default).status, 400);
}

#[test]
fn wrong_methods_and_unknown_places_say_so() {
    let world = World::new();
    for (method, target, status, allowed) in [
        ("PUT", "/local/keys", 405, Some("GET, POST")),
        ("GET", "/local/keys/abc", 405, Some("DELETE")),
        ("POST", "/local/owner", 405, Some("GET")),
        ("GET", "/local/files", 405, Some("POST")),
        ("GET", "/local/nothing", 404, None),
        ("GET", "/local/owner/", 404, None),
    ] {
        let reply = world.local(&Call::new(method, target));
        assert_eq!(reply.status, status, "{method} {target}");
        assert_eq!(reply.header("allow"), allowed, "{method} {target}");
    }
}
