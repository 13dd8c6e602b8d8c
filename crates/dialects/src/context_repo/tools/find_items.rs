//! Layer 1: which artifact is relevant?

use domain::Result;
use domain::item::Kind;
use domain::operations::find_items::{Mode, Request};
use domain::scope::ItemFilter;

use super::{TAG_FILTER, answer_with, tags};
use crate::arguments::Arguments;
use crate::context_repo::markdown::{find_items as markdown, notes};
use crate::context_repo::wire::find_items::Response;
use crate::context_repo::{FLOOR, ROWS_PER_KIND};
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

const TYPES: &[&str] = &["prompts", "documents", "collections", "all"];

pub fn tool() -> Tool {
    super::tool(SPEC, find_items)
}

const SPEC: ToolSpec = ToolSpec {
    name: "find_items",
    title: "Find items",
    description: "Finds which prompts, documents and collections are relevant to a query, by \
        meaning, up to ten of each kind, each with its id and a score from 0 to 1. Start here \
        when you do not know where something is: it is the only tool that finds prompts by \
        meaning. To learn what documents say, go on with deep_search (passages), passing \
        documentId or collectionId from here. semantic: false finds the literal text instead, in \
        titles, descriptions and whole bodies, and shows the words around the match. Rows scored \
        below 0.35 are left out; when nothing is left, a second text says why and names the \
        nearest miss. A document row carries a chunkId to read on from with deep_read.",
    inputs: &[
        Input::required(
            "query",
            InputType::Text,
            "What to look for, in plain words.",
        ),
        Input::optional(
            "type",
            InputType::Choice(TYPES),
            "Which kind to return; all unless given.",
        ),
        Input::optional(
            "semantic",
            InputType::Flag,
            "true (unless given): by meaning; false: by the literal text, in any case.",
        ),
        TAG_FILTER,
    ],
    effect: Effect::Read,
    when_cut: "Ask for one type at a time, or narrow with tags.",
};

fn find_items(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let semantic = arguments.flag("semantic")?.unwrap_or(true);
    let request = Request {
        query: arguments.text("query")?.unwrap_or_default(),
        kinds: kinds(arguments.choice("type", TYPES)?),
        mode: if semantic {
            Mode::Semantic
        } else {
            Mode::Literal
        },
        filter: ItemFilter {
            tags: tags(arguments)?.tags,
            collection: None,
        },
        limit_per_kind: ROWS_PER_KIND,
        floor: FLOOR,
    };
    let response = context
        .engine
        .find_items(context.caller, &request, context.cancel)?;
    let wire = Response::from(response);
    let notes = notes::search(&wire.meta.basis, semantic, Some(FLOOR));
    Ok(answer_with(markdown::results(&wire), &wire, notes))
}

fn kinds(name: Option<&str>) -> Vec<Kind> {
    match name {
        Some("prompts") => vec![Kind::Prompt],
        Some("documents") => vec![Kind::Document],
        Some("collections") => vec![Kind::Collection],
        _ => vec![Kind::Prompt, Kind::Document, Kind::Collection],
    }
}
