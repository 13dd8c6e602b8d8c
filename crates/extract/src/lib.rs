//! Reads files: from bytes to text with blocks.
//!
//! [`Registry`] decides by content which format a file has and hands it to that format's reader.
//! To add a format, write `formats/NAME.rs` with one [`format::Format`] and name it in
//! `formats::ALL`.
//!
//! Two things hold for every format. The text is the decoded source without byte order marks,
//! control characters and terminal escapes (Markdown given through an API is kept as it is).
//! And nothing readable is lost: blocks are disjoint, in reading order and on character borders,
//! and no letter or digit stands between two of them.

mod blocks;
mod decode;
mod detect;
mod format;
mod formats;
mod front_matter;
mod paragraphs;
mod registry;
mod sanitize;

pub use registry::Registry;
