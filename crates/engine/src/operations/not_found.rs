//! The errors of ids that lead nowhere, worded once: clients match on these texts.

use domain::Error;

/// No such document in the caller's workspace.
pub(super) fn document() -> Error {
    Error::not_found("Document not found")
}

/// No such prompt in the caller's workspace.
pub(super) fn prompt() -> Error {
    Error::not_found("Prompt not found")
}

/// No such collection in the caller's workspace.
pub(super) fn collection() -> Error {
    Error::not_found("Collection not found")
}

/// No such version in the history of the prompt or document at hand.
pub(super) fn version() -> Error {
    Error::not_found("Version not found")
        .hint("the item's version history lists the ids of its versions")
}

/// A chunk id that was never given out, or whose document was deleted.
pub(super) fn chunk() -> Error {
    Error::not_found("Chunk not found")
        .hint("run deep_search again to get current chunk ids; ids of prompts are not chunk ids")
}
