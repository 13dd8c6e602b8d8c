//! A cited answer.

use domain::Result;

use super::{QUERY, answer_with};
use crate::arguments::Arguments;
use crate::context_repo::markdown::{notes, reason as markdown};
use crate::context_repo::operations::reason;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

pub fn tool() -> Tool {
    super::tool(SPEC, run)
}

const SPEC: ToolSpec = ToolSpec {
    name: "reason",
    title: "Reason",
    description: "Answers a question from the stored documents in one call, with a source for \
        every statement. It gathers passages as deep_search does and returns an answer in which \
        each statement carries a [[chunkId]] mark, then its sources, what the passages leave open \
        (gaps) and where they disagree (conflicts). Unless a model is configured the answer is \
        made of quotations. Documents only, never prompts; nothing is stored and no session is \
        used. To weigh the passages yourself, use deep_search and deep_read.",
    inputs: &[
        QUERY,
        Input::optional(
            "limit",
            InputType::Integer,
            "How many passages to gather: 8 unless given, clamped to 1 to 50.",
        ),
        Input::optional("documentId", InputType::Text, "Only this document."),
        Input::optional(
            "collectionId",
            InputType::Text,
            "Only documents of this collection.",
        ),
    ],
    effect: Effect::Read,
    when_cut: "Ask for fewer passages with limit, or ask something narrower.",
};

fn run(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = reason::reason(context, arguments)?;
    let notes = notes::search(&wire.meta.basis, true, None);
    Ok(answer_with(markdown::answer(&wire.data), &wire, notes))
}
