//! The contract's texts: pure functions from wire values to Markdown, byte for byte, one file
//! per family.
//!
//! Lines are joined by a single line feed and a text has no trailing one unless the layout says
//! so. Optional values are either left out or have the contract's stand-in, so that no absent
//! value can be rendered.

pub mod collections;
pub mod documents;
pub mod find_items;
mod format;
pub mod notes;
pub mod passages;
pub mod prompts;
pub mod reason;
pub mod user;
pub mod versions;

use super::wire::Pagination;

/// Appends the sentence that tells how to get the next page of `tool`.
fn with_next_page(text: String, tool: &str, pagination: &Pagination) -> String {
    match &pagination.cursor {
        Some(cursor) if pagination.has_more => format!(
            "{text}\n\nMore results available. To fetch the next page, re-run {tool} with cursor=\"{cursor}\""
        ),
        _ => text,
    }
}

/// A list: its count, then its entries with a blank line between them.
fn list(noun: &str, entries: &[String]) -> String {
    if entries.is_empty() {
        return format!("No {noun} found.");
    }
    format!(
        "Found {} {noun}:\n\n{}",
        entries.len(),
        entries.join("\n\n")
    )
}

/// `Tags: a, b` on a line of its own after `separator`, or nothing without tags.
fn tag_line(separator: &str, tags: &[String]) -> String {
    if tags.is_empty() {
        String::new()
    } else {
        format!("{separator}Tags: {}", tags.join(", "))
    }
}

#[cfg(test)]
mod search_tests;
