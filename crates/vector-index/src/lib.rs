//! Exact nearest-vector search over rows held in memory.
//!
//! An [`Index`] is an immutable value: a set of rows, each a [`Key`] and a vector of the index's
//! dimension. [`Index::nearest`] answers "which rows under this filter have the greatest dot product
//! with this query?", and [`Index::with_changes`] makes the next index from this one. Old and new
//! share all unchanged segments, so a reader keeps its own moment for as long as it likes.
//!
//! What an answer promises:
//! - **Exact.** It equals scoring every row that passes the filter and sorting them all. The filter
//!   acts before candidates are chosen, so a filtered row never takes a place.
//! - **Deterministic.** Scores are canonical (see [`canonical_score`]): the same bits on every
//!   instruction set. Equal scores are ordered by [`Key`], and ids are unique, so the order is total.
//!   Insertion order, batches, removals in between and the segment size change nothing.
//! - **Stable under `k`.** The answer for 10 is the head of the answer for 50.
//!
//! What this crate does not do: it does not normalise vectors (a score is a cosine only if the
//! caller stores and asks with unit vectors), store or read files, embed text, check who may see a
//! row, know what an item is, or start threads. It refuses vectors with NaN or infinite values, and
//! vectors of another dimension, by name.
//!
//! This flat scan reads every row. A faster scan must give exactly its answers, bit for bit.

mod canonical;
mod error;
mod filter;
mod index;
mod kernels;
mod key;
mod row_set;
mod scan;
mod segment;
mod top_k;

pub use canonical::canonical_score;
pub use error::IndexError;
pub use filter::Filter;
pub use index::Index;
pub use key::Key;
pub use scan::{Answer, Grouping, Hit, Query};
pub use segment::SEGMENT_ROWS;
