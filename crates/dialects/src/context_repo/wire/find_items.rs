//! The catalog search on the wire. Its rows name their ids by kind.

use domain::operations::find_items::{self, Mode};
use schemars::JsonSchema;
use serde::Serialize;

use super::basis;

/// The answer: `meta` stands beside `data`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FoundItems")]
pub struct Response {
    /// The rows.
    pub data: Data,
    /// How they were found.
    pub meta: Meta,
}

/// The rows, best first within each kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FoundRows")]
pub struct Data {
    /// Prompts.
    pub prompts: Vec<PromptRow>,
    /// Documents.
    pub documents: Vec<DocumentRow>,
    /// Collections.
    pub collections: Vec<CollectionRow>,
}

/// How the rows were found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FoundMeta")]
pub struct Meta {
    /// By meaning, or literally.
    pub semantic: bool,
    /// The query as it was used.
    pub query: String,
    /// What the answer rests on.
    #[serde(flatten)]
    pub basis: basis::Meta,
}

/// A prompt that matches.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "FoundPrompt")]
pub struct PromptRow {
    /// Its id.
    pub prompt_id: String,
    /// Its title.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// 0 to 1, by meaning only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The text around a literal match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highlight: Option<String>,
}

/// A document that matches.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "FoundDocument")]
pub struct DocumentRow {
    /// Its id.
    pub document_id: String,
    /// Its title.
    pub title: String,
    /// How far indexing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// 0 to 1, by meaning only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The beginning of the best chunk, or the text around a literal match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highlight: Option<String>,
    /// The chunk to read on from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunk_id: Option<String>,
}

/// A collection that matches.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "FoundCollection")]
pub struct CollectionRow {
    /// Its id.
    pub collection_id: String,
    /// Its name.
    pub name: String,
    /// What it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// 0 to 1, by meaning only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How many members match, by meaning only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matched_items: Option<u64>,
}

impl From<find_items::Response> for Response {
    fn from(response: find_items::Response) -> Self {
        Self {
            meta: Meta {
                semantic: response.mode == Mode::Semantic,
                query: response.query,
                basis: basis::Meta::from(&response.basis),
            },
            data: Data {
                prompts: response.prompts.into_iter().map(Into::into).collect(),
                documents: response.documents.into_iter().map(Into::into).collect(),
                collections: response.collections.into_iter().map(Into::into).collect(),
            },
        }
    }
}

impl From<find_items::PromptRow> for PromptRow {
    fn from(row: find_items::PromptRow) -> Self {
        Self {
            prompt_id: row.id.to_string(),
            title: row.title,
            description: row.description,
            score: row.score.map(super::score),
            highlight: row.highlight,
        }
    }
}

impl From<find_items::DocumentRow> for DocumentRow {
    fn from(row: find_items::DocumentRow) -> Self {
        Self {
            document_id: row.id.to_string(),
            title: row.title,
            status: Some(row.status.name().to_owned()),
            score: row.score.map(super::score),
            highlight: row.highlight,
            chunk_id: row.chunk.map(|id| id.to_string()),
        }
    }
}

impl From<find_items::CollectionRow> for CollectionRow {
    fn from(row: find_items::CollectionRow) -> Self {
        Self {
            collection_id: row.id.to_string(),
            name: row.name,
            description: row.description,
            score: row.score.map(super::score),
            matched_items: row.matched_items,
        }
    }
}
