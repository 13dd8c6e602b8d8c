//! Kinds of item and spaces as small numbers.

use domain::generation::Space;
use domain::ids::{DocumentId, PromptId};
use domain::item::ItemId;
use rusqlite::Row;

use crate::errors::{Outcome, damaged};
use crate::records::parsed;

/// A prompt in a `kind` column. The numbers are in the order of [`ItemId`].
pub(crate) const PROMPT: i64 = 1;
/// A document in a `kind` column.
pub(crate) const DOCUMENT: i64 = 2;
/// A collection in a `kind` column.
pub(crate) const COLLECTION: i64 = 3;

/// The kind of an item.
pub(crate) fn of_item(item: &ItemId) -> i64 {
    match item {
        ItemId::Prompt(_) => PROMPT,
        ItemId::Document(_) => DOCUMENT,
    }
}

/// A space: the kind of the items whose vectors it holds.
pub(crate) fn of_space(space: Space) -> i64 {
    match space {
        Space::Prompts => PROMPT,
        Space::Chunks => DOCUMENT,
    }
}

/// An item from its kind and id.
pub(crate) fn item(kind: i64, id: &str) -> Outcome<ItemId> {
    match kind {
        PROMPT => Ok(ItemId::Prompt(parsed(PromptId::parse(id).ok())?)),
        DOCUMENT => Ok(ItemId::Document(parsed(DocumentId::parse(id).ok())?)),
        _ => Err(damaged().into()),
    }
}

/// An item from two neighbouring columns, kind and id.
pub(crate) fn item_at(row: &Row<'_>, column: usize) -> Outcome<ItemId> {
    let id: String = row.get(column + 1)?;
    item(row.get(column)?, &id)
}
