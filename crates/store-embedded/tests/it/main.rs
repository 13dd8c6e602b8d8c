//! The embedded store, from the outside.

mod conformance;
mod home;
mod moments;
mod support;
mod terms;
mod twin;
