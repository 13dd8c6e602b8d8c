//! Reading and writing collections.

use domain::Result;

use super::{
    CURSOR, CUT_LIST, LIMIT, NEW_TAGS, REPLACED_TAGS, SHORT_ANSWER, TAG_FILTER, answer,
    answer_with, gone, sent_tags, tool,
};
use crate::arguments::Arguments;
use crate::context_repo::markdown::{collections as markdown, notes};
use crate::context_repo::operations::collections;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

pub const COLLECTION_ID: Input = Input::required(
    "collectionId",
    InputType::Text,
    "The collection's id, from list_collections or find_items.",
);

pub fn tools() -> [Tool; 5] {
    [
        tool(LIST, list_collections),
        tool(GET, get_collection),
        tool(CREATE, create_collection),
        tool(UPDATE, update_collection),
        tool(DELETE, delete_collection),
    ]
}

const LIST: ToolSpec = ToolSpec {
    name: "list_collections",
    title: "List collections",
    description: "Lists collections, newest first, page by page, optionally only those whose name \
        or description holds a text. The match is literal; find_items with type: collections \
        scores collections by what their members say.",
    inputs: &[
        Input::optional(
            "search",
            InputType::Text,
            "Only collections whose name or description holds this text.",
        ),
        LIMIT,
        CURSOR,
        TAG_FILTER,
    ],
    effect: Effect::Read,
    when_cut: CUT_LIST,
};

fn list_collections(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = collections::list(context, arguments)?;
    Ok(answer(markdown::page(&wire), &wire))
}

const GET: ToolSpec = ToolSpec {
    name: "get_collection",
    title: "Get collection",
    description: "Reads one collection with its members. The first 50 items (prompts and \
        documents) are included by default; pass includeItems: false for the collection's own \
        fields only. list_documents with collectionId pages through more documents.",
    inputs: &[
        COLLECTION_ID,
        Input::optional(
            "includeItems",
            InputType::Flag,
            "Whether to list the members; true unless given.",
        ),
    ],
    effect: Effect::Read,
    when_cut: "Pass includeItems: false, or page with list_documents and collectionId.",
};

fn get_collection(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = collections::read_with_items(context, arguments)?;
    let notes = wire
        .meta
        .as_ref()
        .map(|more| notes::more_members(more, &wire.data.id));
    Ok(answer_with(markdown::full(&wire), &wire, notes))
}

const CREATE: ToolSpec = ToolSpec {
    name: "create_collection",
    title: "Create collection",
    description: "Makes a new, empty collection and returns its id. A collection is a named set \
        of prompts and documents that searches can be narrowed to; add members with \
        add_to_collection. A second call makes a second collection.",
    inputs: &[
        Input::required("name", InputType::Text, "What it is called."),
        Input::optional("description", InputType::Text, "What it holds."),
        Input::optional("color", InputType::Text, "A hex colour such as #0ea5e9."),
        Input::optional("icon", InputType::Text, "One emoji."),
        NEW_TAGS,
    ],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn create_collection(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = collections::create(context, arguments)?;
    let name = arguments.required_text("name")?;
    let sent = markdown::Created {
        name: &name,
        icon: arguments.text("icon")?,
        color: arguments.text("color")?,
        tags: sent_tags(arguments)?,
    };
    let text = markdown::created(&wire.data.id, &sent);
    Ok(answer(text, &wire))
}

const UPDATE: ToolSpec = ToolSpec {
    name: "update_collection",
    title: "Update collection",
    description: "Changes the given fields of a collection and leaves the others and its members \
        as they are. tags replaces all tags.",
    inputs: &[
        COLLECTION_ID,
        Input::optional("name", InputType::Text, "A new name."),
        Input::optional("description", InputType::Text, "A new description."),
        Input::optional("color", InputType::Text, "A new hex colour."),
        Input::optional("icon", InputType::Text, "A new emoji."),
        REPLACED_TAGS,
    ],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn update_collection(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = collections::update(context, arguments)?;
    let text = markdown::updated(&wire.data, &sent_tags(arguments)?);
    Ok(answer(text, &wire))
}

const DELETE: ToolSpec = ToolSpec {
    name: "delete_collection",
    title: "Delete collection",
    description: "Deletes a collection, the grouping only: its prompts and documents stay where \
        they are. There is no undo. Deleting one that is gone already is not an error.",
    inputs: &[COLLECTION_ID],
    effect: Effect::Delete,
    when_cut: SHORT_ANSWER,
};

fn delete_collection(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    gone(
        collections::delete(context, arguments),
        arguments,
        "collectionId",
        markdown::deleted,
        markdown::already_deleted,
    )
}
