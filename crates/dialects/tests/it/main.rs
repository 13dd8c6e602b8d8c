//! The tools over a real engine on a store in memory: what an agent sees.

// The lint lets test functions unwrap, but not what they share.
#![allow(clippy::unwrap_used)]

mod answers;
mod arguments;
mod catalog;
mod collections;
mod determinism;
mod documents;
mod faults;
mod host;
mod library;
mod openapi;
mod passages;
mod prompts;
mod routes;
mod sessions;
