//! Which items a search may look at, resolved before candidates are chosen.

use std::collections::BTreeSet;

use crate::ids::CollectionId;
use crate::item::Tags;

/// A filter over items, as a caller states it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemFilter {
    /// Every one of these tags.
    pub tags: Tags,
    /// Members of this collection only.
    pub collection: Option<CollectionId>,
    /// Archived prompts, too; without it a store leaves them out wherever this filter applies.
    pub archived: bool,
}

impl ItemFilter {
    /// Whether it lets everything through that is not archived.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.collection.is_none()
    }
}

/// The ids that a resolved filter lets through; `None` means all.
pub type IdSet = Option<BTreeSet<String>>;
