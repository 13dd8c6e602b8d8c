//! One file per operation, or per family of small ones.

mod collections;
mod deep_expand;
mod deep_read;
mod deep_search;
mod documents;
mod files;
mod find_items;
mod not_found;
mod prompts;
mod sessions;
mod status;
