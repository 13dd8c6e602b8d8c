//! The engine on real stores: every promise that does not need a particular surface.

mod collections;
mod deep;
mod determinism;
mod documents;
mod files;
mod find_items;
mod home;
mod indexing;
mod prompts;
mod scopes;
