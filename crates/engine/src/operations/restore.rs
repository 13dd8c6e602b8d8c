//! Going back to an old version, which makes a new one: nothing of the history is lost.

use domain::caller::Permission;
use domain::item::{Document, Prompt};
use domain::operations::{documents, prompts};
use domain::{Caller, Cancel, Result};

use super::documents::check_revision;
use super::prompts::{NewVersion, check_whole};
use super::{not_found, variables};
use crate::Engine;
use crate::write::{committed, prepare_tree};

impl Engine {
    /// Makes the content of an old version the current one, as a new version; the title stays.
    /// The current version can be restored like any other.
    ///
    /// # Errors
    /// `NotFound` for an unknown prompt, or a version that is not one of its own, `TooLarge` when
    /// the old content and the present description pass the limit together.
    pub fn restore_prompt(
        &self,
        caller: &Caller,
        request: &prompts::Restore,
        cancel: &Cancel,
    ) -> Result<Prompt> {
        caller.require(Permission::PromptsWrite)?;
        let mut restored = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let old = snapshot
                .prompt(&request.id)?
                .ok_or_else(not_found::prompt)?;
            let version = snapshot
                .prompt_version(&request.id, &request.version)?
                .ok_or_else(not_found::version)?;
            let prompt = Prompt {
                content: version.content,
                ..old.clone()
            };
            check_whole(&prompt)?;
            let log = restored_log(version.number);
            let (prompt, changes) =
                self.replaced_prompt(snapshot, &old, prompt, NewVersion::With(Some(log)));
            restored = Some(prompt);
            Ok(changes)
        })?;
        self.wake.notify();
        committed(restored).map(variables::named)
    }

    /// Makes the content of an old version the current one, as a new version, and re-indexes it;
    /// the title stays. The current version can be restored like any other.
    ///
    /// # Errors
    /// `NotFound` for an unknown document, `Conflict` when `expected_revision` is not the current
    /// one, `NotFound` for a version that is not one of its own.
    pub fn restore_document(
        &self,
        caller: &Caller,
        request: &documents::Restore,
        cancel: &Cancel,
    ) -> Result<Document> {
        caller.require(Permission::DocumentsWrite)?;
        let mut restored = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let mut document = snapshot
                .document(&request.id)?
                .ok_or_else(not_found::document)?;
            check_revision(&document, request.expected_revision)?;
            let version = snapshot
                .document_version(&request.id, &request.version)?
                .ok_or_else(not_found::version)?;
            self.touch(&mut document);
            let extracted = self.read_again(&document, &version.content, cancel)?;
            let tree = prepare_tree(&document.id, &document.title, &extracted)?;
            let mut changes = Vec::new();
            self.republish(
                snapshot,
                &mut document,
                tree,
                Some(version.content),
                Some(restored_log(version.number)),
                &mut changes,
            )?;
            restored = Some(document);
            Ok(changes)
        })?;
        self.wake.notify();
        committed(restored)
    }
}

/// The note on a version that was made of an older one.
fn restored_log(number: u32) -> String {
    format!("Restored version {number}")
}
