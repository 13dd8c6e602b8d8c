//! Makes one line of JSON of whatever the SDK's service replies.

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};
use http_body_util::{BodyExt as _, Empty, Full};
use rmcp::ServerHandler;
use serde_json::Value;

use super::{Exchange, ReplyBody, events};
use crate::message::{self, INTERNAL_ERROR, INVALID_REQUEST, Kind, Member};

pub(super) fn json(status: StatusCode, line: Vec<u8>) -> Response<ReplyBody> {
    let mut reply = Response::new(Full::new(Bytes::from(line)).boxed());
    *reply.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    reply.headers_mut().insert(CONTENT_TYPE, json);
    reply
}

pub(super) fn empty(status: StatusCode) -> Response<ReplyBody> {
    let mut reply = Response::new(Empty::new().boxed());
    *reply.status_mut() = status;
    reply
}

pub(super) fn has_events(reply: &Response<ReplyBody>) -> bool {
    content_type(reply).starts_with("text/event-stream")
}

fn content_type(reply: &Response<ReplyBody>) -> String {
    let value = reply.headers().get(CONTENT_TYPE);
    let text = value.and_then(|value| value.to_str().ok());
    text.unwrap_or_default().to_ascii_lowercase()
}

impl<H: ServerHandler> Exchange<H> {
    /// The status and the line that a reply to `member` comes down to; no line where JSON-RPC
    /// has no answer.
    pub(super) async fn last_word(
        &self,
        reply: Response<ReplyBody>,
        member: Option<&Member>,
    ) -> (StatusCode, Option<Vec<u8>>) {
        let status = reply.status();
        let events = has_events(&reply);
        let json = content_type(&reply).starts_with("application/json");
        let Ok(body) = reply.into_body().collect().await;
        let body = body.to_bytes();
        if events {
            return match events::last_answer(&body) {
                Some(answer) => (status, Some(answer)),
                None => self.failed(StatusCode::OK, "", member),
            };
        }
        let kind = member.map(|member| member.kind);
        match (json, body.is_empty()) {
            (_, true) if status.is_success() && kind != Some(Kind::Request) => (status, None),
            (true, false) if status.is_success() => (status, Some(body.into())),
            (true, false) => (status, Some(self.with_id(status, &body, member))),
            _ => self.failed(status, &String::from_utf8_lossy(&body), member),
        }
    }

    /// An error of the service, which may lack the id that some readers insist on.
    fn with_id(&self, status: StatusCode, body: &[u8], member: Option<&Member>) -> Vec<u8> {
        let Ok(Value::Object(mut answer)) = serde_json::from_slice(body) else {
            return body.to_vec();
        };
        // Its message may quote arguments, which a log must not hold.
        let code = &answer["error"]["code"];
        self.log_answer(status, &format!("JSON-RPC error {code}"));
        if !answer.contains_key("id") {
            let id = member.map_or(Value::Null, Member::id_to_answer);
            answer.insert("id".to_owned(), id);
        }
        Value::Object(answer).to_string().into_bytes()
    }

    /// A refusal that the service words as plain text, or no answer where there had to be one.
    fn failed(
        &self,
        status: StatusCode,
        text: &str,
        member: Option<&Member>,
    ) -> (StatusCode, Option<Vec<u8>>) {
        self.log_answer(status, text);
        let id = member.map_or(Value::Null, Member::id_to_answer);
        let (status, code, message) = match status {
            // The media type was right, so it is the message that could not be read.
            StatusCode::UNSUPPORTED_MEDIA_TYPE => (
                StatusCode::OK,
                INVALID_REQUEST,
                "Invalid request: this is no message of the protocol".to_owned(),
            ),
            status if status.is_client_error() => {
                (status, INVALID_REQUEST, format!("Invalid request: {text}"))
            }
            status => (
                status,
                INTERNAL_ERROR,
                "the server broke off before it had an answer; ask again".to_owned(),
            ),
        };
        (status, Some(message::error(id, code, &message)))
    }
}
