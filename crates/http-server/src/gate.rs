//! Who comes in. A key opens its workspace from anywhere; without one, only who can be told to be
//! on this machine and no web page does.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::ConnectInfo;
use axum::response::Response;
use dialects::context_repo::failures::Failure;
use domain::caller::{Identity, Principal};
use domain::ids::WorkspaceId;
use domain::{Error, ErrorKind, Result};
use http::header::AUTHORIZATION;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::answer::{self, Asked};
use crate::guard::CalledBy;
use crate::local::WORKSPACE_HEADER;
use crate::router::{Door, Entry};
use crate::work::CALL_TIME;

/// Headers that a proxy adds. Who comes through one is somewhere else than its last hop.
const PROXY_HEADERS: [&str; 6] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
];

/// A request that was let in.
#[derive(Clone, Debug)]
pub struct Visit {
    /// Who asks; `None` for a stranger, who may read what is public.
    pub principal: Option<Principal>,
    /// By which door.
    pub door: Door,
    /// Whether it comes from another machine, as far as can be told.
    pub remote: bool,
}

impl Visit {
    /// Whether the visitor showed a key.
    pub fn has_key(&self) -> bool {
        let identity = self.principal.as_ref().map(|principal| &principal.identity);
        matches!(identity, Some(Identity::Key { .. }))
    }

    /// Who asks.
    ///
    /// # Errors
    /// 401 for a stranger.
    pub fn known(&self) -> std::result::Result<&Principal, Refusal> {
        self.principal.as_ref().ok_or_else(Refusal::key_required)
    }
}

/// A request that goes no further.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// Why, and what to do.
    pub failure: Failure,
    /// Headers that belong to the status.
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

impl Refusal {
    /// Refuses with `failure`.
    pub fn new(failure: Failure) -> Self {
        Self {
            failure,
            headers: Vec::new(),
        }
    }

    /// Nobody is known, and somebody has to be.
    pub fn key_required() -> Self {
        let failure = Failure::new(401, "an API key is required")
            .hint("send `Authorization: API-Key gm_…`; `ibid key create` makes a key");
        Self::challenge(failure, "Bearer realm=\"ibid\"")
    }

    fn challenge(failure: Failure, bearer: &'static str) -> Self {
        let mut refusal = Self::new(failure);
        for scheme in ["API-Key realm=\"ibid\"", bearer] {
            let value = HeaderValue::from_static(scheme);
            refusal.headers.push((header::WWW_AUTHENTICATE, value));
        }
        refusal
    }

    /// The refusal as an error of the contract.
    pub fn answer(self, asked: &Asked) -> Response {
        let mut response = answer::failure(asked, &self.failure);
        self.put_headers(&mut response);
        response
    }

    /// Puts the headers that belong to the status on an answer in any form.
    pub fn put_headers(self, response: &mut Response) {
        for (name, value) in self.headers {
            response.headers_mut().append(name, value);
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let failure = Failure::from(&error);
        match error.kind {
            // What was shown opens nothing.
            ErrorKind::Unauthenticated => {
                Self::challenge(failure, "Bearer realm=\"ibid\", error=\"invalid_token\"")
            }
            _ => Self::new(failure),
        }
    }
}

/// Finds out who asks.
///
/// # Errors
/// 401 for a key that opens nothing; without a key 403 for a foreign `Host` or `Origin`; on the
/// local socket 400 or 404 for a workspace that is none.
pub async fn visit(entry: &Entry, request: &Parts) -> std::result::Result<Visit, Refusal> {
    let headers = &request.headers;
    let door = entry.door;
    let remote = door == Door::Tcp && !comes_from_here(request);
    let principal = match credential(headers)? {
        Some(key) => Some(authenticated(entry, key).await?),
        None if door == Door::Local => Some(Principal::local()),
        None => {
            let called_by = entry.app.hosts.check(headers, &request.uri)?;
            let trusted =
                entry.app.settings.keyless_loopback && !remote && called_by == CalledBy::Loopback;
            trusted.then(Principal::local)
        }
    };
    let principal = match principal {
        Some(principal) if door == Door::Local => {
            Some(in_workspace(entry, principal, headers).await?)
        }
        other => other,
    };
    Ok(Visit {
        principal,
        door,
        remote,
    })
}

/// Whether the peer is a process of this machine, and speaks for itself.
fn comes_from_here(request: &Parts) -> bool {
    let peer = request.extensions.get::<ConnectInfo<SocketAddr>>();
    let headers = &request.headers;
    peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback())
        && !PROXY_HEADERS.iter().any(|name| headers.contains_key(*name))
}

/// The key that a request shows.
fn credential(headers: &HeaderMap) -> Result<Option<String>> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    let sent = value.to_str().ok().filter(|_| values.next().is_none());
    let key = sent.and_then(|sent| {
        let (scheme, key) = sent.trim().split_once(' ')?;
        let known = ["api-key", "bearer"]
            .iter()
            .any(|name| scheme.eq_ignore_ascii_case(name));
        known.then(|| key.trim().to_owned())
    });
    key.map(Some).ok_or_else(|| {
        Error::new(
            ErrorKind::Unauthenticated,
            "the Authorization header holds no API key",
        )
        .hint("send `Authorization: API-Key gm_…` or `Authorization: Bearer gm_…`, once")
    })
}

async fn authenticated(entry: &Entry, key: String) -> Result<Principal> {
    let access = Arc::clone(&entry.app.access);
    let check = move |cancel: &domain::Cancel| access.authenticate(&key, cancel);
    entry.app.checks.run(CALL_TIME, check).await
}

/// The same principal in the workspace that the request names, if it names one.
async fn in_workspace(
    entry: &Entry,
    mut principal: Principal,
    headers: &HeaderMap,
) -> Result<Principal> {
    let Some(value) = headers.get(WORKSPACE_HEADER) else {
        return Ok(principal);
    };
    let asked = WorkspaceId::parse(value.to_str().unwrap_or_default())?;
    if asked == principal.caller.workspace {
        return Ok(principal);
    }
    if principal.identity != Identity::Local {
        return Err(Error::new(
            ErrorKind::NotAllowed,
            "the key belongs to another workspace",
        ));
    }
    let access = Arc::clone(&entry.app.access);
    let list = move |cancel: &domain::Cancel| access.workspaces(cancel);
    let workspaces = entry.app.checks.run(CALL_TIME, list).await?;
    if workspaces.iter().all(|workspace| workspace.id != asked) {
        return Err(Error::not_found(format!("there is no workspace `{asked}`"))
            .hint("`ibid workspace list` shows those that there are"));
    }
    principal.caller.workspace = asked;
    Ok(principal)
}
