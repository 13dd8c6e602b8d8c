//! Drives the server over in-memory pipes with a host that knows nothing of ibid.

mod connection;
mod fake_host;
mod protocol;
