//! Where documents come from, and how a file finds its document again.

use crate::ids::DocumentId;

/// What kind of place a document came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// Text given through an API.
    Text,
    /// A file on this machine.
    File,
    /// A page of the web.
    Web,
}

impl SourceKind {
    /// The source type as clients see it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::File => "file",
            Self::Web => "web",
        }
    }

    /// Reads what [`SourceKind::name`] wrote.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Text, Self::File, Self::Web]
            .into_iter()
            .find(|k| k.name() == name)
    }
}

/// What is known of a file that was added: enough to see that it is unchanged, edited or moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSource {
    /// Its canonical path. Unique within a workspace.
    pub path: String,
    /// The document made from it.
    pub document: DocumentId,
    /// BLAKE3 of its bytes when it was last read.
    pub content_hash: [u8; 32],
    /// Its size in bytes when it was last read.
    pub size_bytes: u64,
}

/// The hash by which a file's bytes are recognised.
pub fn content_hash(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}
