//! Dialects: public contracts spoken over one set of operations.
//!
//! A dialect owns a product's wire words: tool names, JSON shapes, texts, error wording, and
//! the numbers that the product promises ("ten per type", "floor 0.35"), which it passes to the
//! engine as parameters. Nothing here knows how a message travels, and nothing below knows a
//! product's name.

pub mod arguments;
pub mod context_repo;
pub mod host;
pub mod route;
pub mod schema;
pub mod session;
pub mod tool;

pub use host::ToolHost;
pub use session::SessionContext;
pub use tool::{Annotations, Answer, Context, Effect, Tool, ToolOutput, ToolSpec};
