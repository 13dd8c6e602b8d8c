//! One chunk in full, with its place.

use domain::caller::Permission;
use domain::operations::deep_read::{Request, Response, Stale};
use domain::ports::store::Snapshot;
use domain::{Caller, Cancel, Result};

use super::not_found;
use crate::Engine;

impl Engine {
    /// Reads one chunk. The id of replaced text answers with the old text, marked stale, and
    /// where its place is now.
    ///
    /// # Errors
    /// `NotFound` for an id that was never given out, or whose document was deleted.
    pub fn deep_read(
        &self,
        caller: &Caller,
        request: &Request,
        cancel: &Cancel,
    ) -> Result<Response> {
        caller.require(Permission::DocumentsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        let snapshot = snapshot.as_ref();
        let (chunk, stale) = match snapshot.chunk(&request.chunk)? {
            Some(chunk) => (chunk, None),
            None => {
                let tombstone = snapshot
                    .tombstone(&request.chunk)?
                    .ok_or_else(not_found::chunk)?;
                let stale = Stale {
                    chunk: request.chunk.clone(),
                    replaced_by: tombstone.replaced_by,
                };
                (tombstone.chunk, Some(stale))
            }
        };
        Ok(Response {
            document_title: document_title(snapshot, &chunk)?,
            chunk,
            stale,
        })
    }
}

/// The title of a chunk's document.
pub(super) fn document_title(
    snapshot: &dyn Snapshot,
    chunk: &domain::chunk::Chunk,
) -> Result<String> {
    Ok(snapshot
        .document(&chunk.document)?
        .map(|d| d.title)
        .unwrap_or_default())
}
