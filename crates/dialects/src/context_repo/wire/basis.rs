//! What an answer rests on: ibid's extension of the contract, kept out of its own fields.

use domain::operations::deep_read::Stale;
use domain::operations::{Basis, NearestMiss};
use schemars::JsonSchema;
use serde::Serialize;

/// The extension that accompanies a search.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SearchBasis")]
pub struct Meta {
    /// Which layer answered: `catalog` or `passages`.
    pub layer: &'static str,
    /// The generation of vectors; `null` before the first.
    pub generation: Option<u32>,
    /// How much of the scope is searchable.
    pub coverage: Coverage,
    /// How many vectors were compared with the query.
    pub compared: u64,
    /// How many windows of the model the query took.
    pub query_windows: u32,
    /// Why there are no rows, when there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The best row below the floor, when there are no rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest_miss: Option<Miss>,
    /// The session, when one was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionNote>,
    /// Time taken, in milliseconds.
    pub latency_ms: u64,
}

/// How much of the scope is searchable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Coverage {
    /// Prompts and documents in scope.
    pub items: u64,
    /// Documents in scope.
    pub documents: u64,
    /// Documents whose words are searchable.
    pub documents_with_text: u64,
    /// Prompts in scope.
    pub prompts: u64,
    /// Passages and prompts that have a vector.
    pub embedded: u64,
    /// Passages and prompts that wait for one.
    pub pending: u64,
    /// Passages and prompts that the model does not cover.
    pub not_covered: u64,
    /// Items with something that waits.
    pub items_pending: u64,
    /// Items that could not be indexed.
    pub failed: u64,
}

/// Why a search found nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "EmptyReason")]
pub struct Reason {
    /// A stable code.
    pub code: &'static str,
    /// The same as a sentence.
    pub message: &'static str,
}

/// The best row that the floor kept out.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NearestMiss")]
pub struct Miss {
    /// The prompt's or document's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its best chunk, for documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunk_id: Option<String>,
    /// Its score.
    pub score: f64,
}

/// How a session took part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SessionNote {
    /// Its handle.
    pub id: String,
    /// Passages left out because it had shown them.
    pub hidden: u64,
}

/// The extension of an answer about a replaced chunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StaleMeta {
    /// What was replaced by what.
    pub stale: StaleNote,
}

/// A chunk id whose text was replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaleNote {
    /// The id that was asked for.
    pub chunk_id: String,
    /// Where its place is now; `null` when it has none.
    pub replaced_by: Option<String>,
}

impl From<&Basis> for Meta {
    fn from(basis: &Basis) -> Self {
        Self {
            layer: basis.layer.name(),
            generation: basis.generation,
            coverage: basis.coverage.into(),
            compared: basis.compared,
            query_windows: basis.query_windows,
            reason: basis.zero.as_ref().map(|zero| Reason {
                code: zero.code(),
                message: zero.sentence(),
            }),
            nearest_miss: basis.nearest_miss.as_ref().map(Miss::from),
            session: basis.session.as_ref().map(|session| SessionNote {
                id: session.id.to_string(),
                hidden: session.hidden,
            }),
            latency_ms: basis.latency_ms,
        }
    }
}

impl From<domain::coverage::Coverage> for Coverage {
    fn from(coverage: domain::coverage::Coverage) -> Self {
        Self {
            items: coverage.items(),
            documents: coverage.documents,
            documents_with_text: coverage.documents_with_tree,
            prompts: coverage.prompts,
            embedded: coverage.embedded,
            pending: coverage.pending,
            not_covered: coverage.not_covered,
            items_pending: coverage.items_pending,
            failed: coverage.items_failed,
        }
    }
}

impl From<&NearestMiss> for Miss {
    fn from(miss: &NearestMiss) -> Self {
        Self {
            id: miss.item.clone(),
            title: miss.title.clone(),
            chunk_id: miss.chunk.as_ref().map(ToString::to_string),
            score: super::score(miss.score),
        }
    }
}

impl From<&Stale> for StaleMeta {
    fn from(stale: &Stale) -> Self {
        Self {
            stale: StaleNote {
                chunk_id: stale.chunk.to_string(),
                replaced_by: stale.replaced_by.as_ref().map(ToString::to_string),
            },
        }
    }
}
