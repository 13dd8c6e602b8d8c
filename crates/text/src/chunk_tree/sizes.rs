//! How large chunks are. Counts are tokens of the fixed tokenizer, whatever model is active.

/// A small block joins a chunk only up to this size.
pub const TARGET_TOKENS: usize = 180;
/// A chunk of this size is closed at the next end of a block.
pub const CLOSE_TOKENS: usize = 128;
/// Smaller chunks are joined to a neighbour where the sum allows it.
pub const MIN_TOKENS: usize = 48;
/// The most tokens of a chunk.
pub const MAX_TOKENS: usize = 220;
/// The most tokens of a table, list or code block that stays whole: 1.5 × [`MAX_TOKENS`].
pub const WHOLE_TOKENS: usize = MAX_TOKENS * 3 / 2;
/// The most tokens of title and section path before the embedded text.
pub const LEAD_TOKENS: usize = 32;
/// The most tokens of a table's header row that are repeated before each group of its rows.
pub const HEADER_TOKENS: usize = MAX_TOKENS / 2;
/// How much of its text a section shows after its heading.
pub const OPENING_TOKENS: usize = 200;
/// Longest outline in the root's content, in characters.
pub const OUTLINE_CHARACTERS: usize = 2_000;
/// Longest piece of text without words, in bytes.
pub const WORDLESS_BYTES: usize = 2_000;
/// Text with fewer tokens than one in so many bytes (blanks, invisible characters) is measured
/// by its bytes, so that no chunk is longer than this times its limit.
pub const BYTES_PER_TOKEN: usize = 36;
/// A longer heading, in bytes, is treated as a paragraph: it would stand in every path below it.
pub const HEADING_BYTES: usize = 1_024;

/// The size of a text with `tokens` tokens in `bytes` bytes.
pub(crate) fn size(tokens: usize, bytes: usize) -> usize {
    tokens.max(bytes / BYTES_PER_TOKEN)
}
