//! `ibid mcp`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin};

use serde_json::{Value, json};

use crate::support::{Place, Run, signal};

/// A running server and its conversation.
struct Server {
    child: Child,
    input: ChildStdin,
    output: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Server {
    /// Starts a server and greets it.
    fn start(place: &Place) -> Self {
        let mut child = place.spawn(&["mcp"]);
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut server = Self {
            child,
            input,
            output,
        };
        let greeting = server.ask(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            }),
        );
        assert_eq!(
            greeting["result"]["serverInfo"]["name"], "ibid",
            "{greeting}"
        );
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
        self.input.flush().unwrap();
    }

    /// Sends a request and waits for its answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}));
        loop {
            let line = self.output.next().expect("an answer").unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == 1 {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))
    }
}

#[test]
fn an_agent_fills_the_home_and_finds_it_again() {
    let place = Place::new();
    let mut server = Server::start(&place);
    let created = server.call(
        "create_document",
        json!({"title": "Boats", "content": "The ferry leaves the harbour at noon."}),
    );
    assert_ne!(created["result"]["isError"], true, "{created}");
    let found = server.call(
        "find_items",
        json!({"query": "FERRY LEAVES", "semantic": false}),
    );
    let text = found["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("Boats"), "{text}");
    drop(server.input);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    let found = place
        .ibid(&["find", "--literal", "harbour at noon"])
        .expect(0);
    assert!(found.stdout.contains("Boats"));
}

#[test]
fn a_server_ends_with_its_input() {
    let place = Place::new();
    let run = place.ibid(&["mcp"]).expect(0);
    assert_eq!(run.stdout, "");
}

#[test]
fn a_server_ends_on_request_although_its_input_is_open() {
    for name in ["TERM", "INT"] {
        let place = Place::new();
        let mut server = Server::start(&place);
        signal(&server.child, name);
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{name}");
        // The lock went with the process.
        place.ibid(&["status"]).expect(0);
    }
}

#[test]
fn a_home_in_use_names_its_holder_and_can_be_read_beside_it() {
    let place = Place::with_library();
    let server = Server::start(&place);
    let names_the_holder = |run: &Run| {
        assert!(run.stderr.contains("ibid mcp (process "), "{run:?}");
        assert!(
            run.stderr.contains(&server.child.id().to_string()),
            "{run:?}"
        );
    };
    for args in [&["add", "files"][..], &["mcp"]] {
        names_the_holder(&place.ibid(args).expect(6));
    }
    let json = place.ibid(&["add", "files", "--json"]).expect(6).json();
    assert_eq!(json["error"]["kind"], "locked");
    let beside = place.ibid(&["find", "watering plants"]).expect(0);
    assert!(beside.stdout.contains("Garden Notes"), "{beside:?}");
    names_the_holder(&beside);
    let asked_for = place
        .ibid(&["find", "watering plants", "--read-only"])
        .expect(0);
    assert_eq!(asked_for.stdout, beside.stdout);
    assert_eq!(asked_for.stderr, "");
    drop(server.input);
    let mut child = server.child;
    child.wait().unwrap();
    place.ibid(&["find", "watering plants"]).expect(0);
}
