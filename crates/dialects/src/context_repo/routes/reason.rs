//! One cited answer out of several passages.

use super::{DOCUMENTS_READ, IN_COLLECTION, json, of};
use crate::context_repo::operations::reason;
use crate::context_repo::wire::reason::Response;
use crate::route::{Family, Field, FieldKind, Method, Route};

pub fn routes() -> [Route; 1] {
    [REASON]
}

const REASON: Route = Route {
    method: Method::Post,
    path: "/v1/reason",
    name: "reason",
    tag: "Reason",
    summary: "Answer a question from the documents",
    description: "One answer out of several passages, each sentence followed by the mark \
        `[[chunkId]]` of its passage, with what the passages do not say and where they disagree. \
        Unless a model is configured, the answer is put together from quotations.",
    path_inputs: &[],
    query: &[],
    body: Some(&[
        Field::required(
            "query",
            FieldKind::Filled,
            "What to answer; at most 16 KiB.",
        ),
        Field::optional(
            "limit",
            FieldKind::Whole,
            "How many passages to gather: 8 unless given, brought into 1 to 50.",
        ),
        Field::optional("documentId", FieldKind::Id, "Only from this document."),
        IN_COLLECTION,
    ]),
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::Api,
    success: 200,
    failures: &[404, 409],
    response: Some(of::<Response>),
    run: |context, arguments| json(reason::reason(context, arguments)),
};
