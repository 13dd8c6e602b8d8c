//! What operations answer: their own JSON on success, and failures that all of them share.

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use crate::route::Route;

/// A failure that operations may answer with.
pub(super) struct FailureKind {
    /// Its status.
    pub status: u16,
    /// Its name among the components.
    name: &'static str,
    /// What it means.
    pub description: &'static str,
}

const fn failure(status: u16, name: &'static str, description: &'static str) -> FailureKind {
    FailureKind {
        status,
        name,
        description,
    }
}

/// Every failure, by status.
pub(super) const FAILURES: &[FailureKind] = &[
    failure(
        400,
        "BadRequest",
        "The request cannot be carried out as it stands; the message names the part that is wrong.",
    ),
    failure(
        401,
        "Unauthenticated",
        "The key opens nothing, or one is needed and there is none.",
    ),
    failure(
        403,
        "NotAllowed",
        "The key lacks the scope, or the request came from a web page.",
    ),
    failure(
        404,
        "NotFound",
        "What was asked for does not exist in the caller's workspace.",
    ),
    failure(
        409,
        "Conflict",
        "The state does not allow it: the document is at another revision \
         (`REVISION_MISMATCH`), or there is no model to search with (`EMBEDDING_UNAVAILABLE`).",
    ),
    failure(
        413,
        "TooLarge",
        "The request or a part of it is over a limit, which the message names.",
    ),
    failure(
        415,
        "UnsupportedMediaType",
        "The body is of another media type than JSON.",
    ),
    failure(
        429,
        "TooManyRequests",
        "The limit of calls is used up for the moment.",
    ),
    failure(
        500,
        "ServerError",
        "Something went wrong inside the server; its log says what.",
    ),
    failure(
        503,
        "Unavailable",
        "A part that is needed is missing for the moment, or the call took too long.",
    ),
];

/// Failures that every operation may answer with. Its own are in the table.
const SHARED: &[u16] = &[400, 401, 403, 413, 429, 500, 503];

/// The failures that a route may answer with, by status.
pub(super) fn failures_of(route: &Route) -> impl Iterator<Item = &'static FailureKind> {
    FAILURES.iter().filter(|failure| {
        SHARED.contains(&failure.status)
            || route.failures.contains(&failure.status)
            || (failure.status == 415 && route.body.is_some())
    })
}

/// The responses of a route by status: success first.
pub(super) fn responses(route: &Route, schemas: &mut SchemaGenerator) -> Map<String, Value> {
    let mut responses = Map::new();
    let success = match route.response {
        Some(schema) => json!({
            "description": success_words(route.success),
            "content": {"application/json": {"schema": schema(schemas)}},
        }),
        None => json!({"description": success_words(route.success)}),
    };
    responses.insert(route.success.to_string(), success);
    for failure in failures_of(route) {
        responses.insert(
            failure.status.to_string(),
            json!({"$ref": format!("#/components/responses/{}", failure.name)}),
        );
    }
    responses
}

fn success_words(status: u16) -> &'static str {
    match status {
        201 => "It was made.",
        204 => "It is gone. There is no body.",
        _ => "The answer.",
    }
}

/// The failures as components.
pub(super) fn failures() -> Map<String, Value> {
    FAILURES
        .iter()
        .map(|failure| {
            let mut response = json!({
                "description": failure.description,
                "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/Failure"}},
                    "application/problem+json": {
                        "schema": {"$ref": "#/components/schemas/Problem"}
                    },
                },
            });
            if let Some((name, header)) = header_of(failure.status) {
                response["headers"] = json!({name: header});
            }
            (failure.name.to_owned(), response)
        })
        .collect()
}

fn header_of(status: u16) -> Option<(&'static str, Value)> {
    match status {
        401 => Some((
            "WWW-Authenticate",
            json!({
                "description": "How a key is shown.",
                "schema": {"type": "string"},
            }),
        )),
        429 => Some((
            "Retry-After",
            json!({
                "description": "Seconds until the next call is let through.",
                "required": true,
                "schema": {"type": "integer", "minimum": 0},
            }),
        )),
        _ => None,
    }
}

/// The schemas of failures.
pub(super) fn failure_schemas() -> Map<String, Value> {
    let mut details = detail_properties();
    let failure = json!({
        "description": "A failure in the contract's envelope.",
        "type": "object",
        "properties": {
            "error": {
                "description": "What went wrong.",
                "type": "object",
                "properties": {
                    "code": {"type": "integer", "description": "The HTTP status."},
                    "message": {"type": "string", "description": "What happened, to what."},
                    "details": {
                        "type": ["object", "null"],
                        "description": "More for programs, when there is something.",
                        "properties": details,
                    },
                },
                "required": ["code", "message", "details"],
            },
        },
        "required": ["error"],
    });
    let mut properties = Map::new();
    for (name, kind, description) in [
        ("type", "string", "The class of problems, as a URN."),
        ("title", "string", "The class in words."),
        ("status", "integer", "The HTTP status."),
        ("detail", "string", "What happened, to what."),
        ("instance", "string", "The path that was asked for."),
    ] {
        properties.insert(
            name.to_owned(),
            json!({"type": kind, "description": description}),
        );
    }
    properties.append(&mut details);
    let problem = json!({
        "description": "A failure as problem details (RFC 9457).",
        "type": "object",
        "properties": properties,
        "required": ["type", "title", "status", "detail", "instance"],
    });
    Map::from_iter([
        ("Failure".to_owned(), failure),
        ("Problem".to_owned(), problem),
    ])
}

fn detail_properties() -> Map<String, Value> {
    let revision = |words: &str| json!({"type": "integer", "minimum": 0, "description": words});
    Map::from_iter([
        (
            "code".to_owned(),
            json!({
                "type": "string",
                "enum": ["REVISION_MISMATCH", "EMBEDDING_UNAVAILABLE"],
                "description": "What a program can decide by, where the status does not tell.",
            }),
        ),
        (
            "currentRevision".to_owned(),
            revision("The revision that the document is at."),
        ),
        (
            "expectedRevision".to_owned(),
            revision("The revision that the request named."),
        ),
        (
            "hint".to_owned(),
            json!({"type": "string", "description": "What to do next."}),
        ),
    ])
}

/// The ways to show a key.
pub(super) fn security_schemes() -> Value {
    json!({
        "apiKey": {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`API-Key gm_…`, with a key that `ibid key create` made. On loopback \
                the owner of the home needs none unless the configuration says so.",
        },
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "gm_…",
            "description": "The same key as a bearer token. It has the same scopes.",
        },
    })
}
