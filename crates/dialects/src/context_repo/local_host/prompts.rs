//! Saved prompts as prompts of the protocol: each is a command with its variables as arguments.

use std::collections::BTreeMap;

use domain::ids::PromptId;
use domain::item::{Prompt, Tags, Variable};
use domain::operations::prompts::{Fill, List};
use domain::page::PageRequest;
use domain::{Result, limits};

use crate::host::{FilledPrompt, PromptArgument, PromptPage, PromptSpec};
use crate::tool::Context;

/// A page of prompts, as many as a page can have.
pub fn page(context: &Context<'_>, cursor: Option<&str>) -> Result<PromptPage> {
    let request = List {
        search: None,
        tags: Tags::default(),
        archived: false,
        page: PageRequest {
            limit: limits::PAGE_MAX,
            cursor: cursor.map(str::to_owned),
        },
    };
    let page = context
        .engine
        .list_prompts(context.caller, &request, context.cancel)?;
    Ok(PromptPage {
        prompts: page.rows.into_iter().map(spec).collect(),
        cursor: page.cursor,
    })
}

fn spec(prompt: Prompt) -> PromptSpec {
    PromptSpec {
        name: prompt.id.to_string(),
        description: format!("{} \u{2014} {}", prompt.title, prompt.description),
        title: prompt.title,
        arguments: prompt.variables.into_iter().map(argument).collect(),
    }
}

fn argument(variable: Variable) -> PromptArgument {
    // Clients show one line per argument; a plain text needs no mention of its kind.
    let kind = Some(variable.kind).filter(|kind| kind != "string" && !kind.is_empty());
    let description = match (kind, variable.description) {
        (Some(kind), Some(text)) => Some(format!("{text} ({kind})")),
        (kind, text) => text.or(kind),
    };
    PromptArgument {
        name: variable.name,
        description,
    }
}

/// A prompt with `values` in the places of its variables. When some have no value, a second
/// message says which, so that whoever reads the first does not take a placeholder for text.
pub fn filled(
    context: &Context<'_>,
    name: &str,
    values: &BTreeMap<String, String>,
) -> Result<FilledPrompt> {
    let request = Fill {
        id: PromptId::parse(name)?,
        values: values.clone(),
    };
    let filled = context
        .engine
        .fill_prompt(context.caller, &request, context.cancel)?;
    let mut messages = vec![filled.text];
    messages.extend(missing_note(&filled.missing));
    Ok(FilledPrompt {
        description: filled.prompt.title,
        messages,
        missing: filled.missing,
    })
}

fn missing_note(missing: &[String]) -> Option<String> {
    if missing.is_empty() {
        return None;
    }
    let names: Vec<String> = missing.iter().map(|name| format!("${{{name}}}")).collect();
    Some(format!(
        "Not filled in: {}. Ask for a value, or pass it as an argument of the prompt.",
        names.join(", ")
    ))
}
