//! Writing and reading prompts.

use crate::ids::PromptId;
use crate::item::Tags;
use crate::page::PageRequest;

/// A new prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Create {
    /// Its title.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// The template, kept verbatim.
    pub content: String,
    /// Its tags.
    pub tags: Tags,
}

/// A change of a prompt; absent fields stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// Which prompt.
    pub id: PromptId,
    /// A new title.
    pub title: Option<String>,
    /// A new description.
    pub description: Option<String>,
    /// A new template: makes a version.
    pub content: Option<String>,
    /// Why it changes.
    pub change_log: Option<String>,
    /// New tags, replacing all.
    pub tags: Option<Tags>,
}

/// Which prompts to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Text that title or description holds, in any case.
    pub search: Option<String>,
    /// Every one of these tags.
    pub tags: Tags,
    /// Which page.
    pub page: PageRequest,
}
