//! A client's end of a connection, as lines of JSON.

use std::sync::Arc;

use mcp_server::{Deadlines, ServeError, Shutdown, ToolHost, serve_with};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex};
use tokio::task::JoinHandle;

/// Far more than any message of these tests, so that no side ever waits for the other to read.
const PIPE_BYTES: usize = 4 * 1024 * 1024;

pub struct Connection {
    to_server: Option<DuplexStream>,
    from_server: Lines<BufReader<DuplexStream>>,
    server: JoinHandle<Result<(), ServeError>>,
    pub shutdown: Shutdown,
}

impl Connection {
    pub fn open(host: Arc<dyn ToolHost>) -> Self {
        Self::with_deadlines(host, Deadlines::default())
    }

    pub fn with_deadlines(host: Arc<dyn ToolHost>, deadlines: Deadlines) -> Self {
        let (to_server, input) = duplex(PIPE_BYTES);
        let (output, from_server) = duplex(PIPE_BYTES);
        let shutdown = Shutdown::new();
        let held = shutdown.clone();
        let server =
            tokio::spawn(async move { serve_with(host, input, output, &held, deadlines).await });
        Self {
            to_server: Some(to_server),
            from_server: BufReader::new(from_server).lines(),
            server,
            shutdown,
        }
    }

    /// Opens a connection and shakes hands in the older way.
    pub async fn initialized(host: Arc<dyn ToolHost>) -> Self {
        let mut connection = Self::open(host);
        connection.shake_hands().await;
        connection
    }

    pub async fn shake_hands(&mut self) {
        let answer = self.request(&initialize("2025-06-18")).await;
        assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string()).await;
    }

    pub async fn send_line(&mut self, line: &str) {
        self.send_bytes(line.as_bytes()).await;
        self.send_bytes(b"\n").await;
    }

    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let pipe = self.to_server.as_mut().unwrap();
        pipe.write_all(bytes).await.unwrap();
    }

    /// The next message from the server; `None` when it has closed its side.
    pub async fn receive(&mut self) -> Option<Value> {
        let line = self.from_server.next_line().await.unwrap()?;
        Some(serde_json::from_str(&line).unwrap())
    }

    pub async fn request(&mut self, message: &Value) -> Value {
        self.send(message).await;
        let answer = self.receive().await.unwrap();
        assert_eq!(answer["id"], message["id"]);
        answer
    }

    pub async fn call(&mut self, name: &str, arguments: Value) -> Value {
        self.request(&call(1, name, arguments)).await["result"].take()
    }

    /// Ends the client's side.
    pub fn leave(&mut self) {
        self.to_server = None;
    }

    /// What the server returned.
    pub async fn ended(self) -> Result<(), ServeError> {
        self.server.await.unwrap()
    }
}

pub fn initialize(version: &str) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    })
}

pub fn call(id: u64, name: &str, arguments: Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    })
}

/// `message` as a request of the newer, stateless way.
pub fn modern(mut message: Value) -> Value {
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    });
    message
}
