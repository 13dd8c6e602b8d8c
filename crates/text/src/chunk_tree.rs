//! The chunk tree: root, sections, paragraphs.
//!
//! Headings at depth 0 open sections, all of them children of the root; what stands between is
//! packed into paragraphs of some 180 tokens that never cross a section. Blocks are kept whole
//! where they fit (tables, lists and code up to half as much again); larger ones are cut where
//! their kind allows it. [`sizes`] holds the numbers, `docs/decisions` the ids.
//!
//! Packing must find its old borders again soon after an edit, or one new word would change every
//! later id of the section. Hence a chunk closes at the first block end past `CLOSE`, and whether
//! a block smaller than `MIN` may still join is decided by that block's own text.

mod blocks;
mod fingerprint;
mod identity;
mod lead;
mod leaf;
mod outline;
mod pack;
mod sections;
pub mod sizes;
mod split;
mod tombstones;
mod tree;

pub use tombstones::tombstones;
pub use tree::build;
