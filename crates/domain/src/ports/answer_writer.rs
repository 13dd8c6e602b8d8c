//! Prose made of passages by a language model, where one is configured.

use crate::cancel::Cancel;
use crate::error::Result;
use crate::ids::ChunkId;

/// Writes an answer out of passages and nothing else.
pub trait AnswerWriter: Send + Sync {
    /// The model's name, for the record of an answer.
    fn model(&self) -> &str;

    /// Writes an answer to `query` that cites passages as `[[chunkId]]`. What it cites is checked
    /// by the caller; what it writes is not trusted.
    ///
    /// # Errors
    /// `Unavailable` when the model cannot be reached in time or answers with something else.
    fn write(&self, query: &str, passages: &[Source], cancel: &Cancel) -> Result<Draft>;
}

/// A passage to write from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its chunk.
    pub chunk: ChunkId,
    /// The title of its document.
    pub document_title: String,
    /// Its section path, joined by ` > `; empty outside sections.
    pub section_path: String,
    /// Its whole text.
    pub content: String,
}

/// What the model wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The answer with `[[chunkId]]` marks.
    pub answer: String,
    /// What the passages do not say.
    pub gaps: Vec<String>,
    /// Where the passages disagree.
    pub conflicts: Vec<String>,
}
