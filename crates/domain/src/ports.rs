//! The traits through which the engine reaches the world. All of them are synchronous and take
//! a [`crate::Cancel`] where they can be slow: dropping a future would stop nothing.

pub mod clock;
pub mod embedder;
pub mod extractor;
pub mod store;
