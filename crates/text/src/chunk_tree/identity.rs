//! Ids from content and place; equal origins are numbered in reading order.

use std::borrow::Cow;
use std::collections::HashMap;

use domain::ids::{ChunkId, DocumentId};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::leaf::Leaf;

/// Hands out the ids of one document's chunks.
pub(crate) struct Identities<'d> {
    document: &'d DocumentId,
    /// How often the origin whose first id this is has occurred.
    occurrences: HashMap<ChunkId, u32>,
}

impl<'d> Identities<'d> {
    pub(crate) fn new(document: &'d DocumentId) -> Self {
        Self {
            document,
            occurrences: HashMap::new(),
        }
    }

    pub(crate) fn section(&mut self, heading: &str) -> ChunkId {
        let heading = composed(heading);
        self.numbered(|document, k| ChunkId::section(document, &heading, k))
    }

    pub(crate) fn paragraph(&mut self, text: &str, leaf: &Leaf) -> ChunkId {
        let normalized = normalized(text, leaf);
        self.numbered(|document, k| ChunkId::paragraph(document, leaf.kind(), &normalized, k))
    }

    fn numbered(&mut self, id: impl Fn(&DocumentId, u32) -> ChunkId) -> ChunkId {
        let first = id(self.document, 0);
        let seen = self.occurrences.entry(first.clone()).or_insert(0);
        let occurrence = *seen;
        *seen += 1;
        if occurrence == 0 {
            first
        } else {
            id(self.document, occurrence)
        }
    }
}

/// The leaf's text in NFC with runs of white space collapsed, except in code and tables, where
/// only line ends are made equal. What stands between merged blocks counts as prose.
fn normalized(text: &str, leaf: &Leaf) -> String {
    let mut normalized = String::with_capacity(leaf.range.len());
    let mut end = leaf.range.start;
    for part in &leaf.parts {
        push_collapsed(&mut normalized, &text[end..part.range.start]);
        let content = &text[part.range.clone()];
        if matches!(part.kind, "code" | "table") {
            normalized.push_str(&content.replace("\r\n", "\n"));
        } else {
            push_collapsed(&mut normalized, content);
        }
        normalized.push('\n');
        end = part.range.end;
    }
    composed(&normalized).into_owned()
}

fn push_collapsed(normalized: &mut String, text: &str) {
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            normalized.push(' ');
        }
        normalized.push_str(word);
    }
}

fn composed(text: &str) -> Cow<'_, str> {
    if is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}
