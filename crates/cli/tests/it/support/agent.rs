//! An agent: `ibid mcp` and a conversation with it.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};

use serde_json::{Value, json};

use super::Place;

pub struct Agent {
    pub child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
    number: u64,
}

impl Agent {
    /// Starts an agent's process and greets it.
    pub fn start(place: &Place) -> Self {
        Self::start_with(place, &[])
    }

    pub fn start_with(place: &Place, extra: &[&str]) -> Self {
        let mut args = vec!["mcp"];
        args.extend(extra);
        let mut child = place.spawn(&args);
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut agent = Self {
            child,
            input,
            output,
            number: 0,
        };
        let greeting = agent.ask(
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
        agent.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        agent
    }

    fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
        input.flush().unwrap();
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let id = self.number;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let line = self.output.next().expect("an answer").unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message;
            }
        }
    }

    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Calls a tool that has to succeed; its structured content.
    #[track_caller]
    pub fn done(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments);
        assert_ne!(answer["result"]["isError"], true, "{answer}");
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"]["structuredContent"].clone()
    }

    /// Calls a tool that has to fail; its text.
    #[track_caller]
    pub fn fails(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        let blocks = answer["result"]["content"].as_array().unwrap();
        let texts: Vec<&str> = blocks.iter().filter_map(|b| b["text"].as_str()).collect();
        texts.join("\n")
    }

    /// Stores a small document; its id.
    #[track_caller]
    pub fn note(&mut self, title: &str, content: &str) -> String {
        let made = self.done(
            "create_document",
            json!({"title": title, "content": content}),
        );
        made["data"]["id"].as_str().unwrap().to_owned()
    }

    /// The content of a document.
    #[track_caller]
    pub fn content(&mut self, id: &str) -> String {
        let read = self.done("get_document", json!({"documentId": id}));
        read["data"]["content"].as_str().unwrap().to_owned()
    }

    /// Closes the input and waits for the end.
    #[track_caller]
    pub fn end(mut self) {
        self.input = None;
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }

    /// Kills the process as nothing else can.
    pub fn kill(self) {
        drop(self);
    }
}

/// A test that fails leaves no process behind.
impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
