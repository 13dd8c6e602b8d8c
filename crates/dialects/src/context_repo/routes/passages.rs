//! Layer 2: what do the documents say?

use domain::Result;

use super::{DOCUMENTS_READ, IN_COLLECTION, json, of, single};
use crate::arguments::Arguments;
use crate::context_repo::operations::passages;
use crate::context_repo::wire::passages::{
    ExpandResponse, OpenedSession, ReadResponse, SearchResponse,
};
use crate::route::{Family, Field, FieldKind, Method, Reply, Route};
use crate::session::SessionContext;
use crate::tool::Context;

const TAG: &str = "Passages";

pub fn routes() -> [Route; 4] {
    [SESSION, SEARCH, READ, EXPAND]
}

const SESSION: Route = Route {
    method: Method::Post,
    path: "/v1/pd/session",
    name: "openSession",
    tag: TAG,
    summary: "Open a search session",
    description: "A session remembers which passages were shown under it and leaves them out of \
        its next answers. It lapses an hour after its last use; a handle that has lapsed or was \
        never opened is a fresh session, not an error.",
    path_inputs: &[],
    query: &[],
    body: Some(&[]),
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::Api,
    success: 201,
    failures: &[],
    response: Some(single::<OpenedSession>),
    run: |context, arguments| json(passages::open_session(context, arguments)),
};

const SEARCH: Route = Route {
    method: Method::Post,
    path: "/v1/pd/search",
    name: "searchPassages",
    tag: TAG,
    summary: "Search passages",
    description: "Passages inside documents by meaning, best first, each with its beginning and a \
        `chunkId` to read and cite. Prompts are never in it. The contract's `meta` stands within \
        `data`; the one beside it says what the answer rests on, how many passages the session \
        hid, and why there are none when there are none.",
    path_inputs: &[],
    query: &[],
    body: Some(&[
        Field::required(
            "query",
            FieldKind::Filled,
            "What to look for; at most 16 KiB.",
        ),
        Field::optional(
            "limit",
            FieldKind::Whole,
            "How many passages: 10 unless given, brought into 1 to 50.",
        ),
        IN_COLLECTION,
        Field::optional("documentId", FieldKind::Id, "Only this document."),
        Field::optional(
            "sessionId",
            FieldKind::Id,
            "Leave out what this session has shown; without it nothing is left out.",
        ),
    ]),
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404, 409],
    response: Some(of::<SearchResponse>),
    run: search,
};

fn search(context: &Context<'_>, arguments: &Arguments) -> Result<Reply> {
    // A program names its session; one that it does not know of would hide passages from it.
    let session = SessionContext::off();
    let context = Context {
        session: &session,
        ..*context
    };
    json(passages::deep_search(&context, arguments))
}

const READ: Route = Route {
    method: Method::Get,
    path: "/v1/pd/read/{chunkId}",
    name: "readPassage",
    tag: TAG,
    summary: "Read a passage",
    description: "One passage in full, with its place in the document. The id of text that was \
        replaced since still answers with the old text; `meta` then names its successor.",
    path_inputs: &[Field::required(
        "chunkId",
        FieldKind::Id,
        "The passage's id, from a search or an expansion.",
    )],
    query: &[],
    body: None,
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(of::<ReadResponse>),
    run: |context, arguments| json(passages::deep_read(context, arguments)),
};

const EXPAND: Route = Route {
    method: Method::Post,
    path: "/v1/pd/expand",
    name: "expandPassage",
    tag: TAG,
    summary: "Walk from a passage",
    description: "The passages around one, in full and in reading order: up to its section or \
        root, down to its children, to the next or previous one under the same parent, or all \
        around. At the edge of the tree the list is empty. Where a passage is the only child of \
        its section, `surrounding` falls back to the neighbouring sections.",
    path_inputs: &[],
    query: &[],
    body: Some(&[
        Field::required("chunkId", FieldKind::Id, "Where the walk starts."),
        Field::required(
            "direction",
            FieldKind::Choice(passages::DIRECTIONS),
            "Where to walk.",
        ),
        Field::optional(
            "count",
            FieldKind::Whole,
            "Passages on each side for `surrounding`: 2 unless given, brought into 1 to 25. \
             Ignored by the other directions.",
        ),
    ]),
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(of::<ExpandResponse>),
    run: |context, arguments| json(passages::deep_expand(context, arguments)),
};
