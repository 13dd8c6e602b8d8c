//! Collections and their members.

use super::{
    CURSOR, DOCUMENTS_READ, DOCUMENTS_WRITE, LIMIT, NEW_TAGS, REPLACED_TAGS, TAGS, empty, json,
    list, single,
};
use crate::context_repo::operations::collections;
use crate::context_repo::wire::collections::{Added, Collection, Item, Removed};
use crate::route::{Family, Field, FieldKind, Method, Route};

const TAG: &str = "Collections";
const ID: Field =
    Field::required("id", FieldKind::Id, "The collection's id.").known_as("collectionId");

const ITEM_IDS: Field = Field::required(
    "itemIds",
    FieldKind::IdList,
    "Ids of documents or of prompts, at most 1,000.",
);
const ITEM_TYPE: Field = Field::required(
    "itemType",
    FieldKind::Choice(collections::KINDS),
    "Which kind all of the ids are.",
);

pub fn routes() -> [Route; 8] {
    [
        LIST,
        CREATE,
        READ,
        UPDATE,
        DELETE,
        ITEMS,
        ADD_ITEMS,
        REMOVE_ITEMS,
    ]
}

const LIST: Route = Route {
    method: Method::Get,
    path: "/v1/collections",
    name: "listCollections",
    tag: TAG,
    summary: "List collections",
    description: "Collections without their members, newest first, page by page.",
    path_inputs: &[],
    query: &[
        Field::optional(
            "search",
            FieldKind::Text,
            "Only collections whose name or description holds this text, in any case.",
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
    failures: &[],
    response: Some(list::<Collection>),
    run: |context, arguments| json(collections::list(context, arguments)),
};

const CREATE: Route = Route {
    method: Method::Post,
    path: "/v1/collections",
    name: "createCollection",
    tag: TAG,
    summary: "Create a collection",
    description: "Makes a new, empty collection: a named set of prompts and documents that \
        searches can be narrowed to. A second call makes a second collection.",
    path_inputs: &[],
    query: &[],
    body: Some(&[
        Field::required(
            "name",
            FieldKind::Filled,
            "What it is called; at most 1 KiB.",
        ),
        Field::optional(
            "description",
            FieldKind::Text,
            "What it holds; at most 16 KiB.",
        ),
        Field::optional(
            "color",
            FieldKind::Text,
            "A hex colour such as #0ea5e9; at most 256 bytes.",
        ),
        Field::optional("icon", FieldKind::Text, "One emoji; at most 256 bytes."),
        NEW_TAGS,
    ]),
    any_of: &[],
    scopes: DOCUMENTS_WRITE,
    family: Family::Api,
    success: 201,
    failures: &[],
    response: Some(single::<Collection>),
    run: |context, arguments| json(collections::create(context, arguments)),
};

const READ: Route = Route {
    method: Method::Get,
    path: "/v1/collections/{id}",
    name: "getCollection",
    tag: TAG,
    summary: "Read a collection",
    description: "One collection's own fields. Its members are at `/v1/collections/{id}/items`.",
    path_inputs: &[ID],
    query: &[],
    body: None,
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(single::<Collection>),
    run: |context, arguments| json(collections::read(context, arguments)),
};

const UPDATE: Route = Route {
    method: Method::Patch,
    path: "/v1/collections/{id}",
    name: "updateCollection",
    tag: TAG,
    summary: "Change a collection",
    description: "Changes the given fields and leaves the others and the members as they are.",
    path_inputs: &[ID],
    query: &[],
    body: Some(&[
        Field::optional("name", FieldKind::Filled, "A new name."),
        Field::optional("description", FieldKind::Text, "A new description."),
        Field::optional("color", FieldKind::Text, "A new hex colour."),
        Field::optional("icon", FieldKind::Text, "A new emoji."),
        REPLACED_TAGS,
    ]),
    any_of: &["name", "description", "color", "icon", "tags"],
    scopes: DOCUMENTS_WRITE,
    family: Family::Api,
    success: 200,
    failures: &[404],
    response: Some(single::<Collection>),
    run: |context, arguments| json(collections::update(context, arguments)),
};

const DELETE: Route = Route {
    method: Method::Delete,
    path: "/v1/collections/{id}",
    name: "deleteCollection",
    tag: TAG,
    summary: "Delete a collection",
    description: "Deletes the grouping only: its prompts and documents stay where they are. There \
        is no undo.",
    path_inputs: &[ID],
    query: &[],
    body: None,
    any_of: &[],
    scopes: DOCUMENTS_WRITE,
    family: Family::Api,
    success: 204,
    failures: &[404],
    response: None,
    run: |context, arguments| empty(collections::delete(context, arguments)),
};

const ITEMS: Route = Route {
    method: Method::Get,
    path: "/v1/collections/{id}/items",
    name: "listCollectionItems",
    tag: TAG,
    summary: "List the members of a collection",
    description: "Prompts and documents of a collection, page by page.",
    path_inputs: &[ID],
    query: &[LIMIT, CURSOR],
    body: None,
    any_of: &[],
    scopes: DOCUMENTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(list::<Item>),
    run: |context, arguments| json(collections::items(context, arguments)),
};

const ADD_ITEMS: Route = Route {
    method: Method::Post,
    path: "/v1/collections/{id}/items",
    name: "addCollectionItems",
    tag: TAG,
    summary: "Add members to a collection",
    description: "Adds documents or prompts. One call takes ids of one kind; items that are in \
        already are counted and left alone. When one of the items does not exist, none is added.",
    path_inputs: &[ID],
    query: &[],
    body: Some(&[ITEM_IDS, ITEM_TYPE]),
    any_of: &[],
    scopes: DOCUMENTS_WRITE,
    family: Family::Api,
    success: 200,
    failures: &[404],
    response: Some(single::<Added>),
    run: |context, arguments| json(collections::add(context, arguments)),
};

const REMOVE_ITEMS: Route = Route {
    method: Method::Put,
    path: "/v1/collections/{id}/items",
    name: "removeCollectionItems",
    tag: TAG,
    summary: "Remove members from a collection",
    description: "Takes documents or prompts out of a collection; the items themselves stay. Ids \
        that are not in are ignored. In this contract PUT removes.",
    path_inputs: &[ID],
    query: &[],
    body: Some(&[ITEM_IDS, ITEM_TYPE]),
    any_of: &[],
    scopes: DOCUMENTS_WRITE,
    family: Family::Api,
    success: 200,
    failures: &[404],
    response: Some(single::<Removed>),
    run: |context, arguments| json(collections::remove(context, arguments)),
};
