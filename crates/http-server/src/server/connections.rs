//! Accepts connections and serves each until its client leaves or the server stops.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Request;
use hyper::body::Incoming as IncomingBody;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use super::{Door, Listener};
use crate::app::Log;

/// How many connections one listener has at a time; further ones wait to be accepted. Each has a
/// count of its own, so that a crowd on the port does not shut the owner out of the socket.
const CONNECTIONS_MAX: usize = 512;
/// How long a client may take to send a request's head, and to think of the next request. Longer
/// than clients keep idle connections, so that none sends into one that is being closed.
const HEAD_TIME: Duration = Duration::from_secs(60);
/// The longest head of a request, in bytes.
const HEAD_BYTES_MAX: usize = 64 * 1024;
/// The most headers of a request.
const HEADERS_MAX: usize = 100;
/// How long accepting pauses after it failed, which it does when files or memory run out.
const PAUSE: Duration = Duration::from_millis(50);

/// A listener that is ready to accept.
#[derive(Debug)]
pub enum Incoming {
    /// On a port.
    Tcp(TcpListener),
    /// On a socket in the file system.
    Unix(UnixListener),
}

impl Incoming {
    /// Has to be called within the runtime that will accept.
    ///
    /// # Errors
    /// When the system refuses the listener.
    pub fn open(listener: Listener) -> io::Result<Self> {
        match listener {
            Listener::Tcp(listener) => {
                listener.set_nonblocking(true)?;
                TcpListener::from_std(listener).map(Self::Tcp)
            }
            Listener::Unix(listener) => {
                listener.set_nonblocking(true)?;
                UnixListener::from_std(listener).map(Self::Unix)
            }
        }
    }

    /// The door that it is.
    pub fn door(&self) -> Door {
        match self {
            Self::Tcp(_) => Door::Tcp,
            Self::Unix(_) => Door::Local,
        }
    }
}

/// Serves `router` on every connection that is accepted, until `stopped`; then waits for those
/// that are open to finish what they are answering.
pub async fn accept(
    listener: Incoming,
    router: Router,
    log: Log,
    mut stopped: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let mut connections = JoinSet::new();
    loop {
        // Those that have ended are forgotten, or the set would grow for ever.
        while connections.try_join_next().is_some() {}
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            biased;
            _ = stopped.wait_for(|stop| *stop) => break,
            accepted = accepted => accepted,
        };
        match accepted {
            Ok(accepted) => {
                let serving = accepted.serve(router.clone(), stopped.clone());
                connections.spawn(async move {
                    serving.await;
                    drop(place);
                });
            }
            Err(error) => {
                log(&format!("cannot accept a connection: {}", error.kind()));
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// A connection that was accepted.
enum Accepted {
    Tcp(tokio::net::TcpStream, SocketAddr),
    Unix(tokio::net::UnixStream),
}

impl Incoming {
    async fn accept(&self) -> io::Result<Accepted> {
        match self {
            Self::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                // An answer is one write; waiting for more to send would only delay it.
                let _ = stream.set_nodelay(true);
                Ok(Accepted::Tcp(stream, peer))
            }
            Self::Unix(listener) => {
                let (stream, _) = listener.accept().await?;
                Ok(Accepted::Unix(stream))
            }
        }
    }
}

impl Accepted {
    async fn serve(self, router: Router, stopped: watch::Receiver<bool>) {
        match self {
            Self::Tcp(stream, peer) => serve(stream, Some(peer), router, stopped).await,
            Self::Unix(stream) => serve(stream, None, router, stopped).await,
        }
    }
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    peer: Option<SocketAddr>,
    router: Router,
    mut stopped: watch::Receiver<bool>,
) {
    let service = service_fn(move |request: Request<IncomingBody>| {
        let mut request = request.map(Body::new);
        if let Some(peer) = peer {
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        let router = router.clone();
        async move { Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|e| match e {})) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_header_size(HEAD_BYTES_MAX)
        .max_headers(HEADERS_MAX)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    // A connection fails when its client breaks it off or speaks no HTTP: no news for anybody.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopped.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
