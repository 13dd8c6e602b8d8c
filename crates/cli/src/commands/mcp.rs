//! `ibid mcp`.

use std::sync::Arc;

use clap::Args;
use domain::Error;
use engine::Worker;
use mcp_server::{ServeError, Shutdown};

use crate::app::App;
use crate::output::{Exit, Result};

/// Serve the home to an agent: MCP over standard input and output
///
/// The process owns the home until its input ends or it is asked to terminate; what is pending is
/// indexed in the background. On a home that cannot be written, or with `--read-only`, the agent
/// can still search and read.
#[derive(Debug, Args)]
pub struct Mcp {}

impl Mcp {
    /// Serves until the input ends or a signal comes. Both are a normal end.
    ///
    /// # Errors
    /// A home that cannot be opened, a client that does not speak the protocol.
    pub fn run(self, app: &App) -> Result<Exit> {
        let open = app.open_to_serve("ibid mcp")?;
        let shutdown = Shutdown::new();
        app.signals.on_first({
            let shutdown = shutdown.clone();
            move || shutdown.request()
        });
        let status = open.engine.status(&open.caller, &app.signals.cancel)?;
        let worker = status
            .writable
            .then(|| Worker::start(Arc::clone(&open.engine), open.caller.clone()));
        let ended = mcp_server::serve_stdio(Arc::new(open.host_for_agent()), &shutdown);
        drop(worker);
        ended.map_err(failure)?;
        Ok(Exit::Ok)
    }
}

fn failure(error: ServeError) -> Error {
    let hint = "`ibid mcp` is for agents; an agent starts it by itself";
    match error {
        ServeError::Handshake => Error::invalid(error.to_string()).hint(hint),
        other => Error::internal(other.to_string()),
    }
}
