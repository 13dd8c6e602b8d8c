//! Collections and their members on the wire.

use domain::item::{self, Kind};
use domain::operations::collections;
use schemars::JsonSchema;
use serde::Serialize;

/// A collection.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Collection {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// A colour such as `#f97316`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// One emoji.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// How many members it has.
    pub item_count: u32,
    /// Its tags.
    pub tags: Vec<String>,
    /// Creation time, milliseconds since the Unix epoch.
    pub created_at: i64,
    /// Time of the last change, milliseconds since the Unix epoch.
    pub updated_at: i64,
}

/// A collection with its first members, as `get_collection` answers it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WithItems {
    /// The collection.
    pub data: Collection,
    /// The members; left out when the caller did not want them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<Item>>,
    /// Set when there are more members than are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<MoreItems>,
}

/// What to know of members that are not shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoreItems {
    /// How many are shown.
    pub items_shown: u32,
    /// How many are not.
    pub items_left_out: u32,
    /// Where `GET /v1/collections/{id}/items` goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

impl WithItems {
    /// A collection alone.
    pub fn without(collection: Collection) -> Self {
        Self {
            data: collection,
            items: None,
            meta: None,
        }
    }

    /// A collection with the first page of its members.
    pub fn first_of(collection: Collection, first: super::List<Item>) -> Self {
        let items_shown = u32::try_from(first.data.len()).unwrap_or(u32::MAX);
        let items_left_out = collection.item_count.saturating_sub(items_shown);
        Self {
            data: collection,
            items: Some(first.data),
            meta: (items_left_out > 0).then_some(MoreItems {
                items_shown,
                items_left_out,
                cursor: first.pagination.cursor,
            }),
        }
    }
}

/// A member of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CollectionItem")]
pub struct Item {
    /// The prompt's or document's id.
    pub item_id: String,
    /// The same, as older clients read it.
    pub id: String,
    /// `prompt` or `document`.
    pub item_type: String,
    /// Its title now.
    pub title: String,
}

/// What adding members did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Added {
    /// How many are new.
    pub added: u64,
    /// How many were in already.
    pub already_in_collection: u64,
}

/// What removing members did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Removed {
    /// How many were in.
    pub removed: u64,
}

impl From<item::Collection> for Collection {
    fn from(collection: item::Collection) -> Self {
        Self {
            id: collection.id.to_string(),
            name: collection.name,
            description: collection.description,
            color: collection.color,
            icon: collection.icon,
            item_count: collection.item_count,
            tags: collection.tags.as_slice().to_vec(),
            created_at: collection.created_ms,
            updated_at: collection.updated_ms,
        }
    }
}

impl From<item::Member> for Item {
    fn from(member: item::Member) -> Self {
        let id = member.item.as_str().to_owned();
        Self {
            item_id: id.clone(),
            id,
            item_type: kind_name(member.item.kind()).to_owned(),
            title: member.title,
        }
    }
}

impl From<collections::Added> for Added {
    fn from(added: collections::Added) -> Self {
        Self {
            added: added.added,
            already_in_collection: added.already_in,
        }
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Prompt => "prompt",
        Kind::Document => "document",
        Kind::Collection => "collection",
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::{CollectionId, PromptId};
    use domain::item::{ItemId, Member, Tags};

    use super::*;
    use crate::context_repo::wire::{List, Pagination, Single, to_value};

    #[test]
    fn a_collection_leaves_out_what_is_missing() {
        let collection = Collection::from(item::Collection {
            id: CollectionId::parse("k_1").unwrap(),
            name: "Harbour".to_owned(),
            description: None,
            color: Some("#0ea5e9".to_owned()),
            icon: None,
            tags: Tags::default(),
            item_count: 3,
            created_ms: 1,
            updated_ms: 1,
        });
        let member = Item::from(Member {
            item: ItemId::Prompt(PromptId::parse("p_1").unwrap()),
            title: "Minutes".to_owned(),
        });
        let page = List {
            data: vec![member],
            pagination: Pagination {
                cursor: Some("n2".to_owned()),
                has_more: true,
            },
        };
        assert_eq!(
            to_value(&WithItems::first_of(collection, page)).to_string(),
            concat!(
                r##"{"data":{"id":"k_1","name":"Harbour","color":"#0ea5e9","itemCount":3,"##,
                r#""tags":[],"createdAt":1,"updatedAt":1},"items":[{"itemId":"p_1","id":"p_1","#,
                r#""itemType":"prompt","title":"Minutes"}],"#,
                r#""meta":{"itemsShown":1,"itemsLeftOut":2,"cursor":"n2"}}"#
            )
        );
    }

    #[test]
    fn membership_changes_are_counted() {
        let added = Added::from(collections::Added {
            added: 2,
            already_in: 1,
        });
        assert_eq!(
            to_value(&Single { data: added }).to_string(),
            r#"{"data":{"added":2,"alreadyInCollection":1}}"#
        );
        assert_eq!(
            to_value(&Removed { removed: 2 }).to_string(),
            r#"{"removed":2}"#
        );
    }
}
