//! Pages of the web, fetched for a caller who is not trusted with this machine's network.

mod charset;
mod media;
mod target;

use std::io::Read;
use std::sync::Arc;

use domain::cancel::Cancel;
use domain::error::{Error, ErrorKind, Result};
use domain::ports::page_fetcher::{FetchedPage, PageFetcher};
use ureq::http::Response;
use ureq::http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body};

use crate::deadline::Deadline;
use crate::names::{Checked, Lookup, SystemLookup};
use crate::watch::watched;
use crate::{USER_AGENT, tls};

pub use media::MEDIA_TYPES;
use target::Target;

/// What a page is asked for as.
const WANTED: &str = "text/html, application/xhtml+xml;q=0.9, text/*;q=0.9, */*;q=0.1";
/// How much of a body is read between two looks at the caller.
const READ_BYTES: usize = 16 * 1024;

/// The bounds of one fetch.
#[derive(Clone, Debug)]
pub struct PageLimits {
    /// The largest page, in bytes after decompression, as its server encoded it.
    pub bytes_max: usize,
    /// The most redirects that are followed.
    pub redirects_max: usize,
    /// The most time for the whole of it, name resolution and redirects included, in
    /// milliseconds.
    pub time_ms: u64,
    /// Whether addresses of this machine and its network may be fetched from, on any port.
    /// Link-local ones never may: cloud machines keep their credentials there.
    pub allow_private: bool,
    /// The media types that are read, as [`MEDIA_TYPES`] writes them.
    pub media_types: Vec<String>,
}

impl Default for PageLimits {
    fn default() -> Self {
        Self {
            bytes_max: 10_000_000,
            redirects_max: 5,
            time_ms: 20_000,
            allow_private: false,
            media_types: MEDIA_TYPES.iter().map(|&t| t.to_owned()).collect(),
        }
    }
}

/// Fetches pages by `http` and `https`.
///
/// Every hop is checked anew: its scheme, its port (80, 443 and 8000 to 8999, or any where private
/// addresses are allowed) and every address of its host; the connection then goes to a checked
/// address. No cookies, credentials, referrers or proxies are used, and no connection is kept.
///
/// A page whose header names its encoding arrives as UTF-8 behind a byte order mark, and says so
/// in its media type.
pub struct RemotePages {
    limits: PageLimits,
    lookup: Arc<dyn Lookup>,
    roots: Vec<Vec<u8>>,
}

impl RemotePages {
    /// A fetcher that asks the operating system for addresses and for whom to trust.
    pub fn new(limits: PageLimits) -> Self {
        Self {
            limits,
            lookup: Arc::new(SystemLookup),
            roots: Vec::new(),
        }
    }

    /// The same with another way from names to addresses. What it answers is checked alike.
    #[must_use]
    pub fn with_lookup(mut self, lookup: Arc<dyn Lookup>) -> Self {
        self.lookup = lookup;
        self
    }

    /// The same, trusting the authority with this certificate, in DER form, besides those that the
    /// machine trusts.
    #[must_use]
    pub fn trusting(mut self, certificate: Vec<u8>) -> Self {
        self.roots.push(certificate);
        self
    }

    fn agent(&self, target: &Target, deadline: Deadline) -> Result<Agent> {
        let tls = if target.is_encrypted() {
            tls::trusting(&self.roots)?
        } else {
            tls::unused()
        };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .max_idle_connections(0)
            .max_idle_connections_per_host(0)
            .timeout_global(Some(deadline.left(target.host())?))
            .user_agent(USER_AGENT)
            .tls_config(tls)
            .build();
        let names = Checked {
            lookup: Arc::clone(&self.lookup),
            allow_private: self.limits.allow_private,
            deadline,
        };
        Ok(Agent::with_parts(
            config,
            DefaultConnector::default(),
            names,
        ))
    }

    /// Asks for one address and reads its answer, or says where it sends us.
    fn hop(&self, target: &Target, deadline: Deadline, cancel: &Cancel) -> Result<Hop> {
        let agent = self.agent(target, deadline)?;
        watched(&agent, cancel, || {
            let response = agent
                .get(target.uri())
                .header(ACCEPT, WANTED)
                .call()
                .map_err(|fault| failure(fault, target.host(), deadline))?;
            if response.status().is_redirection() {
                return self.onward(target, &response).map(Hop::Onward);
            }
            self.page(target, response, deadline, cancel)
                .map(Hop::Arrived)
        })
    }

    fn onward(&self, target: &Target, response: &Response<Body>) -> Result<Target> {
        let location = response.headers().get(LOCATION);
        let followed = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
        match location.and_then(|value| std::str::from_utf8(value.as_bytes()).ok()) {
            Some(location) if followed => target.redirected(location, self.limits.allow_private),
            _ => Err(unsuccessful(target, response.status().as_u16())),
        }
    }

    fn page(
        &self,
        target: &Target,
        response: Response<Body>,
        deadline: Deadline,
        cancel: &Cancel,
    ) -> Result<FetchedPage> {
        if !response.status().is_success() {
            return Err(unsuccessful(target, response.status().as_u16()));
        }
        let header = |name| {
            let value: Option<&ureq::http::HeaderValue> = response.headers().get(name);
            value.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let media_type = header(CONTENT_TYPE);
        media::check(
            target.host(),
            media_type.as_deref(),
            &self.limits.media_types,
        )?;
        // What could be decompressed no longer names an encoding here.
        if let Some(encoding) = header(CONTENT_ENCODING).filter(|e| e != "identity") {
            return Err(Error::invalid(format!(
                "`{}` compresses its page by `{encoding}`, which was not asked for",
                target.host()
            )));
        }
        let announced = header(CONTENT_LENGTH).and_then(|text| text.parse::<u64>().ok());
        if announced.is_some_and(|length| length > self.limits.bytes_max as u64) {
            return Err(self.too_large(target));
        }
        let bytes = self.body(target, response.into_body(), deadline, cancel)?;
        let (media_type, bytes) = match media_type {
            Some(named) => {
                let (named, bytes) = charset::carry_out(named, bytes);
                (Some(named), bytes)
            }
            None => (None, bytes),
        };
        Ok(FetchedPage {
            url: target.text().to_owned(),
            media_type,
            bytes,
        })
    }

    fn body(
        &self,
        target: &Target,
        body: Body,
        deadline: Deadline,
        cancel: &Cancel,
    ) -> Result<Vec<u8>> {
        let mut reader = body.into_reader();
        let mut bytes = Vec::new();
        let mut buffer = vec![0; READ_BYTES];
        loop {
            cancel.check()?;
            deadline.left(target.host())?;
            let read = reader
                .read(&mut buffer)
                .map_err(|fault| failure(fault.into(), target.host(), deadline))?;
            if read == 0 {
                return Ok(bytes);
            }
            if bytes.len() + read > self.limits.bytes_max {
                return Err(self.too_large(target));
            }
            bytes.extend_from_slice(&buffer[..read]);
        }
    }

    fn too_large(&self, target: &Target) -> Error {
        Error::too_large(format!(
            "the page at `{}` is larger than {} bytes",
            target.host(),
            self.limits.bytes_max
        ))
        .hint("add the part you need as a document of its own")
    }
}

impl PageFetcher for RemotePages {
    fn fetch(&self, url: &str, cancel: &Cancel) -> Result<FetchedPage> {
        let deadline = Deadline::after_ms(self.limits.time_ms);
        let mut target = Target::parse(url, self.limits.allow_private)?;
        for _ in 0..=self.limits.redirects_max {
            match self.hop(&target, deadline, cancel)? {
                Hop::Arrived(page) => return Ok(page),
                Hop::Onward(next) => target = next,
            }
        }
        Err(Error::invalid(format!(
            "the page redirects more than {} times",
            self.limits.redirects_max
        ))
        .hint("name the address that it ends at"))
    }
}

enum Hop {
    Arrived(FetchedPage),
    Onward(Target),
}

fn unsuccessful(target: &Target, status: u16) -> Error {
    let hint = match status {
        401 | 403 => "the page is not open to everybody; add its text as a document instead",
        404 | 410 => "check the address of the page",
        429 | 500..=599 => "try again later",
        _ => "check in a browser what the address leads to",
    };
    Error::invalid(format!(
        "`{}` answered with status {status} instead of a page",
        target.host()
    ))
    .hint(hint)
}

/// What went wrong on the way, in words.
fn failure(fault: ureq::Error, host: &str, deadline: Deadline) -> Error {
    use std::io::ErrorKind as Io;

    let reason = match fault {
        ureq::Error::Other(inner) => match inner.downcast::<Error>() {
            Ok(ours) => return *ours,
            Err(_) => "it cannot be reached",
        },
        ureq::Error::Timeout(_) => return deadline.passed(host),
        ureq::Error::Decompress(..) => {
            return Error::new(
                ErrorKind::Invalid,
                format!("the compressed page of `{host}` is damaged"),
            );
        }
        ureq::Error::Rustls(_) | ureq::Error::Tls(_) => UNTRUSTED,
        ureq::Error::Io(io) if tls::is_fault(&io) => UNTRUSTED,
        ureq::Error::Io(io) => match io.kind() {
            Io::ConnectionRefused => "the connection is refused",
            Io::UnexpectedEof | Io::ConnectionReset | Io::ConnectionAborted | Io::BrokenPipe => {
                "the connection ended before the page did"
            }
            _ => "the connection failed",
        },
        ureq::Error::LargeResponseHeader(..) => "its answer has too large a header",
        ureq::Error::Protocol(_) | ureq::Error::Http(_) => "its answer is not HTTP",
        _ => "it cannot be reached",
    };
    Error::unavailable(format!("`{host}` gives no page: {reason}"))
        .hint("check the address, or try again later")
}

const UNTRUSTED: &str = "its encrypted connection cannot be trusted";
