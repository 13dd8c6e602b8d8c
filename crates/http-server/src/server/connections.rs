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
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use super::arriving::Arriving;
use super::crowd::{Crowd, Seat};
use super::{Door, Listener};
use crate::app::Log;

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
    crowd: Arc<Crowd>,
    log: Log,
    mut stopped: watch::Receiver<bool>,
) {
    let mut connections = JoinSet::new();
    let mut is_failing = false;
    loop {
        // Those that have ended are forgotten, or the set would grow for ever.
        while connections.try_join_next().is_some() {}
        let accepted = async {
            let accepted = listener.accept().await?;
            Ok((accepted, crowd.seat().await))
        };
        let accepted: io::Result<(Accepted, Seat)> = tokio::select! {
            biased;
            _ = stopped.wait_for(|stop| *stop) => break,
            accepted = accepted => accepted,
        };
        match accepted {
            Ok((accepted, seat)) => {
                is_failing = false;
                connections.spawn(accepted.serve(router.clone(), seat, stopped.clone()));
            }
            Err(error) => {
                if !std::mem::replace(&mut is_failing, true) {
                    log(&format!("cannot accept a connection: {}", error.kind()));
                }
                // It may be the number of open files that has run out.
                crowd.send_one_away();
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
    async fn serve(self, router: Router, seat: Seat, stopped: watch::Receiver<bool>) {
        match self {
            Self::Tcp(stream, peer) => serve(stream, Some(peer), router, seat, stopped).await,
            Self::Unix(stream) => serve(stream, None, router, seat, stopped).await,
        }
    }
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    peer: Option<SocketAddr>,
    router: Router,
    seat: Seat,
    mut stopped: watch::Receiver<bool>,
) {
    let seat = Arc::new(seat);
    let of_requests = Arc::clone(&seat);
    let service = service_fn(move |request: Request<IncomingBody>| {
        let seat = Arc::clone(&of_requests);
        let mut request = request.map(|body| Body::new(Arriving::new(body, &seat)));
        if let Some(peer) = peer {
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        let router = router.clone();
        async move {
            let answer = router.oneshot(request).await;
            seat.waits();
            Ok::<_, Infallible>(answer.unwrap_or_else(|e| match e {}))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_header_size(HEAD_BYTES_MAX)
        .max_headers(HEADERS_MAX)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    // A connection fails when its client breaks it off or speaks no HTTP: no news for anybody.
    let crowded_out = tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopped.wait_for(|stop| *stop) => false,
        () = seat.has_to_leave() => true,
    };
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        _ = connection => {}
        () = seat.has_had_time(), if crowded_out => {}
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{Ipv4Addr, TcpStream};

    use super::*;

    #[test]
    fn clients_that_say_nothing_or_not_enough_shut_nobody_out() {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let server = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let read = |body: Body| async { axum::body::to_bytes(body, 100).await.unwrap() };
                let router = Router::new()
                    .fallback(move |request: axum::extract::Request| read(request.into_body()));
                let listener = Incoming::open(Listener::Tcp(listener)).unwrap();
                let log: Log = Arc::new(|_| ());
                accept(listener, router, Crowd::new(2), log, stopped).await;
            });
        });
        let connect = |sent: &str| {
            let mut client = TcpStream::connect(address).unwrap();
            client.write_all(sent.as_bytes()).unwrap();
            client
        };
        let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n";
        let _idle: Vec<TcpStream> = ["", "", "PO", head, &format!("{head}o")]
            .map(connect)
            .into();
        let mut client = connect(&format!("{head}ok"));
        let mut answer = vec![0; 12];
        client.read_exact(&mut answer).unwrap();
        assert_eq!(answer, b"HTTP/1.1 200");
        stop.send(true).unwrap();
        drop(_idle);
        drop(client);
        server.join().unwrap();
    }
}
