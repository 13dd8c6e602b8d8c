//! What a home's `config.toml` says. The file may be missing; options of the command line win.
//!
//! Every key, with its default:
//!
//! ```toml
//! [serve]
//! port = 4142              # 0 picks a free one
//! bind = "127.0.0.1"       # another address than loopback needs a key in the home
//! base_url = "http://127.0.0.1:4142"   # where links into this server start
//! require_key = false      # true: no caller on loopback without a key
//! allowed_hosts = []       # names that callers without a key may use for this server
//! allowed_origins = []     # pages that callers without a key may come from
//!
//! [limits]
//! mode = "remote"          # "off", "remote" (keys used from another machine) or "always"
//! read_only = 120          # calls per minute
//! api = 100
//! scrape = 10
//!
//! [scrape]
//! allow_private = false    # true: pages of private and local addresses, too
//! bytes_max = 10000000
//! timeout_seconds = 20
//!
//! [reason]                 # left out: answers are made of quotations
//! endpoint = "http://127.0.0.1:11434/v1"
//! model = "llama3.1"
//! api_key_env = "CHAT_KEY" # the name of an environment variable, never the key itself
//!
//! [mcp]
//! tools = "core"           # which tools `ibid mcp` lists
//! auto_session = true      # a connection is not shown the same passage twice
//! ```

mod problem;

use std::net::{IpAddr, Ipv4Addr};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;

use dialects::context_repo::Profile;
use domain::{Error, Result};
use serde::Deserialize;

use crate::output::failure::reason;
use crate::output::text;

/// The file's name in the home.
pub const FILE: &str = "config.toml";
/// The port when nobody names another.
pub const PORT: u16 = 4142;
/// The longest file that is read, in bytes.
const BYTES_MAX: u64 = 256 * 1024;

/// What the file says, with defaults for what it does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How `ibid serve` is reached.
    pub serve: Serve,
    /// How many calls a minute are answered.
    pub limits: Limits,
    /// What may be fetched from the web.
    pub scrape: Scrape,
    /// Who writes the prose of `reason`.
    pub reason: Reason,
    /// What agents see.
    pub mcp: Mcp,
}

/// How `ibid serve` is reached.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Serve {
    /// The TCP port; 0 picks a free one.
    pub port: u16,
    /// The address to listen on.
    pub bind: IpAddr,
    /// Where links into this server start; `None` is the address that it listens on.
    pub base_url: Option<String>,
    /// Whether callers on loopback need a key, too.
    pub require_key: bool,
    /// Host names that a caller without a key may use, beside those of loopback.
    pub allowed_hosts: Vec<String>,
    /// Origins of pages that a caller without a key may come from.
    pub allowed_origins: Vec<String>,
}

/// When the limits hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LimitMode {
    /// Never.
    Off,
    /// For keys that are used from another machine.
    #[default]
    Remote,
    /// For every caller over TCP.
    Always,
}

/// Calls per minute and caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// When they hold.
    pub mode: LimitMode,
    /// Calls that read.
    pub read_only: NonZeroU32,
    /// Calls that write or take long.
    pub api: NonZeroU32,
    /// Calls that fetch from the web.
    pub scrape: NonZeroU32,
}

/// What may be fetched from the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scrape {
    /// Whether pages of private and local addresses may be fetched.
    pub allow_private: bool,
    /// The longest page, in bytes.
    pub bytes_max: NonZeroU64,
    /// How long a fetch may take, redirects included.
    pub timeout_seconds: NonZeroU64,
}

/// Who writes the prose of `reason`: nobody unless an endpoint is named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reason {
    /// The base address of an OpenAI-compatible API.
    pub endpoint: Option<String>,
    /// The model to ask for.
    pub model: Option<String>,
    /// The environment variable that holds the key.
    pub api_key_env: Option<String>,
}

/// What agents see.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mcp {
    /// Which tools are listed, in the words of `--tools`.
    pub tools: Option<String>,
    /// Whether a connection has a search session of its own.
    pub auto_session: bool,
}

impl Default for Serve {
    fn default() -> Self {
        Self {
            port: PORT,
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            base_url: None,
            require_key: false,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            mode: LimitMode::default(),
            read_only: per_minute(120),
            api: per_minute(100),
            scrape: per_minute(10),
        }
    }
}

impl Default for Scrape {
    fn default() -> Self {
        Self {
            allow_private: false,
            bytes_max: number(10_000_000),
            timeout_seconds: number(20),
        }
    }
}

impl Default for Mcp {
    fn default() -> Self {
        Self {
            tools: None,
            auto_session: true,
        }
    }
}

fn per_minute(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("the default limits are above zero")
}

fn number(n: u64) -> NonZeroU64 {
    NonZeroU64::new(n).expect("the default bounds are above zero")
}

impl Config {
    /// Reads the file in the folder `home`; a missing one says nothing.
    ///
    /// # Errors
    /// `Invalid` for a file that cannot be read or understood, naming file, line and key, and what
    /// is allowed there.
    pub fn read(home: &Path) -> Result<Self> {
        let path = home.join(FILE);
        let name = text::path(&path);
        let meta = match std::fs::metadata(&path) {
            Ok(meta) => meta,
            Err(error) if is_missing(&error) => return Ok(Self::default()),
            Err(error) => return Err(unreadable(&name, &reason(&error))),
        };
        if meta.len() > BYTES_MAX {
            let why = format!("it has more than {BYTES_MAX} bytes");
            return Err(unreadable(&name, &why));
        }
        let text = std::fs::read_to_string(&path).map_err(|e| unreadable(&name, &reason(&e)))?;
        Self::parse(&text, &name)
    }

    /// Reads the text of the file called `name`.
    ///
    /// # Errors
    /// As [`Config::read`].
    fn parse(text: &str, name: &str) -> Result<Self> {
        let config: Self = toml::from_str(text).map_err(|e| problem::wording(&e, text, name))?;
        config.check().map_err(|(key, error)| {
            let mut worded = Error::invalid(format!("{name}, `{key}`: {}", error.message));
            worded.hint = error.hint;
            worded
        })?;
        Ok(config)
    }

    /// What the types do not rule out; an error comes with its key.
    fn check(&self) -> std::result::Result<(), (&'static str, Error)> {
        if let Some(url) = &self.serve.base_url {
            check_base_url(url).map_err(|e| ("serve.base_url", e))?;
        }
        if let Some(tools) = &self.mcp.tools {
            Profile::parse(tools).map_err(|e| ("mcp.tools", e))?;
        }
        self.reason.check()
    }
}

impl Reason {
    fn check(&self) -> std::result::Result<(), (&'static str, Error)> {
        match (&self.endpoint, &self.model) {
            (Some(_), None) => {
                let error = Error::invalid("`endpoint` needs a `model` beside it");
                return Err(("reason.model", error));
            }
            (None, Some(_)) => {
                let error = Error::invalid("`model` needs an `endpoint` beside it");
                return Err(("reason.endpoint", error));
            }
            _ => {}
        }
        let is_name = |text: &str| {
            !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        match &self.api_key_env {
            // What stands there may be the key itself, so it is not repeated.
            Some(variable) if !is_name(variable) => {
                let error = Error::invalid("it must be the name of an environment variable")
                    .hint("put the key into a variable and its name into the file");
                Err(("reason.api_key_env", error))
            }
            _ => Ok(()),
        }
    }
}

/// Checks where links into this server start.
///
/// # Errors
/// `Invalid` unless it is an `http` or `https` address with a host, without query and fragment.
pub fn check_base_url(text: &str) -> Result<()> {
    let rest = text
        .strip_prefix("http://")
        .or_else(|| text.strip_prefix("https://"));
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"?#\"<>\\".contains(c);
    match rest {
        Some(rest) if !rest.is_empty() && !rest.starts_with('/') && text.chars().all(is_plain) => {
            Ok(())
        }
        _ => Err(
            Error::invalid("a base address begins with http:// or https:// and a host")
                .hint("for example https://ibid.example.org"),
        ),
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    use std::io::ErrorKind as Io;
    // A home that is no folder has no file either; opening it says what is wrong.
    matches!(error.kind(), Io::NotFound | Io::NotADirectory)
}

fn unreadable(name: &str, why: &str) -> Error {
    Error::invalid(format!("{name} cannot be read: {why}"))
}

#[cfg(test)]
mod tests;
