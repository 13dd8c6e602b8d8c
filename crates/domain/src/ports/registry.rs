//! What belongs to the whole home: its workspaces and the keys to them.

use crate::access::{ApiKey, KeyId, Workspace};
use crate::cancel::Cancel;
use crate::error::Result;
use crate::ids::WorkspaceId;

/// Keeps workspaces and keys. Every call is one transaction.
pub trait Registry: Send + Sync {
    /// All workspaces by id; the default one is always there, also in a home that never wrote.
    fn workspaces(&self, cancel: &Cancel) -> Result<Vec<Workspace>>;

    /// Adds a workspace.
    ///
    /// # Errors
    /// `Conflict` when the id is taken, `Unavailable` on a read-only home.
    fn create_workspace(&self, workspace: &Workspace, cancel: &Cancel) -> Result<()>;

    /// Removes a workspace with everything in it: items, trees, terms, vectors, cache, sessions,
    /// jobs, sources, and its keys.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `Invalid` for the default workspace, `Unavailable` on a
    /// read-only home.
    fn delete_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()>;

    /// All keys, newest first, then by id; revoked and expired ones too.
    fn keys(&self, cancel: &Cancel) -> Result<Vec<ApiKey>>;

    /// The key with this public id.
    fn key(&self, id: &KeyId, cancel: &Cancel) -> Result<Option<ApiKey>>;

    /// Inserts or replaces a key.
    ///
    /// # Errors
    /// `NotFound` when its workspace does not exist, `Unavailable` on a read-only home.
    fn put_key(&self, key: &ApiKey, cancel: &Cancel) -> Result<()>;

    /// The home's secret, under which the secrets of keys are hashed. It lies in a file of its own
    /// that only the owner may read, so that a copy of the database alone verifies no key.
    /// `None` before the first [`Registry::put_pepper`].
    fn pepper(&self) -> Result<Option<[u8; 32]>>;

    /// Keeps the home's secret for good, unless there is one already; returns the one that counts.
    ///
    /// # Errors
    /// `Unavailable` on a read-only home.
    fn put_pepper(&self, pepper: [u8; 32]) -> Result<[u8; 32]>;
}
