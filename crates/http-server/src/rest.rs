//! Calls under `/v1`: one handler for every route of the dialect's table.

mod table;

use std::sync::Arc;

use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use dialects::SessionContext;
use dialects::context_repo::failures::Failure;
use dialects::context_repo::{self, Service};
use dialects::route::{Reply, Route, RouteInput};
use dialects::tool::Context;
use domain::caller::Principal;
use domain::{Cancel, Error, ErrorKind, Result};
use http::{Method, StatusCode};
use serde_json::Value;

pub use table::Table;

use crate::answer::{self, Asked};
use crate::app::App;
use crate::gate::Visit;
use crate::limiter;
use crate::work::{CALL_TIME, LONG_CALL_TIME};
use crate::{body, percent};

/// Answers a call of a visitor.
pub async fn answer(app: &Arc<App>, visit: &Visit, request: Request, asked: &Asked) -> Response {
    let principal = match visit.known() {
        Ok(principal) => principal,
        Err(refusal) => return refusal.answer(asked),
    };
    let path = request.uri().path().to_owned();
    let Some(found) = app.table.find(&path) else {
        return answer::unknown_path(asked);
    };
    let Some(route) = found.route(request.method()) else {
        return answer::wrong_method(asked, &found.allowed());
    };
    if let Err(refusal) = limiter::count(app, visit, &[(route.family, 1)]) {
        return refusal.answer(asked);
    }
    match call(app, principal, route, &found.parts, request).await {
        Ok(reply) => success(route, reply),
        Err(error) => {
            log_fault(app, route, &error);
            answer::failure(asked, &Failure::from(&error))
        }
    }
}

async fn call(
    app: &Arc<App>,
    principal: &Principal,
    route: Route,
    parts: &[&str],
    request: Request,
) -> Result<Reply> {
    let path: Result<Vec<String>> = parts.iter().map(|part| percent::path_part(part)).collect();
    let query = percent::query_pairs(request.uri().query().unwrap_or_default())?;
    let mut input = RouteInput {
        path: path?,
        query,
        body: None,
    };
    let mut sent = Bytes::new();
    if route.body.is_some() {
        sent = body::read(request.into_body(), app.settings.rest_body_bytes_max).await?;
    }
    let time = if context_repo::takes_long(route.name) {
        LONG_CALL_TIME
    } else {
        CALL_TIME
    };
    let service = Arc::clone(&app.service);
    let principal = principal.clone();
    let call = move |cancel: &Cancel| {
        // Parsing megabytes takes a while, so it is not done on the threads that serve.
        input.body = parse(&sent)?;
        drop(sent);
        run(&service, &principal, &route, input, cancel)
    };
    app.calls.run(time, call).await
}

fn run(
    service: &Service,
    principal: &Principal,
    route: &Route,
    input: RouteInput,
    cancel: &Cancel,
) -> Result<Reply> {
    let session = SessionContext::off();
    let context = Context {
        engine: &service.engine,
        caller: &principal.caller,
        identity: &principal.identity,
        base_url: &service.base_url,
        session: &session,
        cancel,
    };
    route.call(&context, input)
}

/// The JSON of a body; `None` when there is nothing in it. Whatever its type is called: clients
/// name it wrongly, and what is no JSON says so itself.
fn parse(sent: &[u8]) -> Result<Option<Value>> {
    if sent.is_empty() {
        return Ok(None);
    }
    serde_json::from_slice(sent).map(Some).map_err(|error| {
        Error::invalid(format!("the body is no JSON: {error}"))
            .hint("send one JSON object in UTF-8")
    })
}

fn success(route: Route, reply: Reply) -> Response {
    match reply {
        Reply::Empty => answer::empty(),
        Reply::Json(value) => {
            let status = StatusCode::from_u16(route.success).unwrap_or(StatusCode::OK);
            answer::json(status, &value)
        }
    }
}

/// What the client is told of a fault says nothing, so its details have to be seen somewhere.
fn log_fault(app: &App, route: Route, error: &Error) {
    if error.kind == ErrorKind::Internal {
        let method = route.method.name();
        (app.log)(&format!("{method} {}: {error}", route.path));
    }
}

/// The method of the table that a request's method asks for; `HEAD` asks for what `GET` does.
fn method_name(method: &Method) -> &str {
    if method == Method::HEAD {
        "GET"
    } else {
        method.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_body_is_no_body() {
        assert_eq!(parse(b""), Ok(None));
        assert_eq!(parse(b"{}"), Ok(Some(serde_json::json!({}))));
        // White space is something, and no JSON.
        assert!(parse(b" \r\n").is_err());
    }

    #[test]
    fn a_body_that_is_no_json_says_where() {
        let error = parse(b"{\"q\": \n oops}").unwrap_err();
        assert_eq!(
            error.message,
            "the body is no JSON: expected value at line 2 column 2"
        );
        assert!(parse(b"\"\xff\"").is_err());
    }
}
