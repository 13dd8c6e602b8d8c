//! Connections that end early, and the end of the server.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::ports::page_fetcher::{FetchedPage, PageFetcher};
use domain::{Cancel, Error, Result};
use serde_json::json;

use crate::client::{Call, Reply};
use crate::requests::message;
use crate::world::{HERE, Options, World};

/// Only so that a test that would hang fails instead.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page that never comes: says when it was asked for and when it was told to stop.
struct Endless {
    begun: Mutex<Sender<()>>,
    stopped: Mutex<Sender<()>>,
}

impl PageFetcher for Endless {
    fn fetch(&self, _url: &str, cancel: &Cancel) -> Result<FetchedPage> {
        let _ = self.begun.lock().unwrap().send(());
        while !cancel.is_cancelled() {
            std::thread::yield_now();
        }
        let _ = self.stopped.lock().unwrap().send(());
        Err(Error::cancelled())
    }
}

fn waiting_world() -> (World, Receiver<()>, Receiver<()>) {
    let (begun, has_begun) = channel();
    let (stopped, has_stopped) = channel();
    let pages = Endless {
        begun: Mutex::new(begun),
        stopped: Mutex::new(stopped),
    };
    let world = World::with(Options {
        pages: Some(Arc::new(pages)),
        ..Options::default()
    });
    (world, has_begun, has_stopped)
}

fn scrape() -> String {
    let body = json!({"url": "https://pages.example/"}).to_string();
    format!(
        "POST /v1/documents/scrape HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[test]
fn a_call_is_told_to_stop_when_its_client_leaves() {
    let (world, has_begun, has_stopped) = waiting_world();
    let serving = world.serve();
    let mut client = TcpStream::connect(serving.address).unwrap();
    client.write_all(scrape().as_bytes()).unwrap();
    has_begun.recv_timeout(PATIENCE).unwrap();
    drop(client);
    has_stopped.recv_timeout(PATIENCE).unwrap();
}

#[test]
fn stopping_breaks_off_what_does_not_end_and_lets_the_home_go() {
    let (world, has_begun, has_stopped) = waiting_world();
    let serving = world.serve();
    let address = serving.address;
    let mut client = TcpStream::connect(address).unwrap();
    client.write_all(scrape().as_bytes()).unwrap();
    has_begun.recv_timeout(PATIENCE).unwrap();
    // An idle connection must not hold the end up.
    let _idle = TcpStream::connect(address).unwrap();
    let engine = Arc::downgrade(&world.engine);
    drop(world);
    serving.server.stop();
    has_stopped.recv_timeout(PATIENCE).unwrap();
    assert_eq!(engine.strong_count(), 0);
    assert!(TcpStream::connect(address).is_err());
}

#[test]
fn a_server_that_is_dropped_stops() {
    let world = World::new();
    let serving = world.serve();
    let address = serving.address;
    assert_eq!(serving.tcp(&Call::get("/healthz")).status, 200);
    drop(serving);
    assert!(TcpStream::connect(address).is_err());
}

/// Reads one answer, which ends with the brace of its JSON.
fn answer(client: &mut TcpStream) -> Reply {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"}") {
        let mut piece = [0; 512];
        let length = client.read(&mut piece).unwrap();
        assert!(length > 0);
        bytes.extend_from_slice(&piece[..length]);
    }
    Reply::parse(&bytes)
}

#[test]
fn one_connection_carries_many_requests() {
    let world = World::new();
    let serving = world.serve();
    let mut client = TcpStream::connect(serving.address).unwrap();
    for _ in 0..3 {
        let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        client.write_all(request).unwrap();
        assert_eq!(answer(&mut client).status, 200);
    }
}

#[test]
fn a_client_that_is_refused_while_it_sends_keeps_its_connection() {
    let world = World::new();
    let serving = world.serve();
    let mut client = TcpStream::connect(serving.address).unwrap();
    for (line, status) in [
        (
            "POST /v1/prompts HTTP/1.1\r\nAuthorization: API-Key gm_x",
            401,
        ),
        (
            "POST /v1/prompts HTTP/1.1\r\nOrigin: http://evil.example",
            403,
        ),
        ("POST /v1/nothing HTTP/1.1", 404),
        ("PUT /v1/prompts HTTP/1.1", 405),
    ] {
        let head = format!("{line}\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n");
        client.write_all(head.as_bytes()).unwrap();
        assert_eq!(answer(&mut client).status, status);
        client.write_all(&[b' '; 9000]).unwrap();
    }
}

#[test]
fn a_request_without_a_host_or_with_an_endless_head_is_refused() {
    let world = World::new();
    let serving = world.serve();
    let send = |head: &str| {
        let mut client = TcpStream::connect(serving.address).unwrap();
        client.write_all(head.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        client.read_to_end(&mut bytes).unwrap();
        Reply::parse(&bytes).status
    };
    assert_eq!(send("GET /v1/prompts HTTP/1.0\r\n\r\n"), 403);
    assert_eq!(
        send("GET /v1/prompts HTTP/1.1\r\nConnection: close\r\n\r\n"),
        403
    );
    let long = "x".repeat(70_000);
    assert_eq!(
        send(&format!(
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: {long}\r\n\r\n"
        )),
        431
    );
}

#[test]
fn a_fault_is_opaque_to_the_client_and_logged() {
    struct Broken;
    impl PageFetcher for Broken {
        fn fetch(&self, _url: &str, _cancel: &Cancel) -> Result<FetchedPage> {
            Err(Error::internal("page 7 of /home/ada/ibid.db is malformed"))
        }
    }
    let world = World::with(Options {
        pages: Some(Arc::new(Broken)),
        ..Options::default()
    });
    let call = Call::post("/v1/documents/scrape", &json!({"url": "https://x.example"}));
    let reply = world.from(HERE, &call);
    assert_eq!(reply.status, 500);
    assert!(!reply.text().contains("ada"));
    let logged = world.logged.lock().unwrap().clone();
    assert_eq!(logged.len(), 1);
    assert!(logged[0].contains("POST /v1/documents/scrape"));
    assert!(logged[0].contains("malformed"));
}

#[test]
fn a_panic_is_a_fault_like_any_other() {
    struct Panics;
    impl PageFetcher for Panics {
        fn fetch(&self, _url: &str, _cancel: &Cancel) -> Result<FetchedPage> {
            panic!("on purpose")
        }
    }
    let world = World::with(Options {
        pages: Some(Arc::new(Panics)),
        ..Options::default()
    });
    let serving = world.serve();
    let call = Call::post("/v1/documents/scrape", &json!({"url": "https://x.example"}));
    assert_eq!(serving.tcp(&call).status, 500);
    let tools = Call::mcp(&message("list_documents", &json!({})));
    assert_eq!(serving.tcp(&tools).status, 200);
}
