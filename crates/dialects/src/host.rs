//! What a surface needs of the tools that it shows, whichever dialect they speak and wherever
//! the engine runs.

use domain::Cancel;
use serde_json::Value;

use crate::tool::{ToolOutput, ToolSpec};

/// Offers tools and calls them.
pub trait ToolHost: Send + Sync {
    /// The tools, in the order to list them.
    fn tools(&self) -> Vec<ToolSpec>;

    /// Calls the tool `name`; `None` when there is no such tool. Blocks until it is done.
    fn call(&self, name: &str, arguments: &Value, cancel: &Cancel) -> Option<ToolOutput>;
}
