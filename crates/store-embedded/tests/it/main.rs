//! The embedded store, from the outside.

mod home;
mod moments;
mod support;
mod terms;
