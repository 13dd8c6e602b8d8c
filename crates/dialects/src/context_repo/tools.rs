//! The tools, one file per small family. Each carries out an operation of the same family and
//! renders its answer; nothing is decided here.

mod apps;
mod collections;
mod deep_expand;
mod deep_read;
mod deep_search;
mod documents;
mod find_items;
mod membership;
mod prompts;
mod reason;
mod user;

use domain::{ErrorKind, Result};
use serde::Serialize;

use super::wire;
use crate::arguments::Arguments;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Tool, ToolSpec};

/// All tools in the contract's order, which its clients' tests pin.
pub fn all() -> Vec<Tool> {
    let mut tools = Vec::new();
    tools.extend(user::tools());
    tools.extend(prompts::tools());
    tools.extend(collections::tools());
    tools.extend(membership::tools());
    tools.extend(documents::tools());
    tools.extend([
        find_items::tool(),
        deep_search::tool(),
        deep_read::tool(),
        deep_expand::tool(),
        reason::tool(),
    ]);
    tools.extend(apps::tools());
    tools
}

fn tool(spec: ToolSpec, run: fn(&crate::tool::Context<'_>, &Arguments) -> Result<Answer>) -> Tool {
    Tool {
        spec,
        run,
        word_error: super::errors::word,
    }
}

/// A blank query has a text of its own in the contract; the operation words it.
const QUERY: Input = Input::required(
    "query",
    InputType::Text,
    "What to look for, in plain words.",
)
.lenient();
const VERSION_ID: Input = Input::required(
    "versionId",
    InputType::Text,
    "The id of the version to bring back, not its number.",
);
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
const CUT_HISTORY: &str = "The newest versions come first; older ones cannot be shown here.";
const CUT_LIST: &str = "Ask for fewer rows with limit and go on with cursor.";

/// The tags as a call sent them, for the line that acknowledges them.
fn sent_tags(arguments: &Arguments) -> Result<Vec<String>> {
    Ok(arguments.list("tags")?.unwrap_or_default())
}

/// The answer of a delete: what was there or not, it is gone in either case. `id` names the
/// argument.
fn gone(
    outcome: Result<wire::Deleted>,
    arguments: &Arguments,
    id: &str,
    deleted: fn(&wire::Deleted) -> String,
    already: fn(&wire::Deleted) -> String,
) -> Result<Answer> {
    match outcome {
        Ok(wire) => Ok(answer(deleted(&wire), &wire)),
        Err(error) if error.kind == ErrorKind::NotFound => {
            let wire = wire::Deleted::of(arguments.required_word(id)?);
            Ok(answer(already(&wire), &wire))
        }
        Err(error) => Err(error),
    }
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
