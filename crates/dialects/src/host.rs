//! What a surface needs of the tools that it shows, whichever dialect they speak and wherever
//! the engine runs.

use domain::Cancel;
use serde_json::Value;

use crate::tool::{ToolOutput, ToolSpec};

/// Offers tools and calls them.
pub trait ToolHost: Send + Sync {
    /// How to use the tools together, for an agent that sees them for the first time: at most
    /// 2 KB.
    fn instructions(&self) -> &str;

    /// The tools, in the order to list them.
    fn tools(&self) -> Vec<ToolSpec>;

    /// Calls the tool `name` and blocks until it is done. Every failure is an output, an
    /// unknown name included.
    fn call(&self, name: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput;
}
