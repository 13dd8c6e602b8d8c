//! Layer 1: which artifact is relevant? The catalog search, and the pair of tools that some clients
//! know by the names `search` and `fetch`.

use domain::ids::{CollectionId, DocumentId, PromptId};
use domain::item::Kind;
use domain::operations::find_items::{Mode, Request};
use domain::page::PageRequest;
use domain::scope::ItemFilter;
use domain::{Error, Result, limits};

use super::{optional_id, tags};
use crate::arguments::Arguments;
use crate::context_repo::wire::apps::{Fetched, SearchResults, Site};
use crate::context_repo::wire::collections::{Collection, Item};
use crate::context_repo::wire::documents::Document;
use crate::context_repo::wire::find_items::Response;
use crate::context_repo::wire::prompts::Prompt;
use crate::context_repo::{FLOOR, MEMBERS_SHOWN, ROWS_PER_KIND};
use crate::tool::Context;

/// What `type` may say.
pub const TYPES: &[&str] = &["prompts", "documents", "collections", "all"];

/// A catalog search: `query`, `type`, `semantic`, `tags`, `limit`, `collectionId`.
pub fn find_items(context: &Context<'_>, arguments: &Arguments) -> Result<Response> {
    let semantic = arguments.flag("semantic")?.unwrap_or(true);
    let mode = if semantic {
        Mode::Semantic
    } else {
        Mode::Literal
    };
    let filter = ItemFilter {
        tags: tags(arguments)?,
        collection: optional_id(arguments, "collectionId", CollectionId::parse)?,
        archived: false,
    };
    let limit = arguments.integer("limit")?;
    let request = Request {
        query: arguments.text("query")?.unwrap_or_default(),
        kinds: kinds(arguments.choice("type", TYPES)?),
        mode,
        filter,
        limit_per_kind: limits::clamp(limit, ROWS_PER_KIND, limits::FIND_ITEMS_MAX),
        floor: FLOOR,
    };
    let response = context
        .engine
        .find_items(context.caller, &request, context.cancel)?;
    Ok(Response::from(response))
}

fn kinds(name: Option<&str>) -> Vec<Kind> {
    match name {
        Some("prompts") => vec![Kind::Prompt],
        Some("documents") => vec![Kind::Document],
        Some("collections") => vec![Kind::Collection],
        _ => vec![Kind::Prompt, Kind::Document, Kind::Collection],
    }
}

/// The catalog search by meaning, as links: `query`.
pub fn search(context: &Context<'_>, arguments: &Arguments) -> Result<SearchResults> {
    let found = find_items(context, arguments)?;
    Ok(Site(context.base_url).results(&found.data))
}

/// One item by an id that [`search`] gave: `id`.
pub fn fetch(context: &Context<'_>, arguments: &Arguments) -> Result<Fetched> {
    let given = arguments.required_word("id")?;
    let site = Site(context.base_url);
    match Site::item(&given) {
        Some((Kind::Prompt, id)) => {
            let id = PromptId::parse(id)?;
            let prompt = context
                .engine
                .view_prompt(context.caller, &id, context.cancel)?;
            Ok(site.prompt(&Prompt::from(prompt)))
        }
        Some((Kind::Document, id)) => {
            let id = DocumentId::parse(id)?;
            let full = context
                .engine
                .get_document(context.caller, &id, context.cancel)?;
            Ok(site.document(&Document::from(full)))
        }
        Some((Kind::Collection, id)) => fetch_collection(context, &CollectionId::parse(id)?),
        None => Err(Error::invalid("malformed id").hint(
            "an id to fetch begins with `prompt_`, `document_` or `collection_`, as search gives it",
        )),
    }
}

fn fetch_collection(context: &Context<'_>, id: &CollectionId) -> Result<Fetched> {
    let collection = context
        .engine
        .get_collection(context.caller, id, context.cancel)?;
    let first = PageRequest::new(Some(MEMBERS_SHOWN), None);
    let members = context
        .engine
        .collection_members(context.caller, id, &first, context.cancel)?;
    let items: Vec<Item> = members.rows.into_iter().map(Item::from).collect();
    Ok(Site(context.base_url).collection(&Collection::from(collection), &items))
}
