//! Asks the process that owns the home, over its local socket.

pub mod address;
mod failure;
mod held;
mod http;
mod local;
mod mcp;
mod wire;

use std::path::{Path, PathBuf};

use bytes::Bytes;
use domain::Cancel;
use domain::ids::WorkspaceId;
use http_server::local::{CONNECTION_HEADER, WORKSPACE_HEADER};

pub use self::failure::without_answer;
use self::http::Request;
pub use self::http::{Answer, Fault, is_answered};
pub use self::mcp::{failed, only_reads};

/// A way to the owner of a home, in one workspace. Nothing is kept open: whoever owns the home
/// when a request is sent gets it.
#[derive(Clone, Debug)]
pub struct Attached {
    home: PathBuf,
    workspace: WorkspaceId,
    /// What the owner tells connections apart by; `None` for a caller without a search session.
    connection: Option<String>,
}

impl Attached {
    /// A way to whoever owns `home`. With a `connection` of its own, searches that name no session
    /// are not shown the same passage twice.
    pub fn new(home: &Path, workspace: WorkspaceId, connection: Option<String>) -> Self {
        Self {
            home: home.to_owned(),
            workspace,
            connection,
        }
    }

    fn send(
        &self,
        method: ::http::Method,
        path: String,
        body: Bytes,
        cancel: &Cancel,
    ) -> Result<Answer, Fault> {
        let mut headers = vec![(WORKSPACE_HEADER, self.workspace.to_string())];
        headers.extend(self.connection.clone().map(|c| (CONNECTION_HEADER, c)));
        let request = Request {
            method,
            path,
            headers,
            body,
        };
        http::send(&self.home, &request, cancel)
    }
}
