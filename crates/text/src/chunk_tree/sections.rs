//! Groups blocks by the heading that stands above them.

use std::ops::Range;

use domain::extracted::{Block, BlockKind};

use super::leaf::joined;

/// The blocks under one heading, or those before the first.
#[derive(Debug)]
pub(crate) struct Section<'b> {
    pub(crate) heading: Option<Heading>,
    /// Headings from the outermost to its own.
    pub(crate) path: Vec<String>,
    pub(crate) blocks: &'b [Block],
}

#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub(crate) text: String,
    pub(crate) range: Range<usize>,
    pub(crate) page: Option<u32>,
}

impl Section<'_> {
    /// From the heading to the end of the last block.
    pub(crate) fn range(&self) -> Range<usize> {
        let heading = self.heading.as_ref().map(|heading| &heading.range);
        let first = heading.or(self.blocks.first().map(|block| &block.range));
        let last = self.blocks.last().map(|block| &block.range).or(heading);
        first.map_or(0, |range| range.start)..last.map_or(0, |range| range.end)
    }

    pub(crate) fn pages(&self) -> Option<(u32, u32)> {
        let of = |page: Option<u32>| page.map(|page| (page, page));
        let heading = of(self.heading.as_ref().and_then(|heading| heading.page));
        let blocks = self.blocks.iter().map(|block| of(block.page));
        blocks.fold(heading, joined)
    }
}

/// The sections of a document in reading order. Text before the first heading comes first, in
/// one without heading.
pub(crate) fn group(blocks: &[Block]) -> Vec<Section<'_>> {
    let mut sections = Vec::new();
    let mut stack: Vec<(u8, String)> = Vec::new();
    let mut heading = None;
    let mut start = 0;
    for (at, block) in blocks.iter().enumerate() {
        let BlockKind::Heading { level, text } = &block.kind else {
            continue;
        };
        sections.extend(section(heading.take(), &stack, &blocks[start..at]));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A level may be skipped: `###` before any `#` stands alone in its path.
        stack.retain(|(outer, _)| outer < level);
        stack.push((*level, text.clone()));
        heading = Some(Heading {
            text,
            range: block.range.clone(),
            page: block.page,
        });
        start = at + 1;
    }
    sections.extend(section(heading, &stack, &blocks[start..]));
    sections
}

fn section<'b>(
    heading: Option<Heading>,
    stack: &[(u8, String)],
    blocks: &'b [Block],
) -> Option<Section<'b>> {
    if heading.is_none() && blocks.is_empty() {
        return None;
    }
    Some(Section {
        path: stack.iter().map(|(_, text)| text.clone()).collect(),
        heading,
        blocks,
    })
}
