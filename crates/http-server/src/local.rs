//! The JSON of the routes under `/local/`, which only the socket of the home's owner has. Both
//! ends use these types, so a field cannot be spelled in two ways.

use domain::access::{ApiKey, Workspace as KeptWorkspace};
use domain::item::Kind;
use domain::operations::access::CreatedKey as MadeKey;
use domain::operations::files::AddedFile;
use domain::operations::status::{Failure as KeptFailure, Response as StatusResponse};
use serde::{Deserialize, Serialize};

/// The header that names a connection of a client, so that it keeps its search session.
pub const CONNECTION_HEADER: &str = "ibid-connection";
/// The header that names the workspace to work in; the default one without it.
pub const WORKSPACE_HEADER: &str = "ibid-workspace";

/// Where a file is added: `POST`, its bytes as the body, `path`, `name`, `collection` (a name) and
/// any number of `tag` in the query. Answers [`FileAdded`].
pub const FILES: &str = "/local/files";
/// Where the state of the workspace is: `GET`. Answers [`Status`].
pub const STATUS: &str = "/local/status";
/// Where keys are listed (`GET`, [`Keys`]) and made (`POST` [`CreateKey`], [`CreatedKey`]);
/// `DELETE` below it, by id, revokes one and answers [`Key`].
pub const KEYS: &str = "/local/keys";
/// Where workspaces are listed (`GET`, [`Workspaces`]) and made (`POST` [`CreateWorkspace`],
/// [`Workspace`]); `DELETE` below it, by id, removes one with all that is in it.
pub const WORKSPACES: &str = "/local/workspaces";
/// Where the owner is asked to give the home up: `POST`. Answers [`Owner`], status 202.
pub const HANDOVER: &str = "/local/handover";
/// Who owns the home: `GET`. Answers [`Owner`].
pub const OWNER: &str = "/local/owner";

/// A file that was added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileAdded {
    /// Its document.
    pub document_id: String,
    /// The document's title.
    pub title: String,
    /// `added`, `updated`, `moved` or `unchanged`.
    pub outcome: String,
    /// How many chunks its tree has.
    pub chunk_count: u64,
    /// What the reader should know.
    pub warnings: Vec<String>,
}

impl From<AddedFile> for FileAdded {
    fn from(file: AddedFile) -> Self {
        Self {
            document_id: file.document.to_string(),
            title: file.title,
            outcome: file.outcome.name().to_owned(),
            chunk_count: file.chunk_count,
            warnings: file.warnings,
        }
    }
}

/// The state of a workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Whether the home can be written.
    pub writable: bool,
    /// Counts the workspace's transactions.
    pub sequence: u64,
    /// The model that the owner embeds with.
    pub model: String,
    /// The active generation; null before the first.
    pub generation: Option<Generation>,
    /// Documents.
    pub documents: u64,
    /// Documents whose tree and terms are published.
    pub documents_with_tree: u64,
    /// Prompts.
    pub prompts: u64,
    /// Collections.
    pub collections: u64,
    /// Chunks and prompts that have a vector.
    pub embedded: u64,
    /// Chunks and prompts that wait for one.
    pub pending: u64,
    /// Chunks and prompts that the model does not cover.
    pub not_covered: u64,
    /// Items with a chunk or prompt that waits.
    pub items_pending: u64,
    /// Items that failed or were set aside.
    pub items_failed: u64,
    /// Items that failed, at most 100.
    pub failures: Vec<Failure>,
}

/// A set of vectors made by one model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// The model's identity.
    pub model: String,
    /// The length of its vectors.
    pub dimension: usize,
}

/// An item that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// `prompt`, `document` or `collection`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Why.
    pub error: String,
}

impl From<StatusResponse> for Status {
    fn from(status: StatusResponse) -> Self {
        let coverage = status.coverage;
        Self {
            writable: status.writable,
            sequence: status.sequence,
            model: status.model,
            generation: status.generation.map(|generation| Generation {
                number: generation.number,
                model: generation.model,
                dimension: generation.dimension,
            }),
            documents: coverage.documents,
            documents_with_tree: coverage.documents_with_tree,
            prompts: coverage.prompts,
            collections: status.collections,
            embedded: coverage.embedded,
            pending: coverage.pending,
            not_covered: coverage.not_covered,
            items_pending: coverage.items_pending,
            items_failed: coverage.items_failed,
            failures: status.failures.into_iter().map(Failure::from).collect(),
        }
    }
}

impl From<KeptFailure> for Failure {
    fn from(failure: KeptFailure) -> Self {
        let kind = match failure.item.kind() {
            Kind::Prompt => "prompt",
            Kind::Document => "document",
            Kind::Collection => "collection",
        };
        Self {
            kind: kind.to_owned(),
            id: failure.item.as_str().to_owned(),
            title: failure.title,
            error: failure.error,
        }
    }
}

/// A key without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Key {
    /// Its public id.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// The workspace that it opens.
    pub workspace: String,
    /// What may be done with it, e.g. `documents.read`.
    pub scopes: Vec<String>,
    /// Which tools its MCP connections list; null for the endpoint's default.
    pub tools: Option<String>,
    /// Creation time, milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// When it stops working, if ever.
    pub expires_ms: Option<i64>,
    /// When it was revoked, if it was.
    pub revoked_ms: Option<i64>,
}

impl From<ApiKey> for Key {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id.to_string(),
            name: key.name,
            workspace: key.workspace.to_string(),
            scopes: key.scopes.names().into_iter().map(str::to_owned).collect(),
            tools: key.tools,
            created_ms: key.created_ms,
            expires_ms: key.expires_ms,
            revoked_ms: key.revoked_ms,
        }
    }
}

/// All keys, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys {
    /// The keys; revoked and expired ones too.
    pub keys: Vec<Key>,
}

/// A key to make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateKey {
    /// What its owner calls it.
    pub name: String,
    /// The workspace that it opens; the default one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<String>,
    /// What may be done with it, e.g. `documents.read`; at least one.
    pub scopes: Vec<String>,
    /// Which tools its MCP connections list, in the words of `--tools`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<String>,
    /// When it stops working, milliseconds since the Unix epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_ms: Option<i64>,
}

/// A key that was just made. Its secret is shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedKey {
    /// The key as it is kept.
    pub key: Key,
    /// The whole key: `gm_<id>_<secret>`.
    pub secret: String,
}

impl From<MadeKey> for CreatedKey {
    fn from(made: MadeKey) -> Self {
        Self {
            key: made.key.into(),
            secret: made.secret,
        }
    }
}

/// A workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Workspace {
    /// Its id, which is also its name.
    pub id: String,
    /// Creation time, milliseconds since the Unix epoch; 0 for the default workspace.
    pub created_ms: i64,
}

impl From<KeptWorkspace> for Workspace {
    fn from(workspace: KeptWorkspace) -> Self {
        Self {
            id: workspace.id.to_string(),
            created_ms: workspace.created_ms,
        }
    }
}

/// All workspaces by id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workspaces {
    /// The workspaces; the default one is always among them.
    pub workspaces: Vec<Workspace>,
}

/// A workspace to make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateWorkspace {
    /// Its id: lower-case letters, digits and `-`.
    pub id: String,
}

/// The process that owns the home.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Owner {
    /// The process as others are told of it, e.g. `ibid serve (process 4711)`.
    pub holder: String,
    /// Its process id.
    pub pid: u32,
    /// The version of ibid that it runs.
    pub version: String,
    /// Whether it gives the home up when it is asked to.
    pub can_hand_over: bool,
}
