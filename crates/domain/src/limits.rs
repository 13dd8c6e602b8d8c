//! Every bound in one place. An error that reports one names it and its number.

/// The longest query, in bytes.
pub const QUERY_BYTES_MAX: usize = 16 * 1024;
/// The largest prompt (title, description, content and described variables together), in bytes.
pub const PROMPT_BYTES_MAX: usize = 256 * 1024;
/// The largest text document, in bytes.
pub const TEXT_BYTES_MAX: usize = 20 * 1024 * 1024;
/// The longest title or name, in bytes.
pub const TITLE_BYTES_MAX: usize = 1024;
/// The longest description, in bytes.
pub const DESCRIPTION_BYTES_MAX: usize = 16 * 1024;
/// The longest change note, in bytes.
pub const CHANGE_LOG_BYTES_MAX: usize = 4 * 1024;
/// The most tags on one item or in one filter.
pub const TAGS_MAX: usize = 64;
/// The longest tag, in bytes.
pub const TAG_BYTES_MAX: usize = 256;
/// The most chunks of one document.
pub const CHUNKS_MAX: usize = 200_000;

/// How much of an old version a history shows, in bytes.
pub const VERSION_PREVIEW_BYTES: usize = 4 * 1024;
/// The most described variables of one prompt.
pub const VARIABLES_MAX: usize = 100;
/// The longest name or kind of a variable, in bytes.
pub const VARIABLE_NAME_BYTES_MAX: usize = 128;
/// The longest name of a key or workspace, in bytes.
pub const ACCESS_NAME_BYTES_MAX: usize = 64;

/// `reason`: passages gathered when the caller names no limit.
pub const REASON_DEFAULT: usize = 8;
/// `reason`: the most passages gathered; larger limits are clamped.
pub const REASON_MAX: usize = 50;
/// `deep_search`: passages returned when the caller names no limit.
pub const DEEP_SEARCH_DEFAULT: usize = 10;
/// `deep_search`: the most passages returned; larger limits are clamped.
pub const DEEP_SEARCH_MAX: usize = 50;
/// `find_items`: rows per kind when the caller names no limit.
pub const FIND_ITEMS_DEFAULT: usize = 10;
/// `find_items`: the most rows per kind; larger limits are clamped.
pub const FIND_ITEMS_MAX: usize = 50;
/// `deep_expand`: chunks per side when the caller names no count.
pub const EXPAND_COUNT_DEFAULT: usize = 2;
/// `deep_expand`: the most chunks per side; larger counts are clamped.
pub const EXPAND_COUNT_MAX: usize = 25;
/// Lists: rows per page when the caller names no limit.
pub const PAGE_DEFAULT: usize = 20;
/// Lists: the most rows per page; larger limits are clamped.
pub const PAGE_MAX: usize = 100;
/// The most items that one membership call may name.
pub const MEMBERS_PER_CALL_MAX: usize = 1_000;

/// The length of a passage preview, in grapheme clusters.
pub const PREVIEW_GRAPHEMES: usize = 200;
/// The context on each side of a literal match, in grapheme clusters.
pub const HIGHLIGHT_GRAPHEMES: usize = 80;

/// How long a session lives after its last use, in milliseconds.
pub const SESSION_MS: i64 = 60 * 60 * 1000;
/// How often an item is tried before it is set aside.
pub const INDEX_ATTEMPTS_MAX: u32 = 3;
/// How many inputs the worker hands to the embedder at a time.
pub const EMBED_BATCH: usize = 64;

/// Clamps a caller's number to 1..=`max`; absent numbers become `default`.
pub fn clamp(asked: Option<i64>, default: usize, max: usize) -> usize {
    match asked {
        None => default,
        Some(n) => usize::try_from(n).unwrap_or(0).clamp(1, max),
    }
}
