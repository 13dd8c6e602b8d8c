//! The Model Context Protocol over stdio, for any list of tools.
//!
//! This crate knows revisions, framing, cancellation and the size that an answer may have on
//! this surface. It knows no tool: those come from a [`ToolHost`], and every word of an answer
//! but the line that marks a cut is the host's.

mod cut;
mod handler;
mod serve;

pub use cut::TEXT_BYTES_MAX;
pub use dialects::ToolHost;
pub use serve::{ServeError, Shutdown, serve, serve_stdio};

/// The server's name in the handshake.
pub const SERVER_NAME: &str = "ibid";
/// How many tool calls run at a time; further ones wait.
pub const CALLS_MAX: usize = 8;
/// The longest incoming message, in bytes: a text document of the largest size fits, escaped.
pub const MESSAGE_BYTES_MAX: usize = 64 * 1024 * 1024;
