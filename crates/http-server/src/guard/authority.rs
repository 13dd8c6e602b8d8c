//! Host names with ports, and origins, read strictly.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A host and, when it was given, a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authority {
    /// In lower case; an IPv6 address without brackets, in its shortest form.
    host: String,
    port: Option<u16>,
}

impl Authority {
    /// Reads `name`, `name:port`, `1.2.3.4:port` or `[v6]:port`; `None` for anything else, user
    /// names and empty ports included.
    pub fn parse(text: &str) -> Option<Self> {
        let (host, port) = match text.strip_prefix('[') {
            Some(rest) => {
                let (address, rest) = rest.split_once(']')?;
                let address: Ipv6Addr = address.parse().ok()?;
                let port = match rest {
                    "" => None,
                    rest => Some(rest.strip_prefix(':')?),
                };
                (address.to_string(), port)
            }
            None => {
                let (host, port) = match text.split_once(':') {
                    Some((host, port)) => (host, Some(port)),
                    None => (text, None),
                };
                (is_name(host).then(|| host.to_ascii_lowercase())?, port)
            }
        };
        let port = match port {
            Some(port) => Some(parse_port(port)?),
            None => None,
        };
        Some(Self { host, port })
    }

    /// Whether it is one of the names that only this machine can have.
    pub fn is_loopback(&self) -> bool {
        self.host == "localhost"
            || self.host == Ipv4Addr::LOCALHOST.to_string()
            || self.host == Ipv6Addr::LOCALHOST.to_string()
    }

    /// Whether `other` is the same host, at the same port if this one names a port.
    pub fn covers(&self, other: &Self) -> bool {
        self.host == other.host && (self.port.is_none() || self.port == other.port)
    }
}

/// Letters, digits, dots, `-` and `_`: a DNS name or an IPv4 address.
fn is_name(host: &str) -> bool {
    !host.is_empty()
        && host
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
}

fn parse_port(text: &str) -> Option<u16> {
    // `parse` alone would take a sign.
    text.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
    text.parse().ok()
}

/// The origin of a page: a scheme and an authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    secure: bool,
    /// With a port only where it is not the scheme's own.
    pub authority: Authority,
}

impl Origin {
    /// Reads `http://host:port` or `https://host:port`; `None` for anything else, `null` and
    /// paths included.
    pub fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return None,
        };
        let mut authority = Authority::parse(rest)?;
        if authority.port == Some(default_port(secure)) {
            authority.port = None;
        }
        Some(Self { secure, authority })
    }

    /// Whether a page of this origin came from the server that is called `host` here: by the
    /// same name and port, or by another name of loopback and the same port.
    pub fn is_of(&self, host: &Authority) -> bool {
        let port = |authority: &Authority| authority.port.unwrap_or(default_port(self.secure));
        let same_host =
            self.authority.host == host.host || self.authority.is_loopback() && host.is_loopback();
        same_host && port(&self.authority) == port(host)
    }
}

fn default_port(secure: bool) -> u16 {
    if secure { 443 } else { 80 }
}
