//! One request over the owner's socket, and what became of it.
//!
//! Every request has a connection of its own, and its body waits until the owner asks for it: an
//! owner that is leaving, or dies, before it has begun leaves no doubt that nothing was done.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use domain::Cancel;
use http::header;
use http_body_util::{BodyExt as _, Limited};
use hyper::client::conn::http1;
use hyper::ext::on_informational;
use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;

use super::address;
use super::held::{Held, Sent};

/// How long an owner may take to accept a connection.
const CONNECT_MAX: Duration = Duration::from_secs(5);
/// How long an owner may take to answer. It has a deadline of its own for calls, well below; this
/// one is for an owner that hangs.
const ANSWER_MAX: Duration = Duration::from_secs(300);
/// How often a waiting caller looks whether it should stop.
const CANCEL_CHECK: Duration = Duration::from_millis(20);
/// Why an exchange ended early; what matters is how far it had come.
type Broken = Box<dyn std::error::Error + Send + Sync>;

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
    /// The body; empty for none.
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
    /// The request went out whole and the connection broke: it may have been carried out. A
    /// request without a body counts as whole when its head may have gone.
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
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|_| Fault::NotSent)?;
    runtime.block_on(async {
        let stream = connect(&address::candidates(home)).await?;
        tokio::select! {
            answer = exchange(stream, request) => answer,
            () = raised(cancel) => Err(Fault::Cancelled),
            () = tokio::time::sleep(ANSWER_MAX) => Err(Fault::TimedOut),
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
    let (message, sent) = message(request).map_err(|_| Fault::NotSent)?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|_| Fault::NotSent)?;
    let answering = async {
        let response = sender.send_request(message).await?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), ANSWER_BYTES_MAX);
        let body = body.collect().await?.to_bytes();
        Ok::<Answer, Broken>(Answer { status, body })
    };
    while_driven(connection, answering)
        .await
        .map_err(|_| match sent.get() {
            true => Fault::Lost,
            false => Fault::NotSent,
        })
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

/// The request as it goes out, and whether its body did.
fn message(request: &Request) -> http::Result<(http::Request<Held>, Sent)> {
    let mut builder = http::Request::builder()
        .method(request.method.clone())
        .uri(&request.path)
        .header(header::HOST, "localhost")
        .header(header::CONNECTION, "close")
        .header(header::ACCEPT, "application/json");
    if !request.body.is_empty() {
        builder = builder
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::EXPECT, "100-continue");
    }
    for (name, value) in &request.headers {
        builder = builder.header(*name, value);
    }
    let (held, ask, sent) = Held::new(request.body.clone());
    let mut message = builder.body(held)?;
    on_informational(&mut message, move |_| ask.ask());
    Ok((message, sent))
}

async fn raised(cancel: &Cancel) {
    while !cancel.is_cancelled() {
        tokio::time::sleep(CANCEL_CHECK).await;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write as _};
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

    /// An owner that reads the head of one request, asks for its body, reads that and then writes
    /// `answer`; without one it does not even ask.
    fn owner(home: &Path, answer: Option<&'static [u8]>) -> JoinHandle<()> {
        let (listener, socket) = address::listen(home).unwrap();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            read_until(&mut stream, b"\r\n\r\n");
            if let Some(answer) = answer {
                stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").unwrap();
                read_until(&mut stream, b"{}");
                stream.write_all(answer).unwrap();
            }
            drop(socket);
        })
    }

    fn read_until(stream: &mut impl Read, end: &[u8]) {
        let mut read = Vec::new();
        let mut piece = [0; 1024];
        while !read.ends_with(end) {
            let n = stream.read(&mut piece).unwrap();
            read.extend_from_slice(&piece[..n]);
        }
    }

    #[test]
    fn an_answer_comes_back_whole() {
        let home = tempfile::tempdir().unwrap();
        let owner = owner(
            home.path(),
            Some(b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok"),
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
            let owner = owner(home.path(), Some(answer));
            let fault = send(home.path(), &request(), &Cancel::new()).unwrap_err();
            assert_eq!(fault, Fault::Lost);
            owner.join().unwrap();
        }
    }

    #[test]
    fn an_owner_that_dies_before_it_asks_for_the_body_has_done_nothing() {
        let home = tempfile::tempdir().unwrap();
        let owner = owner(home.path(), None);
        let fault = send(home.path(), &request(), &Cancel::new()).unwrap_err();
        assert_eq!(fault, Fault::NotSent);
        owner.join().unwrap();
    }

    #[test]
    fn an_answer_may_come_before_the_body_was_asked_for() {
        let home = tempfile::tempdir().unwrap();
        let (listener, _socket) = address::listen(home.path()).unwrap();
        let owner = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            read_until(&mut stream, b"\r\n\r\n");
            let answer = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
            stream.write_all(answer).unwrap();
        });
        let answer = send(home.path(), &request(), &Cancel::new()).unwrap();
        assert_eq!(answer.status, 404);
        owner.join().unwrap();
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
