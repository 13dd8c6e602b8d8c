//! Drives the server over in-memory pipes with a host that knows nothing of ibid.

// The lint lets test functions unwrap, but not what they share.
#![allow(clippy::unwrap_used)]

mod connection;
mod fake_host;
mod protocol;
