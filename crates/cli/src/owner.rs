//! A process that owns the home for as long as it runs: it indexes in the background and answers
//! those who attach.

use std::net::TcpListener;
use std::num::NonZeroU32;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::Arc;

use dialects::context_repo::{Profile, Service};
use domain::{Error, Result};
use engine::Worker;
use http_server::{App, Counted, Listener, Parts, RateLimits, Server, Settings};

use crate::attach::address::{self, SocketFile};
use crate::compose::{self, Open};
use crate::config::{Config, LimitMode};
use crate::output::Output;

/// Called when another process asks for the home.
pub type Handover = Arc<dyn Fn() + Send + Sync>;

/// What an owner is started with.
pub struct Start {
    /// The home.
    pub open: Open,
    /// The command, as others are told of it.
    pub command: &'static str,
    /// How the server behaves.
    pub settings: Settings,
    /// What answers over TCP, and where links into it start.
    pub tcp: Option<(TcpListener, String)>,
    /// What happens when another process asks for the home; `None` when it is not given up.
    pub handover: Option<Handover>,
    /// Where faults are told.
    pub output: Output,
}

/// An owner that runs.
pub struct Owner {
    /// The home.
    pub open: Open,
    worker: Worker,
    server: Server,
    socket: Option<SocketFile>,
}

impl Owner {
    /// Starts indexing and answering.
    ///
    /// # Errors
    /// `Invalid` for a setting that cannot be used, `Unavailable` when the machine gives no
    /// threads.
    pub fn start(start: Start) -> Result<Self> {
        let Start { open, output, .. } = start;
        let (tcp, base_url) = start.tcp.unzip();
        let app = app(
            open.service(base_url),
            &open,
            start.command,
            start.settings,
            start.handover,
            output,
        )?;
        let (unix, socket) = listen(&open, output).unzip();
        let mut listeners: Vec<Listener> = tcp.into_iter().map(Listener::Tcp).collect();
        listeners.extend(unix.map(Listener::Unix));
        let server = Server::start(app, listeners).map_err(|error| {
            let reason = crate::output::failure::reason(&error);
            Error::unavailable(format!("the server cannot start: {reason}"))
        })?;
        Ok(Self {
            worker: open.start_worker(),
            open,
            server,
            socket,
        })
    }

    /// The local socket, where there is one.
    pub fn socket(&self) -> Option<&Path> {
        self.socket.as_ref().map(SocketFile::path)
    }

    /// Answers who is being answered, ends indexing and closes the home, which is free afterwards.
    pub fn stop(self) {
        let Self {
            open,
            worker,
            server,
            socket,
        } = self;
        // First, so that whoever looks for the owner finds none; and while the home is still
        // ours, or the next owner's would be removed.
        drop(socket);
        server.stop();
        drop(worker);
        drop(open);
    }
}

/// How the server behaves by this configuration.
pub fn settings(config: &Config, tools: Profile, auto_session: bool) -> Settings {
    let limits = &config.limits;
    Settings {
        keyless_loopback: !config.serve.require_key,
        auto_session,
        limits: RateLimits {
            counted: match limits.mode {
                LimitMode::Off => Counted::Never,
                LimitMode::Remote => Counted::Remote,
                LimitMode::Always => Counted::Always,
            },
            scrape: per_minute(limits.scrape),
            api: per_minute(limits.api),
            read_only: per_minute(limits.read_only),
            window_ms: 60_000,
        },
        allowed_hosts: config.serve.allowed_hosts.clone(),
        allowed_origins: config.serve.allowed_origins.clone(),
        tools,
        ..Settings::default()
    }
}

fn per_minute(calls: NonZeroU32) -> usize {
    usize::try_from(calls.get()).unwrap_or(usize::MAX)
}

fn app(
    service: Arc<Service>,
    open: &Open,
    command: &str,
    settings: Settings,
    handover: Option<Handover>,
    output: Output,
) -> Result<Arc<App>> {
    let parts = Parts {
        service,
        access: Arc::clone(&open.access),
        clock: compose::clock(),
        settings,
        holder: compose::holder(command),
        handover,
        log: Arc::new(move |line| output.insist(line)),
    };
    App::new(parts).map(Arc::new)
}

/// Listens for those who attach. Without a socket the owner works all the same, alone.
fn listen(open: &Open, output: Output) -> Option<(UnixListener, SocketFile)> {
    match address::listen(&open.home) {
        Ok(listening) => Some(listening),
        Err(error) => {
            let reason = crate::output::failure::reason(&error);
            output.say(&format!(
                "note: other processes cannot attach, the local socket cannot be made: {reason}"
            ));
            None
        }
    }
}
