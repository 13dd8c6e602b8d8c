//! A walk from a chunk to its neighbours.

use domain::caller::Permission;
use domain::chunk::Chunk;
use domain::ids::ChunkId;
use domain::operations::deep_expand::{Direction, Request, Response};
use domain::operations::deep_read::Stale;
use domain::ports::store::Snapshot;
use domain::{Caller, Cancel, Result, limits};

use super::deep_read::document_title;
use super::not_found;
use crate::Engine;

impl Engine {
    /// Walks one step up, down or sideways; `surrounding` gives `count` siblings on each side.
    ///
    /// A chunk that is an only child has no siblings to show: the last chunks of the section
    /// before its parent and the first of the one after stand in. A replaced chunk walks on
    /// from where its place is now, and the answer says so.
    ///
    /// # Errors
    /// `NotFound` for an id that was never given out, or whose document was deleted.
    pub fn deep_expand(
        &self,
        caller: &Caller,
        request: &Request,
        cancel: &Cancel,
    ) -> Result<Response> {
        caller.require(Permission::DocumentsRead)?;
        let count = limits::clamp(
            request.count,
            limits::EXPAND_COUNT_DEFAULT,
            limits::EXPAND_COUNT_MAX,
        );
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        let snapshot = snapshot.as_ref();
        let (start, stale) = starting_chunk(snapshot, &request.chunk)?;
        let chunks = match &start {
            None => Vec::new(),
            Some(chunk) => walk(snapshot, chunk, request.direction, count)?,
        };
        let title = match (&start, &stale) {
            (Some(chunk), _) => document_title(snapshot, chunk)?,
            _ => String::new(),
        };
        Ok(Response {
            direction: request.direction,
            chunks,
            document_title: title,
            stale,
        })
    }
}

fn starting_chunk(snapshot: &dyn Snapshot, id: &ChunkId) -> Result<(Option<Chunk>, Option<Stale>)> {
    if let Some(chunk) = snapshot.chunk(id)? {
        return Ok((Some(chunk), None));
    }
    let tombstone = snapshot.tombstone(id)?.ok_or_else(not_found::chunk)?;
    let chunk = optional_chunk(snapshot, tombstone.replaced_by.as_ref())?;
    let stale = Stale {
        chunk: id.clone(),
        replaced_by: tombstone.replaced_by,
    };
    Ok((chunk, Some(stale)))
}

fn optional_chunk(snapshot: &dyn Snapshot, id: Option<&ChunkId>) -> Result<Option<Chunk>> {
    match id {
        Some(id) => snapshot.chunk(id),
        None => Ok(None),
    }
}

fn walk(
    snapshot: &dyn Snapshot,
    chunk: &Chunk,
    direction: Direction,
    count: usize,
) -> Result<Vec<Chunk>> {
    let one = |id: &Option<ChunkId>| -> Result<Vec<Chunk>> {
        Ok(optional_chunk(snapshot, id.as_ref())?.into_iter().collect())
    };
    match direction {
        Direction::Up => one(&chunk.parent),
        Direction::Next => one(&chunk.next),
        Direction::Previous => one(&chunk.previous),
        Direction::Down => snapshot.children(&chunk.id),
        Direction::Surrounding => surrounding(snapshot, chunk, count),
    }
}

fn surrounding(snapshot: &dyn Snapshot, chunk: &Chunk, count: usize) -> Result<Vec<Chunk>> {
    let Some(parent) = optional_chunk(snapshot, chunk.parent.as_ref())? else {
        return Ok(vec![chunk.clone()]);
    };
    let siblings = snapshot.children(&parent.id)?;
    if siblings.len() == 1 {
        return across_sections(snapshot, chunk, &parent, count);
    }
    let at = siblings.iter().position(|s| s.id == chunk.id).unwrap_or(0);
    let from = at.saturating_sub(count);
    let to = (at + count + 1).min(siblings.len());
    Ok(siblings[from..to].to_vec())
}

fn across_sections(
    snapshot: &dyn Snapshot,
    chunk: &Chunk,
    parent: &Chunk,
    count: usize,
) -> Result<Vec<Chunk>> {
    let children = |id: &Option<ChunkId>| match id {
        Some(id) => snapshot.children(id),
        None => Ok(Vec::new()),
    };
    let before = children(&parent.previous)?;
    let after = children(&parent.next)?;
    let mut chunks = before[before.len().saturating_sub(count)..].to_vec();
    chunks.push(chunk.clone());
    chunks.extend(after.into_iter().take(count));
    Ok(chunks)
}
