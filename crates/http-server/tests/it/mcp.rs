//! MCP over HTTP, with exactly the headers of the public relay.

use dialects::context_repo;
use domain::caller::ScopeSet;
use domain::ids::WorkspaceId;
use domain::operations::access::CreateKey;
use http_server::{Door, Settings};
use serde_json::{Value, json};

use crate::client::Call;
use crate::requests::message;
use crate::world::{ALL_SCOPES, ELSEWHERE, HERE, Library, World};

fn request(method: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}})
}

fn tool_names(value: &Value) -> Vec<String> {
    let tools = value["result"]["tools"].as_array();
    let tools = tools.unwrap_or_else(|| panic!("no tools in {value}"));
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_relay_is_answered_on_one_line_at_both_addresses() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let serving = world.serve();
    for target in ["/mcp", "/mcp/"] {
        let call = Call {
            target: target.to_owned(),
            ..Call::mcp(&request("tools/list")).key(&key)
        };
        let reply = serving.tcp(&call);
        let names = tool_names(&reply.json_of(200));
        assert_eq!(names.len(), 27);
        assert_eq!(names[0], "get_user_info");
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("mcp-session-id"), None);
        assert!(!reply.text().contains(['\n', '\r']));
    }
    let call = Call::mcp(&message("get_user_info", &json!({}))).key(&key);
    let value = serving.tcp(&call).json_of(200);
    assert_eq!(value["result"]["isError"], json!(false));
}

#[test]
fn batches_notifications_and_nonsense_are_answered_as_the_relay_needs() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let send = |body: &str| world.from(HERE, &Call::mcp(&json!(0)).body(body).key(&key));
    let batch = send(&format!(
        "[{}, {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}}, {}]",
        request("tools/list"),
        message("list_prompts_of_nobody", &json!({}))
    ));
    let answers = batch.json_of(200);
    assert_eq!(answers.as_array().unwrap().len(), 2);
    let notified = send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    assert_eq!((notified.status, notified.body.len()), (202, 0));
    let nonsense = send("{nonsense").json();
    assert_eq!(nonsense["error"]["code"], json!(-32700));
    assert_eq!(nonsense["id"], Value::Null);
}

#[test]
fn a_stranger_may_list_and_nothing_else() {
    let world = World::new();
    let send = |body: &Value| world.from(ELSEWHERE, &Call::mcp(body));
    for method in ["tools/list", "resources/list"] {
        assert!(
            send(&request(method)).json_of(200)["result"].is_object(),
            "{method}"
        );
    }
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"}}});
    assert_eq!(
        send(&hello).json_of(200)["result"]["serverInfo"]["name"],
        json!("ibid")
    );
    let call = message("get_user_info", &json!({}));
    for body in [
        call.clone(),
        request("prompts/list"),
        request("prompts/get"),
        request("resources/read"),
        request("completion/complete"),
        json!([request("tools/list"), call]),
        json!("nonsense"),
    ] {
        let reply = send(&body);
        assert_eq!(reply.status, 401, "{body}");
        assert!(reply.header("www-authenticate").is_some());
        let first = match reply.json() {
            Value::Array(answers) => answers[0].clone(),
            answer => answer,
        };
        assert!(
            first["error"]["message"]
                .as_str()
                .unwrap()
                .contains("API key")
        );
        assert_eq!(first["error"]["code"], json!(-32001));
    }
}

#[test]
fn a_wrong_key_or_a_foreign_page_is_told_so_in_json_rpc() {
    let world = World::new();
    let list = request("tools/list");
    let wrong = world.from(HERE, &Call::mcp(&list).key("gm_wrong_key"));
    assert_eq!(wrong.json_of(401)["id"], json!(1));
    for (name, value) in [("Host", "evil.example"), ("Origin", "https://evil.example")] {
        let reply = world.from(HERE, &Call::mcp(&list).with(name, value));
        assert_eq!(reply.json_of(403)["error"]["code"], json!(-32003));
    }
    for method in ["GET", "DELETE"] {
        let reply = world.from(HERE, &Call::new(method, "/mcp"));
        assert!(reply.json_of(405)["error"]["message"].is_string());
    }
}

#[test]
fn a_message_that_is_too_long_is_told_so() {
    let world = World::with_settings(Settings {
        mcp_body_bytes_max: 1_000,
        ..Settings::default()
    });
    let call = Call::mcp(&message("find_items", &json!({"query": "x".repeat(1_000)})));
    let value = world.from(HERE, &call).json_of(413);
    assert!(
        value["error"]["message"]
            .as_str()
            .unwrap()
            .contains("1000 bytes")
    );
}

#[test]
fn a_stranger_is_not_read_for_long() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    let mut list = request("tools/list");
    list["params"]["_meta"] = json!({"x": "x".repeat(1_100_000)});
    let call = Call::mcp(&list);
    let refused = world.from(ELSEWHERE, &call).json_of(413);
    assert_eq!(refused["error"]["code"], json!(-32600));
    assert_eq!(world.from(ELSEWHERE, &call.clone().key(&key)).status, 200);
    assert_eq!(world.from(HERE, &call).status, 200);
}

#[test]
fn tools_are_chosen_by_the_address_else_by_the_key_else_by_the_server() {
    let world = World::new();
    let plain = world.key(ALL_SCOPES);
    let narrow = world.make_key(CreateKey {
        name: "narrow".to_owned(),
        workspace: WorkspaceId::default_workspace(),
        scopes: ScopeSet::ALL,
        tools: Some("find_items,deep_read".to_owned()),
        expires_ms: None,
    });
    let listed = |key: &str, query: &str| {
        let call = Call::mcp(&request("tools/list")).key(key);
        let call = Call {
            target: format!("/mcp{query}"),
            ..call
        };
        world.from(HERE, &call).json()
    };
    assert_eq!(tool_names(&listed(&plain, "")).len(), 27);
    assert_eq!(tool_names(&listed(&plain, "?tools=full")).len(), 29);
    assert!(tool_names(&listed(&plain, "?tools=core")).len() <= 20);
    assert_eq!(
        tool_names(&listed(&narrow, "")),
        ["find_items", "deep_read"]
    );
    assert_eq!(tool_names(&listed(&narrow, "?tools=reason")), ["reason"]);
    let unknown = listed(&plain, "?tools=sing");
    assert_eq!(unknown["id"], json!(1));
    assert!(
        unknown["error"]["message"]
            .as_str()
            .unwrap()
            .contains("`sing`")
    );
    // What is not listed can be called all the same.
    let search = message("search", &json!({"query": "tide"}));
    let reply = world.from(HERE, &Call::mcp(&search).key(&narrow)).json();
    assert_eq!(reply["result"]["isError"], json!(false));
}

/// How many passages a search without a session of its own shows.
fn hits(world: &World, door: Door, call: &Call) -> usize {
    let peer = (door == Door::Tcp).then_some(HERE);
    let value = world.through(door, peer, call).json();
    let results = &value["result"]["structuredContent"]["data"]["results"];
    results
        .as_array()
        .unwrap_or_else(|| panic!("{value}"))
        .len()
}

#[test]
fn passages_that_were_shown_are_hidden_per_key_and_per_connection_only() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    Library::fill(&world, "default", &key, "here");
    let search = || Call::mcp(&message("deep_search", &json!({"query": "spring tide"})));
    let first = hits(&world, Door::Tcp, &search());
    assert!(first > 0);
    // Without a key there is no session, or one agent would hide another's hits.
    assert_eq!(hits(&world, Door::Tcp, &search()), first);
    let by_key = || search().key(&key);
    assert_eq!(hits(&world, Door::Tcp, &by_key()), first);
    assert_eq!(hits(&world, Door::Tcp, &by_key()), 0);
    let off = Call {
        target: "/mcp?session=off".to_owned(),
        ..by_key()
    };
    assert_eq!(hits(&world, Door::Tcp, &off), first);
    let other = world.key(ALL_SCOPES);
    assert_eq!(hits(&world, Door::Tcp, &search().key(&other)), first);

    let named = |name: &str| search().with("Ibid-Connection", name);
    assert_eq!(hits(&world, Door::Local, &named("a")), first);
    assert_eq!(hits(&world, Door::Local, &named("a")), 0);
    assert_eq!(hits(&world, Door::Local, &named("b")), first);
    assert_eq!(hits(&world, Door::Local, &search()), first);
    // On a port the name means nothing.
    assert_eq!(hits(&world, Door::Tcp, &named("a")), first);
    let malformed = world.local(&named("a b"));
    assert_eq!(malformed.json_of(400)["error"]["code"], json!(-32602));
}

#[test]
fn sessions_can_be_switched_off_for_all() {
    let world = World::with_settings(Settings {
        auto_session: false,
        ..Settings::default()
    });
    let key = world.key(ALL_SCOPES);
    Library::fill(&world, "default", &key, "here");
    let search = Call::mcp(&message("deep_search", &json!({"query": "spring tide"}))).key(&key);
    let first = hits(&world, Door::Tcp, &search);
    assert!(first > 0);
    assert_eq!(hits(&world, Door::Tcp, &search), first);
}

#[test]
fn every_tool_answers() {
    let world = World::new();
    let key = world.key(ALL_SCOPES);
    for tool in context_repo::tools() {
        let reply = world.from(
            HERE,
            &Call::mcp(&message(tool.spec.name, &json!({}))).key(&key),
        );
        let value = reply.json_of(200);
        assert!(
            value["result"]["content"][0]["text"].is_string(),
            "{}",
            tool.spec.name
        );
    }
}
