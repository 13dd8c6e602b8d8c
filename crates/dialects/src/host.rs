//! What a surface needs of the tools, prompts and resources that it shows, whichever dialect they
//! speak and wherever the engine runs.

use std::collections::BTreeMap;

use domain::{Cancel, Result};
use serde_json::Value;

use crate::tool::{ToolOutput, ToolSpec};

/// Offers tools, prompts and resources to one caller.
pub trait ToolHost: Send + Sync {
    /// How to use the tools together, for an agent that sees them for the first time: at most
    /// 2 KB.
    fn instructions(&self) -> &str;

    /// The tools to list, in order. Others of the same dialect can be called all the same.
    fn tools(&self) -> Vec<ToolSpec>;

    /// What a reader can do when a surface had to cut the answer of `tool`: a sentence, empty for
    /// an unknown tool.
    fn when_cut(&self, tool: &str) -> &str;

    /// Whether `tool` may take longer than others, because it can wait for a language model.
    fn takes_long(&self, tool: &str) -> bool;

    /// Calls the tool `name` and blocks until it is done. Every failure is an output, an
    /// unknown name included.
    fn call(&self, name: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput;

    /// A page of the prompts that can be filled in, newest first.
    ///
    /// # Errors
    /// `NotAllowed` without the scope, `Invalid` for a malformed cursor.
    fn prompts(&self, cursor: Option<&str>, cancel: &Cancel) -> Result<PromptPage>;

    /// Fills a prompt in.
    ///
    /// # Errors
    /// `NotFound` for an unknown name, `Invalid` for a value of no variable.
    fn prompt(
        &self,
        name: &str,
        values: &BTreeMap<String, String>,
        cancel: &Cancel,
    ) -> Result<FilledPrompt>;

    /// The resources, in order.
    fn resources(&self) -> Vec<ResourceSpec>;

    /// Reads a resource.
    ///
    /// # Errors
    /// `NotFound` for an unknown address.
    fn read_resource(&self, uri: &str, cancel: &Cancel) -> Result<String>;
}

/// A page of prompts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromptPage {
    /// The prompts of this page.
    pub prompts: Vec<PromptSpec>,
    /// Where the next page starts; `None` on the last one.
    pub cursor: Option<String>,
}

/// A prompt that can be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptSpec {
    /// Its name on the wire: the id.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// Its variables, in order of appearance.
    pub arguments: Vec<PromptArgument>,
}

/// A variable of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptArgument {
    /// Its name.
    pub name: String,
    /// What kind of value it takes and what it stands for.
    pub description: Option<String>,
}

/// A prompt that was filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledPrompt {
    /// What the prompt is.
    pub description: String,
    /// The messages of the user, in order.
    pub messages: Vec<String>,
    /// Variables without a value, in order of appearance; their places are left as they were.
    pub missing: Vec<String>,
}

/// A resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceSpec {
    /// Its address.
    pub uri: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it holds.
    pub description: &'static str,
    /// The media type of its text.
    pub media_type: &'static str,
}
