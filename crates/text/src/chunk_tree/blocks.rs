//! Brings an extractor's blocks into the form that the tree relies on.

use std::ops::Range;

use domain::error::{Error, Result};
use domain::extracted::{Block, BlockKind, ExtractedDocument};

use super::sizes::HEADING_BYTES;

/// The blocks of `document`, so that every letter and digit of its text stands in one.
///
/// Text that the extractor left out (link definitions, for one) becomes paragraphs; blocks that
/// hold nothing are dropped; headings too long to be one become paragraphs.
pub(crate) fn complete(document: &ExtractedDocument) -> Result<Vec<Block>> {
    let text = document.text.as_str();
    let mut blocks = Vec::with_capacity(document.blocks.len());
    let mut end = 0;
    let mut page = None;
    for block in &document.blocks {
        check(text, end, &block.range)?;
        blocks.extend(left_out(text, end..block.range.start, page));
        end = block.range.end;
        page = block.page;
        if !text[block.range.clone()].trim().is_empty() {
            blocks.push(shortened(block.clone()));
        }
    }
    blocks.extend(left_out(text, end..text.len(), page));
    Ok(blocks)
}

fn check(text: &str, end: usize, range: &Range<usize>) -> Result<()> {
    let is_right = end <= range.start
        && range.start <= range.end
        && text.is_char_boundary(range.start)
        && text.is_char_boundary(range.end);
    if is_right {
        return Ok(());
    }
    Err(Error::internal(format!(
        "the extractor gave a block at bytes {}..{} that overlaps another or cuts a character",
        range.start, range.end
    )))
}

/// A gap with more in it than white space and ASCII signs (rules, closing marks) is text.
fn left_out(text: &str, gap: Range<usize>, page: Option<u32>) -> Option<Block> {
    let is_separator = |c: char| {
        c.is_whitespace() || c.is_control() || c.is_ascii_punctuation() || c == '\u{FEFF}'
    };
    let slice = &text[gap.clone()];
    if slice.chars().all(is_separator) {
        return None;
    }
    let start = gap.start + slice.len() - slice.trim_start().len();
    let end = gap.start + slice.trim_end().len();
    Some(Block {
        kind: BlockKind::Paragraph,
        range: start..end,
        page,
    })
}

fn shortened(block: Block) -> Block {
    match &block.kind {
        BlockKind::Heading { text, .. }
            if text.len() > HEADING_BYTES || block.range.len() > 4 * HEADING_BYTES =>
        {
            Block {
                kind: BlockKind::Paragraph,
                ..block
            }
        }
        _ => block,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str, blocks: Vec<Block>) -> ExtractedDocument {
        ExtractedDocument {
            text: text.to_owned(),
            blocks,
            ..ExtractedDocument::default()
        }
    }

    fn block(kind: BlockKind, range: Range<usize>) -> Block {
        Block {
            kind,
            range,
            page: None,
        }
    }

    #[test]
    fn text_outside_every_block_becomes_a_paragraph() {
        let text = "one\n\n---\n\n[a]: /b\n\ntwo\n\n***";
        let blocks = vec![
            block(BlockKind::Paragraph, 0..3),
            block(BlockKind::Paragraph, 19..22),
        ];
        let complete = complete(&document(text, blocks)).unwrap();
        let texts: Vec<&str> = complete.iter().map(|b| &text[b.range.clone()]).collect();
        assert_eq!(texts, ["one", "---\n\n[a]: /b", "two"]);
    }

    #[test]
    fn a_heading_as_long_as_a_page_is_a_paragraph() {
        let text = "long ".repeat(400);
        let heading = BlockKind::Heading {
            level: 1,
            text: text.clone(),
        };
        let complete = complete(&document(&text, vec![block(heading, 0..2_000)])).unwrap();
        assert_eq!(complete[0].kind, BlockKind::Paragraph);
    }

    #[test]
    fn blocks_that_overlap_or_cut_a_character_are_refused() {
        for ranges in [[0..3, 2..4], [0..1, 1..9], [0..2, 3..3]] {
            let blocks = ranges.map(|range| block(BlockKind::Paragraph, range));
            assert!(complete(&document("aé東x", blocks.into())).is_err());
        }
    }
}
