//! What the contract's own product gets wrong, done right: the promises that are about more than
//! one route.

use dialects::context_repo;
use serde_json::{Value, json};

use crate::client::Call;
use crate::requests::{self, Choose, message, plain_text};
use crate::world::{ALL_SCOPES, HERE, Library, World};

/// Fills every id in with what a script writes for a value that it does not have.
struct Absent(&'static str);

impl Choose for Absent {
    fn id(&mut self, _area: &str, _name: &str) -> String {
        self.0.to_owned()
    }

    fn text(&mut self, name: &str) -> String {
        plain_text(name)
    }

    fn gives(&mut self, name: &str) -> bool {
        name == "title" || name == "name" || name.ends_with("Id")
    }
}

#[test]
fn an_id_that_was_never_filled_in_is_no_fault_of_any_route() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    Library::fill(&world, "default", &key, "here");
    for route in context_repo::routes() {
        for word in ["undefined", "null", "NaN"] {
            let call = requests::of_route(&route, &mut Absent(word)).key(&key);
            let has_id = call.target.contains(word)
                || String::from_utf8(call.body.clone()).unwrap().contains(word);
            let reply = world.from(HERE, &call);
            // A page cannot be fetched here; a session that nobody opened is a new one.
            let says_otherwise = ["scrapeDocument", "searchPassages"].contains(&route.name);
            if has_id && !says_otherwise {
                assert_eq!(
                    reply.status,
                    404,
                    "{} of {word}: {}",
                    route.name,
                    reply.text()
                );
                let error = &reply.json()["error"];
                assert!(
                    error["message"].as_str().unwrap().ends_with("not found"),
                    "{error}"
                );
            }
            assert_ne!(reply.status, 500, "{} of {word}", route.name);
        }
    }
    assert_eq!(world.logged.lock().unwrap().as_slice(), [""; 0]);
}

#[test]
fn one_version_is_told_everywhere() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let get = |target: &str| world.from(HERE, &Call::get(target).key(&key)).json_of(200);
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"}}});
    let welcome = world.from(HERE, &Call::mcp(&hello).key(&key)).json_of(200);
    let version = json!(env!("CARGO_PKG_VERSION"));
    assert_eq!(welcome["result"]["serverInfo"]["version"], version);
    assert_eq!(get("/v1/mcp/capabilities")["version"], version);
    assert_eq!(get("/openapi.json")["info"]["version"], version);
    // The card's own `version` is that of its format.
    let card = get("/.well-known/mcp/server-card.json");
    assert_eq!(card["serverInfo"]["version"], version);
    assert_eq!(get("/.well-known/agent-card.json")["version"], version);
}

#[test]
fn a_catalog_search_takes_a_limit_and_a_collection() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let send = |call: Call| {
        let reply = world.from(HERE, &call.key(&key));
        assert!(reply.status < 300, "{}", reply.text());
        reply.json()
    };
    let mut ids = Vec::new();
    for n in 0..25 {
        let body = json!({"title": format!("Tide {n}"), "content": format!("Spring tide {n}.")});
        let made = send(Call::post("/v1/documents", &body));
        ids.push(made["data"]["id"].clone());
    }
    let made = send(Call::post("/v1/collections", &json!({"name": "Some"})));
    let collection = made["data"]["id"].as_str().unwrap().to_owned();
    let members = json!({"itemIds": ids[..3], "itemType": "document"});
    send(Call::post(
        &format!("/v1/collections/{collection}/items"),
        &members,
    ));
    world.index("default");
    let rows = |query: &str| {
        let found = send(Call::get(&format!("/v1/search?type=documents&{query}")));
        let rows: &Vec<Value> = found["data"]["documents"].as_array().unwrap();
        rows.len()
    };
    for mode in ["", "&semantic=false"] {
        assert_eq!(rows(&format!("q=spring+tide{mode}")), 10);
        assert_eq!(rows(&format!("q=spring+tide&limit=25{mode}")), 25);
        assert_eq!(rows(&format!("q=spring+tide&limit=1{mode}")), 1);
        assert_eq!(
            rows(&format!("q=spring+tide&collectionId={collection}{mode}")),
            3
        );
    }
}

#[test]
fn a_collection_shows_its_members_by_default_on_every_surface() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let library = Library::fill(&world, "default", &key, "here");
    let arguments = json!({"collectionId": library.collection});
    let call = Call::mcp(&message("get_collection", &arguments)).key(&key);
    let by_port = world.from(HERE, &call).json_of(200);
    let by_socket = world.local(&call).json_of(200);
    assert_eq!(by_port, by_socket);
    let items = &by_port["result"]["structuredContent"]["items"];
    assert_eq!(items.as_array().unwrap().len(), 2);
    let target = format!("/v1/collections/{}/items?limit=50", library.collection);
    let rest = world.from(HERE, &Call::get(&target).key(&key)).json_of(200);
    assert_eq!(*items, rest["data"]);
}
