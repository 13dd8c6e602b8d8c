//! A walk through the chunk tree.

use domain::Result;

use super::answer_with;
use crate::arguments::Arguments;
use crate::context_repo::markdown::{notes, passages as markdown};
use crate::context_repo::operations::passages;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

pub fn tool() -> Tool {
    super::tool(SPEC, deep_expand)
}

const SPEC: ToolSpec = ToolSpec {
    name: "deep_expand",
    title: "Deep expand",
    description: "Walks from a passage to the ones around it and returns them in full, in reading \
        order. direction is one of: up (the section or root above), down (its children), next or \
        previous (one sibling under the same parent; nothing at the end), surrounding (count \
        siblings on each side with the passage itself in the middle, 2 unless given). In sparse \
        hierarchies, where a passage is the only child of its section, surrounding falls back to \
        the end of the parent's previous (prev) sibling section and the beginning of its next \
        sibling section. It needs a chunkId from deep_search, deep_read or find_items.",
    inputs: &[
        Input::required("chunkId", InputType::Text, "Where the walk starts."),
        Input::required(
            "direction",
            InputType::Choice(passages::DIRECTIONS),
            "Where to walk.",
        ),
        Input::optional(
            "count",
            InputType::Integer,
            "Siblings on each side for surrounding: 2 unless given, clamped to 1 to 25.",
        ),
    ],
    effect: Effect::Read,
    when_cut: "Ask for a smaller count, or read the chunks one by one with deep_read.",
};

fn deep_expand(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = passages::deep_expand(context, arguments)?;
    let direction = passages::direction(arguments)?;
    let notes = notes::stale(wire.meta.as_ref(), true);
    Ok(answer_with(
        markdown::expansion(&wire, direction),
        &wire,
        notes,
    ))
}
