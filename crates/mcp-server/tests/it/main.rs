//! Drives the server over in-memory pipes, and the endpoint by requests, with a host that knows
//! nothing of ibid.

// The lint lets test functions unwrap, but not what they share.
#![allow(clippy::unwrap_used)]

mod connection;
mod deadlines;
mod endpoint;
mod exchange;
mod fake_host;
mod lines;
mod prompts_and_resources;
mod protocol;
mod relay;
