//! Prompts.

use domain::item::{Prompt, Tags};
use rusqlite::Row;

use super::catalog::Listed;
use crate::cursor::Newest;
use crate::errors::Outcome;
use crate::records::{kind, prompt};

impl Listed for Prompt {
    const TABLE: &'static str = "prompts";
    const COLUMNS: &'static str = prompt::COLUMNS;
    const KIND: i64 = kind::PROMPT;

    fn read(row: &Row<'_>) -> Outcome<Self> {
        prompt::read(row)
    }

    fn texts(&self) -> [Option<&str>; 2] {
        [Some(&self.title), Some(&self.description)]
    }

    fn place(&self) -> Newest {
        Newest {
            created_ms: self.created_ms,
            id: self.id.to_string(),
        }
    }

    fn set_tags(&mut self, tags: Tags) {
        self.tags = tags;
    }
}
