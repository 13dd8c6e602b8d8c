//! The embedded store: one SQLite file in a folder, owned by one process.
//!
//! [`EmbeddedStore`] implements [`domain::ports::store::Store`] and
//! [`domain::ports::registry::Registry`]. Rows, terms and vectors are
//! written in one transaction of one file; `docs/storage-format.md` says what the file holds.
//! The vectors that are searched live in memory as immutable indexes that are replaced together
//! with each commit, so that a snapshot never mixes two moments.
//!
//! What this crate does not do: it decides nothing about what is written, analyses no text,
//! embeds nothing, ranks nothing but vectors, and knows no clock.

mod check;
mod cursor;
mod errors;
mod guard;
mod lock;
mod migrate;
mod open;
mod pepper;
mod readers;
mod records;
mod registry;
mod snapshot;
mod store;
mod vectors;
mod view;
mod write;

pub use open::{Access, OpenOptions, holder};
pub use store::EmbeddedStore;
