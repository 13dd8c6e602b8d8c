//! Runs a connection from its first byte to its end.

use std::sync::Arc;
use std::time::Duration;

use dialects::ToolHost;
use rmcp::service::{ServerInitializeError, serve_server_with_ct};
use rmcp::transport::io::stdio_pipes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use crate::Deadlines;
use crate::calls::{Calls, log_to_stderr};
use crate::handler::Handler;
use crate::stdio::LineTransport;

/// How long the end of the process waits for calls that are still running. What they have
/// acknowledged is safe by then; the rest is undone by the store.
const LAST_CALLS_MAX: Duration = Duration::from_secs(1);

/// Ends a server from outside: from a signal handler, or from another thread.
#[derive(Clone, Debug, Default)]
pub struct Shutdown(CancellationToken);

impl Shutdown {
    /// A server that was given this runs until its client leaves or [`Shutdown::request`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the server to finish its answers and end.
    pub fn request(&self) {
        self.0.cancel();
    }

    pub(crate) fn token(&self) -> &CancellationToken {
        &self.0
    }
}

/// Why a server could not serve. A client that leaves is not a failure, even before its first
/// message.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The process could not set itself up.
    #[error("the server could not start: {0}")]
    Start(#[source] std::io::Error),
    /// The client did not begin as the protocol wants.
    #[error("the client did not begin with a request of the protocol")]
    Handshake,
    /// The client went away while it was being answered.
    #[error("the client could not be answered: {0}")]
    Write(String),
    /// The connection failed inside the server.
    #[error("the connection ended inside the server")]
    Failed,
}

/// Serves `host` on stdin and stdout until end of file or `shutdown`. Nothing but the protocol is
/// written to stdout.
///
/// # Errors
/// `Start` when no runtime can be made; otherwise as [`serve`].
pub fn serve_stdio(host: Arc<dyn ToolHost>, shutdown: &Shutdown) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    let ended = runtime.block_on(async {
        let (input, output) = stdio_pipes();
        serve(host, input, output, shutdown).await
    });
    // A read of stdin that is still waiting cannot be stopped, so the runtime is not waited for.
    runtime.shutdown_timeout(LAST_CALLS_MAX);
    ended
}

/// Serves `host` over any pair of streams until end of file or `shutdown`.
///
/// # Errors
/// `Handshake` when the client begins with anything but a request, `Write` when it cannot be
/// answered during the handshake, `Failed` when the connection's task failed.
pub async fn serve<R, W>(
    host: Arc<dyn ToolHost>,
    input: R,
    output: W,
    shutdown: &Shutdown,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    serve_with(host, input, output, shutdown, Deadlines::default()).await
}

/// Serves as [`serve`] does, with other deadlines.
///
/// # Errors
/// As [`serve`].
pub async fn serve_with<R, W>(
    host: Arc<dyn ToolHost>,
    input: R,
    output: W,
    shutdown: &Shutdown,
    deadlines: Deadlines,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let calls = Arc::new(Calls::new(deadlines, Arc::new(log_to_stderr)));
    let handler = Handler::new(host, calls);
    let transport = LineTransport::new(input, output);
    // Whatever ends the connection also ends this token, so the caller's own is kept out of it.
    let token = shutdown.0.child_token();
    match serve_server_with_ct(handler, transport, token).await {
        Ok(running) => match running.waiting().await {
            Ok(_) => Ok(()),
            Err(_) => Err(ServeError::Failed),
        },
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
            Ok(())
        }
        Err(ServerInitializeError::TransportError { error, .. }) => {
            Err(ServeError::Write(error.to_string()))
        }
        Err(_) => Err(ServeError::Handshake),
    }
}
