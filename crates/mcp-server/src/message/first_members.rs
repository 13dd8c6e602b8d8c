//! As much of a batch as may be carried out.

use std::fmt;

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::BATCH_MAX;

/// The members of a batch up to the most that it may have; further ones are counted only. Kept,
/// the shortest of them would take many times the memory of their text.
#[derive(Debug, Default)]
pub(super) struct FirstMembers {
    pub(super) kept: Vec<Value>,
    pub(super) len: usize,
}

impl<'de> Deserialize<'de> for FirstMembers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(KeepsFirst)
    }
}

struct KeepsFirst;

impl<'de> Visitor<'de> for KeepsFirst {
    type Value = FirstMembers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a batch")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<FirstMembers, A::Error> {
        let mut batch = FirstMembers::default();
        while batch.len < BATCH_MAX
            && let Some(member) = items.next_element()?
        {
            batch.kept.push(member);
            batch.len += 1;
        }
        while items.next_element::<IgnoredAny>()?.is_some() {
            batch.len += 1;
        }
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_members_are_counted_and_the_first_kept() {
        for (len, kept) in [(0, 0), (1, 1), (BATCH_MAX, BATCH_MAX), (100_000, BATCH_MAX)] {
            let text = format!("[{}]", vec!["0"; len].join(","));
            let batch: FirstMembers = serde_json::from_str(&text).unwrap();
            assert_eq!((batch.len, batch.kept.len()), (len, kept));
        }
    }
}
