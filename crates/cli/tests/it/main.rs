//! Drives the real binary, as a person or a script does.

#![cfg(unix)]
// The helpers of tests are tests, too.
#![allow(clippy::unwrap_used)]

mod adding;
mod demo;
mod homes;
mod keys;
mod killed;
mod many;
mod prompts;
mod searching;
mod serve;
mod serving;
mod settings;
mod support;
mod usage;
mod workspaces;
