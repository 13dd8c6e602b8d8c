//! Documents.

use domain::Result;
use domain::ids::{CollectionId, DocumentId, VersionId};
use domain::operations::documents::{Create, List, Restore, Scrape, Update};

use super::{
    check_some_change, compared, expected_revision, id, optional_id, optional_tags, page, tags,
};
use crate::arguments::Arguments;
use crate::context_repo::wire;
use crate::context_repo::wire::documents::Document;
use crate::context_repo::wire::versions::{Diff, Version};
use crate::context_repo::wire::{Deleted, Single};
use crate::tool::Context;

/// A page of documents: `collectionId`, `search`, `tags`, `limit`, `cursor`.
pub fn list(context: &Context<'_>, arguments: &Arguments) -> Result<wire::List<Document>> {
    let request = List {
        search: arguments.word("search")?,
        tags: tags(arguments)?,
        collection: optional_id(arguments, "collectionId", CollectionId::parse)?,
        page: page(arguments)?,
    };
    let page = context
        .engine
        .list_documents(context.caller, &request, context.cancel)?;
    Ok(wire::List::of(page, Document::from))
}

/// One document in full: `documentId`.
pub fn read(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Document>> {
    let id = document_id(arguments)?;
    let full = context
        .engine
        .get_document(context.caller, &id, context.cancel)?;
    Ok(single(full))
}

/// A new document: `title`, `content`, `tags`.
pub fn create(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Document>> {
    let request = Create {
        title: arguments.required_text("title")?,
        content: arguments.required_text("content")?,
        tags: tags(arguments)?,
    };
    let document = context
        .engine
        .create_document(context.caller, &request, context.cancel)?;
    Ok(single(document))
}

/// A change of a document: `documentId`, `title`, `content`, `changeLog`, `tags`,
/// `expectedRevision`.
pub fn update(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Document>> {
    let id = document_id(arguments)?;
    check_some_change(arguments, &["title", "content", "tags"], &[])?;
    let request = Update {
        id,
        title: arguments.text("title")?,
        content: arguments.text("content")?,
        change_log: arguments.text("changeLog")?,
        tags: optional_tags(arguments)?,
        expected_revision: expected_revision(arguments)?,
    };
    let document = context
        .engine
        .update_document(context.caller, &request, context.cancel)?;
    Ok(single(document))
}

/// Deletes a document: `documentId`. One that is gone already is `NotFound`.
pub fn delete(context: &Context<'_>, arguments: &Arguments) -> Result<Deleted> {
    let id = document_id(arguments)?;
    context
        .engine
        .delete_document(context.caller, &id, context.cancel)?;
    Ok(Deleted::of(id.as_str()))
}

/// A document's history, newest first: `documentId`.
pub fn versions(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Vec<Version>>> {
    let id = document_id(arguments)?;
    let versions = context
        .engine
        .document_versions(context.caller, &id, context.cancel)?;
    Ok(Single {
        data: versions.into_iter().map(Version::of_document).collect(),
    })
}

/// Makes an old version's content the current one, as a new version: `documentId`, `versionId`,
/// `expectedRevision`.
pub fn restore(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Document>> {
    let request = Restore {
        id: document_id(arguments)?,
        version: id(arguments, "versionId", VersionId::parse)?,
        expected_revision: expected_revision(arguments)?,
    };
    let document = context
        .engine
        .restore_document(context.caller, &request, context.cancel)?;
    Ok(single(document))
}

/// What changed between two versions: `documentId`, `from`, `to`.
pub fn diff(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Diff>> {
    let request = compared(arguments, document_id(arguments)?)?;
    let diff = context
        .engine
        .document_diff(context.caller, &request, context.cancel)?;
    Ok(Single {
        data: Diff::from(diff),
    })
}

/// A page of the web as a new document: `url`, `title`, `tags`, `collectionId`.
pub fn scrape(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Document>> {
    let request = Scrape {
        url: arguments.required_word("url")?,
        title: arguments.text("title")?,
        tags: tags(arguments)?,
        collection: optional_id(arguments, "collectionId", CollectionId::parse)?,
    };
    let document = context
        .engine
        .scrape(context.caller, &request, context.cancel)?;
    Ok(single(document))
}

fn single(document: impl Into<Document>) -> Single<Document> {
    Single {
        data: document.into(),
    }
}

fn document_id(arguments: &Arguments) -> Result<DocumentId> {
    id(arguments, "documentId", DocumentId::parse)
}
