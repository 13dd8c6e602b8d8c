//! Finding by title, reading and writing documents.

use domain::Result;

use super::{
    CURSOR, CUT_HISTORY, CUT_LIST, LIMIT, NEW_TAGS, REPLACED_TAGS, SHORT_ANSWER, TAG_FILTER,
    VERSION_ID, answer, answer_with, gone, sent_tags, tool,
};
use crate::arguments::Arguments;
use crate::context_repo::markdown::{documents as markdown, notes, versions as history};
use crate::context_repo::operations::documents;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

const DOCUMENT_ID: Input = Input::required(
    "documentId",
    InputType::Text,
    "The document's id, from list_documents, find_items or deep_search.",
);

const EXPECTED_REVISION: Input = Input::optional(
    "expectedRevision",
    InputType::Integer,
    "The document's revision as you last read it; the call fails with REVISION_MISMATCH when it has moved on.",
);

pub fn tools() -> [Tool; 7] {
    [
        tool(LIST, list_documents),
        tool(GET, get_document),
        tool(CREATE, create_document),
        tool(UPDATE, update_document),
        tool(DELETE, delete_document),
        tool(VERSIONS, get_document_versions),
        tool(RESTORE, restore_document_version),
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
    let wire = documents::list(context, arguments)?;
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
    let wire = documents::read(context, arguments)?;
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
    let wire = documents::create(context, arguments)?;
    let title = arguments.required_text("title")?;
    let text = markdown::created(&title, &wire.data.id, &sent_tags(arguments)?);
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
        EXPECTED_REVISION,
    ],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn update_document(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = documents::update(context, arguments)?;
    let text = markdown::updated(&wire.data, &sent_tags(arguments)?);
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
    gone(
        documents::delete(context, arguments),
        arguments,
        "documentId",
        markdown::deleted,
        markdown::already_deleted,
    )
}

const VERSIONS: ToolSpec = ToolSpec {
    name: "get_document_versions",
    title: "Get document versions",
    description: "Lists a document's history, newest first: each version's id, number, title, \
        change note and the beginning of its text. Pass a version's id to \
        restore_document_version to bring it back.",
    inputs: &[DOCUMENT_ID],
    effect: Effect::Read,
    when_cut: CUT_HISTORY,
};

fn get_document_versions(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = documents::versions(context, arguments)?;
    Ok(answer(history::of_document(&wire.data), &wire))
}

const RESTORE: ToolSpec = ToolSpec {
    name: "restore_document_version",
    title: "Restore document version",
    description: "Brings an old version of a document back: its text becomes the current one as a \
        new version and is indexed again, and everything in between is kept. Title and tags stay \
        as they are. The versionId comes from get_document_versions. With expectedRevision (the \
        document's current revision, not the version's number) it is refused if somebody else \
        changed the document since.",
    inputs: &[DOCUMENT_ID, VERSION_ID, EXPECTED_REVISION],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn restore_document_version(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = documents::restore(context, arguments)?;
    let text = history::restored("document", wire.data.current_version);
    Ok(answer(text, &wire))
}
