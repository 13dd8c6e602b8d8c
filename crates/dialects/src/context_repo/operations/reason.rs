//! One cited answer out of several passages.

use domain::Result;
use domain::ids::{CollectionId, DocumentId};
use domain::operations::reason::Request;

use super::optional_id;
use crate::arguments::Arguments;
use crate::context_repo::wire::reason::Response;
use crate::tool::Context;

/// An answer with citations: `query`, `limit`, `documentId`, `collectionId`.
pub fn reason(context: &Context<'_>, arguments: &Arguments) -> Result<Response> {
    let request = Request {
        query: arguments.text("query")?.unwrap_or_default(),
        limit: arguments.integer("limit")?,
        document: optional_id(arguments, "documentId", DocumentId::parse)?,
        collection: optional_id(arguments, "collectionId", CollectionId::parse)?,
    };
    let response = context
        .engine
        .reason(context.caller, &request, context.cancel)?;
    Ok(Response::from(response))
}
