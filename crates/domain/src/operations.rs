//! The requests and responses of every operation, one file each, as plain data. The engine
//! has one file of the same name per operation; dialects give them wire words.

pub mod access;
pub mod collections;
pub mod deep_expand;
pub mod deep_read;
pub mod deep_search;
pub mod diff;
pub mod documents;
pub mod files;
pub mod find_items;
pub mod prompts;
pub mod reason;
pub mod status;

use crate::coverage::Coverage;
use crate::error::{Error, Result};
use crate::ids::SessionId;
use crate::limits;

/// What an answer rests on; it accompanies every search result.
#[derive(Clone, Debug, PartialEq)]
pub struct Basis {
    /// Which layer answered.
    pub layer: Layer,
    /// The number of the vectors' generation; `None` before the first.
    pub generation: Option<u32>,
    /// How much of the scope is searchable.
    pub coverage: Coverage,
    /// Vectors compared with the query, or 0 for a literal search.
    pub compared: u64,
    /// Windows that the query took in the model; above 1 it was longer than one window.
    pub query_windows: u32,
    /// Why there are no rows, when there are none.
    pub zero: Option<ZeroReason>,
    /// The best row below the floor, when there are no rows.
    pub nearest_miss: Option<NearestMiss>,
    /// The session, when one was used.
    pub session: Option<SessionNote>,
    /// Time taken, in milliseconds.
    pub latency_ms: u64,
}

/// Which of the layers answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Which artifact is relevant.
    Catalog,
    /// What an artifact says.
    Passages,
}

impl Layer {
    /// The layer's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Catalog => "catalog",
            Self::Passages => "passages",
        }
    }
}

/// Why a search found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ZeroReason {
    /// The workspace holds no item of the kinds asked for.
    EmptyStore,
    /// The filters let none of the workspace's items through.
    ScopeEmpty,
    /// The collection holds no documents, and passages are of documents only.
    NoDocuments,
    /// Items are in scope, but none of their vectors are in yet.
    NothingIndexed,
    /// Rows were compared; the best was below the floor.
    BelowFloor,
    /// The model knows too few words of the query.
    QueryNotCovered,
    /// The model knows too few words of everything in scope.
    NothingCovered,
    /// The session has shown everything in scope.
    AllSeen,
    /// No text in scope holds the literal.
    NoLiteralMatch,
}

impl ZeroReason {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::EmptyStore => "empty_store",
            Self::ScopeEmpty => "scope_empty",
            Self::NoDocuments => "no_documents",
            Self::NothingIndexed => "nothing_indexed",
            Self::BelowFloor => "below_floor",
            Self::QueryNotCovered => "query_not_covered",
            Self::NothingCovered => "nothing_covered",
            Self::AllSeen => "all_seen",
            Self::NoLiteralMatch => "no_literal_match",
        }
    }

    /// A sentence for people and agents.
    pub fn sentence(&self) -> &'static str {
        match self {
            Self::EmptyStore => "Nothing is stored yet that this search could look at.",
            Self::ScopeEmpty => "The filters leave no item to search; check tags and scope.",
            Self::NoDocuments => {
                "The collection holds no documents, and only documents have passages; catalog search finds prompts, too."
            }
            Self::NothingIndexed => {
                "Items are in scope, but their vectors are still being computed; literal search works already."
            }
            Self::BelowFloor => {
                "Items were compared, but none is similar enough; see the nearest miss."
            }
            Self::QueryNotCovered => {
                "The embedding model knows too few words of this query; literal search works for it."
            }
            Self::NothingCovered => {
                "The embedding model knows too few words of the items in scope; literal search works for them."
            }
            Self::AllSeen => {
                "This session has already shown every passage in scope; start another session to see them again."
            }
            Self::NoLiteralMatch => "No text in scope holds these words literally.",
        }
    }
}

/// The best row that the floor kept out.
#[derive(Clone, Debug, PartialEq)]
pub struct NearestMiss {
    /// The document's or prompt's id.
    pub item: String,
    /// Its title.
    pub title: String,
    /// Its best chunk, for documents.
    pub chunk: Option<crate::ids::ChunkId>,
    /// Its score, below the floor.
    pub score: f64,
}

/// How a session took part in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionNote {
    /// Its handle.
    pub id: SessionId,
    /// Passages in scope that were left out because the session had shown them.
    pub hidden: u64,
}

/// Trims a query and checks its size.
///
/// # Errors
/// `Invalid` for a blank query, `TooLarge` over [`limits::QUERY_BYTES_MAX`].
pub fn check_query(query: &str) -> Result<&str> {
    let trimmed = query.trim();
    if trimmed.is_empty() {
        return Err(Error::invalid("Query is required"));
    }
    check_size("the query", query.len(), limits::QUERY_BYTES_MAX)?;
    Ok(trimmed)
}

/// Checks the size of something in bytes.
///
/// # Errors
/// `TooLarge`, naming the size and the limit.
pub fn check_size(what: &str, bytes: usize, max: usize) -> Result<()> {
    if bytes > max {
        return Err(Error::too_large(format!(
            "{what} has {bytes} bytes; the limit is {max} bytes"
        )));
    }
    Ok(())
}

/// Checks that a required text is there and within its limit, and trims it.
///
/// # Errors
/// `Invalid` when it is blank, `TooLarge` when it is too long.
pub fn check_text<'a>(field: &str, text: &'a str, max: usize) -> Result<&'a str> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(Error::invalid(format!("`{field}` is required")));
    }
    check_size(&format!("`{field}`"), trimmed.len(), max)?;
    Ok(trimmed)
}
