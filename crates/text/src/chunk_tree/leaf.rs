//! A leaf in the making: a stretch of text that becomes a paragraph chunk.

use std::ops::Range;

use domain::chunk::Embedding;
use domain::extracted::{Block, BlockKind};

use super::sizes::size;
use crate::noise::{has_words, is_noise};

/// The kind of a leaf that holds several blocks.
const MERGED: &str = "paragraph";

/// One or more neighbouring blocks, or a piece of one.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Where it stands in the document.
    pub(crate) range: Range<usize>,
    /// Its tokens, those of separators between its blocks left out.
    pub(crate) tokens: usize,
    /// What it is made of, in reading order.
    pub(crate) parts: Vec<Part>,
    /// First and last page.
    pub(crate) pages: Option<(u32, u32)>,
    /// The header of the table that its rows come from, when it stands outside the range.
    pub(crate) header: Option<Range<usize>>,
    /// It may not be joined with a neighbour.
    pub(crate) is_solid: bool,
    /// It comes from encoded bytes or minified code, even if it is too short to show it.
    pub(crate) is_noise: bool,
}

/// A block, or a piece of one, within a leaf.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) range: Range<usize>,
    pub(crate) kind: &'static str,
}

impl Leaf {
    /// A leaf of one block, or of the piece `range` of it.
    pub(crate) fn of(block: &Block, range: Range<usize>, tokens: usize) -> Self {
        Self {
            parts: vec![Part {
                range: range.clone(),
                kind: block.kind.name(),
            }],
            range,
            tokens,
            pages: block.page.map(|page| (page, page)),
            header: None,
            is_solid: block.kind == BlockKind::FrontMatter,
            is_noise: false,
        }
    }

    /// The kind that enters the chunk's id: that of its only block, else `paragraph`.
    pub(crate) fn kind(&self) -> &'static str {
        match self.parts.as_slice() {
            [only] => only.kind,
            _ => MERGED,
        }
    }

    /// Its size, in tokens unless it has very few.
    pub(crate) fn size(&self) -> usize {
        size(self.tokens, self.range.len())
    }

    /// Its size with `next`, which follows it.
    pub(crate) fn size_with(&self, next: &Self) -> usize {
        size(self.tokens + next.tokens, next.range.end - self.range.start)
    }

    /// Takes in `next`, which follows it.
    pub(crate) fn absorb(&mut self, next: Self) {
        self.range.end = next.range.end;
        self.tokens += next.tokens;
        self.parts.extend(next.parts);
        self.pages = joined(self.pages, next.pages);
    }

    pub(crate) fn embedding(&self, text: &str) -> Embedding {
        let content = &text[self.range.clone()];
        if self.kind() == BlockKind::FrontMatter.name() {
            Embedding::Navigation
        } else if self.is_noise || !has_words(content) || is_noise(content) {
            Embedding::Wordless
        } else {
            Embedding::Wanted
        }
    }
}

/// The pages of two neighbours together.
pub(crate) fn joined(a: Option<(u32, u32)>, b: Option<(u32, u32)>) -> Option<(u32, u32)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}
