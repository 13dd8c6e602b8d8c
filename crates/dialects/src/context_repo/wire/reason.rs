//! A cited answer on the wire.

use domain::operations::reason;
use schemars::JsonSchema;
use serde::Serialize;

use super::basis;

/// The answer: the contract's `meta` within `data`, ibid's beside it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CitedAnswer")]
pub struct Response {
    /// The answer.
    pub data: Reason,
    /// What it rests on.
    pub meta: Meta,
}

/// An answer in which every sentence is cited.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Answer")]
pub struct Reason {
    /// The answer with `[[chunkId]]` marks; empty when nothing was gathered.
    pub answer: String,
    /// The cited passages, in the order of their first mark.
    pub citations: Vec<Citation>,
    /// What the passages do not say.
    pub gaps: Vec<String>,
    /// Where they disagree.
    pub conflicts: Vec<String>,
    /// The contract's own figures.
    pub meta: Figures,
}

/// A cited passage.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Citation {
    /// The chunk.
    pub chunk_id: String,
    /// Its document.
    pub document_id: String,
    /// The document's title.
    pub document_title: String,
    /// 0 to 1.
    pub score: f64,
}

/// The contract's own figures about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AnswerFigures")]
pub struct Figures {
    /// How many passages were gathered.
    pub chunks_gathered: u64,
    /// How many marks named no gathered passage and were taken out.
    pub citations_dropped: u64,
    /// Time taken, in milliseconds.
    pub latency_ms: u64,
}

/// What an answer rests on.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "AnswerMeta")]
pub struct Meta {
    /// The model that wrote it; left out when it was put together from quotations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The search behind it.
    #[serde(flatten)]
    pub basis: basis::Meta,
}

impl From<reason::Response> for Response {
    fn from(response: reason::Response) -> Self {
        Self {
            meta: Meta {
                model: response.model,
                basis: basis::Meta::from(&response.basis),
            },
            data: Reason {
                answer: response.answer,
                citations: response.citations.into_iter().map(Into::into).collect(),
                gaps: response.gaps,
                conflicts: response.conflicts,
                meta: Figures {
                    chunks_gathered: response.gathered,
                    citations_dropped: response.citations_dropped,
                    latency_ms: response.basis.latency_ms,
                },
            },
        }
    }
}

impl From<reason::Citation> for Citation {
    fn from(citation: reason::Citation) -> Self {
        Self {
            chunk_id: citation.chunk.to_string(),
            document_id: citation.document.to_string(),
            document_title: citation.document_title,
            score: super::score(citation.score),
        }
    }
}
