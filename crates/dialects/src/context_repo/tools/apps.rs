//! The pair of tools that some clients know by the names `search` and `fetch`. Their text is the
//! structured content as one line of JSON, and nothing stands beside it.

use domain::Result;
use serde::Serialize;

use super::{QUERY, answer, tool};
use crate::arguments::Arguments;
use crate::context_repo::operations::catalog;
use crate::context_repo::wire;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

pub fn tools() -> [Tool; 2] {
    [tool(SEARCH, search), tool(FETCH, fetch)]
}

const SEARCH: ToolSpec = ToolSpec {
    name: "search",
    title: "Search",
    description: "Finds prompts, documents and collections by meaning and returns id, title and \
        url of each as JSON, for clients that expect a search and fetch pair. Read an item with \
        fetch and its id. find_items says more about the same matches; deep_search finds \
        passages.",
    inputs: &[QUERY],
    effect: Effect::Read,
    when_cut: "Ask for something narrower.",
};

fn search(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    Ok(as_json(&catalog::search(context, arguments)?))
}

const FETCH: ToolSpec = ToolSpec {
    name: "fetch",
    title: "Fetch",
    description: "Reads one item by an id that search returned and gives its title, whole text \
        and url as JSON. The id begins with prompt_, document_ or collection_; a collection's \
        text lists its members with ids to fetch. For a long document prefer deep_search.",
    inputs: &[Input::required(
        "id",
        InputType::Text,
        "An id that search returned, such as document_d_1.",
    )],
    effect: Effect::Read,
    when_cut: "Read a long document by passages: deep_search with its documentId, then deep_read.",
};

fn fetch(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    Ok(as_json(&catalog::fetch(context, arguments)?))
}

fn as_json(wire: &impl Serialize) -> Answer {
    answer(wire::to_value(wire).to_string(), wire)
}
