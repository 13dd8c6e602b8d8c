//! Layer 2: what do the documents say?

use domain::Result;
use domain::ids::{ChunkId, CollectionId, DocumentId, SessionId};
use domain::operations::deep_expand::Direction;
use domain::operations::{deep_expand, deep_read, deep_search};

use super::{id, optional_id};
use crate::arguments::Arguments;
use crate::context_repo::wire::Single;
use crate::context_repo::wire::passages::{
    ExpandResponse, OpenedSession, ReadResponse, SearchResponse,
};
use crate::tool::Context;

/// What `direction` may say.
pub const DIRECTIONS: &[&str] = &["up", "down", "next", "previous", "surrounding"];

/// Opens a search session.
pub fn open_session(context: &Context<'_>, _: &Arguments) -> Result<Single<OpenedSession>> {
    let session = context
        .engine
        .open_session(context.caller, context.cancel)?;
    Ok(Single {
        data: OpenedSession::from(session),
    })
}

/// A passage search: `query`, `limit`, `documentId`, `collectionId`, `sessionId`.
pub fn deep_search(context: &Context<'_>, arguments: &Arguments) -> Result<SearchResponse> {
    let request = deep_search::Request {
        query: arguments.text("query")?.unwrap_or_default(),
        limit: arguments.integer("limit")?,
        document: optional_id(arguments, "documentId", DocumentId::parse)?,
        collection: optional_id(arguments, "collectionId", CollectionId::parse)?,
        session: session(context, arguments)?,
    };
    let response = context
        .engine
        .deep_search(context.caller, &request, context.cancel)?;
    Ok(SearchResponse::from(response))
}

fn session(context: &Context<'_>, arguments: &Arguments) -> Result<Option<SessionId>> {
    // A client that lost its handle sends the word for "nothing" of its language; taken as a
    // handle, it would be one session shared by all such clients.
    let named = arguments
        .word("sessionId")?
        .filter(|id| id != "undefined" && id != "null");
    match named {
        Some(id) => SessionId::parse(&id).map(Some),
        None => Ok(context
            .session
            .current(context.engine, context.caller, context.cancel)),
    }
}

/// One passage in full: `chunkId`.
pub fn deep_read(context: &Context<'_>, arguments: &Arguments) -> Result<ReadResponse> {
    let request = deep_read::Request {
        chunk: id(arguments, "chunkId", ChunkId::parse)?,
    };
    let response = context
        .engine
        .deep_read(context.caller, &request, context.cancel)?;
    Ok(ReadResponse::from(response))
}

/// A walk from a passage: `chunkId`, `direction`, `count`.
pub fn deep_expand(context: &Context<'_>, arguments: &Arguments) -> Result<ExpandResponse> {
    let request = deep_expand::Request {
        direction: direction(arguments)?,
        chunk: id(arguments, "chunkId", ChunkId::parse)?,
        count: arguments.integer("count")?,
    };
    let response = context
        .engine
        .deep_expand(context.caller, &request, context.cancel)?;
    Ok(ExpandResponse::from(response))
}

/// Where a walk goes.
pub fn direction(arguments: &Arguments) -> Result<Direction> {
    arguments
        .choice("direction", DIRECTIONS)?
        .and_then(Direction::parse)
        .ok_or_else(|| arguments.missing("direction"))
}
