//! `ibid mcp`.

use std::sync::Arc;

use clap::Args;
use dialects::ToolHost;
use dialects::context_repo::Profile;
use domain::{Error, ErrorKind};
use mcp_server::{ServeError, Shutdown};

use crate::app::App;
use crate::args;
use crate::compose::Access;
use crate::output::{Exit, Result};
use crate::switching::{COMMAND, SwitchingHost, Wanted, session};

/// Serve the home to an agent: MCP over standard input and output
///
/// Any number of agents may share a home. The first such process owns it, indexes what is pending
/// in the background, and answers the others over a socket in the home; so does `ibid serve`, to
/// which an agent's process gives the home up. When the owner ends, another one takes its place at
/// its next call. A write that may have been lost with an owner says so and is not repeated.
///
/// The process ends with its input or on request. On a home that cannot be written, or with
/// `--read-only`, the agent can still search and read.
#[derive(Debug, Args)]
pub struct Mcp {
    /// Which tools to list: `core` (at most 20), `contract` (the contract's 27), `full`, `read`,
    /// or names parted by commas; all others can be called as well [default: core]
    #[arg(long, value_name = "TOOLS", value_parser = args::profile)]
    tools: Option<Profile>,

    /// Show a passage again although it was shown on this connection before
    #[arg(long)]
    no_auto_session: bool,
}

impl Mcp {
    /// Serves until the input ends or a signal comes. Both are a normal end.
    ///
    /// # Errors
    /// A home that cannot be opened, a client that does not speak the protocol.
    pub fn run(self, app: &App) -> Result<Exit> {
        let wanted = self.wanted(app)?;
        let shutdown = Shutdown::new();
        app.signals.on_first({
            let shutdown = shutdown.clone();
            move || shutdown.request()
        });
        if app.is_read_only() {
            return read_only(app, &wanted, &shutdown);
        }
        match SwitchingHost::start(wanted.clone()) {
            Ok(host) => {
                let served = serve(Arc::clone(&host) as Arc<dyn ToolHost>, &shutdown);
                host.close();
                served
            }
            Err(error) if error.kind == ErrorKind::Unavailable => {
                // When it cannot be read either, the first error is the one to act on.
                if app.open(Access::ReadOnly, COMMAND).is_err() {
                    return Err(error.into());
                }
                app.output
                    .say(&format!("note: {}; reading only", error.message));
                read_only(app, &wanted, &shutdown)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn wanted(&self, app: &App) -> domain::Result<Wanted> {
        let config = app.config()?.clone();
        let listed = config.mcp.tools.as_deref().map(Profile::parse);
        let profile = match (&self.tools, listed) {
            (Some(profile), _) => profile.clone(),
            (None, Some(profile)) => profile?,
            (None, None) => Profile::CORE,
        };
        Ok(Wanted {
            home: app.home.clone(),
            workspace: app.workspace.clone(),
            profile,
            auto_session: config.mcp.auto_session && !self.no_auto_session,
            config,
            output: app.output,
        })
    }
}

/// Serves a home that is not to be, or cannot be, written: beside its owner, if there is one.
fn read_only(app: &App, wanted: &Wanted, shutdown: &Shutdown) -> Result<Exit> {
    let open = app.open(Access::ReadOnly, COMMAND)?;
    let host = open.host(session(wanted.auto_session), wanted.profile.clone());
    serve(Arc::new(host), shutdown)
}

fn serve(host: Arc<dyn ToolHost>, shutdown: &Shutdown) -> Result<Exit> {
    mcp_server::serve_stdio(host, shutdown).map_err(failure)?;
    Ok(Exit::Ok)
}

fn failure(error: ServeError) -> Error {
    let hint = "`ibid mcp` is for agents; an agent starts it by itself";
    match error {
        ServeError::Handshake => Error::invalid(error.to_string()).hint(hint),
        other => Error::internal(other.to_string()),
    }
}
