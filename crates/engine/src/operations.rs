//! One file per operation, or per family of small ones.

mod collections;
mod deep_expand;
mod deep_read;
mod deep_search;
mod diff;
mod documents;
mod files;
mod fill_prompt;
mod find_items;
mod gather;
mod not_found;
mod prompts;
mod reason;
mod restore;
mod scrape;
mod sessions;
mod status;
mod variables;
