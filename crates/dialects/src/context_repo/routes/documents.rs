//! Documents.

use super::{
    CHANGE_LOG, CURSOR, DIFF_FROM, DIFF_TO, DOCUMENTS_READ, DOCUMENTS_WRITE, IN_COLLECTION, LIMIT,
    NEW_TAGS, REPLACED_TAGS, TAGS, VERSION_ID, array, empty, json, list, single,
};
use crate::context_repo::operations::documents;
use crate::context_repo::wire::documents::Document;
use crate::context_repo::wire::versions::{Diff, Version};
use crate::route::{Family, Field, FieldKind, Method, Route};

const TAG: &str = "Documents";
const ID: Field = Field::required("id", FieldKind::Id, "The document's id.").known_as("documentId");

const EXPECTED_REVISION: Field = Field::optional(
    "expectedRevision",
    FieldKind::Counting,
    "The revision that was read last. The change is refused with 409 when the document is at \
     another one by now.",
);

pub fn routes() -> [Route; 9] {
    [
        LIST, CREATE, SCRAPE, READ, UPDATE, DELETE, VERSIONS, RESTORE, DIFF,
    ]
}

const LIST: Route = Route {
    method: Method::Get,
    path: "/v1/documents",
    name: "listDocuments",
    tag: TAG,
    summary: "List documents",
    description: "Documents without their content, newest first, page by page.",
    path_inputs: &[],
    query: &[
        IN_COLLECTION,
        Field::optional(
            "search",
            FieldKind::Text,
            "Only documents whose title holds this text, in any case.",
        ),
        LIMIT,
        CURSOR,
        TAGS,
    ],
    body: None,
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(list::<Document>),
    run: |context, arguments| json(documents::list(context, arguments)),
};

const CREATE: Route = Route {
    method: Method::Post,
    path: "/v1/documents",
    name: "createDocument",
    tag: TAG,
    summary: "Create a document",
    description: "Saves a new document of text or Markdown. Its words are searchable at once; its \
        `status` is `pending` until its meaning is, a moment later. A second call makes a second \
        document.",
    path_inputs: &[],
    query: &[],
    body: Some(&[
        Field::required(
            "title",
            FieldKind::Filled,
            "What it is called; at most 1 KiB.",
        ),
        Field::required(
            "content",
            FieldKind::Filled,
            "Text or Markdown, kept verbatim; at most 20 MiB.",
        ),
        NEW_TAGS,
    ]),
    any_of: &[],
    scopes: DOCUMENTS_WRITE,
    family: Family::Api,
    success: 201,
    failures: &[],
    response: Some(single::<Document>),
    run: |context, arguments| json(documents::create(context, arguments)),
};

const SCRAPE: Route = Route {
    method: Method::Post,
    path: "/v1/documents/scrape",
    name: "scrapeDocument",
    tag: TAG,
    summary: "Save a web page as a document",
    description: "Fetches one page with a plain GET, within limits on size, time and redirects, \
        and keeps its text as a document that has the page's address as `sourceUrl`. Addresses of \
        private networks are refused unless the configuration allows them.",
    path_inputs: &[],
    query: &[],
    body: Some(&[
        Field::required(
            "url",
            FieldKind::Address,
            "The page's address, `http` or `https`.",
        ),
        Field::optional(
            "title",
            FieldKind::Filled,
            "The document's title; the page's own unless given.",
        ),
        NEW_TAGS,
        Field::optional(
            "collectionId",
            FieldKind::Id,
            "A collection to put the document into.",
        ),
    ]),
    any_of: &[],
    scopes: DOCUMENTS_WRITE,
    family: Family::Scrape,
    success: 201,
    failures: &[404],
    response: Some(single::<Document>),
    run: |context, arguments| json(documents::scrape(context, arguments)),
};

const READ: Route = Route {
    method: Method::Get,
    path: "/v1/documents/{id}",
    name: "getDocument",
    tag: TAG,
    summary: "Read a document",
    description: "One document with its whole content.",
    path_inputs: &[ID],
    query: &[],
    body: None,
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(single::<Document>),
    run: |context, arguments| json(documents::read(context, arguments)),
};

const UPDATE: Route = Route {
    method: Method::Patch,
    path: "/v1/documents/{id}",
    name: "updateDocument",
    tag: TAG,
    summary: "Change a document",
    description: "Changes the given fields and leaves the others as they are. New content makes a \
        new version, keeps the old one and is indexed anew; ids of unchanged passages stay valid.",
    path_inputs: &[ID],
    query: &[],
    body: Some(&[
        Field::optional("title", FieldKind::Filled, "A new title."),
        Field::optional("content", FieldKind::Filled, "New text; makes a version."),
        CHANGE_LOG,
        REPLACED_TAGS,
        EXPECTED_REVISION,
    ]),
    any_of: &["title", "content", "tags"],
    scopes: DOCUMENTS_WRITE,
    family: Family::Api,
    success: 200,
    failures: &[404, 409],
    response: Some(single::<Document>),
    run: |context, arguments| json(documents::update(context, arguments)),
};

const DELETE: Route = Route {
    method: Method::Delete,
    path: "/v1/documents/{id}",
    name: "deleteDocument",
    tag: TAG,
    summary: "Delete a document",
    description: "Deletes a document for good, with all its versions and its index, and takes it \
        out of its collections. There is no undo.",
    path_inputs: &[ID],
    query: &[],
    body: None,
    any_of: &[],
    scopes: DOCUMENTS_WRITE,
    family: Family::Api,
    success: 204,
    failures: &[404],
    response: None,
    run: |context, arguments| empty(documents::delete(context, arguments)),
};

const VERSIONS: Route = Route {
    method: Method::Get,
    path: "/v1/documents/{id}/versions",
    name: "listDocumentVersions",
    tag: TAG,
    summary: "List the versions of a document",
    description: "Every version of the content, newest first, each with the beginning of its text \
        and an id that a restore takes.",
    path_inputs: &[ID],
    query: &[],
    body: None,
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(array::<Version>),
    run: |context, arguments| json(documents::versions(context, arguments)),
};

const RESTORE: Route = Route {
    method: Method::Post,
    path: "/v1/documents/{id}/restore",
    name: "restoreDocumentVersion",
    tag: TAG,
    summary: "Restore a version of a document",
    description: "Makes the content of an old version the content of a new one, and indexes it. \
        Nothing is lost: the versions between stay.",
    path_inputs: &[ID],
    query: &[],
    body: Some(&[VERSION_ID, EXPECTED_REVISION]),
    any_of: &[],
    scopes: DOCUMENTS_WRITE,
    family: Family::Api,
    success: 200,
    failures: &[404, 409],
    response: Some(single::<Document>),
    run: |context, arguments| json(documents::restore(context, arguments)),
};

const DIFF: Route = Route {
    method: Method::Get,
    path: "/v1/documents/{id}/diff",
    name: "diffDocument",
    tag: TAG,
    summary: "Compare two versions of a document",
    description: "What changed between two versions of the content, line by line, in unified \
        format. An extension of ibid.",
    path_inputs: &[ID],
    query: &[DIFF_FROM, DIFF_TO],
    body: None,
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(single::<Diff>),
    run: |context, arguments| json(documents::diff(context, arguments)),
};
