//! The engine on real stores: every promise that does not need a particular surface.

// What the tests share may give up on the spot, as the tests do.
#![allow(clippy::unwrap_used)]

mod access;
mod archive;
mod collections;
mod deep;
mod determinism;
mod documents;
mod files;
mod find_items;
mod home;
mod indexing;
mod prompts;
mod reason;
mod reason_text;
mod scopes;
mod scrape;
mod variables;
mod versions;
mod worker;
