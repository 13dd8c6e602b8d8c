//! A list of blocks that keeps its promises whatever it is told.

use std::ops::Range;

use domain::extracted::{Block, BlockKind};

use crate::paragraphs::{Lines, is_space, paragraphs};

/// Collects blocks in reading order so that they are disjoint, lie on character borders, have no
/// blank lines around them, and leave nothing readable between them: text that no block claims
/// (Markdown's link reference definitions, for one) becomes paragraphs.
pub(crate) struct BlockList<'t> {
    text: &'t str,
    blocks: Vec<Block>,
    /// Everything before this offset is in a block or unreadable.
    covered: usize,
}

impl<'t> BlockList<'t> {
    /// An empty list over `text`.
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            blocks: Vec::new(),
            covered: 0,
        }
    }

    /// Adds a block. What of `range` is already covered, and blank lines around the rest, are cut
    /// off; a block of which nothing is left is dropped.
    pub fn push(&mut self, kind: BlockKind, range: Range<usize>) {
        let Some(range) = self.tidy(range) else {
            return;
        };
        self.cover_up_to(range.start);
        self.covered = range.end;
        let kind = match kind {
            BlockKind::Table { .. } => BlockKind::Table {
                header_bytes: header_bytes(self.text, &range),
            },
            kind => kind,
        };
        self.blocks.push(Block {
            kind,
            range,
            page: None,
        });
    }

    /// The blocks, after covering what is left of the text.
    pub fn finish(mut self) -> Vec<Block> {
        self.cover_up_to(self.text.len());
        self.blocks
    }

    fn tidy(&self, range: Range<usize>) -> Option<Range<usize>> {
        let start = self.text.ceil_char_boundary(range.start.max(self.covered));
        let end = self.text.floor_char_boundary(range.end);
        let inner = self.text.get(start..end)?;
        let visible = inner.trim_start_matches(is_space);
        if visible.is_empty() {
            return None;
        }
        let first = end - visible.len();
        // The indentation of the first line belongs to the block like that of the others.
        let indentation = self.text[self.covered..first]
            .bytes()
            .rev()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let line_start = first - indentation;
        let starts_line = line_start == 0
            || line_start > self.covered
                && matches!(self.text.as_bytes()[line_start - 1], b'\n' | b'\r');
        let start = if starts_line { line_start } else { first };
        Some(start..first + visible.trim_end_matches(is_space).len())
    }

    fn cover_up_to(&mut self, end: usize) {
        let left_over = paragraphs(self.text, self.covered..end)
            .filter(|range| is_readable(&self.text[range.clone()]));
        self.blocks.extend(left_over.map(|range| Block {
            kind: BlockKind::Paragraph,
            range,
            page: None,
        }));
        self.covered = end;
    }
}

/// The bytes of a table's first two lines: its header row and the delimiter row.
fn header_bytes(text: &str, range: &Range<usize>) -> usize {
    let lines = Lines {
        text,
        at: range.start,
        end: range.end,
    };
    lines.take(2).map(|line| line.len()).sum()
}

/// Whether there is anything to read. Rules such as `---` are not worth a block.
fn is_readable(text: &str) -> bool {
    let is_visible = |c: char| {
        !(c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}'))
    };
    text.chars()
        .any(|c| c.is_alphanumeric() || !c.is_ascii() && is_visible(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str, pushed: &[(usize, usize)]) -> Vec<(String, &'static str)> {
        let mut blocks = BlockList::new(text);
        for &(start, end) in pushed {
            blocks.push(BlockKind::Quote, start..end);
        }
        let blocks = blocks.finish();
        blocks
            .iter()
            .map(|block| (text[block.range.clone()].to_owned(), block.kind.name()))
            .collect()
    }

    #[test]
    fn readable_text_that_nobody_claims_becomes_paragraphs() {
        let found = list("one\n\n---\n\ntwo\n\n😀\n", &[(10, 13)]);
        assert_eq!(
            found,
            [
                ("one".to_owned(), "paragraph"),
                ("two".to_owned(), "quote"),
                ("😀".to_owned(), "paragraph"),
            ]
        );
    }

    #[test]
    fn overlap_and_broken_borders_are_cut_off() {
        let found = list("é one two", &[(1, 6), (4, 11), (0, 2), (8, 99)]);
        assert_eq!(found[0], ("é".to_owned(), "paragraph"));
        assert_eq!(found[1], ("one".to_owned(), "quote"));
        assert_eq!(found[2], ("two".to_owned(), "quote"));
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn a_block_takes_the_indentation_of_its_first_line() {
        let found = list("a\n\n    code\n    more\n\n", &[(7, 22)]);
        assert_eq!(found[1].0, "    code\n    more");
    }
}
