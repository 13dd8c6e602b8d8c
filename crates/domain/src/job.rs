//! Jobs: items that wait for their vectors.

use crate::item::ItemId;

/// One item that waits for vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The item; an item has at most one job.
    pub item: ItemId,
    /// How much work it is: the number of binary digits of its count of pending inputs.
    pub size_class: u8,
    /// The store's sequence when it was enqueued.
    pub enqueued: u64,
    /// How often it failed so far.
    pub attempts: u32,
    /// What the last failure said.
    pub last_error: Option<String>,
}

impl Job {
    /// The size class of a job over `pending` inputs.
    pub fn size_class(pending: usize) -> u8 {
        u8::try_from(usize::BITS - pending.leading_zeros()).expect("at most 64 digits")
    }

    /// Smallest first, then newest, then by id: a short note added now is searchable at once
    /// although a book is waiting.
    pub fn order(&self) -> (u8, std::cmp::Reverse<u64>, &str) {
        (
            self.size_class,
            std::cmp::Reverse(self.enqueued),
            self.item.as_str(),
        )
    }
}
