//! How the contract words failures.

use domain::{Error, ErrorKind};

/// The text of a failed call: the contract's line. The hint is said beside it.
///
/// A fault inside ibid is opaque on purpose; its details belong into a log, not to an agent.
pub fn word(error: &Error) -> String {
    let message = &error.message;
    match error.kind {
        ErrorKind::NotFound => format!("Error: Resource not found. {message}"),
        ErrorKind::Unauthenticated => format!("Error: Authentication failed: {message}"),
        ErrorKind::NotAllowed => format!("Error: Permission denied: {message}"),
        ErrorKind::Internal => "Error: Server error (status 500). Please retry shortly.".to_owned(),
        ErrorKind::Invalid
        | ErrorKind::TooLarge
        | ErrorKind::Conflict
        | ErrorKind::Locked
        | ErrorKind::Unavailable
        | ErrorKind::Cancelled => format!("Error: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_read_as_the_contract_words_them() {
        for (error, text) in [
            (
                Error::not_found("Prompt not found"),
                "Error: Resource not found. Prompt not found",
            ),
            (
                Error::new(ErrorKind::Unauthenticated, "the key has expired"),
                "Error: Authentication failed: the key has expired",
            ),
            (
                Error::invalid("Query is required"),
                "Error: Query is required",
            ),
            (
                Error::new(
                    ErrorKind::NotAllowed,
                    "the scope `prompts.read` is required",
                ),
                "Error: Permission denied: the scope `prompts.read` is required",
            ),
            (
                Error::internal("disk image is malformed at page 7"),
                "Error: Server error (status 500). Please retry shortly.",
            ),
            (
                Error::unavailable("embedding unavailable").hint("search literally"),
                "Error: embedding unavailable",
            ),
        ] {
            assert_eq!(word(&error), text);
        }
    }
}
