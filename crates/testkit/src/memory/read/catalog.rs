//! Items and their lists.

use std::cmp::Reverse;

use domain::Result;
use domain::ids::{CollectionId, VersionId};
use domain::item::{Collection, Document, ItemId, Kind, Member, Prompt, Tags, Version};
use domain::page::{Page, PageRequest};
use domain::scope::{IdSet, ItemFilter};

use crate::memory::cursor::{Newest, page};
use crate::memory::workspace::Workspace;

pub(crate) fn documents(
    workspace: &Workspace,
    filter: &ItemFilter,
    search: Option<&str>,
    request: &PageRequest,
) -> Result<Page<Document>> {
    let rows = matching_documents(workspace, filter)
        .filter(|document| holds(search, &[&document.title]))
        .map(|document| {
            let place = newest(document.created_ms, document.id.as_str());
            (place, document.clone())
        });
    page(rows, request)
}

pub(crate) fn prompts(
    workspace: &Workspace,
    filter: &ItemFilter,
    search: Option<&str>,
    request: &PageRequest,
) -> Result<Page<Prompt>> {
    let rows = matching_prompts(workspace, filter)
        .filter(|prompt| holds(search, &[&prompt.title, &prompt.description]))
        .map(|prompt| {
            let place = newest(prompt.created_ms, prompt.id.as_str());
            (place, prompt.clone())
        });
    page(rows, request)
}

pub(crate) fn collections(
    workspace: &Workspace,
    filter: &ItemFilter,
    search: Option<&str>,
    request: &PageRequest,
) -> Result<Page<Collection>> {
    let rows = workspace
        .collections
        .values()
        .filter(|collection| collection.tags.contains_all(&filter.tags))
        .filter(|collection| {
            let description = collection.description.as_deref().unwrap_or_default();
            holds(search, &[&collection.name, description])
        })
        .map(|collection| {
            let place = newest(collection.created_ms, collection.id.as_str());
            (place, with_item_count(workspace, collection))
        });
    page(rows, request)
}

pub(crate) fn collection(workspace: &Workspace, id: &CollectionId) -> Option<Collection> {
    let collection = workspace.collections.get(id)?;
    Some(with_item_count(workspace, collection))
}

pub(crate) fn members(
    workspace: &Workspace,
    id: &CollectionId,
    kinds: &[Kind],
    request: &PageRequest,
) -> Result<Page<Member>> {
    let items = workspace.members.get(id).into_iter().flatten();
    let readable = items.filter(|item| kinds.contains(&item.kind()));
    let rows = readable.filter_map(|item| {
        let member = Member {
            item: item.clone(),
            title: title(workspace, item)?.to_owned(),
        };
        Some((item.clone(), member))
    });
    page(rows, request)
}

pub(crate) fn resolve_documents(workspace: &Workspace, filter: &ItemFilter) -> IdSet {
    (!filter.is_empty()).then(|| {
        matching_documents(workspace, filter)
            .map(|document| document.id.as_str().to_owned())
            .collect()
    })
}

pub(crate) fn resolve_prompts(workspace: &Workspace, filter: &ItemFilter) -> IdSet {
    let hides_some = !filter.archived && workspace.prompts.values().any(|p| p.is_archived);
    (!filter.is_empty() || hides_some).then(|| {
        matching_prompts(workspace, filter)
            .map(|prompt| prompt.id.as_str().to_owned())
            .collect()
    })
}

pub(crate) fn title<'a>(workspace: &'a Workspace, item: &ItemId) -> Option<&'a str> {
    match item {
        ItemId::Prompt(id) => workspace.prompts.get(id).map(|p| p.title.as_str()),
        ItemId::Document(id) => workspace.documents.get(id).map(|d| d.title.as_str()),
    }
}

pub(crate) fn newest_first<'a>(versions: impl Iterator<Item = &'a Version>) -> Vec<Version> {
    let mut versions: Vec<Version> = versions.cloned().collect();
    versions.sort_by_key(|version| Reverse(version.number));
    versions
}

/// The version with this id.
pub(crate) fn version<'a>(
    mut versions: impl Iterator<Item = &'a Version>,
    id: &VersionId,
) -> Option<Version> {
    versions.find(|version| version.id == *id).cloned()
}

fn matching_documents<'a>(
    workspace: &'a Workspace,
    filter: &'a ItemFilter,
) -> impl Iterator<Item = &'a Document> {
    workspace.documents.values().filter(|document| {
        let item = ItemId::Document(document.id.clone());
        passes(workspace, filter, &item, &document.tags)
    })
}

fn matching_prompts<'a>(
    workspace: &'a Workspace,
    filter: &'a ItemFilter,
) -> impl Iterator<Item = &'a Prompt> {
    workspace.prompts.values().filter(|prompt| {
        let item = ItemId::Prompt(prompt.id.clone());
        (filter.archived || !prompt.is_archived) && passes(workspace, filter, &item, &prompt.tags)
    })
}

fn passes(workspace: &Workspace, filter: &ItemFilter, item: &ItemId, tags: &Tags) -> bool {
    let is_member = |collection: &CollectionId| {
        let members = workspace.members.get(collection);
        members.is_some_and(|members| members.contains(item))
    };
    tags.contains_all(&filter.tags) && filter.collection.as_ref().is_none_or(is_member)
}

fn holds(search: Option<&str>, texts: &[&str]) -> bool {
    let Some(search) = search else { return true };
    let search = search.to_lowercase();
    texts
        .iter()
        .any(|text| text.to_lowercase().contains(&search))
}

fn newest(created_ms: i64, id: &str) -> Newest {
    (Reverse(created_ms), id.to_owned())
}

fn with_item_count(workspace: &Workspace, collection: &Collection) -> Collection {
    let members = workspace.members.get(&collection.id).map_or(0, |m| m.len());
    Collection {
        item_count: u32::try_from(members).unwrap_or(u32::MAX),
        ..collection.clone()
    }
}
