//! Answers as HTTP: JSON, failures in the form that the client reads, and the headers by which a
//! browser lets a page read them.

use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use dialects::context_repo::failures::Failure;
use http::header::{
    ACCEPT, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ALLOW,
    CONTENT_TYPE,
};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde::Serialize;

const JSON: &str = "application/json";
const PROBLEM: &str = "application/problem+json";

/// How a client wants to be told of a failure, and of which request it is told.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The path that was asked for.
    pub path: String,
    /// Whether it reads problem details (RFC 9457) rather than the contract's envelope.
    pub reads_problems: bool,
}

impl Asked {
    /// What `request` says.
    pub fn of(request: &Request) -> Self {
        Self {
            path: request.uri().path().to_owned(),
            reads_problems: prefers_problems(request.headers()),
        }
    }
}

/// Whether `Accept` names problem details, and plain JSON not before them.
fn prefers_problems(headers: &HeaderMap) -> bool {
    let mut problem: f32 = 0.0;
    let mut plain: f32 = 0.0;
    for value in headers.get_all(ACCEPT) {
        for range in value.to_str().unwrap_or_default().split(',') {
            let mut parts = range.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default().to_ascii_lowercase();
            let quality = parts
                .find_map(|part| part.strip_prefix("q=")?.parse().ok())
                .unwrap_or(1.0);
            match name.as_str() {
                PROBLEM => problem = problem.max(quality),
                JSON => plain = plain.max(quality),
                _ => {}
            }
        }
    }
    problem > 0.0 && problem >= plain
}

/// `value` as JSON.
pub fn json(status: StatusCode, value: &impl Serialize) -> Response {
    let text = serde_json::to_vec(value).expect("plain data with text keys is always JSON");
    (status, [(CONTENT_TYPE, JSON)], text).into_response()
}

/// Status 204.
pub fn empty() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// A failure in the form that the client reads.
pub fn failure(asked: &Asked, failure: &Failure) -> Response {
    let status = StatusCode::from_u16(failure.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let (media_type, value) = if asked.reads_problems {
        (PROBLEM, failure.problem(&asked.path))
    } else {
        (JSON, failure.envelope())
    };
    (status, [(CONTENT_TYPE, media_type)], value.to_string()).into_response()
}

/// 405: the path exists, the method does not.
pub fn wrong_method(asked: &Asked, allowed: &str) -> Response {
    let refused = Failure::new(405, format!("this path answers {allowed} only"));
    let mut response = failure(asked, &refused);
    if let Ok(allowed) = HeaderValue::from_str(allowed) {
        response.headers_mut().insert(ALLOW, allowed);
    }
    response
}

/// 404: there is nothing at this path.
pub fn unknown_path(asked: &Asked) -> Response {
    let refused = Failure::new(404, "there is nothing at this path")
        .hint("`/openapi.json` lists what there is");
    failure(asked, &refused)
}

/// The answer to a browser that asks whether a page may send a request. It says nothing about the
/// store, so it needs no key; the request itself does.
pub fn preflight() -> Response {
    let headers = [
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (
            ACCESS_CONTROL_ALLOW_METHODS,
            "GET, POST, PUT, PATCH, DELETE, OPTIONS",
        ),
        (
            ACCESS_CONTROL_ALLOW_HEADERS,
            "Content-Type, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name, \
             Mcp-Session-Id",
        ),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Lets a page of any origin read `response`. For requests that showed a key and nobody else:
/// what a page can get with a key of its own is no secret of this machine.
pub fn let_any_page_read(response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("Retry-After"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problem_details_are_for_those_who_name_them() {
        for (accept, problems) in [
            ("*/*", false),
            ("application/json", false),
            ("application/*", false),
            ("application/problem+json", true),
            ("application/json, application/problem+json", true),
            ("application/json;q=0.5, Application/Problem+JSON", true),
            ("application/json, application/problem+json;q=0.5", false),
            ("application/problem+json;q=0", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, accept.parse().unwrap());
            assert_eq!(prefers_problems(&headers), problems, "{accept}");
        }
    }
}
