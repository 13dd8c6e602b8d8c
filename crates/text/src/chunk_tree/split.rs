//! Makes leaves of one block: one where it fits, else pieces cut where its kind allows it.

use std::ops::Range;

use domain::extracted::{Block, BlockKind};
use unicode_segmentation::GraphemeCursor;

use super::leaf::Leaf;
use super::pack::{Limits, joins};
use super::sizes::{HEADER_TOKENS, MAX_TOKENS, WHOLE_TOKENS, WORDLESS_BYTES, size};
use crate::noise::{has_words, is_noise};
use crate::segment::Cut;
use crate::tokens::{Counter, TokenMap};

const PROSE: &[Cut] = &[
    Cut::Sentences,
    Cut::Lines,
    Cut::Words,
    Cut::WordBounds,
    Cut::Graphemes,
    Cut::Characters,
];
const LIST: &[Cut] = &[
    Cut::Items,
    Cut::NestedItems,
    Cut::Sentences,
    Cut::Lines,
    Cut::Words,
    Cut::WordBounds,
    Cut::Graphemes,
    Cut::Characters,
];
const CODE: &[Cut] = &[
    Cut::Islands,
    Cut::Lines,
    Cut::Words,
    Cut::WordBounds,
    Cut::Graphemes,
    Cut::Characters,
];
const ROWS: &[Cut] = &[
    Cut::Lines,
    Cut::Sentences,
    Cut::Words,
    Cut::WordBounds,
    Cut::Graphemes,
    Cut::Characters,
];

/// The leaves of `block`, in reading order.
pub(crate) fn leaves(counter: &Counter, text: &str, block: &Block) -> Vec<Leaf> {
    let piece = Piece {
        text: &text[block.range.clone()],
        offset: block.range.start,
        tokens: counter.map(&text[block.range.clone()]),
    };
    let whole = piece.size(0..piece.text.len());
    let is_noise = is_noise(piece.text);
    if is_noise || (whole > MAX_TOKENS && !has_words(piece.text)) {
        return noise_leaves(block, &piece, is_noise);
    }
    if whole <= whole_max(&block.kind) {
        return vec![piece.leaf(block, 0..piece.text.len())];
    }
    match block.kind {
        BlockKind::Table { header_bytes } => table_leaves(block, &piece, header_bytes),
        BlockKind::List => piece.leaves(block, LIST, false),
        BlockKind::Code | BlockKind::FrontMatter => piece.leaves(block, CODE, true),
        _ => piece.leaves(block, PROSE, false),
    }
}

fn whole_max(kind: &BlockKind) -> usize {
    match kind {
        BlockKind::Table { .. } | BlockKind::List | BlockKind::Code => WHOLE_TOKENS,
        _ => MAX_TOKENS,
    }
}

/// A block's text with its token counts; ranges below are relative to it.
struct Piece<'t> {
    text: &'t str,
    offset: usize,
    tokens: TokenMap,
}

impl Piece<'_> {
    fn size(&self, range: Range<usize>) -> usize {
        size(self.tokens.count(&range), range.len())
    }

    fn leaf(&self, block: &Block, range: Range<usize>) -> Leaf {
        let tokens = self.tokens.count(&range);
        let range = self.offset + range.start..self.offset + range.end;
        Leaf::of(block, range, tokens)
    }

    fn leaves(&self, block: &Block, cuts: &[Cut], is_solid: bool) -> Vec<Leaf> {
        let all = 0..self.text.len();
        self.packed(all, cuts, &Limits::FULL, is_solid)
            .into_iter()
            .map(|range| {
                let mut leaf = self.leaf(block, range);
                leaf.is_solid |= is_solid;
                leaf
            })
            .collect()
    }

    /// Cuts `range` into atoms and packs them, up to the size that `limits` allows. White space
    /// at the borders is left out, except indentation where `keep_indent`.
    fn packed(
        &self,
        range: Range<usize>,
        cuts: &[Cut],
        limits: &Limits,
        keep_indent: bool,
    ) -> Vec<Range<usize>> {
        let mut atoms = Vec::new();
        self.atoms(range, cuts, limits.max, &mut atoms);
        let mut packed: Vec<Range<usize>> = Vec::new();
        for atom in atoms {
            let last = packed.last_mut().filter(|last| {
                let sizes = [
                    self.size((*last).clone()),
                    self.size(atom.clone()),
                    self.size(last.start..atom.end),
                ];
                joins(sizes, &self.text[atom.clone()], limits)
            });
            match last {
                Some(last) => last.end = atom.end,
                None => packed.push(atom),
            }
        }
        self.join_tail(&mut packed, limits);
        packed
            .into_iter()
            .map(|range| trimmed(self.text, range, keep_indent))
            .filter(|range| !range.is_empty())
            .collect()
    }

    fn atoms(&self, range: Range<usize>, cuts: &[Cut], max: usize, out: &mut Vec<Range<usize>>) {
        let Some((cut, finer)) = cuts
            .split_first()
            .filter(|_| self.size(range.clone()) > max)
        else {
            out.push(range);
            return;
        };
        let mut start = range.start;
        for end in cut.ends(&self.text[range.clone()]) {
            let end = range.start + end;
            self.atoms(start..end, finer, max, out);
            start = end;
        }
    }

    fn join_tail(&self, packed: &mut Vec<Range<usize>>, limits: &Limits) {
        if let [.., before, last] = packed.as_slice() {
            let joined = before.start..last.end;
            if self.size(last.clone()) < limits.min && self.size(joined.clone()) <= limits.max {
                packed.truncate(packed.len() - 2);
                packed.push(joined);
            }
        }
    }
}

/// Groups of rows. The first one holds the header; the others carry it in their lead, for which
/// they leave room.
fn table_leaves(block: &Block, piece: &Piece<'_>, header_bytes: usize) -> Vec<Leaf> {
    let header_end = piece.text.floor_char_boundary(header_bytes);
    let header = header_row(piece, header_end);
    let limits = Limits::FULL.less(piece.size(header.clone()));
    let ranges = piece.packed(0..piece.text.len(), ROWS, &limits, true);
    let mut leaves = Vec::with_capacity(ranges.len());
    for range in ranges {
        let has_header = range.start < header.end;
        let mut leaf = piece.leaf(block, range);
        leaf.is_solid = true;
        if !has_header && !header.is_empty() {
            leaf.header = Some(piece.offset + header.start..piece.offset + header.end);
        }
        leaves.push(leaf);
    }
    leaves
}

/// The header without the row of dashes below it, cut to the size that is repeated.
fn header_row(piece: &Piece<'_>, header_end: usize) -> Range<usize> {
    let header = &piece.text[..header_end];
    let words_end = header
        .split_inclusive('\n')
        .scan(0, |end, line| {
            *end += line.len();
            Some((*end, line))
        })
        .filter(|(_, line)| has_words(line))
        .last()
        .map_or(0, |(end, _)| end);
    let end = words_end.min(piece.tokens.prefix(HEADER_TOKENS));
    // The closing mark of the row is worth a token.
    let end = if piece.text[end..words_end].trim() == "|" {
        words_end
    } else {
        end
    };
    trimmed(piece.text, 0..end, false)
}

/// Pieces of at most [`WORDLESS_BYTES`], cut at a line end in their second half where there is
/// one, else between graphemes.
fn noise_leaves(block: &Block, piece: &Piece<'_>, is_noise: bool) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    let mut start = 0;
    while start < piece.text.len() {
        let end = start + noise_piece(&piece.text[start..]);
        let range = trimmed(piece.text, start..end, true);
        if !range.is_empty() {
            let mut leaf = piece.leaf(block, range);
            leaf.is_solid = true;
            leaf.is_noise = is_noise;
            leaves.push(leaf);
        }
        start = end;
    }
    leaves
}

fn noise_piece(rest: &str) -> usize {
    if rest.len() <= WORDLESS_BYTES {
        return rest.len();
    }
    let limit = rest.floor_char_boundary(WORDLESS_BYTES);
    if let Some(line_end) = rest[..limit].rfind('\n').filter(|&at| at >= limit / 2) {
        return line_end + 1;
    }
    let mut cursor = GraphemeCursor::new(limit, rest.len(), true);
    if cursor.is_boundary(rest, 0).unwrap_or(true) {
        return limit;
    }
    let border = cursor.prev_boundary(rest, 0).ok().flatten();
    border.filter(|&at| at > 0).unwrap_or(limit)
}

fn trimmed(text: &str, range: Range<usize>, keep_indent: bool) -> Range<usize> {
    let slice = &text[range.clone()];
    let end = range.start + slice.trim_end().len();
    let mut start = range.start + slice.len() - slice.trim_start().len();
    if keep_indent {
        let blank = &text[range.start..start];
        start = blank
            .rfind('\n')
            .map_or(range.start, |at| range.start + at + 1);
    }
    start.min(end)..end
}
