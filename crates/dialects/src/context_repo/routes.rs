//! The contract's REST operations, one file per family: a table that requests are decoded by and
//! documents are printed from. What an operation does is in `operations`; nothing is decided here.

mod collections;
mod documents;
mod passages;
mod prompts;
mod reason;
mod search;
mod user;

use domain::Result;
use domain::caller::Permission;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::wire::{self, Pagination};
use crate::route::{Field, FieldKind, Reply, Route};

const PROMPTS_READ: &[Permission] = &[Permission::PromptsRead];
const PROMPTS_WRITE: &[Permission] = &[Permission::PromptsWrite];
const DOCUMENTS_READ: &[Permission] = &[Permission::DocumentsRead];
const DOCUMENTS_WRITE: &[Permission] = &[Permission::DocumentsWrite];
/// Whoever may read something; what the caller may not read is left out of the answer.
const ANY_READ: &[Permission] = &[Permission::PromptsRead, Permission::DocumentsRead];
/// Every known caller.
const ANYONE: &[Permission] = &[];

const LIMIT: Field = Field::optional(
    "limit",
    FieldKind::Whole,
    "Rows per page: 20 unless given, brought into 1 to 100.",
);
const CURSOR: Field = Field::optional(
    "cursor",
    FieldKind::Cursor,
    "The cursor that the page before gave, to get the next one.",
);
const TAGS: Field = Field::optional(
    "tags",
    FieldKind::TextList,
    "Only what carries every one of these tags, parted by commas.",
);
const NEW_TAGS: Field = Field::optional(
    "tags",
    FieldKind::TextList,
    "Tags to put on it: at most 64, of at most 256 bytes each.",
);
const REPLACED_TAGS: Field = Field::optional(
    "tags",
    FieldKind::TextList,
    "Replaces all tags; an empty list removes them.",
);
const CHANGE_LOG: Field = Field::optional(
    "changeLog",
    FieldKind::Text,
    "Why the content changes, kept with the version; at most 4 KiB.",
);
const VERSION_ID: Field = Field::required(
    "versionId",
    FieldKind::Id,
    "The version's id, from the history.",
);
const DIFF_FROM: Field = Field::optional(
    "from",
    FieldKind::Id,
    "The id of the older version; the one before `to` unless given.",
);
const DIFF_TO: Field = Field::optional(
    "to",
    FieldKind::Id,
    "The id of the newer version; the current one unless given.",
);
const IN_COLLECTION: Field = Field::optional(
    "collectionId",
    FieldKind::Id,
    "Only members of this collection.",
);

/// All operations, family by family.
pub fn routes() -> Vec<Route> {
    let mut routes = Vec::new();
    routes.extend(prompts::routes());
    routes.extend(documents::routes());
    routes.extend(collections::routes());
    routes.extend(search::routes());
    routes.extend(passages::routes());
    routes.extend(reason::routes());
    routes.extend(user::routes());
    routes
}

/// The answer of an operation as a reply.
fn json<T: Serialize>(answer: Result<T>) -> Result<Reply> {
    answer.map(|answer| Reply::Json(wire::to_value(&answer)))
}

/// The reply of a delete, which has no body.
fn empty<T>(answer: Result<T>) -> Result<Reply> {
    answer.map(|_| Reply::Empty)
}

/// The schema of `T` itself.
fn of<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}

/// The schema of `{data: T}`.
fn single<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    let data = schemas.subschema_for::<T>();
    json_schema!({
        "type": "object",
        "properties": {"data": data},
        "required": ["data"],
    })
}

/// The schema of `{data: [T]}`.
fn array<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    let row = schemas.subschema_for::<T>();
    json_schema!({
        "type": "object",
        "properties": {"data": {"type": "array", "items": row}},
        "required": ["data"],
    })
}

/// The schema of `{data: [T], pagination}`.
fn list<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    let row = schemas.subschema_for::<T>();
    let pagination = schemas.subschema_for::<Pagination>();
    json_schema!({
        "type": "object",
        "properties": {"data": {"type": "array", "items": row}, "pagination": pagination},
        "required": ["data", "pagination"],
    })
}
