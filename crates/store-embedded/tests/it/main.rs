//! The embedded store, from the outside.

// The lint lets test functions unwrap, but not what they share.
#![allow(clippy::unwrap_used)]

mod conformance;
mod histories;
mod home;
mod migration;
mod moments;
mod registry;
mod support;
mod terms;
mod twin;
