//! Collections, sources and jobs.

use domain::Result;
use domain::ids::CollectionId;
use domain::item::{Collection, ItemId};
use domain::job::Job;
use domain::source::FileSource;

use super::{conflict, require_item};
use crate::memory::workspace::Workspace;

pub(super) fn put_collection(workspace: &mut Workspace, collection: Collection) -> Result<()> {
    let id = collection.id.clone();
    workspace.collections.insert(id, collection);
    Ok(())
}

pub(super) fn delete_collection(workspace: &mut Workspace, id: &CollectionId) -> Result<()> {
    workspace.collections.remove(id);
    workspace.members.remove(id);
    Ok(())
}

pub(super) fn add_members(
    workspace: &mut Workspace,
    collection: CollectionId,
    items: Vec<ItemId>,
) -> Result<()> {
    if !workspace.collections.contains(&collection) {
        return Err(conflict(format!(
            "the collection `{collection}` does not exist"
        )));
    }
    for item in &items {
        require_item(workspace, item)?;
    }
    workspace.members.edit_or_default(collection).extend(items);
    Ok(())
}

pub(super) fn remove_members(
    workspace: &mut Workspace,
    collection: &CollectionId,
    items: &[ItemId],
) -> Result<()> {
    if let Some(members) = workspace.members.edit(collection) {
        for item in items {
            members.remove(item);
        }
    }
    Ok(())
}

/// Takes an item out of every collection.
pub(super) fn leave_collections(workspace: &mut Workspace, item: &ItemId) {
    let entered: Vec<CollectionId> = workspace
        .members
        .iter()
        .filter(|(_, members)| members.contains(item))
        .map(|(collection, _)| collection.clone())
        .collect();
    for collection in entered {
        if let Some(members) = workspace.members.edit(&collection) {
            members.remove(item);
        }
    }
}

pub(super) fn put_source(workspace: &mut Workspace, source: FileSource) -> Result<()> {
    require_item(workspace, &ItemId::Document(source.document.clone()))?;
    workspace.sources.insert(source.path.clone(), source);
    Ok(())
}

pub(super) fn delete_source(workspace: &mut Workspace, path: &str) -> Result<()> {
    workspace.sources.remove(path);
    Ok(())
}

pub(super) fn put_job(workspace: &mut Workspace, job: Job) -> Result<()> {
    require_item(workspace, &job.item)?;
    workspace.jobs.insert(job.item.clone(), job);
    Ok(())
}

pub(super) fn delete_job(workspace: &mut Workspace, item: &ItemId) -> Result<()> {
    workspace.jobs.remove(item);
    Ok(())
}
