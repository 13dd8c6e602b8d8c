//! Names to addresses, each of them checked before anything connects to it.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use domain::error::{Error, Result};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::address::reach;
use crate::deadline::Deadline;

/// The most addresses of one name that are tried.
const ADDRESSES_MAX: usize = 16;

/// Turns a host's name into its addresses.
pub trait Lookup: Send + Sync {
    /// All addresses of `host`, which is no literal address, in the order to try them.
    ///
    /// # Errors
    /// Whatever kept the name from being resolved.
    fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// The operating system's own resolver.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        Ok((host, 0)
            .to_socket_addrs()?
            .map(|address| address.ip())
            .collect())
    }
}

/// The resolver of one exchange. The connection goes to what it returns and to nothing else, so a
/// name cannot change its mind between the check and the connection.
pub(crate) struct Checked {
    pub(crate) lookup: Arc<dyn Lookup>,
    pub(crate) allow_private: bool,
    pub(crate) deadline: Deadline,
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked")
            .field("allow_private", &self.allow_private)
            .finish_non_exhaustive()
    }
}

impl Resolver for Checked {
    fn resolve(
        &self,
        uri: &Uri,
        _config: &Config,
        _timeout: NextTimeout,
    ) -> std::result::Result<ResolvedSocketAddrs, ureq::Error> {
        let host = uri.host().unwrap_or_default();
        let encrypted = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if encrypted { 443 } else { 80 });
        let checked = self
            .checked(host)
            .map_err(|refusal| ureq::Error::Other(Box::new(refusal)))?;
        let mut addresses = self.empty();
        for address in checked.into_iter().take(ADDRESSES_MAX) {
            addresses.push(SocketAddr::new(address, port));
        }
        Ok(addresses)
    }
}

impl Checked {
    /// The addresses of `host`, none of which is refused.
    ///
    /// One refused address among several refuses the name: which of them a connection reaches is
    /// not ours to say.
    fn checked(&self, host: &str) -> Result<Vec<IpAddr>> {
        let addresses = match literal(host) {
            Some(address) => vec![address],
            None => self.look_up(host)?,
        };
        if addresses.is_empty() {
            return Err(unknown(host));
        }
        for address in &addresses {
            if let Some(range) = reach(*address).refused(self.allow_private) {
                return Err(refused(host, range));
            }
        }
        Ok(addresses)
    }

    /// Asks on a thread of its own: a lookup cannot be interrupted, only left behind.
    fn look_up(&self, host: &str) -> Result<Vec<IpAddr>> {
        let (found, answer) = channel();
        let lookup = Arc::clone(&self.lookup);
        let name = host.to_owned();
        thread::Builder::new()
            .name("lookup".to_owned())
            .spawn(move || found.send(lookup.addresses(&name)))
            .map_err(|_| Error::unavailable("no thread is left to look a name up with"))?;
        let left = self.deadline.left(host)?;
        match answer.recv_timeout(left) {
            Ok(Ok(addresses)) => Ok(addresses),
            Ok(Err(_)) => Err(unknown(host)),
            Err(_) => Err(self.deadline.passed(host)),
        }
    }
}

fn literal(host: &str) -> Option<IpAddr> {
    let bare = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(host);
    bare.parse().ok()
}

fn unknown(host: &str) -> Error {
    Error::unavailable(format!("no address is known for the host `{host}`"))
        .hint("check the spelling of the address and the machine's connection")
}

fn refused(host: &str, range: &str) -> Error {
    Error::invalid(format!(
        "`{host}` is at a {range} address, which pages are not fetched from"
    ))
    .hint("fetch a public page, or add the text itself as a document; the owner of this server can allow private addresses in its configuration")
}
