//! The Model Context Protocol over stdio and over HTTP, for any host of tools, prompts and
//! resources.
//!
//! This crate knows revisions, framing, cancellation, deadlines and the size that an answer may
//! have on this surface. It knows no tool: those come from a [`ToolHost`], and every word of an
//! answer but the line that marks a cut or a deadline is the host's.

mod calls;
mod cut;
mod endpoint;
mod failure;
mod handler;
mod message;
mod messages;
mod serve;
mod stdio;

pub use calls::{Deadlines, Log};
pub use cut::TEXT_BYTES_MAX;
pub use dialects::ToolHost;
pub use endpoint::{Endpoint, ReplyBody};
pub use handler::ERROR_META;
pub use messages::Messages;
pub use serve::{ServeError, Shutdown, serve, serve_stdio, serve_with};

/// The server's name in the handshake.
pub const SERVER_NAME: &str = "ibid";
/// How many tool calls run at a time; further ones wait.
pub const CALLS_MAX: usize = 8;
/// The longest incoming message, in bytes: a text document of the largest size fits, escaped.
pub const MESSAGE_BYTES_MAX: usize = 64 * 1024 * 1024;
/// How many messages a JSON-RPC batch may have.
pub const BATCH_MAX: usize = 50;
