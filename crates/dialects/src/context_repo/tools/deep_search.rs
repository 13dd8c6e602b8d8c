//! Layer 2: what do the documents say?

use domain::Result;

use super::{QUERY, answer_with};
use crate::arguments::Arguments;
use crate::context_repo::markdown::{notes, passages as markdown};
use crate::context_repo::operations::passages;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

pub fn tool() -> Tool {
    super::tool(SPEC, deep_search)
}

const SPEC: ToolSpec = ToolSpec {
    name: "deep_search",
    title: "Deep search",
    description: "Finds passages inside documents by meaning and returns each with a chunkId to \
        read and cite. Unlike find_items, which tells which prompt, document or collection is \
        relevant, this looks into the text of documents and never returns prompts; when you do \
        not know the document, use find_items first and pass documentId or collectionId here. A \
        result shows the beginning of a passage: read all of it with deep_read, and walk to its \
        neighbours, section or children with deep_expand. Passages already shown in this session \
        are left out, so asking again brings new ones; pass another sessionId to start afresh. \
        When nothing is found a second text says why.",
    inputs: &[
        QUERY,
        Input::optional(
            "limit",
            InputType::Integer,
            "How many passages: 10 unless given, clamped to 1 to 50.",
        ),
        Input::optional(
            "sessionId",
            InputType::Text,
            "A handle that remembers what was shown; the connection's own unless given.",
        ),
        Input::optional(
            "collectionId",
            InputType::Text,
            "Only documents of this collection.",
        ),
        Input::optional("documentId", InputType::Text, "Only this document."),
    ],
    effect: Effect::ReadAndRemember,
    when_cut: "Ask for fewer passages with limit.",
};

fn deep_search(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = passages::deep_search(context, arguments)?;
    let notes = notes::search(&wire.meta, true, None);
    Ok(answer_with(markdown::results(&wire), &wire, notes))
}
