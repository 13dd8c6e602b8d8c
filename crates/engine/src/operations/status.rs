//! What the workspace holds and how far indexing is.

use domain::caller::Permission;
use domain::operations::status::Response;
use domain::{Caller, Cancel, Result};

use crate::Engine;

/// The most failures that a status names.
const FAILURES_MAX: usize = 100;

impl Engine {
    /// The state of the caller's workspace.
    ///
    /// # Errors
    /// `NotAllowed` for a caller who may read nothing.
    pub fn status(&self, caller: &Caller, cancel: &Cancel) -> Result<Response> {
        if !caller.scopes.allows(Permission::PromptsRead) {
            caller.require(Permission::DocumentsRead)?;
        }
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        Ok(Response {
            sequence: snapshot.sequence(),
            generation: snapshot.generation()?,
            model: self.parts.embedder.model().id.clone(),
            coverage: snapshot.coverage(&None, &None)?,
            collections: snapshot.collection_count()?,
            failures: snapshot.failures(FAILURES_MAX)?,
            writable: self.parts.store.is_writable(),
        })
    }
}
