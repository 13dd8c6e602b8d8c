//! Making, listing and revoking keys and workspaces. Only who holds the home may do that.

use crate::access::ApiKey;
use crate::caller::ScopeSet;
use crate::ids::WorkspaceId;

/// A new key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateKey {
    /// What its owner calls it.
    pub name: String,
    /// The workspace that it opens.
    pub workspace: WorkspaceId,
    /// What may be done with it; at least one permission.
    pub scopes: ScopeSet,
    /// Which tools its MCP connections list, in the words of `--tools`.
    pub tools: Option<String>,
    /// When it stops working, milliseconds since the Unix epoch.
    pub expires_ms: Option<i64>,
}

/// A key that was just made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreatedKey {
    /// The key as it is kept.
    pub key: ApiKey,
    /// The whole key with its secret: `gm_<id>_<secret>`. It is shown this once.
    pub secret: String,
}
