//! The tools, one file per small family. Each decodes its arguments into a request of the
//! engine, calls it, and encodes the answer; nothing is decided here.

mod collections;
mod deep_expand;
mod deep_read;
mod deep_search;
mod documents;
mod find_items;
mod membership;
mod prompts;

use domain::item::Tags;
use domain::page::PageRequest;
use domain::{Error, ErrorKind, Result};
use serde::Serialize;

use super::wire;
use crate::arguments::Arguments;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Tool, ToolSpec};

/// All tools in the contract's order, which its clients' tests pin.
pub fn all() -> Vec<Tool> {
    let mut tools = Vec::new();
    tools.extend(prompts::tools());
    tools.extend(collections::tools());
    tools.extend(membership::tools());
    tools.extend(documents::tools());
    tools.extend([
        find_items::tool(),
        deep_search::tool(),
        deep_read::tool(),
        deep_expand::tool(),
    ]);
    tools
}

fn tool(spec: ToolSpec, run: fn(&crate::tool::Context<'_>, &Arguments) -> Result<Answer>) -> Tool {
    Tool {
        spec,
        run,
        word_error: super::errors::word,
    }
}

const LIMIT: Input = Input::optional(
    "limit",
    InputType::Integer,
    "Rows per page: 20 unless given, at most 100.",
);
const CURSOR: Input = Input::optional(
    "cursor",
    InputType::Text,
    "The cursor that the page before gave, to get the next one.",
);
const TAG_FILTER: Input = Input::optional(
    "tags",
    InputType::TextList,
    "Only items that carry every one of these tags.",
);
const NEW_TAGS: Input = Input::optional("tags", InputType::TextList, "Tags to put on it.");
const REPLACED_TAGS: Input = Input::optional(
    "tags",
    InputType::TextList,
    "Replaces all tags; an empty list removes them.",
);

const SHORT_ANSWER: &str = "Nothing more follows.";
const CUT_LIST: &str = "Ask for fewer rows with limit and go on with cursor.";

/// The page that a list call asks for.
fn page(arguments: &Arguments) -> Result<PageRequest> {
    Ok(PageRequest::new(
        arguments.integer("limit")?,
        arguments.word("cursor")?,
    ))
}

/// The tags of a call, as sent and as the engine takes them.
struct SentTags {
    sent: Vec<String>,
    tags: Tags,
}

fn tags(arguments: &Arguments) -> Result<SentTags> {
    Ok(optional_tags(arguments)?.unwrap_or(SentTags {
        sent: Vec::new(),
        tags: Tags::default(),
    }))
}

/// As [`tags`], telling "no tags given" from "an empty list given".
fn optional_tags(arguments: &Arguments) -> Result<Option<SentTags>> {
    let Some(sent) = arguments.list("tags")? else {
        return Ok(None);
    };
    let tags = Tags::new(&sent)?;
    Ok(Some(SentTags { sent, tags }))
}

/// Refuses an update that changes nothing, before "updated" is claimed.
fn check_some_change(arguments: &Arguments, fields: &[&str]) -> Result<()> {
    if fields.iter().any(|field| arguments.has(field)) {
        return Ok(());
    }
    Err(Error::invalid("nothing to change").hint(format!(
        "give at least one of {}; blank text counts as not given",
        fields.join(", ")
    )))
}

/// The outcome of a delete: what was there or not is gone in either case.
fn gone(
    outcome: Result<()>,
    id: &str,
    deleted: fn(&wire::Deleted) -> String,
    already: fn(&wire::Deleted) -> String,
) -> Result<Answer> {
    let wire = wire::Deleted::of(id);
    let text = match outcome {
        Ok(()) => deleted(&wire),
        Err(error) if error.kind == ErrorKind::NotFound => already(&wire),
        Err(error) => return Err(error),
    };
    Ok(answer(text, &wire))
}

fn answer(text: String, structured: &impl Serialize) -> Answer {
    Answer {
        text,
        structured: wire::to_value(structured),
        notes: None,
    }
}

fn answer_with(text: String, structured: &impl Serialize, notes: Option<String>) -> Answer {
    Answer {
        notes,
        ..answer(text, structured)
    }
}

#[cfg(test)]
mod tests;
