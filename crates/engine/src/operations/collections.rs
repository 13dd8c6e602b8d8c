//! Writing and reading collections.

use domain::caller::Permission;
use domain::change::Change;
use domain::ids::{CollectionId, MintKey};
use domain::item::{Collection, ItemId, Kind, Member};
use domain::operations::collections::{Added, Create, List, Members, Update};
use domain::operations::{check_size, check_text};
use domain::page::{Page, PageRequest};
use domain::ports::store::Snapshot;
use domain::scope::ItemFilter;
use domain::{Caller, Cancel, Error, Result, limits};

use super::not_found;
use crate::Engine;
use crate::write::committed;

impl Engine {
    /// Creates a collection.
    ///
    /// # Errors
    /// `Invalid` without a name, `TooLarge` over a limit.
    pub fn create_collection(
        &self,
        caller: &Caller,
        request: &Create,
        cancel: &Cancel,
    ) -> Result<Collection> {
        caller.require(Permission::DocumentsWrite)?;
        check_text("name", &request.name, limits::TITLE_BYTES_MAX)?;
        check_optional(&request.description, &request.color, &request.icon)?;
        let mut created = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let (collection, changes) = self.new_collection(caller, snapshot, request)?;
            created = Some(collection);
            Ok(changes)
        })?;
        committed(created)
    }

    /// The collection of exactly this name, created when there is none.
    ///
    /// # Errors
    /// `Invalid` for a blank name, `TooLarge` over a limit.
    pub fn ensure_collection(
        &self,
        caller: &Caller,
        name: &str,
        cancel: &Cancel,
    ) -> Result<Collection> {
        caller.require(Permission::DocumentsWrite)?;
        let name = check_text("name", name, limits::TITLE_BYTES_MAX)?;
        let request = Create {
            name: name.to_owned(),
            ..Create::default()
        };
        let mut found = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            if let Some(collection) = snapshot.collection_named(name)? {
                found = Some(collection);
                return Ok(Vec::new());
            }
            let (collection, changes) = self.new_collection(caller, snapshot, &request)?;
            found = Some(collection);
            Ok(changes)
        })?;
        committed(found)
    }

    fn new_collection(
        &self,
        caller: &Caller,
        snapshot: &dyn Snapshot,
        request: &Create,
    ) -> Result<(Collection, Vec<Change>)> {
        let name = request.name.trim();
        let description = request.description.clone();
        let key = MintKey::api(
            &caller.workspace,
            "collection",
            name,
            description.as_deref().unwrap_or_default(),
        );
        let now = self.now_ms();
        let collection = Collection {
            id: key.collection(snapshot.mint_count(&key)?),
            name: name.to_owned(),
            description,
            color: request.color.clone(),
            icon: request.icon.clone(),
            tags: request.tags.clone(),
            item_count: 0,
            created_ms: now,
            updated_ms: now,
        };
        let changes = vec![
            Change::CountMint(key),
            Change::PutCollection(collection.clone()),
        ];
        Ok((collection, changes))
    }

    /// Changes a collection's own fields.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `Invalid` for a blank name, `TooLarge` over a limit.
    pub fn update_collection(
        &self,
        caller: &Caller,
        request: &Update,
        cancel: &Cancel,
    ) -> Result<Collection> {
        caller.require(Permission::DocumentsWrite)?;
        check_optional(&request.description, &request.color, &request.icon)?;
        let mut updated = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let old = snapshot
                .collection(&request.id)?
                .ok_or_else(not_found::collection)?;
            let mut collection = edited(&old, request)?;
            updated = Some(collection.clone());
            if collection == old {
                return Ok(Vec::new());
            }
            collection.updated_ms = self.now_ms();
            updated = Some(collection.clone());
            Ok(vec![Change::PutCollection(collection)])
        })?;
        committed(updated)
    }

    /// Deletes a collection; its members stay.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub fn delete_collection(
        &self,
        caller: &Caller,
        id: &CollectionId,
        cancel: &Cancel,
    ) -> Result<()> {
        caller.require(Permission::DocumentsWrite)?;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            snapshot.collection(id)?.ok_or_else(not_found::collection)?;
            Ok(vec![Change::DeleteCollection(id.clone())])
        })?;
        Ok(())
    }

    /// Reads a collection's own fields.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub fn get_collection(
        &self,
        caller: &Caller,
        id: &CollectionId,
        cancel: &Cancel,
    ) -> Result<Collection> {
        caller.require(Permission::DocumentsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        let collection = snapshot.collection(id)?.ok_or_else(not_found::collection)?;
        as_seen_by(caller, snapshot.as_ref(), collection)
    }

    /// Lists collections, newest first, then by id.
    ///
    /// # Errors
    /// `Invalid` for a malformed cursor.
    pub fn list_collections(
        &self,
        caller: &Caller,
        request: &List,
        cancel: &Cancel,
    ) -> Result<Page<Collection>> {
        caller.require(Permission::DocumentsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        let filter = ItemFilter {
            tags: request.tags.clone(),
            collection: None,
            archived: false,
        };
        let page = snapshot.collections(&filter, request.search.as_deref(), &request.page)?;
        let seen = |row| as_seen_by(caller, snapshot.as_ref(), row);
        Ok(Page {
            rows: page.rows.into_iter().map(seen).collect::<Result<_>>()?,
            cursor: page.cursor,
        })
    }

    /// A page of a collection's members, of the kinds that the caller may read.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `Invalid` for a malformed cursor.
    pub fn collection_members(
        &self,
        caller: &Caller,
        id: &CollectionId,
        page: &PageRequest,
        cancel: &Cancel,
    ) -> Result<Page<Member>> {
        caller.require(Permission::DocumentsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        snapshot.collection(id)?.ok_or_else(not_found::collection)?;
        snapshot.members(id, &readable(caller), page)
    }

    /// Adds members.
    ///
    /// # Errors
    /// `NotFound` for an unknown collection or item, `TooLarge` over
    /// [`limits::MEMBERS_PER_CALL_MAX`] items.
    pub fn add_to_collection(
        &self,
        caller: &Caller,
        request: &Members,
        cancel: &Cancel,
    ) -> Result<Added> {
        caller.require(Permission::DocumentsWrite)?;
        let items = distinct(&request.items)?;
        let mut counts = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            snapshot
                .collection(&request.id)?
                .ok_or_else(not_found::collection)?;
            for item in &items {
                check_exists(snapshot, item)?;
            }
            let members = snapshot.member_ids(&request.id)?;
            let new: Vec<ItemId> = items
                .iter()
                .filter(|i| !members.contains(i))
                .cloned()
                .collect();
            counts = Some(Added {
                added: new.len() as u64,
                already_in: (items.len() - new.len()) as u64,
            });
            if new.is_empty() {
                return Ok(Vec::new());
            }
            Ok(vec![Change::AddMembers {
                collection: request.id.clone(),
                items: new,
            }])
        })?;
        committed(counts)
    }

    /// Removes members; returns how many were in.
    ///
    /// # Errors
    /// `NotFound` for an unknown collection.
    pub fn remove_from_collection(
        &self,
        caller: &Caller,
        request: &Members,
        cancel: &Cancel,
    ) -> Result<u64> {
        caller.require(Permission::DocumentsWrite)?;
        let items = distinct(&request.items)?;
        let mut removed = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            snapshot
                .collection(&request.id)?
                .ok_or_else(not_found::collection)?;
            let members = snapshot.member_ids(&request.id)?;
            let inside: Vec<ItemId> = items
                .iter()
                .filter(|i| members.contains(i))
                .cloned()
                .collect();
            removed = Some(inside.len() as u64);
            if inside.is_empty() {
                return Ok(Vec::new());
            }
            Ok(vec![Change::RemoveMembers {
                collection: request.id.clone(),
                items: inside,
            }])
        })?;
        committed(removed)
    }
}

/// The kinds of members that the caller may read.
fn readable(caller: &Caller) -> Vec<Kind> {
    let may_read = |kind: &Kind| {
        caller.scopes.allows(match kind {
            Kind::Prompt => Permission::PromptsRead,
            Kind::Document | Kind::Collection => Permission::DocumentsRead,
        })
    };
    Kind::OF_MEMBERS.into_iter().filter(may_read).collect()
}

/// The collection with the members counted that the caller may read.
fn as_seen_by(
    caller: &Caller,
    snapshot: &dyn Snapshot,
    mut collection: Collection,
) -> Result<Collection> {
    let kinds = readable(caller);
    // Of all kinds together the store keeps the count.
    if kinds != Kind::OF_MEMBERS && collection.item_count > 0 {
        let members = snapshot.member_ids(&collection.id)?;
        let seen = members.iter().filter(|item| kinds.contains(&item.kind()));
        collection.item_count = u32::try_from(seen.count()).unwrap_or(u32::MAX);
    }
    Ok(collection)
}

fn edited(old: &Collection, request: &Update) -> Result<Collection> {
    let mut collection = old.clone();
    if let Some(name) = &request.name {
        collection.name = check_text("name", name, limits::TITLE_BYTES_MAX)?.to_owned();
    }
    if request.description.is_some() {
        collection.description.clone_from(&request.description);
    }
    if request.color.is_some() {
        collection.color.clone_from(&request.color);
    }
    if request.icon.is_some() {
        collection.icon.clone_from(&request.icon);
    }
    if let Some(tags) = &request.tags {
        collection.tags = tags.clone();
    }
    Ok(collection)
}

fn check_optional(
    description: &Option<String>,
    color: &Option<String>,
    icon: &Option<String>,
) -> Result<()> {
    let size = |text: &Option<String>| text.as_deref().map_or(0, str::len);
    check_size(
        "`description`",
        size(description),
        limits::DESCRIPTION_BYTES_MAX,
    )?;
    check_size("`color`", size(color), limits::TAG_BYTES_MAX)?;
    check_size("`icon`", size(icon), limits::TAG_BYTES_MAX)
}

fn distinct(items: &[ItemId]) -> Result<Vec<ItemId>> {
    if items.is_empty() {
        return Err(Error::invalid(
            "`itemIds` is required and must not be empty",
        ));
    }
    if items.len() > limits::MEMBERS_PER_CALL_MAX {
        return Err(Error::too_large(format!(
            "{} items given; the limit is {} per call",
            items.len(),
            limits::MEMBERS_PER_CALL_MAX
        )));
    }
    let mut items = items.to_vec();
    items.sort();
    items.dedup();
    Ok(items)
}

fn check_exists(snapshot: &dyn Snapshot, item: &ItemId) -> Result<()> {
    let (known, error) = match item {
        ItemId::Prompt(id) => (snapshot.prompt(id)?.is_some(), not_found::prompt()),
        ItemId::Document(id) => (snapshot.document(id)?.is_some(), not_found::document()),
    };
    if known {
        return Ok(());
    }
    Err(error.hint(format!(
        "`{}` does not exist in this workspace",
        item.as_str()
    )))
}
