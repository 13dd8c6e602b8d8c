//! Drives the real binary, as a person or a script does.

#![cfg(unix)]
// The helpers of tests are tests, too.
#![allow(clippy::unwrap_used)]

mod adding;
mod demo;
mod homes;
mod killed;
mod prompts;
mod searching;
mod serving;
mod support;
mod usage;
