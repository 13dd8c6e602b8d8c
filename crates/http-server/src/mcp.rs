//! MCP over HTTP: who asks and how much, before the endpoint answers.

mod list_only;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use dialects::context_repo::failures::Failure;
use dialects::context_repo::{self, LocalHost, Profile};
use dialects::route::Family;
use dialects::{Effect, SessionContext, ToolHost};
use domain::caller::{Identity, Principal};
use domain::{Error, Result};
use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use mcp_server::Messages;

use crate::app::App;
use crate::gate::{Refusal, Visit};
use crate::local::CONNECTION_HEADER;
use crate::router::Door;
use crate::sessions::Holder;
use crate::{body, limiter, percent};
use list_only::ListOnly;

/// Methods that say nothing of the store, so that anybody may call them.
const PUBLIC: [&str; 7] = [
    "initialize",
    "notifications/initialized",
    "server/discover",
    "ping",
    "tools/list",
    "resources/list",
    "resources/templates/list",
];
/// The longest body, in bytes, that is read from whoever may not come in or is a stranger.
const STRANGER_BODY_BYTES_MAX: usize = 1024 * 1024;
/// The longest name of a connection.
const CONNECTION_BYTES_MAX: usize = 128;

/// Answers a request to the endpoint; `visit` says who asks, or why it goes no further.
pub async fn answer(
    app: &Arc<App>,
    visit: std::result::Result<Visit, Refusal>,
    request: Request,
) -> Response {
    if request.method() != Method::POST {
        return match visit {
            Ok(_) => wrong_method(),
            Err(refusal) => refused(&Messages::none(), refusal),
        };
    }
    let (parts, body) = request.into_parts();
    // The ids and the public methods of strangers fit into less than what is worth writing.
    let bytes_max = match &visit {
        Ok(visit) if visit.principal.is_some() => app.settings.mcp_body_bytes_max,
        _ => app.settings.mcp_body_bytes_max.min(STRANGER_BODY_BYTES_MAX),
    };
    let (messages, read) = match body::read(body, bytes_max).await {
        Ok(bytes) => (Messages::read(bytes), Ok(())),
        Err(error) => (Messages::none(), Err(error)),
    };
    let host = visit.and_then(|visit| {
        read?;
        host(app, &visit, &messages, &parts.headers, parts.uri.query())
    });
    match host {
        Ok(host) => app
            .endpoint
            .respond_to(host, parts, messages)
            .await
            .map(Body::new),
        Err(refusal) => refused(&messages, refusal),
    }
}

/// What the endpoint is to answer from.
fn host(
    app: &Arc<App>,
    visit: &Visit,
    messages: &Messages,
    headers: &HeaderMap,
    query: Option<&str>,
) -> std::result::Result<Arc<dyn ToolHost>, Refusal> {
    let wishes = Wishes::of(query.unwrap_or_default())?;
    let Some(principal) = &visit.principal else {
        if !messages.all_call(is_public) {
            return Err(Refusal::key_required());
        }
        let profile = wishes.tools.unwrap_or_else(|| app.settings.tools.clone());
        let stranger = local_host(app, Principal::local(), off(), profile);
        return Ok(Arc::new(ListOnly(stranger)));
    };
    limiter::count(app, visit, &counts(messages))?;
    let session = if wishes.no_session {
        off()
    } else {
        session(app, visit, principal, headers)?
    };
    let profile = match wishes.tools {
        Some(profile) => profile,
        None => profile_of(app, principal)?,
    };
    let host = local_host(app, principal.clone(), session, profile);
    Ok(Arc::new(host))
}

fn is_public(method: &str) -> bool {
    PUBLIC.contains(&method)
}

fn local_host(
    app: &App,
    principal: Principal,
    session: Arc<SessionContext>,
    profile: Profile,
) -> LocalHost {
    LocalHost::new(Arc::clone(&app.service), principal, session, profile)
}

/// What the address asks for.
struct Wishes {
    tools: Option<Profile>,
    no_session: bool,
}

impl Wishes {
    fn of(query: &str) -> Result<Self> {
        let mut wishes = Self {
            tools: None,
            no_session: false,
        };
        for (name, value) in percent::query_pairs(query)? {
            match (name.as_str(), value.as_str()) {
                ("tools", tools) => wishes.tools = Some(Profile::parse(tools)?),
                ("session", "off") => wishes.no_session = true,
                ("session", _) => {
                    return Err(Error::invalid("`session` in the address can only be `off`"));
                }
                // Others may be meant for whatever stands before this server.
                _ => {}
            }
        }
        Ok(wishes)
    }
}

/// The tools that the key lists, else those of the endpoint.
fn profile_of(app: &App, principal: &Principal) -> Result<Profile> {
    match &principal.identity {
        Identity::Key {
            tools: Some(tools), ..
        } => Profile::parse(tools),
        _ => Ok(app.settings.tools.clone()),
    }
}

fn off() -> Arc<SessionContext> {
    Arc::new(SessionContext::off())
}

/// The session of whoever names none: that of the key, or of the connection over the socket.
/// Others share this machine but not a conversation, so they have none.
fn session(
    app: &App,
    visit: &Visit,
    principal: &Principal,
    headers: &HeaderMap,
) -> Result<Arc<SessionContext>> {
    let connection = match visit.door {
        Door::Local => connection(headers)?,
        Door::Tcp => None,
    };
    let holder = match (connection, &principal.identity) {
        (Some(name), _) => Some(Holder::Connection(principal.caller.workspace.clone(), name)),
        (None, Identity::Key { id, .. }) => Some(Holder::Key(id.clone())),
        (None, Identity::Local) => None,
    };
    let holder = holder.filter(|_| app.settings.auto_session);
    Ok(holder.map_or_else(off, |holder| app.sessions.of(holder)))
}

fn connection(headers: &HeaderMap) -> Result<Option<String>> {
    let Some(value) = headers.get(CONNECTION_HEADER) else {
        return Ok(None);
    };
    let name = value.to_str().unwrap_or_default();
    let well_formed = (1..=CONNECTION_BYTES_MAX).contains(&name.len())
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    if !well_formed {
        return Err(Error::invalid(format!(
            "`{CONNECTION_HEADER}` takes 1 to {CONNECTION_BYTES_MAX} letters, digits, `-` or `_`"
        )));
    }
    Ok(Some(name.to_owned()))
}

/// How many calls of each family a body makes. What only lists is not counted.
fn counts(messages: &Messages) -> [(Family, usize); 2] {
    let families: Vec<Family> = messages.calls().filter_map(family).collect();
    let count = |family| families.iter().filter(|f| **f == family).count();
    [Family::ReadOnly, Family::Api].map(|family| (family, count(family)))
}

fn family(call: (&str, Option<&str>)) -> Option<Family> {
    match call {
        ("tools/call", tool) => Some(family_of_tool(tool.unwrap_or_default())),
        ("prompts/get" | "resources/read", _) => Some(Family::ReadOnly),
        _ => None,
    }
}

fn family_of_tool(name: &str) -> Family {
    let effect = context_repo::tool(name).map(|tool| tool.spec.effect);
    match effect {
        // Even when it only reads.
        _ if context_repo::takes_long(name) => Family::Api,
        Some(Effect::Read | Effect::ReadAndRemember) => Family::ReadOnly,
        _ => Family::Api,
    }
}

/// A refusal as the protocol's errors: a client that relays bodies reads nothing else.
fn refused(messages: &Messages, refusal: Refusal) -> Response {
    let status = StatusCode::from_u16(refusal.failure.status);
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let text = messages.refusal(code(&refusal.failure), &words(&refusal.failure));
    let headers = [(CONTENT_TYPE, "application/json")];
    let mut response = (status, headers, text).into_response();
    refusal.put_headers(&mut response);
    response
}

fn code(failure: &Failure) -> i32 {
    match failure.status {
        400 => -32602,
        401 => -32001,
        403 => -32003,
        413 => -32600,
        429 => -32004,
        _ => -32603,
    }
}

fn words(failure: &Failure) -> String {
    match &failure.hint {
        Some(hint) => format!("{}; {hint}", failure.message),
        None => failure.message.clone(),
    }
}

fn wrong_method() -> Response {
    let failure = Failure::new(405, "send messages with POST; there is no stream to read");
    let mut response = refused(&Messages::none(), Refusal::new(failure));
    let allowed = HeaderValue::from_static("POST, OPTIONS");
    response.headers_mut().insert(ALLOW, allowed);
    response
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    #[test]
    fn tools_count_by_what_they_do() {
        assert_eq!(family_of_tool("read_prompt"), Family::ReadOnly);
        assert_eq!(family_of_tool("deep_search"), Family::ReadOnly);
        for tool in ["create_prompt", "delete_document", "reason", "no_such_tool"] {
            assert_eq!(family_of_tool(tool), Family::Api, "{tool}");
        }
    }

    #[test]
    fn a_batch_counts_all_its_calls() {
        let body = br#"[
            {"id": 1, "method": "tools/call", "params": {"name": "deep_read"}},
            {"id": 2, "method": "tools/call", "params": {"name": "create_prompt"}},
            {"id": 3, "method": "tools/list"},
            {"id": 4, "method": "prompts/get", "params": {"name": "p_1"}},
            {"id": 5, "method": "tools/call", "params": [1]}
        ]"#;
        let expected = [(Family::ReadOnly, 2), (Family::Api, 2)];
        assert_eq!(counts(&Messages::read(Bytes::from_static(body))), expected);
    }

    #[test]
    fn the_address_chooses_tools_and_no_session() {
        let wishes = Wishes::of("tools=find_items%2Cdeep_search&session=off&utm=x").unwrap();
        assert_eq!(wishes.tools.unwrap().to_string(), "find_items,deep_search");
        assert!(wishes.no_session);
        assert!(Wishes::of("tools=everything").is_err());
        assert!(Wishes::of("session=on").is_err());
    }
}
