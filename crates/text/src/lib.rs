//! What ibid knows about text: the chunk tree, search terms, literal matches, snippets, sentences,
//! templates.
//!
//! Everything here is a pure function of its arguments; no files, clock, environment or threads.
//! Work is linear or n log n in the text, hostile text included.

pub mod chunk_tree;
pub mod literal;
mod noise;
mod segment;
pub mod snippet;
pub mod template;
pub mod terms;
mod tokens;
pub mod utf16;

pub use segment::sentences;
