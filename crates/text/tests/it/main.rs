//! What callers rely on: trees, ids, offsets, tombstones, terms.

mod hostile;
mod markdown;
mod terms;
mod tombstones;
mod tree;
mod tree_properties;
