//! A home that this process has opened itself.

use std::path::Path;

use dialects::context_repo::Profile;
use dialects::{SessionContext, ToolHost as _, ToolOutput};
use domain::access::{ApiKey, KeyId, Workspace};
use domain::ids::WorkspaceId;
use domain::item::Collection;
use domain::operations::access::{CreateKey, CreatedKey};
use domain::operations::files::{AddFile, AddedFile};
use domain::operations::status;
use domain::{Caller, Cancel, Result};
use engine::Progress;
use serde_json::Value;

use crate::compose::{self, Open};
use crate::reach::{Indexed, NewFile, Reach};

impl Reach for Open {
    fn workspace(&self) -> &WorkspaceId {
        &self.caller.workspace
    }

    fn call(&self, tool: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput {
        let host = self.host(SessionContext::off(), Profile::FULL);
        host.call(tool, arguments, cancel)
    }

    fn status_of(&self, workspace: &WorkspaceId, cancel: &Cancel) -> Result<status::Response> {
        let caller = Caller {
            workspace: workspace.clone(),
            scopes: self.caller.scopes,
        };
        self.engine.status(&caller, cancel)
    }

    fn ensure_collection(&self, name: &str, cancel: &Cancel) -> Result<Collection> {
        self.engine.ensure_collection(&self.caller, name, cancel)
    }

    fn add_file(&self, file: &NewFile<'_>, cancel: &Cancel) -> Result<AddedFile> {
        let file = AddFile {
            path: file.path,
            file_name: file.file_name,
            bytes: file.bytes,
            tags: file.tags.clone(),
            collection: file.collection.map(|c| c.id.clone()),
        };
        let exists = |path: &str| Path::new(path).exists();
        self.engine.add_file(&self.caller, &file, &exists, cancel)
    }

    fn index(&self, show: &mut dyn FnMut(Progress), cancel: &Cancel) -> Result<Indexed> {
        let report = self.engine.index_pending(&self.caller, show, cancel)?;
        let status = self.engine.status(&self.caller, cancel)?;
        Ok(Indexed {
            report: Some(report),
            pending: status.coverage.pending,
        })
    }

    fn create_key(&self, request: &CreateKey, cancel: &Cancel) -> Result<CreatedKey> {
        self.access.create_key(request, cancel)
    }

    fn keys(&self, cancel: &Cancel) -> Result<Vec<ApiKey>> {
        self.access.keys(cancel)
    }

    fn revoke_key(&self, id: &KeyId, cancel: &Cancel) -> Result<ApiKey> {
        self.access.revoke_key(id, cancel)
    }

    fn create_workspace(&self, name: &str, cancel: &Cancel) -> Result<Workspace> {
        self.access.create_workspace(name, cancel)
    }

    fn workspaces(&self, cancel: &Cancel) -> Result<Vec<Workspace>> {
        self.access.workspaces(cancel)
    }

    fn delete_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()> {
        self.access.delete_workspace(id, cancel)
    }

    fn now_ms(&self) -> i64 {
        compose::now_ms()
    }

    fn is_stand_in(&self) -> bool {
        self.stands_in()
    }
}
