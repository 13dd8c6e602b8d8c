//! Failures of the owner, as they would read in this process.

use domain::{Error, ErrorKind};
use serde_json::Value;

use super::{Answer, Fault};

/// The error of a request without an answer. `what` is what was asked for, for a request that may
/// have had an effect.
pub fn without_answer(fault: Fault, what: Option<&str>) -> Error {
    match (fault, what) {
        (Fault::Cancelled, _) => Error::cancelled(),
        (Fault::NotSent, _) => {
            Error::unavailable("the process that owned the home is gone; nothing was done")
                .hint("try again")
        }
        (Fault::Lost, None) => {
            Error::unavailable("the process that owns the home ended while it answered")
                .hint("try again")
        }
        (Fault::TimedOut, None) => {
            Error::unavailable("the process that owns the home did not answer in time")
                .hint("`ibid status` names nothing while it hangs; end it and try again")
        }
        (Fault::Lost | Fault::TimedOut, Some(what)) => Error::unavailable(format!(
            "the process that owns the home went away during {what}, which may or may not have \
             been done"
        ))
        .hint("look whether it was, by listing or reading the item, before you try it again"),
    }
}

/// The error in an answer whose status is one of failure.
pub fn of_answer(answer: &Answer) -> Error {
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let error = &body["error"];
    let message = match error["message"].as_str() {
        Some(message) if !message.is_empty() => message.to_owned(),
        _ => format!(
            "the process that owns the home answered with status {}",
            answer.status
        ),
    };
    let mut worded = Error::new(kind_of_status(answer.status), message);
    worded.hint = error["details"]["hint"].as_str().map(str::to_owned);
    worded
}

fn kind_of_status(status: u16) -> ErrorKind {
    match status {
        401 => ErrorKind::Unauthenticated,
        403 => ErrorKind::NotAllowed,
        404 => ErrorKind::NotFound,
        409 => ErrorKind::Conflict,
        413 => ErrorKind::TooLarge,
        503 => ErrorKind::Unavailable,
        400..=499 => ErrorKind::Invalid,
        _ => ErrorKind::Internal,
    }
}

/// The error that a failed call tells beside its text; of another owner's version the text alone.
pub fn of_meta(meta: &Value, text: &str) -> Error {
    let kind = meta["kind"].as_str().and_then(ErrorKind::parse);
    let message = meta["message"].as_str().unwrap_or(text);
    let mut error = Error::new(kind.unwrap_or(ErrorKind::Internal), message);
    error.hint = meta["hint"].as_str().map(str::to_owned);
    error
}

#[cfg(test)]
mod tests {
    use dialects::context_repo::failures;

    use serde_json::json;

    use super::*;

    #[test]
    fn a_failed_call_says_what_kind_of_failure_it_is() {
        let meta = json!({"kind": "not_found", "message": "Chunk not found", "hint": "search"});
        let error = of_meta(&meta, "Error: Resource not found. Chunk not found");
        assert_eq!(error, Error::not_found("Chunk not found").hint("search"));
        let bare = of_meta(&Value::Null, "Error: late");
        assert_eq!(bare, Error::internal("Error: late"));
    }

    #[test]
    fn an_answer_of_failure_is_read_back() {
        let answer = |status, body: String| Answer {
            status,
            body: body.into(),
        };
        for error in [
            Error::not_found("there is no workspace `x`").hint("list them"),
            Error::new(ErrorKind::Conflict, "the workspace `x` exists"),
            Error::too_large("it is too long"),
            Error::unavailable("the home is read-only"),
        ] {
            let sent = answer(
                failures::status(&error),
                failures::envelope(&error).to_string(),
            );
            assert_eq!(of_answer(&sent), error);
        }
        let bare = of_answer(&answer(500, "oops".to_owned()));
        assert_eq!(bare.kind, ErrorKind::Internal);
        assert!(bare.message.contains("500"));
    }

    #[test]
    fn a_write_without_an_answer_says_that_it_may_have_happened() {
        let error = without_answer(Fault::Lost, Some("`create_prompt`"));
        assert!(error.message.contains("`create_prompt`"), "{error}");
        assert!(error.message.contains("may or may not"), "{error}");
        assert!(error.hint.unwrap().contains("listing"));
        let error = without_answer(Fault::NotSent, Some("`create_prompt`"));
        assert!(error.message.contains("nothing was done"), "{error}");
    }
}
