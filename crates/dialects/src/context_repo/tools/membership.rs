//! Putting items into collections and taking them out.

use domain::Result;
use domain::ids::{DocumentId, PromptId};
use domain::item::ItemId;
use domain::operations::collections::Members;

use super::collections::{COLLECTION_ID, collection_id};
use super::{SHORT_ANSWER, answer, tool};
use crate::arguments::Arguments;
use crate::context_repo::markdown::collections as markdown;
use crate::context_repo::wire;
use crate::context_repo::wire::collections::{Added, Removed};
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

const KINDS: &[&str] = &["document", "prompt"];

const ITEM_IDS: Input = Input::required(
    "itemIds",
    InputType::TextList,
    "Ids of documents or of prompts, at most 1,000.",
);
const ITEM_TYPE: Input = Input::required(
    "itemType",
    InputType::Choice(KINDS),
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
    let (members, kind) = members(arguments)?;
    let added = context
        .engine
        .add_to_collection(context.caller, &members, context.cancel)?;
    let wire = wire::Single {
        data: Added::from(added),
    };
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
    let (members, kind) = members(arguments)?;
    let removed =
        context
            .engine
            .remove_from_collection(context.caller, &members, context.cancel)?;
    let wire = wire::Single {
        data: Removed { removed },
    };
    Ok(answer(markdown::removed(wire.data, kind), &wire))
}

fn members(arguments: &Arguments) -> Result<(Members, &'static str)> {
    let id = collection_id(arguments)?;
    let kind = arguments
        .choice("itemType", KINDS)?
        .ok_or_else(|| arguments.missing("itemType"))?;
    let ids = arguments.list("itemIds")?.unwrap_or_default();
    if ids.is_empty() {
        return Err(arguments.missing("itemIds"));
    }
    let items = ids
        .iter()
        .map(|id| item_id(id, kind))
        .collect::<Result<Vec<ItemId>>>()?;
    Ok((Members { id, items }, kind))
}

fn item_id(id: &str, kind: &str) -> Result<ItemId> {
    match kind {
        "prompt" => PromptId::parse(id).map(ItemId::Prompt),
        _ => DocumentId::parse(id).map(ItemId::Document),
    }
}
