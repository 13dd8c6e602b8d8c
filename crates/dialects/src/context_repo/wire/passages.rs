//! Passage search, reading and walking on the wire.

use domain::operations::{deep_expand, deep_read, deep_search};
use domain::{chunk, session};
use schemars::JsonSchema;
use serde::Serialize;

use super::basis::{Meta, StaleMeta};

/// A search session that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedSession {
    /// Its handle.
    pub session_id: String,
    /// When it began, milliseconds since the Unix epoch.
    pub created_at: i64,
    /// When it lapses unless it is used, milliseconds since the Unix epoch.
    pub expires_at: i64,
}

impl From<session::Session> for OpenedSession {
    fn from(session: session::Session) -> Self {
        Self {
            session_id: session.id.to_string(),
            created_at: session.created_ms,
            expires_at: session.expires_ms,
        }
    }
}

/// The answer of a passage search: the contract's `meta` within `data`, ibid's beside it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FoundPassages")]
pub struct SearchResponse {
    /// The passages.
    pub data: SearchData,
    /// What the answer rests on.
    pub meta: Meta,
}

/// The passages, best first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PassageHits")]
pub struct SearchData {
    /// The passages.
    pub results: Vec<Hit>,
    /// The contract's own figures.
    pub meta: SearchMeta,
}

/// The contract's own figures about a passage search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PassageFigures")]
pub struct SearchMeta {
    /// The query as it was used.
    pub query: String,
    /// How many passages there are.
    pub total_results: usize,
    /// Time taken, in milliseconds.
    pub latency_ms: u64,
}

/// A passage that matches.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The citation that can be followed.
    pub chunk_id: String,
    /// Its beginning.
    pub content: String,
    /// 0 to 1.
    pub score: f64,
    /// `section` or `paragraph`.
    pub level: &'static str,
    /// The document.
    pub document_id: String,
    /// Its title.
    pub document_title: String,
    /// The chunk above.
    pub parent_id: Option<String>,
    /// The chunks beside it.
    pub sibling_ids: SiblingIds,
}

/// The chunks beside a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SiblingIds {
    /// The one before.
    pub prev: Option<String>,
    /// The one after.
    pub next: Option<String>,
}

/// The answer of a read.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReadPassage")]
pub struct ReadResponse {
    /// The chunk.
    pub data: Chunk,
    /// Set when the chunk was replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<StaleMeta>,
}

/// A chunk in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chunk {
    /// Its id.
    pub chunk_id: String,
    /// `document`, `section` or `paragraph`.
    pub level: &'static str,
    /// Its text.
    pub content: String,
    /// Where it stands.
    pub hierarchy: Hierarchy,
    /// Figures about it.
    pub metadata: Metadata,
}

/// Where a chunk stands in its document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChunkHierarchy")]
pub struct Hierarchy {
    /// The document.
    pub document_id: String,
    /// Its title.
    pub document_title: String,
    /// The headings above it, joined by ` > `; empty for the root.
    pub section_path: String,
    /// Its neighbours.
    pub position: Position,
}

/// The neighbours of a chunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChunkPosition")]
pub struct Position {
    /// 0-based reading order in the document.
    pub chunk_index: u32,
    /// The chunk above.
    pub parent_chunk_id: Option<String>,
    /// The chunk before it under the same parent.
    pub prev_sibling_id: Option<String>,
    /// The chunk after it under the same parent.
    pub next_sibling_id: Option<String>,
}

/// Figures about a chunk. Offsets count UTF-16 units of the document's content, end exclusive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChunkMetadata")]
pub struct Metadata {
    /// Words between white space.
    pub word_count: u32,
    /// Where it starts.
    pub start_index: usize,
    /// Where it ends.
    pub end_index: usize,
    /// The heading of its section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading_text: Option<String>,
    /// Its first page, 1-based, where the source has pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_start: Option<u32>,
    /// Its last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_end: Option<u32>,
}

/// The answer of a walk.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ExpandedPassages")]
pub struct ExpandResponse {
    /// The chunks.
    pub data: ExpandData,
    /// Set when the walk started from a replaced chunk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<StaleMeta>,
}

/// The chunks of a walk, in reading order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ExpandedChunks")]
pub struct ExpandData {
    /// The chunks.
    pub chunks: Vec<ExpandedChunk>,
}

/// A chunk of a walk, in full. Its parent is `parentId` here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpandedChunk {
    /// Its id, as older clients read it.
    #[serde(rename = "_id")]
    pub underscore_id: String,
    /// Its id.
    pub chunk_id: String,
    /// Its text.
    pub content: String,
    /// `document`, `section` or `paragraph`.
    pub level: &'static str,
    /// 0-based reading order in the document.
    pub chunk_index: u32,
    /// The chunk above.
    pub parent_id: Option<String>,
    /// The document.
    pub document_id: String,
    /// Its title.
    pub document_title: String,
}

impl From<deep_search::Response> for SearchResponse {
    fn from(response: deep_search::Response) -> Self {
        let results: Vec<Hit> = response.passages.into_iter().map(Into::into).collect();
        Self {
            meta: Meta::from(&response.basis),
            data: SearchData {
                meta: SearchMeta {
                    query: response.query,
                    total_results: results.len(),
                    latency_ms: response.basis.latency_ms,
                },
                results,
            },
        }
    }
}

impl From<deep_search::Passage> for Hit {
    fn from(passage: deep_search::Passage) -> Self {
        Self {
            chunk_id: passage.chunk.to_string(),
            content: passage.preview,
            score: super::score(passage.score),
            level: passage.level.name(),
            document_id: passage.document.to_string(),
            document_title: passage.document_title,
            parent_id: text(passage.parent.as_ref()),
            sibling_ids: SiblingIds {
                prev: text(passage.previous.as_ref()),
                next: text(passage.next.as_ref()),
            },
        }
    }
}

impl From<deep_read::Response> for ReadResponse {
    fn from(response: deep_read::Response) -> Self {
        let chunk = response.chunk;
        Self {
            meta: response.stale.as_ref().map(StaleMeta::from),
            data: Chunk {
                chunk_id: chunk.id.to_string(),
                level: chunk.level.name(),
                metadata: Metadata::from(&chunk),
                hierarchy: Hierarchy {
                    document_id: chunk.document.to_string(),
                    document_title: response.document_title,
                    section_path: chunk.section_path.join(" > "),
                    position: Position {
                        chunk_index: chunk.ordinal,
                        parent_chunk_id: text(chunk.parent.as_ref()),
                        prev_sibling_id: text(chunk.previous.as_ref()),
                        next_sibling_id: text(chunk.next.as_ref()),
                    },
                },
                content: chunk.content,
            },
        }
    }
}

impl From<&chunk::Chunk> for Metadata {
    fn from(chunk: &chunk::Chunk) -> Self {
        Self {
            word_count: chunk.word_count,
            start_index: chunk.utf16.start,
            end_index: chunk.utf16.end,
            heading_text: chunk.heading.clone(),
            page_start: chunk.pages.map(|(first, _)| first),
            page_end: chunk.pages.map(|(_, last)| last),
        }
    }
}

impl From<deep_expand::Response> for ExpandResponse {
    fn from(response: deep_expand::Response) -> Self {
        let title = response.document_title;
        Self {
            meta: response.stale.as_ref().map(StaleMeta::from),
            data: ExpandData {
                chunks: response
                    .chunks
                    .into_iter()
                    .map(|chunk| ExpandedChunk {
                        underscore_id: chunk.id.to_string(),
                        chunk_id: chunk.id.to_string(),
                        content: chunk.content,
                        level: chunk.level.name(),
                        chunk_index: chunk.ordinal,
                        parent_id: text(chunk.parent.as_ref()),
                        document_id: chunk.document.to_string(),
                        document_title: title.clone(),
                    })
                    .collect(),
            },
        }
    }
}

fn text(id: Option<&domain::ids::ChunkId>) -> Option<String> {
    id.map(ToString::to_string)
}
