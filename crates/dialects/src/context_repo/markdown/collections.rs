//! Texts about collections and their members.

use super::{list, tag_line, with_next_page};
use crate::context_repo::wire::collections::{Added, Collection, Item, Removed, WithItems};
use crate::context_repo::wire::{Deleted, List};

/// Stands before a collection that has no icon of its own: an open file folder.
const FOLDER: &str = "\u{1f4c1}";

/// A page of collections.
pub fn page(collections: &List<Collection>) -> String {
    let entries: Vec<String> = collections.data.iter().map(row).collect();
    with_next_page(
        list("collections", &entries),
        "list_collections",
        &collections.pagination,
    )
}

fn row(collection: &Collection) -> String {
    let description =
        given(&collection.description).map_or_else(String::new, |text| format!(" - {text}"));
    format!(
        "- {} **{}**{description}\n  Items: {} | ID: {}",
        icon(collection),
        collection.name,
        collection.item_count,
        collection.id
    )
}

/// A collection, with its members when they were asked for and there are any.
pub fn full(answer: &WithItems) -> String {
    let collection = &answer.data;
    let tags = if collection.tags.is_empty() {
        String::new()
    } else {
        format!("\n**Tags:** {}", collection.tags.join(", "))
    };
    format!(
        "# {} {}\n\n**Description:** {}\n**Items:** {}\n**Color:** {}{tags}{}",
        icon(collection),
        collection.name,
        given(&collection.description).unwrap_or("No description"),
        collection.item_count,
        given(&collection.color).unwrap_or("Default"),
        members(answer.items.as_deref().unwrap_or_default())
    )
}

fn members(items: &[Item]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = items
        .iter()
        .map(|item| {
            format!(
                "- **{}** ({})\n  ID: {}",
                item.title, item.item_type, item.item_id
            )
        })
        .collect();
    format!("\n\n## Items ({})\n\n{}", items.len(), lines.join("\n"))
}

/// What a collection was created with, as it was sent.
pub struct Created<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its icon.
    pub icon: Option<String>,
    /// Its colour.
    pub color: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
}

/// A collection was created.
pub fn created(id: &str, sent: &Created<'_>) -> String {
    let mut text = format!(
        "Successfully created collection \"{}\"\n\nID: {id}",
        sent.name
    );
    for (label, value) in [("Icon", &sent.icon), ("Color", &sent.color)] {
        if let Some(value) = given(value) {
            text.push_str(&format!("\n{label}: {value}"));
        }
    }
    text + &tag_line("\n", &sent.tags)
}

/// A collection was changed; `tags` as they were sent.
pub fn updated(collection: &Collection, tags: &[String]) -> String {
    format!(
        "Successfully updated collection \"{}\"{}",
        collection.name,
        tag_line("\n", tags)
    )
}

/// A collection was deleted.
pub fn deleted(deleted: &Deleted) -> String {
    format!(
        "Successfully deleted collection {}\n\n\
         Note: Documents and prompts that were in this collection are NOT deleted.",
        deleted.id
    )
}

/// A collection was gone already.
pub fn already_deleted(deleted: &Deleted) -> String {
    format!("Collection {} was already deleted (no-op).", deleted.id)
}

/// Members were added; `kind` is `document` or `prompt`.
pub fn added(added: Added, kind: &str) -> String {
    format!(
        "Successfully added {} {kind}(s) to collection\n\nAlready in collection: {}",
        added.added, added.already_in_collection
    )
}

/// Members were removed; `kind` is `document` or `prompt`.
pub fn removed(removed: Removed, kind: &str) -> String {
    format!(
        "Successfully removed {} {kind}(s) from collection",
        removed.removed
    )
}

fn icon(collection: &Collection) -> &str {
    given(&collection.icon).unwrap_or(FOLDER)
}

fn given(value: &Option<String>) -> Option<&str> {
    value.as_deref().filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context_repo::wire::Pagination;

    fn plain() -> Collection {
        Collection {
            id: "k_plain".to_owned(),
            name: "Harbour".to_owned(),
            description: None,
            color: None,
            icon: None,
            item_count: 0,
            tags: vec![],
            created_at: 0,
            updated_at: 0,
        }
    }

    fn dressed() -> Collection {
        Collection {
            id: "k_dressed".to_owned(),
            name: "Lab".to_owned(),
            description: Some("Experiments.".to_owned()),
            color: Some("#0ea5e9".to_owned()),
            icon: Some("🧪".to_owned()),
            item_count: 2,
            tags: vec!["a".to_owned(), "b".to_owned()],
            ..plain()
        }
    }

    fn sent(collection: &Collection) -> Created<'_> {
        Created {
            name: &collection.name,
            icon: collection.icon.clone(),
            color: collection.color.clone(),
            tags: collection.tags.clone(),
        }
    }

    fn items() -> Vec<Item> {
        [
            ("d_tides", "document", "Tide table"),
            ("p_minutes", "prompt", "Minutes"),
        ]
        .map(|(id, kind, title)| Item {
            item_id: id.to_owned(),
            id: id.to_owned(),
            item_type: kind.to_owned(),
            title: title.to_owned(),
        })
        .to_vec()
    }

    #[test]
    fn a_page_lists_its_collections() {
        let pagination = Pagination {
            cursor: Some("n".to_owned()),
            has_more: true,
        };
        assert_eq!(
            page(&List {
                data: vec![dressed(), plain()],
                pagination: pagination.clone(),
            }),
            "Found 2 collections:\n\n\
             - 🧪 **Lab** - Experiments.\n  Items: 2 | ID: k_dressed\n\n\
             - \u{1f4c1} **Harbour**\n  Items: 0 | ID: k_plain\n\n\
             More results available. To fetch the next page, re-run list_collections with cursor=\"n\""
        );
        assert_eq!(
            page(&List {
                data: vec![],
                pagination: Pagination::default(),
            }),
            "No collections found."
        );
    }

    #[test]
    fn a_collection_shows_its_members() {
        assert_eq!(
            full(&WithItems {
                data: dressed(),
                items: Some(items()),
                meta: None,
            }),
            "# 🧪 Lab\n\n**Description:** Experiments.\n**Items:** 2\n**Color:** #0ea5e9\n**Tags:** a, b\n\n\
             ## Items (2)\n\n\
             - **Tide table** (document)\n  ID: d_tides\n\
             - **Minutes** (prompt)\n  ID: p_minutes"
        );
    }

    #[test]
    fn a_collection_without_anything_has_stand_ins() {
        let expected = "# \u{1f4c1} Harbour\n\n**Description:** No description\n**Items:** 0\n**Color:** Default";
        for items in [None, Some(vec![])] {
            assert_eq!(
                full(&WithItems {
                    data: plain(),
                    items,
                    meta: None,
                }),
                expected
            );
        }
    }

    #[test]
    fn writes_are_acknowledged() {
        assert_eq!(
            created("k_plain", &sent(&plain())),
            "Successfully created collection \"Harbour\"\n\nID: k_plain"
        );
        assert_eq!(
            created("k_dressed", &sent(&dressed())),
            "Successfully created collection \"Lab\"\n\nID: k_dressed\nIcon: 🧪\nColor: #0ea5e9\nTags: a, b"
        );
        assert_eq!(
            updated(&plain(), &[]),
            "Successfully updated collection \"Harbour\""
        );
        assert_eq!(
            updated(&dressed(), &dressed().tags),
            "Successfully updated collection \"Lab\"\nTags: a, b"
        );
        let gone = Deleted::of("k_plain");
        assert_eq!(
            deleted(&gone),
            "Successfully deleted collection k_plain\n\n\
             Note: Documents and prompts that were in this collection are NOT deleted."
        );
        assert_eq!(
            already_deleted(&gone),
            "Collection k_plain was already deleted (no-op)."
        );
    }

    #[test]
    fn membership_changes_are_acknowledged() {
        let counts = Added {
            added: 2,
            already_in_collection: 1,
        };
        assert_eq!(
            added(counts, "document"),
            "Successfully added 2 document(s) to collection\n\nAlready in collection: 1"
        );
        assert_eq!(
            removed(Removed { removed: 1 }, "prompt"),
            "Successfully removed 1 prompt(s) from collection"
        );
    }
}
