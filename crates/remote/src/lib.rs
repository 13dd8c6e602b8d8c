//! What reaches beyond this machine, and only when it is asked to: pages and chat models.
//!
//! [`RemotePages`] reads a page that a caller names; since the caller may be an agent that follows
//! what a document told it, it guards the private network. [`ChatWriter`] speaks to the one
//! endpoint that the owner of the machine configured. Neither follows the environment's proxies,
//! keeps cookies or remembers a connection.

mod address;
mod chat;
mod deadline;
mod names;
mod pages;
mod tls;
mod watch;

pub use chat::{ChatSettings, ChatWriter};
pub use names::{Lookup, SystemLookup};
pub use pages::{MEDIA_TYPES, PageLimits, RemotePages};

/// How ibid names itself to servers.
const USER_AGENT: &str = concat!("ibid/", env!("CARGO_PKG_VERSION"));
