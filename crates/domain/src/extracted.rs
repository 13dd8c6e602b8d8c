//! What an extractor makes of a file: its text, and where the blocks stand in it.

use std::ops::Range;

/// The text of a document and its block structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtractedDocument {
    /// The decoded text, stored verbatim; everything below indexes it.
    pub text: String,
    /// Blocks in reading order; ranges do not overlap and lie on character borders.
    pub blocks: Vec<Block>,
    /// A title that the source itself gives (front matter, else first H1, `<title>`).
    pub title: Option<String>,
    /// Tags that the source itself gives (front matter).
    pub tags: Vec<String>,
    /// The media type it was read as.
    pub media_type: String,
    /// What the reader should know: guessed encoding, dropped characters, skipped parts.
    pub warnings: Vec<String>,
}

/// A run of text with one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its role.
    pub kind: BlockKind,
    /// Its UTF-8 byte range in the text, markup included, without the blank lines around it.
    pub range: Range<usize>,
    /// Its page, 1-based, where the source has pages.
    pub page: Option<u32>,
}

/// The role of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading at depth 0 of the document; it opens a section.
    Heading {
        /// 1 is the outermost.
        level: u8,
        /// The heading's text without markup.
        text: String,
    },
    /// Prose.
    Paragraph,
    /// A list with all its items.
    List,
    /// A table; `header_bytes` is the byte length of its header (and delimiter row) from the
    /// start of the range.
    Table {
        /// Bytes of header at the start of the block.
        header_bytes: usize,
    },
    /// A code fence or indented code.
    Code,
    /// A quotation.
    Quote,
    /// A block of raw markup.
    Html,
    /// The text of a footnote.
    Footnote,
    /// Front matter: kept and found by literal search, not embedded.
    FrontMatter,
}

impl BlockKind {
    /// A stable name, part of a paragraph's id.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Heading { .. } => "heading",
            Self::Paragraph => "paragraph",
            Self::List => "list",
            Self::Table { .. } => "table",
            Self::Code => "code",
            Self::Quote => "quote",
            Self::Html => "html",
            Self::Footnote => "footnote",
            Self::FrontMatter => "frontmatter",
        }
    }
}
