//! The REST operations over a real engine on a store in memory: what a program sees, without HTTP.

mod api;
mod equality;
mod pages;
mod scopes;
mod table;
mod transcripts;
