//! A program's view of a small home: requests as text, answers as status and JSON. Every answer is
//! held against the OpenAPI document.

use std::sync::Arc;

use dialects::context_repo::{self, failures};
use dialects::route::{Reply, Route, RouteInput};
use dialects::{Context, SessionContext};
use domain::caller::{Caller, Identity};
use domain::ports::page_fetcher::{FetchedPage, PageFetcher};
use domain::{Cancel, Error, Result};
use engine::{Engine, Parts};
use serde_json::{Value, json};
use testkit::{HashEmbedder, ManualClock, MemoryStore, PlainExtractor};

use crate::openapi::schema;

pub const BASE_URL: &str = "http://127.0.0.1:4142";

pub struct Api {
    pub engine: Arc<Engine>,
    pub embedder: Arc<HashEmbedder>,
    pub clock: Arc<ManualClock>,
    pub caller: Caller,
    routes: Vec<Route>,
    document: Value,
}

/// The web, as far as these tests know it.
struct OnePage;

impl PageFetcher for OnePage {
    fn fetch(&self, url: &str, _: &Cancel) -> Result<FetchedPage> {
        match url {
            "https://tides.test/today" => Ok(FetchedPage {
                url: "https://tides.test/today?at=noon".to_owned(),
                media_type: Some("text/plain; charset=utf-8".to_owned()),
                bytes: b"High water is at noon today.".to_vec(),
            }),
            "http://10.0.0.1/" => Err(Error::invalid("`10.0.0.1` is a private address")),
            _ => Err(Error::unavailable(format!("`{url}` cannot be reached"))),
        }
    }
}

impl Api {
    pub fn empty() -> Self {
        let embedder = Arc::new(HashEmbedder::default());
        let clock = Arc::new(ManualClock::default());
        let engine = Engine::new(Parts {
            store: Arc::new(MemoryStore::new()),
            embedder: embedder.clone(),
            extractor: Arc::new(PlainExtractor),
            clock: clock.clone(),
        });
        Self {
            engine: Arc::new(engine.with_page_fetcher(Arc::new(OnePage))),
            embedder,
            clock,
            caller: Caller::owner(),
            routes: context_repo::routes(),
            document: context_repo::openapi(BASE_URL),
        }
    }

    /// Sends e.g. `GET /v1/prompts?q=tide`; gives status and JSON, `null` for an empty answer.
    pub fn send(&self, request: &str, body: Option<Value>) -> (u16, Value) {
        let (route, input) = self.find(request, body);
        let (status, answer) = match self.call(route, input) {
            Ok(Reply::Json(value)) => (route.success, value),
            Ok(Reply::Empty) => (204, Value::Null),
            Err(error) => {
                self.check_problem(route, &error);
                (failures::status(&error), failures::envelope(&error))
            }
        };
        self.check(route, status, "application/json", &answer);
        (status, answer)
    }

    pub fn call(&self, route: &Route, input: RouteInput) -> Result<Reply> {
        self.with_context(|context| route.call(context, input))
    }

    /// The context of the caller. The connection has a session, which no operation may use by
    /// itself.
    pub fn with_context<T>(&self, run: impl FnOnce(&Context<'_>) -> T) -> T {
        run(&Context {
            engine: &self.engine,
            caller: &self.caller,
            identity: &Identity::Local,
            base_url: BASE_URL,
            session: &SessionContext::automatic(),
            cancel: &Cancel::new(),
        })
    }

    pub fn ok(&self, request: &str, body: Value) -> Value {
        let body = Some(body).filter(|body| !body.is_null());
        let (status, answer) = self.send(request, body);
        assert!(status < 300, "{request}: {status} {answer}");
        answer
    }

    pub fn get(&self, path: &str) -> Value {
        self.ok(&format!("GET {path}"), Value::Null)
    }

    /// Creates something and gives its id.
    pub fn create(&self, path: &str, body: Value) -> String {
        let created = self.ok(&format!("POST {path}"), body);
        created["data"]["id"].as_str().unwrap().to_owned()
    }

    pub fn document(&self, title: &str, content: &str) -> String {
        self.create("/v1/documents", json!({"title": title, "content": content}))
    }

    pub fn prompt(&self, title: &str, content: &str) -> String {
        self.create(
            "/v1/prompts",
            json!({"title": title, "description": "For tests.", "content": content}),
        )
    }

    pub fn index(&self) {
        self.engine
            .index_pending(&Caller::owner(), &mut |_| (), &Cancel::new())
            .unwrap();
    }

    fn find(&self, request: &str, body: Option<Value>) -> (&Route, RouteInput) {
        let (method, address) = request.split_once(' ').unwrap();
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let found = self.routes.iter().find_map(|route| {
            let parts = parts(route.path, path)?;
            (route.method.name() == method).then_some((route, parts))
        });
        let (route, path) = found.unwrap_or_else(|| panic!("no route for {request}"));
        let query = query
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| pair.split_once('=').unwrap())
            .map(|(name, text)| (decoded(name), decoded(text)))
            .collect();
        (route, RouteInput { path, query, body })
    }

    fn check(&self, route: &Route, status: u16, media_type: &str, answer: &Value) {
        let method = route.method.name().to_ascii_lowercase();
        let responses = &self.document["paths"][route.path][method]["responses"];
        let response = schema::resolved(&self.document, &responses[status.to_string()]);
        assert!(
            response.is_object(),
            "{} may not answer {status}: {answer}",
            route.name
        );
        match &response["content"][media_type]["schema"] {
            Value::Null => assert_eq!(*answer, Value::Null, "{}", route.name),
            expected => schema::check(&self.document, expected, answer, route.name),
        }
    }

    fn check_problem(&self, route: &Route, error: &Error) {
        let problem = failures::problem(error, "/v1/x");
        let status = failures::status(error);
        self.check(route, status, "application/problem+json", &problem);
    }
}

/// The parts of `path` at the places that `pattern` names, when it is such a path.
fn parts(pattern: &str, path: &str) -> Option<Vec<String>> {
    let (pattern, path): (Vec<_>, Vec<_>) =
        (pattern.split('/').collect(), path.split('/').collect());
    if pattern.len() != path.len() {
        return None;
    }
    let mut parts = Vec::new();
    for (expected, given) in pattern.iter().zip(path) {
        if expected.starts_with('{') {
            parts.push(decoded(given));
        } else if *expected != given {
            return None;
        }
    }
    Some(parts)
}

/// Form decoding, as far as these tests need it.
fn decoded(text: &str) -> String {
    let text = text.replace('+', " ");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        if first == b'%' {
            let code = std::str::from_utf8(&tail[..2]).unwrap();
            bytes.push(u8::from_str_radix(code, 16).unwrap());
            rest = &tail[2..];
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).unwrap()
}
