//! What this server offers, on the wire. The contract leaves the shape open.

use domain::caller::{Permission, ScopeSet};
use domain::limits;
use domain::operations::status;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context_repo::{FLOOR, ROWS_PER_KIND};

/// What this server offers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    /// The server's name in the protocol.
    pub server_name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Where it is reached.
    pub endpoints: Endpoints,
    /// What makes vectors; only for callers who may read something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding: Option<EmbeddingModel>,
    /// What is stored and how far indexing is; only for callers who may read something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<IndexState>,
    /// The numbers that requests run into.
    pub limits: Limits,
    /// The scopes of the caller.
    pub permissions: Vec<&'static str>,
    /// The tools that can be called, in the contract's order.
    pub tools: Vec<&'static str>,
}

/// Where the server is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Endpoints {
    /// The REST operations.
    pub rest: String,
    /// MCP over HTTP.
    pub mcp: String,
    /// The description of the REST operations.
    pub openapi: String,
}

/// What makes vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EmbeddingModel {
    /// Its identity.
    pub model: String,
    /// The length of its vectors; absent before the first is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimension: Option<usize>,
}

/// What is stored and how far indexing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexState {
    /// Prompts; absent for callers who may not read them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompts: Option<u64>,
    /// Documents; absent for callers who may not read them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents: Option<u64>,
    /// Documents whose words are searchable; absent for callers who may not read documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents_with_text: Option<u64>,
    /// Collections; absent for callers who may not read documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collections: Option<u64>,
    /// Passages and prompts that have a vector.
    pub embedded: u64,
    /// Passages and prompts that wait for one.
    pub pending: u64,
    /// Passages and prompts that the model does not cover.
    pub not_covered: u64,
    /// Items that could not be indexed.
    pub failed: u64,
    /// Whether anything can be written.
    pub writable: bool,
}

/// The numbers that requests run into.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// The longest query.
    pub query_bytes: usize,
    /// The largest prompt.
    pub prompt_bytes: usize,
    /// The largest text document.
    pub document_bytes: usize,
    /// The most rows of a page.
    pub page_rows: usize,
    /// Rows per kind of a catalog search.
    pub find_items_rows_per_kind: usize,
    /// The lowest score of its rows.
    pub find_items_floor: f64,
    /// The most passages of a passage search.
    pub deep_search_passages: usize,
    /// The most siblings on each side of a walk.
    pub deep_expand_count: usize,
    /// The most passages that an answer is gathered from.
    pub reason_passages: usize,
    /// The most items that one change of members may name.
    pub members_per_call: usize,
}

impl Capabilities {
    /// What the server at `base_url` offers a caller with these scopes; `status` when it may read
    /// something.
    pub fn of(base_url: &str, scopes: ScopeSet, status: Option<&status::Response>) -> Self {
        Self {
            server_name: crate::context_repo::SERVER_NAME,
            version: env!("CARGO_PKG_VERSION"),
            endpoints: Endpoints {
                rest: format!("{base_url}/v1"),
                mcp: format!("{base_url}/mcp"),
                openapi: format!("{base_url}/openapi.json"),
            },
            embedding: status.map(|status| EmbeddingModel {
                model: status.model.clone(),
                dimension: status.generation.as_ref().map(|g| g.dimension),
            }),
            index: status.map(|status| IndexState::of(status, scopes)),
            limits: Limits::current(),
            permissions: scopes.names(),
            tools: crate::context_repo::tools()
                .iter()
                .map(|tool| tool.spec.name)
                .collect(),
        }
    }
}

impl IndexState {
    fn of(status: &status::Response, scopes: ScopeSet) -> Self {
        let coverage = &status.coverage;
        let prompts = scopes.allows(Permission::PromptsRead);
        let documents = scopes.allows(Permission::DocumentsRead);
        Self {
            prompts: prompts.then_some(coverage.prompts),
            documents: documents.then_some(coverage.documents),
            documents_with_text: documents.then_some(coverage.documents_with_tree),
            collections: documents.then_some(status.collections),
            embedded: coverage.embedded,
            pending: coverage.pending,
            not_covered: coverage.not_covered,
            failed: coverage.items_failed,
            writable: status.writable,
        }
    }
}

impl Limits {
    fn current() -> Self {
        Self {
            query_bytes: limits::QUERY_BYTES_MAX,
            prompt_bytes: limits::PROMPT_BYTES_MAX,
            document_bytes: limits::TEXT_BYTES_MAX,
            page_rows: limits::PAGE_MAX,
            find_items_rows_per_kind: ROWS_PER_KIND,
            find_items_floor: FLOOR,
            deep_search_passages: limits::DEEP_SEARCH_MAX,
            deep_expand_count: limits::EXPAND_COUNT_MAX,
            reason_passages: limits::REASON_MAX,
            members_per_call: limits::MEMBERS_PER_CALL_MAX,
        }
    }
}
