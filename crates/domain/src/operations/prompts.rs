//! Writing and reading prompts.

use std::collections::BTreeMap;

use crate::ids::{PromptId, VersionId};
use crate::item::{Prompt, Tags, Variable};
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
    /// What is said about its variables.
    pub variables: Vec<Variable>,
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
    /// What is said about its variables, replacing all.
    pub variables: Option<Vec<Variable>>,
    /// Whether it is marked as public.
    pub is_public: Option<bool>,
    /// Whether it is put away.
    pub is_archived: Option<bool>,
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
    /// Archived ones, too.
    pub archived: bool,
    /// Which page.
    pub page: PageRequest,
}

/// A return to an old version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restore {
    /// Which prompt.
    pub id: PromptId,
    /// The version's id; its content becomes a new version.
    pub version: VersionId,
}

/// A prompt to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// Which prompt.
    pub id: PromptId,
    /// Values by the names of its variables.
    pub values: BTreeMap<String, String>,
}

/// A prompt that was filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The prompt.
    pub prompt: Prompt,
    /// Its template with the values in their places; a variable without one stays as it is.
    pub text: String,
    /// Variables without a value, in order of appearance.
    pub missing: Vec<String>,
}
