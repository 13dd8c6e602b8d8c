//! A client's end of HTTP, without a network.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use mcp_server::{Deadlines, Endpoint, Shutdown, ToolHost};
use serde_json::{Value, json};

use crate::fake_host::FakeHost;

/// An answer, as it arrived.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    /// The answer's JSON, after a look at what a relay insists on.
    pub fn json(&self) -> Value {
        assert_eq!(self.headers["content-type"], "application/json");
        assert!(!self.body.contains(['\r', '\n']), "{}", self.body);
        let json: Value = serde_json::from_str(&self.body).unwrap();
        let answers = json.as_array().cloned().unwrap_or(vec![json.clone()]);
        assert!(!answers.is_empty());
        for answer in &answers {
            assert_eq!(answer["jsonrpc"], "2.0");
            let object = answer.as_object().unwrap();
            let id = object.get("id").unwrap();
            assert!(id.is_string() || id.is_number() || id.is_null());
            assert_ne!(object.contains_key("result"), object.contains_key("error"));
            if let Some(error) = object.get("error") {
                assert!(error["code"].is_i64() && error["message"].is_string());
            }
        }
        json
    }

    /// Asserts that there is nothing to read.
    pub fn is_empty(&self, status: StatusCode) {
        assert_eq!(self.status, status);
        assert_eq!(self.body, "");
    }
}

/// An endpoint with the fake host and a log that can be read.
pub struct Exchange {
    pub endpoint: Endpoint,
    pub shutdown: Shutdown,
    host: Arc<dyn ToolHost>,
    log: Arc<Mutex<Vec<String>>>,
}

impl Exchange {
    pub fn new() -> Self {
        Self::with_host(FakeHost::new().0)
    }

    pub fn with_host(host: Arc<dyn ToolHost>) -> Self {
        let shutdown = Shutdown::new();
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&log);
        let write = move |line: &str| lines.lock().unwrap().push(line.to_owned());
        Self {
            endpoint: Endpoint::with_options(&shutdown, Deadlines::default(), Arc::new(write)),
            shutdown,
            host,
            log,
        }
    }

    pub fn logged(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    /// Posts as a relay does.
    pub async fn relay(&self, body: impl ToString) -> Answer {
        let headers = [
            ("authorization", "API-Key gm_x_y"),
            ("content-type", "application/json"),
            ("accept", "application/json"),
            ("user-agent", "context-repo-mcp"),
        ];
        self.post(&headers, body.to_string().into_bytes()).await
    }

    /// Posts as a client of one revision does after the handshake, if there is one.
    pub async fn as_client_of(&self, revision: &str, message: &Value) -> Answer {
        let method = message["method"].as_str().unwrap();
        let name = message["params"]["name"].as_str();
        let mut headers = vec![
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("mcp-protocol-version", revision),
            ("mcp-method", method),
        ];
        headers.extend(name.map(|name| ("mcp-name", name)));
        self.post(&headers, message.to_string().into_bytes()).await
    }

    pub async fn post(&self, headers: &[(&str, &str)], body: Vec<u8>) -> Answer {
        self.send(Method::POST, headers, body).await
    }

    pub async fn send(&self, method: Method, headers: &[(&str, &str)], body: Vec<u8>) -> Answer {
        let mut request = Request::builder().method(method).uri("/mcp");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::from(body))).unwrap();
        let reply = self.endpoint.respond(Arc::clone(&self.host), request).await;
        let (parts, body) = reply.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8(body.to_vec()).unwrap(),
        }
    }
}

pub fn list() -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
}
