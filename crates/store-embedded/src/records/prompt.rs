//! Prompts.

use domain::chunk::InputHash;
use domain::ids::PromptId;
use domain::item::{Prompt, Status, Tags};
use rusqlite::Row;

use crate::errors::Outcome;
use crate::records::{number, parsed, variable};

/// The columns of a prompt, in the order in which they are read.
pub(crate) const COLUMNS: &str = "id, title, description, content, status, error, \
    current_version, created_ms, updated_ms, variables, is_public, is_archived, views, copies";

/// Reads [`COLUMNS`]; the tags are another table's.
pub(crate) fn read(row: &Row<'_>) -> Outcome<Prompt> {
    Ok(Prompt {
        id: parsed(PromptId::parse(row.get_ref(0)?.as_str().unwrap_or_default()).ok())?,
        title: row.get(1)?,
        description: row.get(2)?,
        content: row.get(3)?,
        variables: variable::read(row, 9)?,
        is_public: row.get(10)?,
        is_archived: row.get(11)?,
        views: number(row, 12)?,
        copies: number(row, 13)?,
        tags: Tags::default(),
        status: parsed(Status::parse(row.get_ref(4)?.as_str().unwrap_or_default()))?,
        error: row.get(5)?,
        current_version: number(row, 6)?,
        created_ms: row.get(7)?,
        updated_ms: row.get(8)?,
    })
}

/// The cache key of a prompt's one input, which has no prefix.
pub(crate) fn input_hash(prompt: &Prompt) -> InputHash {
    InputHash::of("", &prompt.embedded_text())
}
