//! `ibid serve`.

mod greeting;
mod home;

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::mpsc;

use clap::Args;
use dialects::context_repo::Profile;
use domain::{Cancel, Error};

use crate::app::App;
use crate::args;
use crate::compose::Open;
use crate::config::{self, Config};
use crate::output::failure::reason;
use crate::output::{Exit, Result};
use crate::owner::{self, Owner, Start};
use crate::reach::Reach as _;

/// What others are told about who owns the home.
pub(super) const COMMAND: &str = "ibid serve";

/// Serve the home over HTTP: REST under `/v1`, MCP at `/mcp`
///
/// The process owns the home until it is asked to terminate, indexes what is pending, and answers
/// agents (`ibid mcp`) and commands over a socket in the home as well. An `ibid mcp` that owns the
/// home gives it up; any other owner is named and left alone.
///
/// Programs on this machine need no key unless `--require-key` is given; web pages are kept out
/// either way. An address beyond loopback is served to keys only, so the home must have one.
///
/// With `--json` one line is printed when it is ready: `url`, `mcp` and `socket` (or null).
///
/// What options do not say, `config.toml` in the home may: `[serve]` `port`, `bind`, `base_url`,
/// `require_key`, `allowed_hosts`, `allowed_origins`; `[limits]` `mode` (`off`, `remote`,
/// `always`), `read_only`, `api`, `scrape` (calls per minute); `[scrape]` `allow_private`,
/// `bytes_max`, `timeout_seconds`; `[reason]` `endpoint`, `model`, `api_key_env` (the name of a
/// variable); `[mcp]` `tools`, `auto_session`.
#[derive(Debug, Args)]
pub struct Serve {
    /// TCP port; 0 picks a free one [default: 4142]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Address to listen on [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,

    /// Where links into this server start, when it is reached by another address than its own
    #[arg(long, value_name = "URL", value_parser = base_url)]
    base_url: Option<String>,

    /// Ask programs on this machine for a key, too
    #[arg(long)]
    require_key: bool,

    /// Which tools `/mcp` lists: `core`, `contract`, `full`, `read`, or names parted by commas; all
    /// others can be called as well [default: contract]
    #[arg(long, value_name = "TOOLS", value_parser = args::profile)]
    tools: Option<Profile>,

    /// Show a passage again although it was shown to the same key or agent before
    #[arg(long)]
    no_auto_session: bool,
}

impl Serve {
    /// Serves until a signal comes, which is the normal end.
    ///
    /// # Errors
    /// A home that somebody else owns, a port in use, an address beyond loopback without a key.
    pub fn run(self, app: &App) -> Result<Exit> {
        app.refuse_read_only(COMMAND)?;
        let config = self.merged(app.config()?);
        let (ended, end) = mpsc::channel();
        app.signals.on_first(move || {
            // When nobody waits any more the process is ending anyway.
            let _ = ended.send(());
        });
        let open = home::take(app, COMMAND)?;
        refuse_without_key(&open, &config, &app.signals.cancel)?;
        let listener = bind(config.serve.bind, config.serve.port)?;
        let url = url(&listener, &config)?;
        let owner = Owner::start(Start {
            open,
            command: COMMAND,
            settings: owner::settings(
                &config,
                self.tools.unwrap_or(Profile::CONTRACT),
                config.mcp.auto_session,
            ),
            tcp: Some((listener, url.clone())),
            handover: None,
            output: app.output,
        })?;
        let greeted = greeting::print(app.output, &url, owner.socket());
        if greeted.is_ok() {
            // The other end is gone only with the process.
            let _ = end.recv();
        }
        owner.stop();
        greeted?;
        Ok(Exit::Ok)
    }

    /// The configuration with what the options say instead.
    fn merged(&self, config: &Config) -> Config {
        let mut config = config.clone();
        let serve = &mut config.serve;
        serve.port = self.port.unwrap_or(serve.port);
        serve.bind = self.bind.unwrap_or(serve.bind);
        serve.base_url = self.base_url.clone().or(serve.base_url.take());
        serve.require_key |= self.require_key;
        config.mcp.auto_session &= !self.no_auto_session;
        config
    }
}

/// Refuses to listen beyond loopback while nobody could come in.
fn refuse_without_key(open: &Open, config: &Config, cancel: &Cancel) -> domain::Result<()> {
    let bind = config.serve.bind;
    if bind.is_loopback() {
        return Ok(());
    }
    let now_ms = open.now_ms();
    if open.keys(cancel)?.iter().any(|key| key.is_valid_at(now_ms)) {
        return Ok(());
    }
    Err(Error::new(
        domain::ErrorKind::NotAllowed,
        format!("{bind} can be reached from other machines, and the home has no valid key"),
    )
    .hint("make one with `ibid key create --name NAME --scope SCOPE`, or leave `--bind` out"))
}

fn bind(address: IpAddr, port: u16) -> domain::Result<TcpListener> {
    TcpListener::bind(SocketAddr::new(address, port)).map_err(|error| {
        let place = SocketAddr::new(address, port);
        match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                Error::unavailable(format!("{place} is in use by another program"))
                    .hint("choose another port with `--port`; 0 picks a free one")
            }
            _ => Error::unavailable(format!("cannot listen on {place}: {}", reason(&error))),
        }
    })
}

/// Where links into this server start.
fn url(listener: &TcpListener, config: &Config) -> domain::Result<String> {
    if let Some(url) = &config.serve.base_url {
        return Ok(url.trim_end_matches('/').to_owned());
    }
    let mut address = listener
        .local_addr()
        .map_err(|_| Error::internal("the system does not say which port it gave"))?;
    // Nobody can connect to "every address"; this machine can connect to its own.
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    Ok(format!("http://{address}"))
}

fn base_url(text: &str) -> domain::Result<String> {
    args::told(config::check_base_url(text))?;
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_start_where_the_server_can_be_reached() {
        let listener = bind("0.0.0.0".parse().unwrap(), 0).unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut config = Config::default();
        assert_eq!(
            url(&listener, &config).unwrap(),
            format!("http://127.0.0.1:{port}")
        );
        config.serve.base_url = Some("https://ibid.example.org/".to_owned());
        assert_eq!(url(&listener, &config).unwrap(), "https://ibid.example.org");
    }

    #[test]
    fn a_port_in_use_is_named() {
        let listener = bind("127.0.0.1".parse().unwrap(), 0).unwrap();
        let address = listener.local_addr().unwrap();
        let error = bind(address.ip(), address.port()).unwrap_err();
        assert!(error.message.contains(&address.to_string()), "{error}");
    }
}
