//! Collections and their members.

use domain::Result;
use domain::ids::{CollectionId, DocumentId, PromptId};
use domain::item::ItemId;
use domain::operations::collections::{Create, List, Members, Update};
use domain::page::PageRequest;

use super::{check_some_change, id, optional_tags, page, tags};
use crate::arguments::Arguments;
use crate::context_repo::MEMBERS_SHOWN;
use crate::context_repo::wire;
use crate::context_repo::wire::collections::{Added, Collection, Item, Removed, WithItems};
use crate::context_repo::wire::{Deleted, Single};
use crate::tool::Context;

/// The kinds of members, as calls name them.
pub const KINDS: &[&str] = &["document", "prompt"];

/// A page of collections: `search`, `tags`, `limit`, `cursor`.
pub fn list(context: &Context<'_>, arguments: &Arguments) -> Result<wire::List<Collection>> {
    let request = List {
        search: arguments.word("search")?,
        tags: tags(arguments)?,
        page: page(arguments)?,
    };
    let page = context
        .engine
        .list_collections(context.caller, &request, context.cancel)?;
    Ok(wire::List::of(page, Collection::from))
}

/// One collection's own fields: `collectionId`.
pub fn read(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Collection>> {
    let id = collection_id(arguments)?;
    let collection = context
        .engine
        .get_collection(context.caller, &id, context.cancel)?;
    Ok(Single {
        data: Collection::from(collection),
    })
}

/// One collection with its first members: `collectionId`, `includeItems`.
pub fn read_with_items(context: &Context<'_>, arguments: &Arguments) -> Result<WithItems> {
    let with_items = arguments.flag("includeItems")?.unwrap_or(true);
    let collection = read(context, arguments)?.data;
    if !with_items {
        return Ok(WithItems::without(collection));
    }
    let id = collection_id(arguments)?;
    let first = PageRequest::new(Some(MEMBERS_SHOWN), None);
    let members = context
        .engine
        .collection_members(context.caller, &id, &first, context.cancel)?;
    Ok(WithItems::first_of(
        collection,
        wire::List::of(members, Item::from),
    ))
}

/// A page of members: `collectionId`, `limit`, `cursor`.
pub fn items(context: &Context<'_>, arguments: &Arguments) -> Result<wire::List<Item>> {
    let id = collection_id(arguments)?;
    let members = context.engine.collection_members(
        context.caller,
        &id,
        &page(arguments)?,
        context.cancel,
    )?;
    Ok(wire::List::of(members, Item::from))
}

/// A new collection: `name`, `description`, `color`, `icon`, `tags`.
pub fn create(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Collection>> {
    let request = Create {
        name: arguments.required_text("name")?,
        description: arguments.text("description")?,
        color: arguments.word("color")?,
        icon: arguments.word("icon")?,
        tags: tags(arguments)?,
    };
    let collection = context
        .engine
        .create_collection(context.caller, &request, context.cancel)?;
    Ok(Single {
        data: Collection::from(collection),
    })
}

/// A change of a collection: `collectionId`, `name`, `description`, `color`, `icon`, `tags`.
pub fn update(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Collection>> {
    let id = collection_id(arguments)?;
    let fields = ["name", "description", "color", "icon", "tags"];
    check_some_change(arguments, &fields, &[])?;
    let request = Update {
        id,
        name: arguments.text("name")?,
        description: arguments.text("description")?,
        color: arguments.word("color")?,
        icon: arguments.word("icon")?,
        tags: optional_tags(arguments)?,
    };
    let collection = context
        .engine
        .update_collection(context.caller, &request, context.cancel)?;
    Ok(Single {
        data: Collection::from(collection),
    })
}

/// Deletes a collection, not its members: `collectionId`. One that is gone already is `NotFound`.
pub fn delete(context: &Context<'_>, arguments: &Arguments) -> Result<Deleted> {
    let id = collection_id(arguments)?;
    context
        .engine
        .delete_collection(context.caller, &id, context.cancel)?;
    Ok(Deleted::of(id.as_str()))
}

/// Adds members of one kind: `collectionId`, `itemIds`, `itemType`.
pub fn add(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Added>> {
    let members = members(arguments)?;
    let added = context
        .engine
        .add_to_collection(context.caller, &members, context.cancel)?;
    Ok(Single {
        data: Added::from(added),
    })
}

/// Removes members of one kind: `collectionId`, `itemIds`, `itemType`.
pub fn remove(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Removed>> {
    let members = members(arguments)?;
    let removed =
        context
            .engine
            .remove_from_collection(context.caller, &members, context.cancel)?;
    Ok(Single {
        data: Removed { removed },
    })
}

/// Which kind of members a call names.
pub fn item_kind(arguments: &Arguments) -> Result<&'static str> {
    arguments
        .choice("itemType", KINDS)?
        .ok_or_else(|| arguments.missing("itemType"))
}

fn members(arguments: &Arguments) -> Result<Members> {
    let id = collection_id(arguments)?;
    let kind = item_kind(arguments)?;
    let ids = arguments.list("itemIds")?.unwrap_or_default();
    if ids.is_empty() {
        return Err(arguments.missing("itemIds"));
    }
    let items = ids
        .iter()
        .map(|id| item_id(id, kind))
        .collect::<Result<Vec<ItemId>>>()?;
    Ok(Members { id, items })
}

fn item_id(id: &str, kind: &str) -> Result<ItemId> {
    match kind {
        "prompt" => PromptId::parse(id).map(ItemId::Prompt),
        _ => DocumentId::parse(id).map(ItemId::Document),
    }
}

fn collection_id(arguments: &Arguments) -> Result<CollectionId> {
    id(arguments, "collectionId", CollectionId::parse)
}
