//! Failures of REST operations: the one table from kinds to statuses, the contract's envelope, and
//! problem details (RFC 9457) for those who ask for them.

use domain::{Code, Error, ErrorKind};
use serde_json::{Map, Value, json};

/// A failure as REST shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The HTTP status.
    pub status: u16,
    /// What happened, safe to show.
    pub message: String,
    /// What to do next, when there is something.
    pub hint: Option<String>,
    /// What a program can decide by, where the status alone does not tell.
    pub code: Option<Code>,
}

/// The status of an error.
pub fn status(error: &Error) -> u16 {
    match error.kind {
        ErrorKind::Invalid => 400,
        ErrorKind::Unauthenticated => 401,
        ErrorKind::NotAllowed => 403,
        ErrorKind::NotFound => 404,
        ErrorKind::Conflict => 409,
        // Another mode of the same request would work, which is not what 503 says.
        ErrorKind::Unavailable if error.code == Some(Code::EmbeddingUnavailable) => 409,
        ErrorKind::TooLarge => 413,
        ErrorKind::Unavailable | ErrorKind::Locked | ErrorKind::Cancelled => 503,
        ErrorKind::Internal => 500,
    }
}

/// The contract's envelope of an error.
pub fn envelope(error: &Error) -> Value {
    Failure::from(error).envelope()
}

/// The problem details of an error; `instance` is the path that was asked for.
pub fn problem(error: &Error, instance: &str) -> Value {
    Failure::from(error).problem(instance)
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Self {
        if error.kind == ErrorKind::Internal {
            // What went wrong inside belongs into a log: it may name paths or other people's data.
            return Self::new(500, "Server error")
                .hint("try again shortly; the server's log says more");
        }
        Self {
            status: status(error),
            message: error.message.clone(),
            hint: error.hint.clone(),
            code: error.code,
        }
    }
}

impl Failure {
    /// A failure with `status` that says `message`; for what a server refuses by itself.
    pub fn new(status: u16, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            hint: None,
            code: None,
        }
    }

    /// The same with advice attached.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// `{"error": {"code", "message", "details"}}`.
    pub fn envelope(&self) -> Value {
        let details = self.details();
        let details = if details.is_empty() {
            Value::Null
        } else {
            Value::Object(details)
        };
        json!({
            "error": {"code": self.status, "message": self.message, "details": details}
        })
    }

    /// `{"type", "title", "status", "detail", "instance"}` and what the envelope has as details.
    pub fn problem(&self, instance: &str) -> Value {
        let (name, title) = self.class();
        let mut problem = Map::new();
        problem.insert("type".to_owned(), json!(format!("urn:ibid:problem:{name}")));
        problem.insert("title".to_owned(), json!(title));
        problem.insert("status".to_owned(), json!(self.status));
        problem.insert("detail".to_owned(), json!(self.message));
        problem.insert("instance".to_owned(), json!(instance));
        problem.extend(self.details());
        Value::Object(problem)
    }

    fn details(&self) -> Map<String, Value> {
        let mut details = Map::new();
        if let Some(code) = self.code {
            details.insert("code".to_owned(), json!(code.name()));
        }
        if let Some(Code::RevisionMismatch { current, expected }) = self.code {
            details.insert("currentRevision".to_owned(), json!(current));
            details.insert("expectedRevision".to_owned(), json!(expected));
        }
        if let Some(hint) = &self.hint {
            details.insert("hint".to_owned(), json!(hint));
        }
        details
    }

    /// The name and the title of the class of problems that this is one of.
    fn class(&self) -> (&'static str, &'static str) {
        match self.code {
            Some(Code::RevisionMismatch { .. }) => {
                return (
                    "revision-mismatch",
                    "The document was changed in the meantime",
                );
            }
            Some(Code::EmbeddingUnavailable) => {
                return ("embedding-unavailable", "There is no model to search with");
            }
            None => {}
        }
        match self.status {
            400 => ("invalid", "The request cannot be carried out as it stands"),
            401 => ("unauthenticated", "The caller is not known"),
            403 => ("not-allowed", "The caller may not do this"),
            404 => ("not-found", "There is nothing of this name"),
            405 => ("method-not-allowed", "The path does not take this method"),
            406 => (
                "not-acceptable",
                "There is no answer of the wanted media type",
            ),
            409 => ("conflict", "The state does not allow it"),
            413 => ("too-large", "The request is over a limit"),
            415 => (
                "unsupported-media-type",
                "The body is of a media type that is not read",
            ),
            429 => ("too-many-requests", "The limit of calls is used up"),
            503 => ("unavailable", "A part that is needed is missing"),
            _ => ("internal", "Something went wrong inside the server"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stale() -> Error {
        let code = Code::RevisionMismatch {
            current: 5,
            expected: 3,
        };
        Error::new(
            ErrorKind::Conflict,
            "the document is at revision 5, not at 3",
        )
        .code(code)
    }

    fn no_model() -> Error {
        Error::unavailable("there is no embedding model")
            .hint("search literally")
            .code(Code::EmbeddingUnavailable)
    }

    #[test]
    fn every_kind_has_a_status() {
        for (kind, expected) in [
            (ErrorKind::Invalid, 400),
            (ErrorKind::Unauthenticated, 401),
            (ErrorKind::NotAllowed, 403),
            (ErrorKind::NotFound, 404),
            (ErrorKind::Conflict, 409),
            (ErrorKind::TooLarge, 413),
            (ErrorKind::Unavailable, 503),
            (ErrorKind::Locked, 503),
            (ErrorKind::Cancelled, 503),
            (ErrorKind::Internal, 500),
        ] {
            assert_eq!(status(&Error::new(kind, "x")), expected, "{kind:?}");
        }
        assert_eq!(status(&no_model()), 409);
    }

    #[test]
    fn the_envelope_has_details_only_when_there_are_some() {
        for (error, expected) in [
            (
                Error::not_found("Prompt not found"),
                r#"{"error":{"code":404,"message":"Prompt not found","details":null}}"#,
            ),
            (
                Error::invalid("Query is required").hint("say what to look for"),
                concat!(
                    r#"{"error":{"code":400,"message":"Query is required","#,
                    r#""details":{"hint":"say what to look for"}}}"#
                ),
            ),
            (
                stale(),
                concat!(
                    r#"{"error":{"code":409,"message":"the document is at revision 5, not at 3","#,
                    r#""details":{"code":"REVISION_MISMATCH","currentRevision":5,"#,
                    r#""expectedRevision":3}}}"#
                ),
            ),
            (
                no_model(),
                concat!(
                    r#"{"error":{"code":409,"message":"there is no embedding model","#,
                    r#""details":{"code":"EMBEDDING_UNAVAILABLE","hint":"search literally"}}}"#
                ),
            ),
        ] {
            assert_eq!(envelope(&error).to_string(), expected);
        }
    }

    #[test]
    fn a_fault_inside_is_opaque_in_both_forms() {
        let error = Error::internal("disk image is malformed at page 7").hint("look at /srv/home");
        for text in [
            envelope(&error).to_string(),
            problem(&error, "/v1/prompts").to_string(),
        ] {
            assert!(
                !text.contains("malformed") && !text.contains("/srv"),
                "{text}"
            );
            assert!(text.contains("Server error"), "{text}");
        }
    }

    #[test]
    fn problem_details_name_their_class() {
        assert_eq!(
            problem(&stale(), "/v1/documents/d_1").to_string(),
            concat!(
                r#"{"type":"urn:ibid:problem:revision-mismatch","#,
                r#""title":"The document was changed in the meantime","status":409,"#,
                r#""detail":"the document is at revision 5, not at 3","#,
                r#""instance":"/v1/documents/d_1","code":"REVISION_MISMATCH","#,
                r#""currentRevision":5,"expectedRevision":3}"#
            )
        );
        let refused = Failure::new(429, "slow down").problem("/v1/prompts");
        assert_eq!(refused["type"], "urn:ibid:problem:too-many-requests");
        assert_eq!(Failure::new(502, "x").class().0, "internal");
    }
}
