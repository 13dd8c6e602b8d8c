//! Serves an app on listeners, on threads of its own, until it is stopped.

mod arriving;
mod connections;
mod crowd;

use std::io;
use std::net::SocketAddr;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use crate::app::App;
use crate::router::{Door, router};
use connections::{Incoming, accept};
use crowd::Crowd;

/// How many threads serve; operations run on others.
const THREADS: usize = 2;
/// The most threads for operations: more than run at a time on any surface.
const BLOCKING_THREADS_MAX: usize = 64;
/// How many connections one listener has at a time. Each has a count of its own, so that a crowd
/// on the port does not shut the owner out of the socket.
const CONNECTIONS_MAX: usize = 512;
/// How long requests that are running when the server is stopped may take to finish.
const FINISH_TIME: Duration = Duration::from_secs(2);
/// How long operations that were told to stop may take to do so.
const LAST_CALLS_TIME: Duration = Duration::from_secs(5);

/// Where a server listens.
#[derive(Debug)]
pub enum Listener {
    /// On a port, for everybody who reaches it.
    Tcp(std::net::TcpListener),
    /// On a socket in the file system, for those who may open it.
    Unix(UnixListener),
}

/// Where a listener can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// An address and port.
    Tcp(SocketAddr),
    /// The path of a socket; `None` when it has none.
    Unix(Option<PathBuf>),
}

/// A running server. It stops when it is dropped.
#[derive(Debug)]
pub struct Server {
    addresses: Vec<Address>,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves `app` on `listeners` from now on: a TCP listener is [`Door::Tcp`], a Unix one
    /// [`Door::Local`].
    ///
    /// # Errors
    /// When a listener cannot be used, or the machine gives no threads.
    pub fn start(app: Arc<App>, listeners: Vec<Listener>) -> io::Result<Self> {
        let addresses: io::Result<Vec<Address>> = listeners.iter().map(Listener::address).collect();
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .max_blocking_threads(BLOCKING_THREADS_MAX)
            .thread_name("ibid-http")
            .enable_all()
            .build()?;
        let (stop, stopped) = watch::channel(false);
        let incoming = {
            let _context = runtime.enter();
            let opened = listeners.into_iter().map(Incoming::open);
            opened.collect::<io::Result<Vec<Incoming>>>()?
        };
        let thread = std::thread::Builder::new()
            .name("ibid-http".to_owned())
            .spawn(move || run(runtime, app, incoming, stopped))?;
        Ok(Self {
            addresses: addresses?,
            stop,
            thread: Some(thread),
        })
    }

    /// Where the listeners can be reached, in the order they were given.
    pub fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// Stops listening, lets running requests finish for up to 2 s, breaks the others off, and
    /// returns when nothing here uses the app any more. An operation that does not stop within
    /// another 5 s is left behind.
    pub fn stop(mut self) {
        self.stop_now();
    }

    fn stop_now(&mut self) {
        // Nobody listens any more when the thread has ended by itself.
        let _ = self.stop.send(true);
        if let Some(thread) = self.thread.take() {
            // A panic there was reported where it happened.
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop_now();
    }
}

impl Listener {
    fn address(&self) -> io::Result<Address> {
        match self {
            Self::Tcp(listener) => listener.local_addr().map(Address::Tcp),
            Self::Unix(listener) => {
                let address = listener.local_addr()?;
                Ok(Address::Unix(address.as_pathname().map(PathBuf::from)))
            }
        }
    }
}

fn run(runtime: Runtime, app: Arc<App>, incoming: Vec<Incoming>, stopped: watch::Receiver<bool>) {
    runtime.block_on(async {
        let mut serving = tokio::task::JoinSet::new();
        for listener in incoming {
            let door = listener.door();
            let router = router(Arc::clone(&app), door);
            let log = Arc::clone(&app.log);
            let crowd = Crowd::new(CONNECTIONS_MAX);
            serving.spawn(accept(listener, router, crowd, log, stopped.clone()));
        }
        let mut stopped = stopped;
        // An error means that the server itself is gone, which comes to the same.
        let _ = stopped.wait_for(|stop| *stop).await;
        let finished = async { while serving.join_next().await.is_some() {} };
        if tokio::time::timeout(FINISH_TIME, finished).await.is_err() {
            app.shutdown.request();
            serving.shutdown().await;
        }
    });
    drop(app);
    runtime.shutdown_timeout(LAST_CALLS_TIME);
}
