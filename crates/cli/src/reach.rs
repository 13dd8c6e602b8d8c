//! How a command reaches the home: it owns it, or it asks the process that does.
//!
//! Commands see this trait only and render what comes back, so that they print the same whoever
//! owns the home.

use dialects::ToolOutput;
use domain::access::{ApiKey, KeyId, Workspace};
use domain::ids::WorkspaceId;
use domain::item::{Collection, Tags};
use domain::operations::access::{CreateKey, CreatedKey};
use domain::operations::files::AddedFile;
use domain::operations::status;
use domain::{Cancel, Result};
use engine::Progress;
use serde_json::Value;

/// The operations that commands need, in one workspace of one home.
pub trait Reach {
    /// The workspace.
    fn workspace(&self) -> &WorkspaceId;

    /// Calls a tool by its name. Every failure is an output.
    fn call(&self, tool: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput;

    /// What a workspace holds and how far indexing is.
    ///
    /// # Errors
    /// `NotFound` for an unknown workspace.
    fn status_of(&self, workspace: &WorkspaceId, cancel: &Cancel) -> Result<status::Response>;

    /// The collection of this name, made when it is missing.
    ///
    /// # Errors
    /// `Invalid` for a name that cannot be used.
    fn ensure_collection(&self, name: &str, cancel: &Cancel) -> Result<Collection>;

    /// Adds a file, or finds that it is known.
    ///
    /// # Errors
    /// `Invalid` with the reason when it cannot be read, `TooLarge` over a limit.
    fn add_file(&self, file: &NewFile<'_>, cancel: &Cancel) -> Result<AddedFile>;

    /// Returns when everything in the workspace has its vectors, telling how far it is.
    ///
    /// # Errors
    /// `Unavailable` when the model or the home is missing, `Cancelled` when asked to stop.
    fn index(&self, show: &mut dyn FnMut(Progress), cancel: &Cancel) -> Result<Indexed>;

    /// Makes a key.
    ///
    /// # Errors
    /// `NotFound` for an unknown workspace.
    fn create_key(&self, request: &CreateKey, cancel: &Cancel) -> Result<CreatedKey>;

    /// All keys, newest first.
    ///
    /// # Errors
    /// When the home cannot be read.
    fn keys(&self, cancel: &Cancel) -> Result<Vec<ApiKey>>;

    /// Ends a key for good.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    fn revoke_key(&self, id: &KeyId, cancel: &Cancel) -> Result<ApiKey>;

    /// Makes a workspace.
    ///
    /// # Errors
    /// `Invalid` for a name that cannot be used, `Conflict` when it is taken.
    fn create_workspace(&self, name: &str, cancel: &Cancel) -> Result<Workspace>;

    /// All workspaces by name.
    ///
    /// # Errors
    /// When the home cannot be read.
    fn workspaces(&self, cancel: &Cancel) -> Result<Vec<Workspace>>;

    /// Removes a workspace with everything in it.
    ///
    /// # Errors
    /// `NotFound` for an unknown one, `Invalid` for the default one.
    fn delete_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()>;

    /// The time, milliseconds since the Unix epoch.
    fn now_ms(&self) -> i64;

    /// Whether this is an empty home that stands in for one that does not exist.
    fn is_stand_in(&self) -> bool;
}

/// A file whose bytes were read.
#[derive(Clone, Copy, Debug)]
pub struct NewFile<'a> {
    /// Its canonical path.
    pub path: &'a str,
    /// Its name, part of its document's id.
    pub file_name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Tags to unite with those it has.
    pub tags: &'a Tags,
    /// A collection to put it into.
    pub collection: Option<&'a Collection>,
}

/// How indexing went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indexed {
    /// What was done; `None` when another process did it, which does so for everybody.
    pub report: Option<engine::IndexReport>,
    /// How many chunks and prompts still wait.
    pub pending: u64,
}

impl dyn Reach + '_ {
    /// What the workspace holds and how far indexing is.
    ///
    /// # Errors
    /// When the home cannot be read.
    pub fn status(&self, cancel: &Cancel) -> Result<status::Response> {
        self.status_of(self.workspace(), cancel)
    }
}
