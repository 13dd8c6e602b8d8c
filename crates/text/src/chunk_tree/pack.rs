//! Packs the leaves of a section's blocks into chunks of even size.

use domain::extracted::Block;

use super::fingerprint::fingerprint;
use super::leaf::Leaf;
use super::sizes::{CLOSE_TOKENS, MAX_TOKENS, MIN_TOKENS, TARGET_TOKENS};
use super::split;
use crate::tokens::Counter;

/// The sizes that packing aims at, see [`super::sizes`].
pub(crate) struct Limits {
    pub(crate) target: usize,
    pub(crate) close: usize,
    pub(crate) min: usize,
    pub(crate) max: usize,
}

impl Limits {
    pub(crate) const FULL: Self = Self {
        target: TARGET_TOKENS,
        close: CLOSE_TOKENS,
        min: MIN_TOKENS,
        max: MAX_TOKENS,
    };

    /// The same with `tokens` taken away from each, for what is repeated in every piece.
    pub(crate) fn less(&self, tokens: usize) -> Self {
        Self {
            target: self.target.saturating_sub(tokens).max(1),
            close: self.close.saturating_sub(tokens).max(1),
            min: self.min,
            max: self.max.saturating_sub(tokens).max(1),
        }
    }
}

/// Whether a text joins the chunk before it. `sizes` are those of the chunk, of the text, and of
/// both together.
pub(crate) fn joins(sizes: [usize; 3], next: &str, limits: &Limits) -> bool {
    let [current, own, together] = sizes;
    if together > limits.max {
        return false;
    }
    let is_small = own < limits.min && together <= limits.target;
    current < limits.close || (is_small && !opens(next, own))
}

/// Whether a small text opens a new chunk when the one before it is large enough. Its own words
/// decide, so that a border is found again after an edit before it; larger texts open more often.
fn opens(text: &str, size: usize) -> bool {
    let hash = fingerprint(text.trim());
    ((hash >> 32) as usize % MIN_TOKENS) < size
}

/// The leaves of a section (or of the text outside any), in reading order.
pub(crate) fn leaves(counter: &Counter, text: &str, blocks: &[Block]) -> Vec<Leaf> {
    let mut packed = Packed::default();
    for leaf in blocks
        .iter()
        .flat_map(|block| split::leaves(counter, text, block))
    {
        packed.push(text, leaf);
    }
    packed.close();
    packed.closed
}

#[derive(Default)]
struct Packed {
    closed: Vec<Leaf>,
    open: Option<Leaf>,
}

impl Packed {
    fn push(&mut self, text: &str, leaf: Leaf) {
        if let Some(open) = &mut self.open {
            let sizes = [open.size(), leaf.size(), open.size_with(&leaf)];
            let next = &text[leaf.range.clone()];
            if !open.is_solid && !leaf.is_solid && joins(sizes, next, &Limits::FULL) {
                open.absorb(leaf);
                return;
            }
        }
        self.close();
        self.open = Some(leaf);
    }

    /// Closes the open leaf; one that stayed too small goes to the leaf before it.
    fn close(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        match self.closed.last_mut() {
            Some(before)
                if open.size() < MIN_TOKENS
                    && !open.is_solid
                    && !before.is_solid
                    && before.size_with(&open) <= MAX_TOKENS =>
            {
                before.absorb(open);
            }
            _ => self.closed.push(open),
        }
    }
}
