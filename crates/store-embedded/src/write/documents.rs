//! Documents.

use domain::ids::DocumentId;
use domain::item::{Document, ItemId, Version};
use rusqlite::params;

use super::Write;
use crate::errors::Outcome;
use crate::records::{integer, kind};

impl Write<'_> {
    pub(super) fn put_document(&mut self, document: &Document) -> Outcome<()> {
        let id = document.id.as_str();
        self.execute(
            "INSERT INTO documents (workspace, id, title, status, error, source_kind, source_url, \
             media_type, current_version, revision, created_ms, updated_ms) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) \
             ON CONFLICT (workspace, id) DO UPDATE SET title = excluded.title, \
             status = excluded.status, error = excluded.error, \
             source_kind = excluded.source_kind, source_url = excluded.source_url, \
             media_type = excluded.media_type, current_version = excluded.current_version, \
             revision = excluded.revision, created_ms = excluded.created_ms, \
             updated_ms = excluded.updated_ms",
            params![
                self.view.workspace,
                id,
                document.title,
                document.status.name(),
                document.error,
                document.source_kind.name(),
                document.source_url,
                document.media_type,
                document.current_version,
                integer(document.revision)?,
                document.created_ms,
                document.updated_ms,
            ],
        )?;
        self.put_tags(kind::DOCUMENT, id, &document.tags)?;
        self.count_item(kind::DOCUMENT, id, 0, document.status)
    }

    pub(super) fn put_document_version(
        &mut self,
        document: &DocumentId,
        version: &Version,
    ) -> Outcome<()> {
        let item = ItemId::Document(document.clone());
        self.require_item(&item)?;
        self.put_version(&item, version)?;
        self.execute(
            "UPDATE documents SET content_version = ?3 WHERE workspace = ?1 AND id = ?2",
            params![self.view.workspace, document.as_str(), version.number],
        )?;
        Ok(())
    }

    pub(super) fn delete_document(&mut self, id: &DocumentId) -> Outcome<()> {
        self.delete_tree(id)?;
        self.execute_for(
            "DELETE FROM sources WHERE workspace = ?1 AND document = ?2",
            id.as_str(),
        )?;
        self.execute_for(
            "DELETE FROM tombstones WHERE workspace = ?1 AND document = ?2",
            id.as_str(),
        )?;
        self.forget_item(&ItemId::Document(id.clone()))?;
        self.execute_for(
            "DELETE FROM documents WHERE workspace = ?1 AND id = ?2",
            id.as_str(),
        )?;
        Ok(())
    }
}
