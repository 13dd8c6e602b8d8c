//! Keeps web pages away from a server on this machine. A page of a stranger can make a browser
//! send requests to loopback, by their own address (which the browser marks with `Origin` or
//! `Sec-Fetch-Site`) or under a name of the page's own that resolves to loopback (DNS rebinding,
//! which shows in `Host`). Whatever cannot be read for certain is refused.

mod authority;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use domain::{Error, ErrorKind, Result};
use http::header::{HOST, ORIGIN};
use http::{HeaderMap, StatusCode, Uri};

use authority::{Authority, Origin};

/// The names that a server goes by, and the origins whose pages may call it.
#[derive(Clone, Debug, Default)]
pub struct HostPolicy {
    hosts: Vec<Authority>,
    origins: Vec<Origin>,
}

/// The name by which a request called the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalledBy {
    /// `localhost`, `127.0.0.1` or `[::1]`.
    Loopback,
    /// Another name of the server.
    OtherName,
}

impl HostPolicy {
    /// A server that goes by the names of loopback only, and is called by its own pages only.
    pub fn loopback() -> Self {
        Self::default()
    }

    /// The same server, also known by the host of `base_url` and called by pages from there.
    /// A base URL that cannot be read adds nothing.
    #[must_use]
    pub fn with_base_url(mut self, base_url: &str) -> Self {
        // Behind a proxy it may have a path; an origin has none.
        let end = base_url.match_indices('/').nth(2).map(|(at, _)| at);
        if let Some(origin) = Origin::parse(&base_url[..end.unwrap_or(base_url.len())]) {
            self.hosts.push(origin.authority.clone());
            self.origins.push(origin);
        }
        self
    }

    /// The same server, also known by these hosts: `host` for any port, or `host:port`.
    ///
    /// # Errors
    /// `Invalid` for what is no host.
    pub fn with_hosts(mut self, hosts: &[String]) -> Result<Self> {
        for host in hosts {
            let authority = Authority::parse(host).ok_or_else(|| {
                Error::invalid(format!("`{host}` is no host"))
                    .hint("write `name` or `name:port`, without a scheme or path")
            })?;
            self.hosts.push(authority);
        }
        Ok(self)
    }

    /// The same server, also called by pages of these origins: `https://app.example.com`.
    ///
    /// # Errors
    /// `Invalid` for what is no origin.
    pub fn with_origins(mut self, origins: &[String]) -> Result<Self> {
        for text in origins {
            let origin = Origin::parse(text).ok_or_else(|| {
                Error::invalid(format!("`{text}` is no origin"))
                    .hint("write `http://name:port` or `https://name`, without a path")
            })?;
            self.origins.push(origin);
        }
        Ok(self)
    }

    /// Checks every name and origin that a request carries.
    ///
    /// # Errors
    /// `NotAllowed`, saying which header is refused.
    pub fn check(&self, headers: &HeaderMap, uri: &Uri) -> Result<CalledBy> {
        let host = self.host(headers)?;
        let mut loopback = host.is_loopback();
        // A request line may name the server too (absolute form), and then counts as well.
        if let Some(named) = uri.authority() {
            let named = Authority::parse(named.as_str()).filter(|named| self.knows(named));
            loopback &= named.ok_or_else(foreign_host)?.is_loopback();
        }
        self.check_origin(headers, &host)?;
        check_fetch_site(headers)?;
        Ok(if loopback {
            CalledBy::Loopback
        } else {
            CalledBy::OtherName
        })
    }

    fn host(&self, headers: &HeaderMap) -> Result<Authority> {
        let mut values = headers.get_all(HOST).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return Err(foreign_host());
        };
        let host = value.to_str().ok().and_then(Authority::parse);
        host.filter(|host| self.knows(host))
            .ok_or_else(foreign_host)
    }

    fn knows(&self, host: &Authority) -> bool {
        host.is_loopback() || self.hosts.iter().any(|known| known.covers(host))
    }

    fn check_origin(&self, headers: &HeaderMap, host: &Authority) -> Result<()> {
        let mut values = headers.get_all(ORIGIN).iter();
        let Some(value) = values.next() else {
            return Ok(());
        };
        let origin = value.to_str().ok().and_then(Origin::parse);
        let allowed = origin.is_some_and(|origin| {
            self.origins.contains(&origin) || origin.is_of(host) && self.knows(&origin.authority)
        });
        if allowed && values.next().is_none() {
            return Ok(());
        }
        Err(foreign_page("Origin"))
    }
}

/// Browsers send no `Origin` with images, scripts and links; they say where those come from in
/// `Sec-Fetch-Site`. Following a link to a page of ours is fine, embedding it is not.
fn check_fetch_site(headers: &HeaderMap) -> Result<()> {
    let value = |name: &str| headers.get(name).map(|value| value.as_bytes());
    let foreign =
        value("sec-fetch-site").is_some_and(|site| !matches!(site, b"same-origin" | b"none"));
    let followed_link = value("sec-fetch-mode") == Some(b"navigate")
        && value("sec-fetch-dest") == Some(b"document");
    // With an `Origin`, that one has been checked and says more.
    if foreign && !followed_link && !headers.contains_key(ORIGIN) {
        return Err(foreign_page("Sec-Fetch-Site"));
    }
    Ok(())
}

fn foreign_host() -> Error {
    Error::new(
        ErrorKind::NotAllowed,
        "the Host header does not name this server",
    )
    .hint("call it as `localhost`, add the name to its allowed hosts, or use an API key")
}

fn foreign_page(header: &str) -> Error {
    Error::new(
        ErrorKind::NotAllowed,
        format!("the {header} header names a page that may not call this server"),
    )
    .hint("add its origin to the allowed ones, or use an API key")
}

/// Puts `policy` in front of every route of `router`: what breaks it is answered with 403.
pub fn guard(router: Router, policy: HostPolicy) -> Router {
    let policy = Arc::new(policy);
    router.layer(middleware::from_fn(move |request: Request, next: Next| {
        let policy = Arc::clone(&policy);
        async move { guarded(&policy, request, next).await }
    }))
}

async fn guarded(policy: &HostPolicy, request: Request, next: Next) -> Response {
    match policy.check(request.headers(), request.uri()) {
        Ok(_) => next.run(request).await,
        Err(error) => (StatusCode::FORBIDDEN, error.message).into_response(),
    }
}

#[cfg(test)]
mod tests;
