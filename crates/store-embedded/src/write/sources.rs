//! File sources.

use domain::item::ItemId;
use domain::source::FileSource;
use rusqlite::params;

use super::Write;
use crate::errors::Outcome;
use crate::records::integer;

impl Write<'_> {
    pub(super) fn put_source(&mut self, source: &FileSource) -> Outcome<()> {
        self.require_item(&ItemId::Document(source.document.clone()))?;
        self.execute(
            "INSERT INTO sources (workspace, path, document, content_hash, size_bytes) \
             VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (workspace, path) DO UPDATE SET document = excluded.document, \
             content_hash = excluded.content_hash, size_bytes = excluded.size_bytes",
            params![
                self.view.workspace,
                source.path,
                source.document.as_str(),
                source.content_hash,
                integer(source.size_bytes)?,
            ],
        )?;
        Ok(())
    }

    pub(super) fn delete_source(&mut self, path: &str) -> Outcome<()> {
        self.execute_for(
            "DELETE FROM sources WHERE workspace = ?1 AND path = ?2",
            path,
        )?;
        Ok(())
    }
}
