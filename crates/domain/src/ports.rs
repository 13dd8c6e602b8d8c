//! The traits through which the engine reaches the world. All of them are synchronous and take
//! a [`crate::Cancel`] where they can be slow: dropping a future would stop nothing.

pub mod answer_writer;
pub mod clock;
pub mod embedder;
pub mod entropy;
pub mod extractor;
pub mod page_fetcher;
pub mod registry;
pub mod store;
