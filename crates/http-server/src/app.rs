//! What every request is answered from.

use std::sync::Arc;

use dialects::context_repo::{self, Service};
use domain::Result;
use domain::ports::clock::Clock;
use engine::Access;
use mcp_server::{Deadlines, Endpoint, Shutdown};

use crate::discovery::Files;
use crate::guard::HostPolicy;
use crate::limiter::Limiter;
use crate::local::Owner;
use crate::rest::Table;
use crate::sessions::Sessions;
use crate::settings::Settings;
use crate::work::Work;

/// How many operations run at a time; further ones wait for their turn.
const CALLS_MAX: usize = 16;
/// How many keys are checked at a time. They do not wait behind operations.
const CHECKS_MAX: usize = 4;

/// Where a line goes that the operator should see. It holds no content, queries or keys.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// What a server is made of.
pub struct Parts {
    /// The operations, and the address that links into this server start with.
    pub service: Arc<Service>,
    /// Keys and workspaces.
    pub access: Arc<Access>,
    /// What tells the time to the rate limits.
    pub clock: Arc<dyn Clock>,
    /// What the operator chose.
    pub settings: Settings,
    /// This process as others are told of it, e.g. `ibid serve (process 4711)`.
    pub holder: String,
    /// Called when a process asks over the socket to become the owner; it has to return at once
    /// and stop the server afterwards. `None` when this owner does not give the home up.
    pub handover: Option<Arc<dyn Fn() + Send + Sync>>,
    /// Where faults are logged.
    pub log: Log,
}

/// What every request is answered from.
pub struct App {
    pub(crate) service: Arc<Service>,
    pub(crate) access: Arc<Access>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) settings: Settings,
    pub(crate) hosts: HostPolicy,
    pub(crate) table: Table,
    pub(crate) files: Files,
    pub(crate) limiter: Limiter,
    pub(crate) sessions: Sessions,
    pub(crate) calls: Work,
    pub(crate) checks: Work,
    pub(crate) endpoint: Endpoint,
    pub(crate) shutdown: Shutdown,
    pub(crate) owner: Owner,
    pub(crate) handover: Option<Arc<dyn Fn() + Send + Sync>>,
    pub(crate) log: Log,
}

impl App {
    /// Puts the parts together. Nothing is read or written before a request comes.
    ///
    /// # Errors
    /// `Invalid` when a setting names a host or an origin that is none.
    pub fn new(parts: Parts) -> Result<Self> {
        let settings = parts.settings;
        let base_url = &parts.service.base_url;
        let hosts = HostPolicy::loopback()
            .with_base_url(base_url)
            .with_hosts(&settings.allowed_hosts)?
            .with_origins(&settings.allowed_origins)?;
        let shutdown = Shutdown::new();
        Ok(Self {
            hosts,
            table: Table::new(context_repo::routes()),
            files: Files::new(base_url, &settings.version),
            limiter: Limiter::default(),
            sessions: Sessions::default(),
            calls: Work::new(CALLS_MAX),
            checks: Work::new(CHECKS_MAX),
            endpoint: Endpoint::with_options(
                &shutdown,
                Deadlines::default(),
                Arc::clone(&parts.log),
            ),
            shutdown,
            owner: Owner {
                holder: parts.holder,
                pid: std::process::id(),
                version: settings.version.clone(),
                can_hand_over: parts.handover.is_some(),
            },
            service: parts.service,
            access: parts.access,
            clock: parts.clock,
            settings,
            handover: parts.handover,
            log: parts.log,
        })
    }
}
