//! Writing and reading collections.

use crate::ids::CollectionId;
use crate::item::{ItemId, Tags};
use crate::page::PageRequest;

/// A new collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Create {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub description: Option<String>,
    /// A colour such as `#f97316`.
    pub color: Option<String>,
    /// One emoji.
    pub icon: Option<String>,
    /// Its tags.
    pub tags: Tags,
}

/// A change of a collection; absent fields stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// Which collection.
    pub id: CollectionId,
    /// A new name.
    pub name: Option<String>,
    /// A new description.
    pub description: Option<String>,
    /// A new colour.
    pub color: Option<String>,
    /// A new icon.
    pub icon: Option<String>,
    /// New tags, replacing all.
    pub tags: Option<Tags>,
}

/// Which collections to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Text that name or description holds, in any case.
    pub search: Option<String>,
    /// Every one of these tags.
    pub tags: Tags,
    /// Which page.
    pub page: PageRequest,
}

/// A change of membership.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    /// Which collection.
    pub id: CollectionId,
    /// Which items.
    pub items: Vec<ItemId>,
}

/// What adding members did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// How many are new.
    pub added: u64,
    /// How many were in already.
    pub already_in: u64,
}
