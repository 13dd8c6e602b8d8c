//! The tools over an engine in this process.

use std::sync::Arc;

use domain::{Caller, Cancel};
use engine::Engine;
use serde_json::Value;

use crate::host::ToolHost;
use crate::session::SessionContext;
use crate::tool::{Context, ToolOutput, ToolSpec};

/// Calls tools for one caller over one connection.
pub struct LocalHost {
    engine: Arc<Engine>,
    caller: Caller,
    session: SessionContext,
}

impl LocalHost {
    /// Tools over `engine` for `caller`; `session` says what a search without a session does.
    pub fn new(engine: Arc<Engine>, caller: Caller, session: SessionContext) -> Self {
        Self {
            engine,
            caller,
            session,
        }
    }
}

impl ToolHost for LocalHost {
    fn instructions(&self) -> &str {
        super::INSTRUCTIONS
    }

    fn tools(&self) -> Vec<ToolSpec> {
        super::tools().into_iter().map(|tool| tool.spec).collect()
    }

    fn call(&self, name: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput {
        let context = Context {
            engine: &self.engine,
            caller: &self.caller,
            session: &self.session,
            cancel,
        };
        super::call(name, &context, arguments)
    }
}
