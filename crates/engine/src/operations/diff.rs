//! What changed between two versions.

use domain::caller::Permission;
use domain::ids::{DocumentId, PromptId, VersionId};
use domain::item::Version;
use domain::operations::diff::{Request, Response};
use domain::{Caller, Cancel, Result};

use super::not_found;
use crate::Engine;
use crate::diff::compare;

impl Engine {
    /// Compares two versions of a prompt's template: unless they are named, the current one and
    /// the one before the newer side.
    ///
    /// # Errors
    /// `NotFound` for an unknown prompt, or a version that is not one of its own.
    pub fn prompt_diff(
        &self,
        caller: &Caller,
        request: &Request<PromptId>,
        cancel: &Cancel,
    ) -> Result<Response> {
        caller.require(Permission::PromptsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        let prompt = snapshot
            .prompt(&request.id)?
            .ok_or_else(not_found::prompt)?;
        let history = History {
            item: request.id.as_str(),
            current: prompt.current_version,
            version: &|version| snapshot.prompt_version(&request.id, version),
        };
        history.compare(request.from.as_ref(), request.to.as_ref())
    }

    /// Compares two versions of a document's text; defaults as in [`Engine::prompt_diff`].
    ///
    /// # Errors
    /// `NotFound` for an unknown document, or a version that is not one of its own.
    pub fn document_diff(
        &self,
        caller: &Caller,
        request: &Request<DocumentId>,
        cancel: &Cancel,
    ) -> Result<Response> {
        caller.require(Permission::DocumentsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        let document = snapshot
            .document(&request.id)?
            .ok_or_else(not_found::document)?;
        let history = History {
            item: request.id.as_str(),
            current: document.current_version,
            version: &|version| snapshot.document_version(&request.id, version),
        };
        history.compare(request.from.as_ref(), request.to.as_ref())
    }
}

/// The versions of one item.
struct History<'a> {
    item: &'a str,
    current: u32,
    version: &'a dyn Fn(&VersionId) -> Result<Option<Version>>,
}

impl History<'_> {
    fn compare(&self, from: Option<&VersionId>, to: Option<&VersionId>) -> Result<Response> {
        let to = match to {
            Some(id) => self.named(id)?,
            None => self.numbered(self.current)?,
        };
        let from = match from {
            Some(id) => Some(self.named(id)?),
            None if to.number > 1 => Some(self.numbered(to.number - 1)?),
            None => None,
        };
        let from_number = from.as_ref().map_or(0, |version| version.number);
        let from_content = from.map(|version| version.content).unwrap_or_default();
        let difference = compare(&from_content, &to.content);
        let unified = if difference.hunks.is_empty() {
            String::new()
        } else {
            format!(
                "--- version {from_number}\n+++ version {}\n{}",
                to.number, difference.hunks
            )
        };
        Ok(Response {
            from: from_number,
            to: to.number,
            added: difference.added,
            removed: difference.removed,
            unified,
        })
    }

    fn named(&self, id: &VersionId) -> Result<Version> {
        (self.version)(id)?.ok_or_else(not_found::version)
    }

    fn numbered(&self, number: u32) -> Result<Version> {
        self.named(&VersionId::of(self.item, number))
    }
}
