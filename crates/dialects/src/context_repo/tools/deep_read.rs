//! One passage in full.

use domain::Result;

use super::answer_with;
use crate::arguments::Arguments;
use crate::context_repo::markdown::{notes, passages as markdown};
use crate::context_repo::operations::passages;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

pub fn tool() -> Tool {
    super::tool(SPEC, deep_read)
}

const SPEC: ToolSpec = ToolSpec {
    name: "deep_read",
    title: "Deep read",
    description: "Reads one passage in full by the chunkId that deep_search, deep_expand or \
        find_items gave. Besides the text it returns where the passage stands: its document, its \
        sectionPath (the headings above it), its chunkIndex (reading order in the document), its \
        parent and siblings, and its offsets in the document's text. Go on from there with \
        deep_expand. The chunkId of text that was replaced since still answers with the old text \
        and names its successor.",
    inputs: &[Input::required(
        "chunkId",
        InputType::Text,
        "The passage's id, from deep_search, deep_expand or find_items.",
    )],
    effect: Effect::Read,
    when_cut: "Read its parts: deep_expand with this chunkId and direction: down.",
};

fn deep_read(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = passages::deep_read(context, arguments)?;
    let notes = notes::stale(wire.meta.as_ref(), false);
    Ok(answer_with(markdown::chunk(&wire), &wire, notes))
}
