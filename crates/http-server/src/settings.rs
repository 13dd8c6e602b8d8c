//! What an operator can choose about the server, as plain data.

use dialects::context_repo::Profile;
use dialects::route::Family;

/// The longest body of a call under `/v1`, in bytes: a text document of the largest size fits,
/// escaped as JSON usually is.
pub const REST_BODY_BYTES_MAX: usize = 48 * 1024 * 1024;

/// How the server behaves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether programs on this machine may work without a key over TCP.
    pub keyless_loopback: bool,
    /// Whether MCP connections get a search session when they name none.
    pub auto_session: bool,
    /// How many calls are answered per window.
    pub limits: RateLimits,
    /// The longest body of a call under `/v1`, in bytes.
    pub rest_body_bytes_max: usize,
    /// The longest MCP message, in bytes.
    pub mcp_body_bytes_max: usize,
    /// Hosts beside the loopback names and the host of the base URL by which requests without a
    /// key may name this server: `host` for any port, or `host:port`.
    pub allowed_hosts: Vec<String>,
    /// Origins beside the server's own that requests without a key may carry:
    /// `https://app.example.com`.
    pub allowed_origins: Vec<String>,
    /// Which tools `/mcp` lists, when neither the address nor the key says so.
    pub tools: Profile,
    /// The version that the discovery files tell.
    pub version: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            keyless_loopback: true,
            auto_session: true,
            limits: RateLimits::default(),
            rest_body_bytes_max: REST_BODY_BYTES_MAX,
            mcp_body_bytes_max: mcp_server::MESSAGE_BYTES_MAX,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            tools: Profile::CONTRACT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// How many calls of each family one key may make per window, and when that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimits {
    /// Whose calls are counted.
    pub counted: Counted,
    /// The length of the window, in milliseconds.
    pub window_ms: i64,
    /// Calls that fetch from the web.
    pub scrape: usize,
    /// Calls that write or take long.
    pub api: usize,
    /// Calls that read.
    pub read_only: usize,
}

impl RateLimits {
    /// The most calls of a family per window.
    pub fn of(&self, family: Family) -> usize {
        match family {
            Family::Scrape => self.scrape,
            Family::Api => self.api,
            Family::ReadOnly => self.read_only,
        }
    }
}

impl Default for RateLimits {
    /// The contract's numbers.
    fn default() -> Self {
        Self {
            counted: Counted::Remote,
            window_ms: 60_000,
            scrape: 10,
            api: 100,
            read_only: 120,
        }
    }
}

/// Whose calls count against the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Nobody's.
    Never,
    /// Those of keys that come from another machine.
    Remote,
    /// Everybody's over TCP; calls without a key count together.
    Always,
}
