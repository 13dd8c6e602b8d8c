//! The server as its clients see it: over real sockets where the connection matters, and straight
//! through the router where it has to come from another machine.
#![allow(clippy::unwrap_used)]

mod client;
mod coming_in;
mod connections;
mod cors;
mod discovery;
mod failures;
mod faults;
mod isolation;
mod limits;
mod local;
mod mcp;
mod requests;
mod routes;
mod scopes;
mod world;
