//! Documents, prompts, their versions and mints.

use domain::Result;
use domain::ids::{DocumentId, MintKey, PromptId};
use domain::item::{Document, ItemId, Prompt, Status, Version};

use super::{catalog, conflict, require_item, trees, vectors};
use crate::memory::workspace::Workspace;

pub(super) fn count_mint(workspace: &mut Workspace, key: &MintKey) -> Result<()> {
    *workspace.mints.edit_or_default(key.as_bytes().to_vec()) += 1;
    Ok(())
}

pub(super) fn put_document(workspace: &mut Workspace, document: Document) -> Result<()> {
    workspace.documents.insert(document.id.clone(), document);
    Ok(())
}

pub(super) fn put_document_version(
    workspace: &mut Workspace,
    document: DocumentId,
    version: Version,
) -> Result<()> {
    require_item(workspace, &ItemId::Document(document.clone()))?;
    let versions = workspace.document_versions.edit_or_default(document);
    push_version(versions, version)
}

pub(super) fn delete_document(workspace: &mut Workspace, id: &DocumentId) -> Result<()> {
    trees::remove(workspace, id);
    workspace.documents.remove(id);
    workspace.document_versions.remove(id);
    workspace.sources.retain(|_, source| source.document != *id);
    forget_item(workspace, &ItemId::Document(id.clone()));
    Ok(())
}

/// The counters are the store's own, whatever the writer says.
pub(super) fn put_prompt(workspace: &mut Workspace, mut prompt: Prompt) -> Result<()> {
    let item = ItemId::Prompt(prompt.id.clone());
    let old = workspace.prompts.get(&prompt.id);
    (prompt.views, prompt.copies) = old.map_or((0, 0), |old| (old.views, old.copies));
    workspace.prompts.insert(prompt.id.clone(), prompt);
    vectors::drop_outdated(workspace, &item);
    Ok(())
}

pub(super) fn count_prompt_use(
    workspace: &mut Workspace,
    id: &PromptId,
    views: u32,
    copies: u32,
) -> Result<()> {
    if let Some(prompt) = workspace.prompts.edit(id) {
        prompt.views += u64::from(views);
        prompt.copies += u64::from(copies);
    }
    Ok(())
}

pub(super) fn put_prompt_version(
    workspace: &mut Workspace,
    prompt: PromptId,
    version: Version,
) -> Result<()> {
    require_item(workspace, &ItemId::Prompt(prompt.clone()))?;
    push_version(workspace.prompt_versions.edit_or_default(prompt), version)
}

pub(super) fn delete_prompt(workspace: &mut Workspace, id: &PromptId) -> Result<()> {
    workspace.prompts.remove(id);
    workspace.prompt_versions.remove(id);
    forget_item(workspace, &ItemId::Prompt(id.clone()));
    Ok(())
}

pub(super) fn set_status(
    workspace: &mut Workspace,
    item: &ItemId,
    status: Status,
    error: Option<String>,
) -> Result<()> {
    require_item(workspace, item)?;
    let slots = match item {
        ItemId::Document(id) => {
            let document = workspace.documents.edit(id);
            document.map(|d| (&mut d.status, &mut d.error))
        }
        ItemId::Prompt(id) => {
            let prompt = workspace.prompts.edit(id);
            prompt.map(|p| (&mut p.status, &mut p.error))
        }
    };
    if let Some((status_slot, error_slot)) = slots {
        *status_slot = status;
        *error_slot = error;
    }
    Ok(())
}

fn push_version(versions: &mut Vec<Version>, version: Version) -> Result<()> {
    if versions.iter().any(|old| old.number == version.number) {
        return Err(conflict(format!(
            "version {} exists already",
            version.number
        )));
    }
    versions.push(version);
    Ok(())
}

/// Removes what prompts and documents have in common.
fn forget_item(workspace: &mut Workspace, item: &ItemId) {
    catalog::leave_collections(workspace, item);
    vectors::drop_outdated(workspace, item);
    workspace.jobs.remove(item);
}
