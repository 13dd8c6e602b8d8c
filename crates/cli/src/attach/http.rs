//! One request over the owner's socket, and what became of it.
//!
//! Every request has a connection of its own. An owner that is leaving answers whoever is
//! connected; a connection that is kept open would leave a moment in which a request is written
//! and nobody can tell whether it was read.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use domain::Cancel;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;

use super::address;

/// How long an owner may take to accept a connection.
const CONNECT_MAX: Duration = Duration::from_secs(5);
/// How long an owner may take to answer. It has a deadline of its own for calls, well below; this
/// one is for an owner that hangs.
const ANSWER_MAX: Duration = Duration::from_secs(300);
/// How long an owner that leaves waits for those who came before.
const TURN_MAX: Duration = Duration::from_secs(2);
/// How often a waiting caller looks whether it should stop.
const CANCEL_CHECK: Duration = Duration::from_millis(20);
/// The longest answer, in bytes.
const ANSWER_BYTES_MAX: usize = 256 * 1024 * 1024;

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its method.
    pub method: http::Method,
    /// Path and query.
    pub path: String,
    /// Headers beside those that every request has.
    pub headers: Vec<(&'static str, String)>,
    /// The body, JSON unless a header says otherwise; empty for none.
    pub body: Bytes,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Bytes,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nobody got the request.
    NotSent,
    /// The request was written and the connection broke: it may have been carried out.
    Lost,
    /// The owner did not answer in time: it may still carry the request out.
    TimedOut,
    /// The caller did not want to wait any longer.
    Cancelled,
}

/// Sends a request to whoever listens for the home and waits for the answer.
///
/// # Errors
/// The fault, which says whether the request may have had an effect.
pub fn send(home: &Path, request: &Request, cancel: &Cancel) -> Result<Answer, Fault> {
    send_to(&address::candidates(home), request, cancel, ANSWER_MAX)
}

/// Returns when everybody who came to the socket at `path` before was let in: whoever listens there
/// takes one after the other. For an owner that is about to stop listening.
pub fn wait_for_my_turn(path: &Path) {
    let request = Request {
        method: http::Method::GET,
        path: http_server::local::OWNER.to_owned(),
        headers: Vec::new(),
        body: Bytes::new(),
    };
    // Without an answer there is nothing more to wait for.
    let _ = send_to(&[path.to_owned()], &request, &Cancel::new(), TURN_MAX);
}

fn send_to(
    sockets: &[PathBuf],
    request: &Request,
    cancel: &Cancel,
    within: Duration,
) -> Result<Answer, Fault> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|_| Fault::NotSent)?;
    runtime.block_on(async {
        let stream = connect(sockets).await?;
        tokio::select! {
            answer = exchange(stream, request) => answer,
            () = raised(cancel) => Err(Fault::Cancelled),
            () = tokio::time::sleep(within) => Err(Fault::TimedOut),
        }
    })
}

/// Whether somebody listens for the home.
pub fn is_answered(home: &Path) -> bool {
    address::candidates(home)
        .iter()
        .any(|path| std::os::unix::net::UnixStream::connect(path).is_ok())
}

async fn connect(candidates: &[PathBuf]) -> Result<UnixStream, Fault> {
    for path in candidates {
        let connected = tokio::time::timeout(CONNECT_MAX, UnixStream::connect(path)).await;
        if let Ok(Ok(stream)) = connected {
            return Ok(stream);
        }
    }
    Err(Fault::NotSent)
}

async fn exchange(stream: UnixStream, request: &Request) -> Result<Answer, Fault> {
    let request = message(request).map_err(|_| Fault::NotSent)?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|_| Fault::NotSent)?;
    let answering = async {
        let response = sender
            .try_send_request(request)
            .await
            .map_err(|mut error| {
                // A message that comes back was never begun.
                match error.take_message() {
                    Some(_) => Fault::NotSent,
                    None => Fault::Lost,
                }
            })?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), ANSWER_BYTES_MAX);
        let body = body.collect().await.map_err(|_| Fault::Lost)?.to_bytes();
        Ok(Answer { status, body })
    };
    while_driven(connection, answering).await
}

/// Waits for `answer` while the connection is moved on.
async fn while_driven<T>(connection: impl Future, answer: impl Future<Output = T>) -> T {
    tokio::pin!(connection, answer);
    tokio::select! {
        biased;
        answer = &mut answer => return answer,
        _ = &mut connection => {}
    }
    // The connection is done; what it left for the answer is there.
    answer.await
}

fn message(request: &Request) -> http::Result<http::Request<Full<Bytes>>> {
    let mut builder = http::Request::builder()
        .method(request.method.clone())
        .uri(&request.path)
        .header(http::header::HOST, "localhost")
        .header(http::header::CONNECTION, "close")
        .header(http::header::ACCEPT, "application/json");
    let has_type = |(name, _): &(&str, String)| name.eq_ignore_ascii_case("content-type");
    if !request.body.is_empty() && !request.headers.iter().any(has_type) {
        builder = builder.header(http::header::CONTENT_TYPE, "application/json");
    }
    for (name, value) in &request.headers {
        builder = builder.header(*name, value);
    }
    builder.body(Full::new(request.body.clone()))
}

async fn raised(cancel: &Cancel) {
    while !cancel.is_cancelled() {
        tokio::time::sleep(CANCEL_CHECK).await;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::thread::{self, JoinHandle};

    use super::*;

    fn request() -> Request {
        Request {
            method: http::Method::POST,
            path: "/mcp".to_owned(),
            headers: Vec::new(),
            body: Bytes::from_static(b"{}"),
        }
    }

    /// An owner that reads one request and then writes `answer`.
    fn owner(home: &Path, answer: &'static [u8]) -> JoinHandle<()> {
        let (listener, socket) = address::listen(home).unwrap();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut read = Vec::new();
            let mut piece = [0; 1024];
            while !read.ends_with(b"{}") {
                let n = stream.read(&mut piece).unwrap();
                read.extend_from_slice(&piece[..n]);
            }
            stream.write_all(answer).unwrap();
            drop(socket);
        })
    }

    #[test]
    fn an_answer_comes_back_whole() {
        let home = tempfile::tempdir().unwrap();
        let owner = owner(
            home.path(),
            b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok",
        );
        let answer = send(home.path(), &request(), &Cancel::new()).unwrap();
        assert_eq!((answer.status, &answer.body[..]), (201, &b"ok"[..]));
        owner.join().unwrap();
    }

    #[test]
    fn without_an_owner_nothing_is_sent() {
        let home = tempfile::tempdir().unwrap();
        let fault = send(home.path(), &request(), &Cancel::new()).unwrap_err();
        assert_eq!(fault, Fault::NotSent);
        assert!(!is_answered(home.path()));
    }

    #[test]
    fn an_owner_that_dies_while_it_answers_leaves_the_outcome_open() {
        for answer in [
            &b""[..],
            b"HTTP/1.1 200 OK\r\nContent-Le",
            b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
        ] {
            let home = tempfile::tempdir().unwrap();
            let owner = owner(home.path(), answer);
            let fault = send(home.path(), &request(), &Cancel::new()).unwrap_err();
            assert_eq!(fault, Fault::Lost);
            owner.join().unwrap();
        }
    }

    #[test]
    fn a_caller_that_stops_waiting_is_let_go() {
        let home = tempfile::tempdir().unwrap();
        let (_listener, _socket) = address::listen(home.path()).unwrap();
        let cancel = Cancel::new();
        cancel.cancel();
        let fault = send(home.path(), &request(), &cancel).unwrap_err();
        assert_eq!(fault, Fault::Cancelled);
    }
}
