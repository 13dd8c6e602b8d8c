//! Opaque, content-derived ids.
//!
//! An id is a prefix that names its kind and 26 base32 characters of a BLAKE3 hash. It holds
//! no time and no counter of one machine, so the same corpus gives the same ids everywhere;
//! `docs/decisions/0001-ids-and-tie-keys.md` lists what goes into each.

use std::fmt;

use data_encoding::{Encoding, Specification};

use crate::error::{Error, Result};

/// How many base32 characters follow the prefix: 130 bits.
const HASH_CHARS: usize = 26;

/// The longest id that is accepted, in bytes. Session handles may be chosen by a client.
pub const ID_BYTES_MAX: usize = 128;

fn base32() -> Encoding {
    let mut spec = Specification::new();
    spec.symbols.push_str("abcdefghijklmnopqrstuvwxyz234567");
    spec.encoding()
        .expect("32 distinct symbols make an encoding")
}

/// Hashes `parts` with their lengths, so that no two lists of parts collide by concatenation.
pub fn hash_parts(parts: &[&[u8]]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()
}

/// Mints `prefix` + 26 base32 characters from `parts`.
pub fn mint(prefix: &str, parts: &[&[u8]]) -> String {
    let hash = hash_parts(parts);
    let text = base32().encode(hash.as_bytes());
    format!("{prefix}{}", &text[..HASH_CHARS])
}

fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= ID_BYTES_MAX
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident, $noun:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Accepts `text` when it could be such an id.
            ///
            /// # Errors
            /// `Invalid` when `text` is empty, too long or holds a character outside
            /// `[A-Za-z0-9_-]`.
            pub fn parse(text: &str) -> Result<Self> {
                if is_id(text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(Error::invalid(concat!("malformed ", $noun, " id"))
                        .hint("ids hold letters, digits, `_` and `-` only"))
                }
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }
    };
}

id_type!(
    /// A workspace: nothing crosses from one to another.
    WorkspaceId, "workspace"
);
id_type!(
    /// A document, `d_…`.
    DocumentId, "document"
);
id_type!(
    /// A prompt, `p_…`.
    PromptId, "prompt"
);
id_type!(
    /// A collection, `k_…`.
    CollectionId, "collection"
);
id_type!(
    /// A chunk of a document, `c_…`.
    ChunkId, "chunk"
);
id_type!(
    /// A search session, `s_…` when minted here; any well-formed handle is accepted.
    SessionId, "session"
);
id_type!(
    /// One version of a prompt or document, `v_…`.
    VersionId, "version"
);

impl WorkspaceId {
    /// The workspace of a home that never named one.
    pub fn default_workspace() -> Self {
        Self("default".to_owned())
    }
}

/// The k-th item of equal origin: `k` counts earlier mints of the same key, tombstones
/// included, so that an id is never given twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MintKey(Vec<u8>);

impl MintKey {
    /// The key of an item that came from a file: workspace, file name, content when first seen.
    pub fn file(workspace: &WorkspaceId, file_name: &str, content: &[u8]) -> Self {
        let content = blake3::hash(content);
        Self::of(&[
            b"file",
            workspace.0.as_bytes(),
            file_name.as_bytes(),
            content.as_bytes(),
        ])
    }

    /// The key of an item made by a call: workspace, kind, title, content at creation.
    pub fn api(workspace: &WorkspaceId, kind: &str, title: &str, content: &str) -> Self {
        let content = blake3::hash(content.as_bytes());
        Self::of(&[
            b"api",
            workspace.0.as_bytes(),
            kind.as_bytes(),
            title.as_bytes(),
            content.as_bytes(),
        ])
    }

    fn of(parts: &[&[u8]]) -> Self {
        Self(hash_parts(parts).as_bytes().to_vec())
    }

    /// The key's bytes, for a store that counts mints.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The id of the document that is the `k`-th of this key.
    pub fn document(&self, k: u32) -> DocumentId {
        DocumentId(self.mint("d_", k))
    }

    /// The id of the prompt that is the `k`-th of this key.
    pub fn prompt(&self, k: u32) -> PromptId {
        PromptId(self.mint("p_", k))
    }

    /// The id of the collection that is the `k`-th of this key.
    pub fn collection(&self, k: u32) -> CollectionId {
        CollectionId(self.mint("k_", k))
    }

    fn mint(&self, prefix: &str, k: u32) -> String {
        mint(prefix, &[&self.0, &k.to_le_bytes()])
    }
}

impl ChunkId {
    /// The root chunk of a document.
    pub fn root(document: &DocumentId) -> Self {
        Self(mint("c_", &[b"root", document.0.as_bytes()]))
    }

    /// The `occurrence`-th section of a document (from 0) under the heading text `heading`.
    pub fn section(document: &DocumentId, heading: &str, occurrence: u32) -> Self {
        Self(mint(
            "c_",
            &[
                b"section",
                document.0.as_bytes(),
                heading.as_bytes(),
                &occurrence.to_le_bytes(),
            ],
        ))
    }

    /// The `occurrence`-th paragraph of a document (from 0) with this kind and content hash.
    ///
    /// `kind` separates e.g. a code fence from prose of the same words; `normalized` is the
    /// chunk's text with runs of white space collapsed, except in code and tables.
    pub fn paragraph(document: &DocumentId, kind: &str, normalized: &str, occurrence: u32) -> Self {
        let content = blake3::hash(normalized.as_bytes());
        Self(mint(
            "c_",
            &[
                b"paragraph",
                document.0.as_bytes(),
                kind.as_bytes(),
                content.as_bytes(),
                &occurrence.to_le_bytes(),
            ],
        ))
    }
}

impl VersionId {
    /// The `number`-th version (from 1) of the item `item`.
    pub fn of(item: &str, number: u32) -> Self {
        Self(mint(
            "v_",
            &[b"version", item.as_bytes(), &number.to_le_bytes()],
        ))
    }
}

impl SessionId {
    /// A session minted at store sequence `sequence` and time `now_ms`.
    pub fn minted(workspace: &WorkspaceId, sequence: u64, now_ms: i64) -> Self {
        Self(mint(
            "s_",
            &[
                b"session",
                workspace.0.as_bytes(),
                &sequence.to_le_bytes(),
                &now_ms.to_le_bytes(),
            ],
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_safe_in_paths_and_have_their_prefix() {
        let key = MintKey::api(&WorkspaceId::default_workspace(), "document", "T", "body");
        let id = key.document(0);
        assert!(id.as_str().starts_with("d_"));
        assert_eq!(id.as_str().len(), 2 + HASH_CHARS);
        assert_eq!(DocumentId::parse(id.as_str()).unwrap(), id);
    }

    #[test]
    fn equal_origins_differ_by_k_only() {
        let key = MintKey::api(&WorkspaceId::default_workspace(), "document", "T", "body");
        assert_ne!(key.document(0), key.document(1));
        let again = MintKey::api(&WorkspaceId::default_workspace(), "document", "T", "body");
        assert_eq!(key.document(1), again.document(1));
    }

    #[test]
    fn parts_do_not_collide_by_concatenation() {
        assert_ne!(mint("x_", &[b"ab", b"c"]), mint("x_", &[b"a", b"bc"]));
    }

    #[test]
    fn paths_and_blanks_are_not_ids() {
        for text in [
            "",
            "../documents/d1",
            "a b",
            "é",
            &"x".repeat(ID_BYTES_MAX + 1),
        ] {
            assert!(DocumentId::parse(text).is_err(), "{text}");
        }
    }
}
