//! Layer 1: which artifact is relevant?

use domain::Result;

use super::{QUERY, TAG_FILTER, answer_with};
use crate::arguments::Arguments;
use crate::context_repo::FLOOR;
use crate::context_repo::markdown::{find_items as markdown, notes};
use crate::context_repo::operations::catalog;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

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
        QUERY,
        Input::optional(
            "type",
            InputType::Choice(catalog::TYPES),
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
    let wire = catalog::find_items(context, arguments)?;
    let notes = notes::search(&wire.meta.basis, wire.meta.semantic, Some(FLOOR));
    let query = arguments.text("query")?.unwrap_or_default();
    Ok(answer_with(markdown::results(&wire, &query), &wire, notes))
}
