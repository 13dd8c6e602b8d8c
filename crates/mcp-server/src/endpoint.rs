//! The protocol over HTTP: one POST with one message or a batch, answered on one line.
//!
//! The SDK's service carries the messages out. Before it stands a layer for clients that are
//! stricter or plainer than it allows: see `docs/decisions/0008`.

mod batch;
mod events;
mod reply;
mod request;

use std::error::Error as StdError;
use std::sync::Arc;

use bytes::Bytes;
use dialects::ToolHost;
use http::request::Parts;
use http::{HeaderMap, Method, Request, Response, StatusCode};
use http_body::Body;
use http_body_util::Full;
use http_body_util::combinators::BoxBody;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::calls::{Calls, log_to_stderr};
use crate::handler::Handler;
use crate::message::{self, INVALID_REQUEST, Incoming, Member};
use crate::{Deadlines, Log, MESSAGE_BYTES_MAX, Messages, Shutdown};

/// The body of an answer: all of it at once, or a stream of events where the client takes one.
pub type ReplyBody = BoxBody<Bytes, std::convert::Infallible>;

/// Answers the protocol's HTTP requests. It holds no state of any client: each request is
/// answered for the host that comes with it, while permits, deadlines and the end are shared.
///
/// Who may ask, and from which host and origin, is settled before.
#[derive(Clone)]
pub struct Endpoint {
    calls: Arc<Calls>,
    ended: CancellationToken,
    sessions: Arc<LocalSessionManager>,
    keeps_sessions: bool,
}

impl Endpoint {
    /// An endpoint that logs to stderr, has the default deadlines, and breaks off what is still
    /// running when `shutdown` is requested.
    pub fn new(shutdown: &Shutdown) -> Self {
        Self::with_options(shutdown, Deadlines::default(), Arc::new(log_to_stderr))
    }

    /// The same with other deadlines, and with another place to log to: one line at a time is
    /// written there for every answer that a relay would hide from its user.
    pub fn with_options(shutdown: &Shutdown, deadlines: Deadlines, log: Log) -> Self {
        Self {
            calls: Arc::new(Calls::new(deadlines, log)),
            ended: shutdown.token().child_token(),
            sessions: Arc::default(),
            keeps_sessions: false,
        }
    }

    /// The same, but clients of the older revisions get sessions, without which a server cannot
    /// ask its client anything. ibid asks nothing; the conformance suite does.
    #[must_use]
    pub fn with_sessions(mut self) -> Self {
        self.keeps_sessions = true;
        self
    }

    /// Answers `request` from `host`.
    pub async fn respond<B>(
        &self,
        host: Arc<dyn ToolHost>,
        request: Request<B>,
    ) -> Response<ReplyBody>
    where
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn StdError + Send + Sync>>,
    {
        let handler = Handler::new(host, Arc::clone(&self.calls));
        self.respond_with(move || handler.clone(), request).await
    }

    /// Answers a POST with the head `parts`, whose body has been read into `messages`, from `host`.
    pub async fn respond_to(
        &self,
        host: Arc<dyn ToolHost>,
        mut parts: Parts,
        messages: Messages,
    ) -> Response<ReplyBody> {
        let handler = Handler::new(host, Arc::clone(&self.calls));
        let exchange = self.exchange(move || handler.clone(), &parts.headers);
        match request::complete_headers(&mut parts.headers) {
            Ok(()) => exchange.answer(parts, messages).await,
            Err(refused) => exchange.refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, refused),
        }
    }

    /// Answers `request` by a handler of its own, made by `handler` as often as needed.
    pub async fn respond_with<H, B>(
        &self,
        handler: impl Fn() -> H + Send + Sync + 'static,
        request: Request<B>,
    ) -> Response<ReplyBody>
    where
        H: ServerHandler,
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn StdError + Send + Sync>>,
    {
        let exchange = self.exchange(handler, request.headers());
        if *request.method() != Method::POST {
            return self.respond_to_no_post(&exchange, request).await;
        }
        let (mut parts, body) = request.into_parts();
        if let Err(refused) = request::complete_headers(&mut parts.headers) {
            return exchange.refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, refused);
        }
        match request::read_body(body).await {
            Ok(body) => exchange.answer(parts, Messages::read(body)).await,
            Err(refused) => exchange.refuse(refused.status, &refused.message),
        }
    }

    /// Only sessions have a use for GET and DELETE.
    async fn respond_to_no_post<H: ServerHandler, B>(
        &self,
        exchange: &Exchange<H>,
        request: Request<B>,
    ) -> Response<ReplyBody> {
        let known = [Method::GET, Method::DELETE].contains(request.method());
        if !self.keeps_sessions || !known {
            // Not logged: clients of older revisions look for a stream as a matter of course.
            let message = "Invalid request: send messages with POST; there is no stream to read";
            let answer = message::error(Value::Null, INVALID_REQUEST, message);
            let mut refused = reply::json(StatusCode::METHOD_NOT_ALLOWED, answer);
            let post = http::HeaderValue::from_static("POST");
            refused.headers_mut().insert(http::header::ALLOW, post);
            return refused;
        }
        let request = request.map(|_| Full::new(Bytes::new()));
        let reply = exchange.service.handle(request).await;
        exchange.tidy(reply, None).await
    }

    fn exchange<H: ServerHandler>(
        &self,
        handler: impl Fn() -> H + Send + Sync + 'static,
        headers: &HeaderMap,
    ) -> Exchange<H> {
        Exchange {
            service: self.service(handler),
            log: Arc::clone(&self.calls.log),
            takes_events: request::takes_events(headers),
        }
    }

    fn service<H: ServerHandler>(
        &self,
        handler: impl Fn() -> H + Send + Sync + 'static,
    ) -> StreamableHttpService<H, LocalSessionManager> {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(self.keeps_sessions)
            .with_json_response(true)
            .with_max_request_body_bytes(MESSAGE_BYTES_MAX)
            .with_cancellation_token(self.ended.child_token())
            // Hosts and origins are checked for every route alike, before this one.
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let sessions = Arc::clone(&self.sessions);
        StreamableHttpService::new(move || Ok(handler()), sessions, config)
    }
}

/// How much of a refusal is logged.
const LOGGED_BYTES_MAX: usize = 200;

/// One request on its way through the SDK's service.
struct Exchange<H> {
    service: StreamableHttpService<H, LocalSessionManager>,
    log: Log,
    takes_events: bool,
}

impl<H: ServerHandler> Exchange<H> {
    async fn answer(&self, parts: Parts, messages: Messages) -> Response<ReplyBody> {
        match messages.read {
            Ok(Incoming::One(member)) => {
                let reply = self.forward(parts, messages.text).await;
                self.tidy(reply, Some(&member)).await
            }
            Ok(Incoming::Batch(members)) => self.answer_batch(parts, members).await,
            Err(refusal) => {
                self.log_answer(StatusCode::OK, &refusal.to_string());
                reply::json(StatusCode::OK, refusal.answer())
            }
        }
    }

    async fn forward(&self, parts: Parts, body: Bytes) -> Response<ReplyBody> {
        let request = Request::from_parts(parts, Full::new(body));
        self.service.handle(request).await
    }

    /// The answer to a request that never reached the service.
    fn refuse(&self, status: StatusCode, message: &str) -> Response<ReplyBody> {
        self.log_answer(status, message);
        let answer = message::error(Value::Null, INVALID_REQUEST, message);
        reply::json(status, answer)
    }

    /// Logs an answer by words of ours or the service's. Those of the service can repeat what the
    /// client wrote, and a line of the log is to stay one line.
    fn log_answer(&self, status: StatusCode, message: &str) {
        let end = message.floor_char_boundary(LOGGED_BYTES_MAX);
        let message = message[..end].escape_debug();
        (self.log)(&format!("answered {}: {message}", status.as_u16()));
    }

    /// What the service replied, as a client that takes only one line of JSON can read it.
    async fn tidy(
        &self,
        reply: Response<ReplyBody>,
        member: Option<&Member>,
    ) -> Response<ReplyBody> {
        if reply::has_events(&reply) && self.takes_events {
            return reply;
        }
        let (status, answer) = self.last_word(reply, member).await;
        match answer {
            Some(answer) => reply::json(status, answer),
            None => reply::empty(status),
        }
    }
}
