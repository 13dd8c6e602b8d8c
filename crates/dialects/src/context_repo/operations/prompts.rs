//! Prompts.

use domain::ids::{PromptId, VersionId};
use domain::item;
use domain::operations::prompts::{Create, List, Restore, Update};
use domain::{Error, Result};
use serde_json::{Map, Value};

use super::{check_some_change, compared, id, optional_tags, page, tags};
use crate::arguments::Arguments;
use crate::context_repo::wire;
use crate::context_repo::wire::prompts::Prompt;
use crate::context_repo::wire::versions::{Diff, Version};
use crate::context_repo::wire::{Deleted, Single};
use crate::tool::Context;

/// The kind of a variable that nobody described.
const VARIABLE_KIND: &str = "string";

/// A page of prompts: `search`, `tags`, `archived`, `limit`, `cursor`.
pub fn list(context: &Context<'_>, arguments: &Arguments) -> Result<wire::List<Prompt>> {
    let request = List {
        search: arguments.word("search")?,
        tags: tags(arguments)?,
        archived: arguments.flag("archived")?.unwrap_or(false),
        page: page(arguments)?,
    };
    let page = context
        .engine
        .list_prompts(context.caller, &request, context.cancel)?;
    Ok(wire::List::of(page, Prompt::from))
}

/// One prompt in full, counted as looked at: `promptId`.
pub fn read(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Prompt>> {
    let id = prompt_id(arguments)?;
    let prompt = context
        .engine
        .view_prompt(context.caller, &id, context.cancel)?;
    Ok(single(prompt))
}

/// A new prompt: `title`, `description`, `content`, `variables`, `tags`.
pub fn create(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Prompt>> {
    let request = Create {
        title: arguments.required_text("title")?,
        description: arguments.required_text("description")?,
        content: arguments.required_text("content")?,
        variables: variables(arguments)?.unwrap_or_default(),
        tags: tags(arguments)?,
    };
    let prompt = context
        .engine
        .create_prompt(context.caller, &request, context.cancel)?;
    Ok(single(prompt))
}

/// A change of a prompt: `promptId`, `title`, `description`, `content`, `changeLog`, `variables`,
/// `isPublic`, `isArchived`, `tags`.
pub fn update(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Prompt>> {
    let id = prompt_id(arguments)?;
    check_some_change(
        arguments,
        &["title", "description", "content", "tags"],
        &["variables", "isPublic", "isArchived"],
    )?;
    let request = Update {
        id,
        title: arguments.text("title")?,
        description: arguments.text("description")?,
        content: arguments.text("content")?,
        change_log: arguments.text("changeLog")?,
        variables: variables(arguments)?,
        is_public: arguments.flag("isPublic")?,
        is_archived: arguments.flag("isArchived")?,
        tags: optional_tags(arguments)?,
    };
    let prompt = context
        .engine
        .update_prompt(context.caller, &request, context.cancel)?;
    Ok(single(prompt))
}

/// Deletes a prompt: `promptId`. One that is gone already is `NotFound`.
pub fn delete(context: &Context<'_>, arguments: &Arguments) -> Result<Deleted> {
    let id = prompt_id(arguments)?;
    context
        .engine
        .delete_prompt(context.caller, &id, context.cancel)?;
    Ok(Deleted::of(id.as_str()))
}

/// A prompt's history, newest first: `promptId`.
pub fn versions(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Vec<Version>>> {
    let id = prompt_id(arguments)?;
    let versions = context
        .engine
        .prompt_versions(context.caller, &id, context.cancel)?;
    Ok(Single {
        data: versions.into_iter().map(Version::of_prompt).collect(),
    })
}

/// Makes an old version's content the current one, as a new version: `promptId`, `versionId`.
pub fn restore(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Prompt>> {
    let request = Restore {
        id: prompt_id(arguments)?,
        version: id(arguments, "versionId", VersionId::parse)?,
    };
    let prompt = context
        .engine
        .restore_prompt(context.caller, &request, context.cancel)?;
    Ok(single(prompt))
}

/// What changed between two versions: `promptId`, `from`, `to`.
pub fn diff(context: &Context<'_>, arguments: &Arguments) -> Result<Single<Diff>> {
    let request = compared(arguments, prompt_id(arguments)?)?;
    let diff = context
        .engine
        .prompt_diff(context.caller, &request, context.cancel)?;
    Ok(Single {
        data: Diff::from(diff),
    })
}

fn single(prompt: item::Prompt) -> Single<Prompt> {
    Single {
        data: Prompt::from(prompt),
    }
}

fn prompt_id(arguments: &Arguments) -> Result<PromptId> {
    id(arguments, "promptId", PromptId::parse)
}

/// What a caller says about variables; `None` when it says nothing.
fn variables(arguments: &Arguments) -> Result<Option<Vec<item::Variable>>> {
    let Some(value) = arguments.value("variables") else {
        return Ok(None);
    };
    let wrong = || {
        Error::invalid(
            "`variables` must be a list of objects with `name`, `type` and `description`",
        )
        .hint("only `name` is needed, e.g. [{\"name\": \"topic\"}]")
    };
    let variables = value.as_array().ok_or_else(wrong)?;
    variables
        .iter()
        .map(|variable| variable.as_object().and_then(described).ok_or_else(wrong))
        .collect::<Result<Vec<_>>>()
        .map(Some)
}

fn described(variable: &Map<String, Value>) -> Option<item::Variable> {
    let text = |name: &str| match variable.get(name) {
        None | Some(Value::Null) => Some(None),
        Some(Value::String(text)) => Some(Some(text.trim().to_owned()).filter(|t| !t.is_empty())),
        Some(_) => None,
    };
    Some(item::Variable {
        name: text("name")??,
        kind: text("type")?.unwrap_or_else(|| VARIABLE_KIND.to_owned()),
        description: text("description")?,
    })
}
