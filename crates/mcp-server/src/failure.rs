//! Failures of the host as errors of the protocol.

use domain::{Error, ErrorKind};
use rmcp::ErrorData;
use rmcp::model::ErrorCode;

use crate::message::{NOT_ALLOWED, UNAUTHENTICATED};

/// The protocol's error for a failure that is no tool's: a prompt or a list.
pub(crate) fn protocol_error(error: &Error) -> ErrorData {
    let code = match error.kind {
        ErrorKind::Invalid | ErrorKind::TooLarge | ErrorKind::NotFound | ErrorKind::Conflict => {
            ErrorCode::INVALID_PARAMS
        }
        ErrorKind::Unauthenticated => ErrorCode(UNAUTHENTICATED),
        ErrorKind::NotAllowed => ErrorCode(NOT_ALLOWED),
        ErrorKind::Locked | ErrorKind::Unavailable | ErrorKind::Cancelled | ErrorKind::Internal => {
            ErrorCode::INTERNAL_ERROR
        }
    };
    ErrorData::new(code, words(error), None)
}

/// What happened and what to do next, as one text.
fn words(error: &Error) -> String {
    match &error.hint {
        Some(hint) => format!("{error}; {hint}"),
        None => error.to_string(),
    }
}
