//! Batches: a revision knew them, and a relay forwards them as they come.

use bytes::Bytes;
use http::header::HeaderName;
use http::request::Parts;
use http::{Response, StatusCode};
use rmcp::ServerHandler;
use serde_json::Value;

use super::{Exchange, ReplyBody, reply};
use crate::message::{self, Member};

/// Headers that repeat what a single message says.
const OF_ONE_MESSAGE: [&str; 2] = ["mcp-method", "mcp-name"];

impl<H: ServerHandler> Exchange<H> {
    /// Carries the members out one after the other, so that a later one sees what an earlier one
    /// wrote, and answers them together.
    pub(super) async fn answer_batch(
        &self,
        mut parts: Parts,
        members: Vec<(Member, Value)>,
    ) -> Response<ReplyBody> {
        for name in OF_ONE_MESSAGE {
            parts.headers.remove(HeaderName::from_static(name));
        }
        let mut answers = Vec::new();
        for (member, message) in members {
            let body = Bytes::from(message.to_string());
            let reply = self.forward(parts.clone(), body).await;
            let (_, answer) = self.last_word(reply, Some(&member)).await;
            answers.extend(answer.filter(|_| member.wants_answer()));
        }
        if answers.is_empty() {
            reply::empty(StatusCode::ACCEPTED)
        } else {
            reply::json(StatusCode::OK, message::join(&answers))
        }
    }
}
