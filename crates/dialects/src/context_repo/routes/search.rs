//! Layer 1: which artifact is relevant?

use super::{ANY_READ, IN_COLLECTION, TAGS, json, of};
use crate::context_repo::operations::catalog;
use crate::context_repo::wire::find_items::Response;
use crate::route::{Family, Field, FieldKind, Method, Route};

pub fn routes() -> [Route; 1] {
    [SEARCH]
}

const SEARCH: Route = Route {
    method: Method::Get,
    path: "/v1/search",
    name: "search",
    tag: "Search",
    summary: "Find items",
    description: "Which prompts, documents and collections are relevant to a query, best first \
        within each kind. By meaning, rows have a score from 0 to 1 and those below 0.35 are left \
        out; literally, rows have no score. `meta` stands beside `data` and says what the answer \
        rests on and why there are no rows when there are none. Kinds that the caller may not \
        read are left out.",
    path_inputs: &[],
    query: &[
        Field::required("q", FieldKind::Filled, "What to look for; at most 16 KiB.")
            .known_as("query"),
        Field::optional(
            "type",
            FieldKind::Choice(catalog::TYPES),
            "Which kind to return; all unless given.",
        ),
        Field::optional(
            "semantic",
            FieldKind::Flag,
            "true (unless given): by meaning; false: by the literal text, in any case.",
        ),
        TAGS,
        Field::optional(
            "limit",
            FieldKind::Whole,
            "Rows per kind: 10 unless given, brought into 1 to 50.",
        ),
        IN_COLLECTION,
    ],
    body: None,
    any_of: &[],
    scopes: ANY_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404, 409],
    response: Some(of::<Response>),
    run: |context, arguments| json(catalog::find_items(context, arguments)),
};
