//! Finding by title, reading and writing documents.

use domain::ids::{CollectionId, DocumentId};
use domain::operations::documents::{Create, List, Update};
use domain::{Error, Result};

use super::{
    CURSOR, CUT_LIST, LIMIT, NEW_TAGS, REPLACED_TAGS, SHORT_ANSWER, TAG_FILTER, answer,
    answer_with, check_some_change, gone, optional_tags, page, tags, tool,
};
use crate::arguments::Arguments;
use crate::context_repo::markdown::{documents as markdown, notes};
use crate::context_repo::wire;
use crate::context_repo::wire::documents::Document;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

const DOCUMENT_ID: Input = Input::required(
    "documentId",
    InputType::Text,
    "The document's id, from list_documents, find_items or deep_search.",
);

pub fn tools() -> [Tool; 5] {
    [
        tool(LIST, list_documents),
        tool(GET, get_document),
        tool(CREATE, create_document),
        tool(UPDATE, update_document),
        tool(DELETE, delete_document),
    ]
}

const LIST: ToolSpec = ToolSpec {
    name: "list_documents",
    title: "List documents",
    description: "Lists documents, newest first, page by page, optionally of one collection or \
        only those whose title holds a text. The match is literal; to find documents by what they \
        say, use find_items or deep_search. Rows show title, indexing status, type and id.",
    inputs: &[
        Input::optional(
            "collectionId",
            InputType::Text,
            "Only members of this collection.",
        ),
        Input::optional(
            "search",
            InputType::Text,
            "Only documents whose title holds this text.",
        ),
        LIMIT,
        CURSOR,
        TAG_FILTER,
    ],
    effect: Effect::Read,
    when_cut: CUT_LIST,
};

fn list_documents(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let collection = arguments.word("collectionId")?;
    let request = List {
        search: arguments.word("search")?,
        tags: tags(arguments)?.tags,
        collection: collection.map(|id| CollectionId::parse(&id)).transpose()?,
        page: page(arguments)?,
    };
    let page = context
        .engine
        .list_documents(context.caller, &request, context.cancel)?;
    let wire = wire::List::of(page, Document::from);
    Ok(answer(markdown::page(&wire), &wire))
}

const GET: ToolSpec = ToolSpec {
    name: "get_document",
    title: "Get document",
    description: "Reads one document in full: title, status, source, tags and the whole text. \
        For a long one prefer deep_search with documentId, then deep_read: that costs a fraction \
        of the tokens and gives chunkIds to cite.",
    inputs: &[DOCUMENT_ID],
    effect: Effect::Read,
    when_cut: "Read on by passages: deep_search with this documentId, then deep_read and \
        deep_expand.",
};

fn get_document(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let id = document_id(arguments)?;
    let full = context
        .engine
        .get_document(context.caller, &id, context.cancel)?;
    let wire = wire::Single {
        data: Document::from(full),
    };
    let document = &wire.data;
    let notes = notes::document_status(&document.status, document.status_message.as_deref());
    Ok(answer_with(markdown::full(document), &wire, notes))
}

const CREATE: ToolSpec = ToolSpec {
    name: "create_document",
    title: "Create document",
    description: "Saves a new text or Markdown document and returns its id. Its words are \
        searchable at once, its meaning when indexing is done a moment later. Headings become \
        sections that deep_expand can walk. A second call makes a second document.",
    inputs: &[
        Input::required("title", InputType::Text, "What it is called."),
        Input::required(
            "content",
            InputType::Text,
            "Text or Markdown, kept verbatim; at most 20 MB.",
        ),
        NEW_TAGS,
    ],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn create_document(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let title = arguments.required_text("title")?;
    let tags = tags(arguments)?;
    let request = Create {
        title: title.clone(),
        content: arguments.required_text("content")?,
        tags: tags.tags,
    };
    let document = context
        .engine
        .create_document(context.caller, &request, context.cancel)?;
    let wire = wire::Single {
        data: Document::from(document),
    };
    let text = markdown::created(&title, &wire.data.id, &tags.sent);
    Ok(answer(text, &wire))
}

const UPDATE: ToolSpec = ToolSpec {
    name: "update_document",
    title: "Update document",
    description: "Changes the given fields of a document and leaves the others as they are. New \
        content makes a new version, keeps the old one and indexes what changed; chunkIds of \
        unchanged passages stay valid. tags replaces all tags. With expectedRevision the change \
        is refused if somebody else changed the document since.",
    inputs: &[
        DOCUMENT_ID,
        Input::optional("title", InputType::Text, "A new title."),
        Input::optional("content", InputType::Text, "New text; makes a version."),
        Input::optional(
            "changeLog",
            InputType::Text,
            "Why the content changes; kept with the version.",
        ),
        REPLACED_TAGS,
        Input::optional(
            "expectedRevision",
            InputType::Integer,
            "The revision you last read.",
        ),
    ],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn update_document(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let id = document_id(arguments)?;
    check_some_change(arguments, &["title", "content", "tags"])?;
    let (sent, tags) = optional_tags(arguments)?.map(|t| (t.sent, t.tags)).unzip();
    let request = Update {
        id,
        title: arguments.text("title")?,
        content: arguments.text("content")?,
        change_log: arguments.text("changeLog")?,
        tags,
        expected_revision: revision(arguments)?,
    };
    let document = context
        .engine
        .update_document(context.caller, &request, context.cancel)?;
    let wire = wire::Single {
        data: Document::from(document),
    };
    let text = markdown::updated(&wire.data, &sent.unwrap_or_default());
    Ok(answer(text, &wire))
}

const DELETE: ToolSpec = ToolSpec {
    name: "delete_document",
    title: "Delete document",
    description: "Deletes a document for good, with all its versions and its index, and takes it \
        out of its collections. There is no undo, and its chunkIds stop answering. Deleting one \
        that is gone already is not an error.",
    inputs: &[DOCUMENT_ID],
    effect: Effect::Delete,
    when_cut: SHORT_ANSWER,
};

fn delete_document(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let id = document_id(arguments)?;
    let outcome = context
        .engine
        .delete_document(context.caller, &id, context.cancel);
    gone(
        outcome,
        id.as_str(),
        markdown::deleted,
        markdown::already_deleted,
    )
}

fn document_id(arguments: &Arguments) -> Result<DocumentId> {
    DocumentId::parse(&arguments.required_word("documentId")?)
}

fn revision(arguments: &Arguments) -> Result<Option<u64>> {
    arguments
        .integer("expectedRevision")?
        .map(|revision| {
            u64::try_from(revision).map_err(|_| Error::invalid("`expectedRevision` counts from 1"))
        })
        .transpose()
}
