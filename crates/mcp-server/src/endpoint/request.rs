//! Makes of what plain clients send what the SDK's service insists on.

use std::error::Error as StdError;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HOST};
use http::{HeaderMap, HeaderValue, StatusCode};
use http_body::Body;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};

use crate::MESSAGE_BYTES_MAX;
use crate::message::Refusal;

/// Whether the client names event streams among what it reads. `*/*` is not enough: those who
/// write it usually expect one piece of JSON.
pub(super) fn takes_events(headers: &HeaderMap) -> bool {
    headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|range| essence(range).eq_ignore_ascii_case("text/event-stream"))
}

/// Sets what the service wants to see in `Accept`, `Content-Type` and `Host`.
///
/// # Errors
/// Says why when the body is declared to be something other than JSON: a web page can send
/// `text/plain` anywhere without asking first.
pub(super) fn complete_headers(headers: &mut HeaderMap) -> Result<(), &'static str> {
    if headers
        .get(CONTENT_TYPE)
        .is_some_and(|value| !is_json(value))
    {
        return Err("Invalid request: send the message as `Content-Type: application/json`");
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(
        ACCEPT,
        HeaderValue::from_static("application/json, text/event-stream"),
    );
    headers
        .entry(HOST)
        .or_insert(HeaderValue::from_static("localhost"));
    Ok(())
}

fn is_json(value: &HeaderValue) -> bool {
    let Ok(text) = value.to_str() else {
        return false;
    };
    let essence = essence(text).to_ascii_lowercase();
    essence == "application/json" || essence.ends_with("+json")
}

fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

/// Why a body was not read.
pub(super) struct Unread {
    pub(super) status: StatusCode,
    pub(super) message: String,
}

pub(super) async fn read_body<B>(body: B) -> Result<Bytes, Unread>
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    match Limited::new(body, MESSAGE_BYTES_MAX).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Unread {
            status: StatusCode::PAYLOAD_TOO_LARGE,
            message: Refusal::TooLong.to_string(),
        }),
        Err(_) => Err(Unread {
            status: StatusCode::BAD_REQUEST,
            message: "Invalid request: the body ended before it was complete".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: http::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn only_who_names_event_streams_gets_one() {
        for (accept, takes) in [
            ("application/json", false),
            ("*/*", false),
            ("application/json, text/event-stream", true),
            ("Text/Event-Stream;q=0.5", true),
        ] {
            assert_eq!(takes_events(&headers(ACCEPT, accept)), takes, "{accept}");
        }
        assert!(!takes_events(&HeaderMap::new()));
    }

    #[test]
    fn json_may_be_declared_in_any_of_its_ways_or_not_at_all() {
        for content_type in [
            "application/json",
            "application/json; charset=utf-8",
            "Application/JSON",
            "application/vnd.api+json",
        ] {
            let mut headers = headers(CONTENT_TYPE, content_type);
            assert_eq!(complete_headers(&mut headers), Ok(()), "{content_type}");
            assert_eq!(headers[CONTENT_TYPE], "application/json");
        }
        let mut none = HeaderMap::new();
        assert_eq!(complete_headers(&mut none), Ok(()));
        assert_eq!(none[ACCEPT], "application/json, text/event-stream");
        assert!(complete_headers(&mut headers(CONTENT_TYPE, "text/plain")).is_err());
    }
}
