//! The crate against real servers on this machine.

#![allow(clippy::unwrap_used)]

mod chat;
mod encrypted;
mod pages;
mod refusals;
mod server;
