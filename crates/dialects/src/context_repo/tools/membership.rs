//! Putting items into collections and taking them out.

use domain::Result;

use super::collections::COLLECTION_ID;
use super::{SHORT_ANSWER, answer, tool};
use crate::arguments::Arguments;
use crate::context_repo::markdown::collections as markdown;
use crate::context_repo::operations::collections;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

const ITEM_IDS: Input = Input::required(
    "itemIds",
    InputType::TextList,
    "Ids of documents or of prompts, at most 1,000.",
);
const ITEM_TYPE: Input = Input::required(
    "itemType",
    InputType::Choice(collections::KINDS),
    "Which kind all of the ids are.",
);

pub fn tools() -> [Tool; 2] {
    [tool(ADD, add), tool(REMOVE, remove)]
}

const ADD: ToolSpec = ToolSpec {
    name: "add_to_collection",
    title: "Add to collection",
    description: "Adds documents or prompts to a collection. One call takes ids of one kind; \
        items that are in already are counted and left alone. An item can be in any number of \
        collections.",
    inputs: &[COLLECTION_ID, ITEM_IDS, ITEM_TYPE],
    effect: Effect::WriteOnce,
    when_cut: SHORT_ANSWER,
};

fn add(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = collections::add(context, arguments)?;
    let kind = collections::item_kind(arguments)?;
    Ok(answer(markdown::added(wire.data, kind), &wire))
}

const REMOVE: ToolSpec = ToolSpec {
    name: "remove_from_collection",
    title: "Remove from collection",
    description: "Takes documents or prompts out of a collection; the items themselves stay. One \
        call takes ids of one kind; ids that are not in are ignored.",
    inputs: &[COLLECTION_ID, ITEM_IDS, ITEM_TYPE],
    effect: Effect::WriteOnce,
    when_cut: SHORT_ANSWER,
};

fn remove(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = collections::remove(context, arguments)?;
    let kind = collections::item_kind(arguments)?;
    Ok(answer(markdown::removed(wire.data, kind), &wire))
}
