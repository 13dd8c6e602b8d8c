//! Applying changes: one function per change, one file per family.

mod catalog;
mod items;
mod sessions;
mod trees;
mod vectors;

use domain::item::ItemId;
use domain::{Change, Error, ErrorKind, Result};

use super::workspace::Workspace;

/// The workspace after `changes`, applied in order to a copy; the sequence counts one more.
///
/// # Errors
/// `Conflict` from the first change that breaks a rule.
pub(super) fn apply_all(before: &Workspace, changes: Vec<Change>) -> Result<Workspace> {
    let mut after = before.clone();
    for change in changes {
        apply(&mut after, change)?;
    }
    after.sequence += 1;
    Ok(after)
}

fn apply(workspace: &mut Workspace, change: Change) -> Result<()> {
    match change {
        Change::PutGeneration(generation) => vectors::put_generation(workspace, generation),
        Change::CountMint(key) => items::count_mint(workspace, &key),
        Change::PutDocument(document) => items::put_document(workspace, document),
        Change::PutDocumentVersion { document, version } => {
            items::put_document_version(workspace, document, version)
        }
        Change::ReplaceTree {
            document,
            chunks,
            terms,
            tombstones,
        } => trees::replace_tree(workspace, &document, chunks, terms, tombstones),
        Change::DeleteDocument(id) => items::delete_document(workspace, &id),
        Change::PutPrompt(prompt) => items::put_prompt(workspace, prompt),
        Change::PutPromptVersion { prompt, version } => {
            items::put_prompt_version(workspace, prompt, version)
        }
        Change::CountPromptUse {
            prompt,
            views,
            copies,
        } => items::count_prompt_use(workspace, &prompt, views, copies),
        Change::DeletePrompt(id) => items::delete_prompt(workspace, &id),
        Change::PutCollection(collection) => catalog::put_collection(workspace, collection),
        Change::DeleteCollection(id) => catalog::delete_collection(workspace, &id),
        Change::AddMembers { collection, items } => {
            catalog::add_members(workspace, collection, items)
        }
        Change::RemoveMembers { collection, items } => {
            catalog::remove_members(workspace, &collection, &items)
        }
        Change::PutSource(source) => catalog::put_source(workspace, source),
        Change::DeleteSource(path) => catalog::delete_source(workspace, &path),
        Change::SetStatus {
            item,
            status,
            error,
        } => items::set_status(workspace, &item, status, error),
        Change::PutJob(job) => catalog::put_job(workspace, job),
        Change::DeleteJob(item) => catalog::delete_job(workspace, &item),
        Change::PutEmbeddings { model, entries } => {
            vectors::put_embeddings(workspace, &model, entries)
        }
        Change::PublishVectors {
            item,
            generation,
            links,
        } => vectors::publish(workspace, &item, generation, &links),
        Change::SweepEmbeddings => vectors::sweep(workspace),
        Change::PutSession(session) => sessions::put(workspace, session),
        Change::ForgetSession(id) => sessions::forget(workspace, &id),
        Change::RecordSeen { session, chunks } => sessions::record(workspace, &session, chunks),
    }
}

/// The error of a change that breaks a rule of the store.
fn conflict(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Conflict, message)
}

fn require_item(workspace: &Workspace, item: &ItemId) -> Result<()> {
    if workspace.contains_item(item) {
        Ok(())
    } else {
        Err(conflict(format!(
            "the item `{}` does not exist",
            item.as_str()
        )))
    }
}
