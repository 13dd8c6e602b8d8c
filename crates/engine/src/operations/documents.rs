//! Writing and reading documents.

use domain::caller::Permission;
use domain::change::Change;
use domain::extracted::ExtractedDocument;
use domain::ids::{DocumentId, MintKey};
use domain::item::{Document, Status, Version};
use domain::operations::documents::{Create, Full, List, Update};
use domain::operations::{check_size, check_text};
use domain::page::Page;
use domain::ports::store::Snapshot;
use domain::scope::ItemFilter;
use domain::source::SourceKind;
use domain::{Caller, Cancel, Code, Error, ErrorKind, Result, limits};

use super::not_found;
use crate::Engine;
use crate::write::{PreparedTree, committed, prepare_tree, version};

impl Engine {
    /// Creates a document of text or Markdown; keyword search finds it when this returns.
    ///
    /// # Errors
    /// `Invalid` without title or content, `TooLarge` over a limit.
    pub fn create_document(
        &self,
        caller: &Caller,
        request: &Create,
        cancel: &Cancel,
    ) -> Result<Document> {
        caller.require(Permission::DocumentsWrite)?;
        let title = check_text("title", &request.title, limits::TITLE_BYTES_MAX)?;
        check_content(&request.content)?;
        let extracted = self.parts.extractor.markdown(&request.content, cancel)?;
        let key = MintKey::api(&caller.workspace, "document", title, &request.content);
        let draft = NewDocument {
            key,
            title,
            extracted: &extracted,
            tags: request.tags.clone(),
            source_kind: SourceKind::Text,
            source_url: None,
        };
        let mut created = None;
        let mut prepared = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let (document, changes) = self.new_document(snapshot, &draft, &mut prepared)?;
            created = Some(document);
            Ok(changes)
        })?;
        self.wake.notify();
        committed(created)
    }

    /// The changes that create a document. `prepared` keeps the tree between the attempts of a
    /// transaction, as long as the id stays the same.
    pub(super) fn new_document(
        &self,
        snapshot: &dyn Snapshot,
        draft: &NewDocument<'_>,
        prepared: &mut Option<(DocumentId, PreparedTree)>,
    ) -> Result<(Document, Vec<Change>)> {
        let id = draft.key.document(snapshot.mint_count(&draft.key)?);
        let tree = match prepared.take() {
            Some((known, tree)) if known == id => tree,
            _ => prepare_tree(&id, draft.title, draft.extracted)?,
        };
        let now = self.now_ms();
        let mut document = Document {
            id: id.clone(),
            title: draft.title.to_owned(),
            tags: draft.tags.clone(),
            status: Status::Pending,
            error: None,
            source_kind: draft.source_kind,
            source_url: draft.source_url.clone(),
            media_type: draft.extracted.media_type.clone(),
            current_version: 1,
            revision: 1,
            created_ms: now,
            updated_ms: now,
        };
        let mut changes = vec![Change::CountMint(draft.key.clone())];
        tree.publish(snapshot, &mut document, &mut changes)?;
        changes.push(Change::PutDocumentVersion {
            document: id.clone(),
            version: version(
                id.as_str(),
                1,
                draft.title,
                &draft.extracted.text,
                None,
                now,
            ),
        });
        Ok((document, changes))
    }

    /// Changes a document. New content makes a version; new content or a new title re-index it.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `Conflict` when `expected_revision` is not the current one,
    /// `Invalid` for a blank title or content, `TooLarge` over a limit.
    pub fn update_document(
        &self,
        caller: &Caller,
        request: &Update,
        cancel: &Cancel,
    ) -> Result<Document> {
        caller.require(Permission::DocumentsWrite)?;
        let title = match &request.title {
            Some(title) => Some(check_text("title", title, limits::TITLE_BYTES_MAX)?),
            None => None,
        };
        if let Some(content) = &request.content {
            check_content(content)?;
        }
        check_size(
            "`changeLog`",
            request.change_log.as_deref().map_or(0, str::len),
            limits::CHANGE_LOG_BYTES_MAX,
        )?;
        let mut updated = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let old = snapshot
                .document(&request.id)?
                .ok_or_else(not_found::document)?;
            check_revision(&old, request.expected_revision)?;
            let edit = Edit {
                title: title.map(str::to_owned),
                content: request.content.clone(),
                change_log: request.change_log.clone(),
                tags: request.tags.clone(),
            };
            let (document, changes) = self.edit_document(snapshot, old, edit, cancel)?;
            updated = Some(document);
            Ok(changes)
        })?;
        self.wake.notify();
        committed(updated)
    }

    /// The changes that an edit makes; none when nothing differs.
    fn edit_document(
        &self,
        snapshot: &dyn Snapshot,
        mut document: Document,
        edit: Edit,
        cancel: &Cancel,
    ) -> Result<(Document, Vec<Change>)> {
        let current = snapshot.document_content(&document.id)?.unwrap_or_default();
        let content = edit.content.filter(|c| *c != current);
        let title = edit.title.filter(|t| *t != document.title);
        let tags = edit.tags.filter(|t| *t != document.tags);
        if content.is_none() && title.is_none() && tags.is_none() {
            return Ok((document, Vec::new()));
        }
        let reindex = content.is_some() || title.is_some();
        if let Some(title) = title {
            document.title = title;
        }
        if let Some(tags) = tags {
            document.tags = tags;
        }
        self.touch(&mut document);
        let mut changes = Vec::new();
        if reindex {
            let text = content.as_deref().unwrap_or(&current);
            let extracted = self.read_again(&document, text, cancel)?;
            let tree = prepare_tree(&document.id, &document.title, &extracted)?;
            self.republish(
                snapshot,
                &mut document,
                tree,
                content,
                edit.change_log,
                &mut changes,
            )?;
        } else {
            changes.push(Change::PutDocument(document.clone()));
        }
        Ok((document, changes))
    }

    /// Finds the blocks of a document's text again, by the rules of its own type.
    pub(super) fn read_again(
        &self,
        document: &Document,
        text: &str,
        cancel: &Cancel,
    ) -> Result<ExtractedDocument> {
        let extractor = &self.parts.extractor;
        extractor.blocks(&document.media_type, text, cancel)
    }

    /// Publishes a new tree and, when the content is new, a new version.
    pub(super) fn republish(
        &self,
        snapshot: &dyn Snapshot,
        document: &mut Document,
        tree: PreparedTree,
        content: Option<String>,
        change_log: Option<String>,
        changes: &mut Vec<Change>,
    ) -> Result<()> {
        if let Some(content) = content {
            document.current_version += 1;
            changes.push(Change::PutDocumentVersion {
                document: document.id.clone(),
                version: version(
                    document.id.as_str(),
                    document.current_version,
                    &document.title,
                    &content,
                    change_log,
                    document.updated_ms,
                ),
            });
        }
        tree.publish(snapshot, document, changes)
    }

    /// Counts a change of the document.
    pub(super) fn touch(&self, document: &mut Document) {
        document.revision += 1;
        document.updated_ms = self.now_ms();
    }

    /// Deletes a document with everything that was made of it.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub fn delete_document(&self, caller: &Caller, id: &DocumentId, cancel: &Cancel) -> Result<()> {
        caller.require(Permission::DocumentsWrite)?;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            snapshot.document(id)?.ok_or_else(not_found::document)?;
            Ok(vec![
                Change::DeleteDocument(id.clone()),
                Change::SweepEmbeddings,
            ])
        })?;
        Ok(())
    }

    /// Reads a document with its whole text.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub fn get_document(&self, caller: &Caller, id: &DocumentId, cancel: &Cancel) -> Result<Full> {
        caller.require(Permission::DocumentsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        let document = snapshot.document(id)?.ok_or_else(not_found::document)?;
        let content = snapshot.document_content(id)?.unwrap_or_default();
        Ok(Full { document, content })
    }

    /// Lists documents, newest first, then by id.
    ///
    /// # Errors
    /// `NotFound` for an unknown collection, `Invalid` for a malformed cursor.
    pub fn list_documents(
        &self,
        caller: &Caller,
        request: &List,
        cancel: &Cancel,
    ) -> Result<Page<Document>> {
        caller.require(Permission::DocumentsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        if let Some(id) = &request.collection {
            snapshot.collection(id)?.ok_or_else(not_found::collection)?;
        }
        let filter = ItemFilter {
            tags: request.tags.clone(),
            collection: request.collection.clone(),
            archived: false,
        };
        snapshot.documents(&filter, request.search.as_deref(), &request.page)
    }

    /// A document's history, newest first.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub fn document_versions(
        &self,
        caller: &Caller,
        id: &DocumentId,
        cancel: &Cancel,
    ) -> Result<Vec<Version>> {
        caller.require(Permission::DocumentsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        snapshot.document(id)?.ok_or_else(not_found::document)?;
        snapshot.document_versions(id)
    }
}

/// A document to be created.
pub(super) struct NewDocument<'a> {
    pub key: MintKey,
    pub title: &'a str,
    pub extracted: &'a ExtractedDocument,
    pub tags: domain::item::Tags,
    pub source_kind: SourceKind,
    pub source_url: Option<String>,
}

struct Edit {
    title: Option<String>,
    content: Option<String>,
    change_log: Option<String>,
    tags: Option<domain::item::Tags>,
}

pub(super) fn check_content(content: &str) -> Result<()> {
    if content.trim().is_empty() {
        return Err(Error::invalid("`content` is required"));
    }
    check_size("`content`", content.len(), limits::TEXT_BYTES_MAX)
}

pub(super) fn check_revision(document: &Document, expected: Option<u64>) -> Result<()> {
    match expected {
        Some(expected) if expected != document.revision => Err(Error::new(
            ErrorKind::Conflict,
            format!(
                "REVISION_MISMATCH: document `{}` is at revision {}, not {expected}",
                document.id, document.revision
            ),
        )
        .hint("read it again and merge your change")
        .code(Code::RevisionMismatch {
            current: document.revision,
            expected,
        })),
        _ => Ok(()),
    }
}
