//! `ibid serve`, and requests to it.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Child;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::{Method, Request};

use super::{Place, Run, signal};

pub struct Served {
    pub child: Child,
    pub url: String,
    pub socket: String,
    client: Agent,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub body: Value,
}

impl Reply {
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        self.body
    }
}

impl Served {
    /// Starts a server on a free port and waits until it is ready.
    pub fn start(place: &Place) -> Self {
        Self::start_with(place, &[])
    }

    pub fn start_with(place: &Place, extra: &[&str]) -> Self {
        let mut args = vec!["serve", "--port", "0", "--json"];
        args.extend(extra);
        let mut child = place.spawn(&args);
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let Ok(ready) = serde_json::from_str::<Value>(&line) else {
            panic!("{:?}", ended(child));
        };
        if ready["url"].is_null() {
            panic!("{ready} {:?}", ended(child));
        }
        Self {
            child,
            url: ready["url"].as_str().unwrap().to_owned(),
            socket: ready["socket"].as_str().unwrap().to_owned(),
            client: client(),
        }
    }

    /// A request without a key; a body is sent as JSON.
    pub fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Reply {
        self.send(method, path, None, body)
    }

    pub fn ask_with_key(&self, key: &str, method: &str, path: &str, body: Option<Value>) -> Reply {
        self.send(method, path, Some(key), body)
    }

    fn send(&self, method: &str, path: &str, key: Option<&str>, body: Option<Value>) -> Reply {
        let url = format!("{}{path}", self.url);
        send(&self.client, method, &url, key, body)
    }

    /// Calls a tool over `/mcp`; the result.
    pub fn call(&self, key: Option<&str>, tool: &str, arguments: Value) -> Value {
        let message = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        });
        let reply = self.send("POST", "/mcp", key, Some(message));
        reply.body["result"].clone()
    }

    /// Asks it to terminate and waits for the end.
    #[track_caller]
    pub fn end(mut self) {
        signal(&self.child, "TERM");
        let code = self.child.wait().unwrap().code();
        let mut said = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        assert_eq!(code, Some(0), "{said}");
    }
}

/// A test that fails leaves no process behind.
impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that keeps its connections and takes every status for an answer.
pub fn client() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(120)))
        .proxy(None)
        .build()
        .into()
}

pub fn send(
    client: &Agent,
    method: &str,
    url: &str,
    key: Option<&str>,
    body: Option<Value>,
) -> Reply {
    let mut request = Request::builder()
        .method(Method::from_bytes(method.as_bytes()).unwrap())
        .uri(url)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json");
    if let Some(key) = key {
        request = request.header("Authorization", format!("API-Key {key}"));
    }
    let text = body.map(|body| body.to_string()).unwrap_or_default();
    let request = request.body(text).unwrap();
    let request = client
        .configure_request(request)
        .allow_non_standard_methods(true)
        .build();
    let mut response = client.run(request).unwrap();
    let status = response.status().as_u16();
    let text = response.body_mut().read_to_string().unwrap();
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    Reply { status, body }
}

fn ended(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
