//! REST `/v1`, MCP over HTTP and the discovery files, over TCP and the local socket.
//!
//! This crate knows HTTP: methods, statuses, headers, who may come in by which door, and how many
//! calls are answered. It knows no operation; those come from the dialect's tables of routes and
//! tools, and every word of their answers is the dialect's. What only the owner of a home may do
//! is under `/local/`, which TCP does not have.

mod answer;
mod app;
mod body;
mod discovery;
mod gate;
mod guard;
mod limiter;
pub mod local;
mod local_routes;
mod mcp;
mod percent;
mod rest;
mod router;
mod server;
mod sessions;
mod settings;
mod work;

pub use app::{App, Log, Parts};
pub use guard::{CalledBy, HostPolicy, guard};
pub use router::{Door, router};
pub use server::{Address, Listener, Server};
pub use settings::{Counted, REST_BODY_BYTES_MAX, RateLimits, Settings};
