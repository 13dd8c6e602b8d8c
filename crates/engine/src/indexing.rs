//! The second publication: vectors.
//!
//! A loop around a pure plan: take the jobs that come first, encode what the cache does not
//! hold, publish each item's vectors in one transaction. Encoded vectors reach the cache in
//! batches before that, so a killed run does not encode them again.

mod plan;
pub(crate) mod report;
mod steps;
mod turns;
pub(crate) mod worker;
