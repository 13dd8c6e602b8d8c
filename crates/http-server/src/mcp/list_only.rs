//! What a stranger may see: which tools and resources there are. Nothing of the store is in that.

use std::collections::BTreeMap;

use dialects::host::{FilledPrompt, PromptPage, ResourceSpec};
use dialects::{ToolHost, ToolOutput, ToolSpec};
use domain::{Cancel, Error, ErrorKind, Result};
use serde_json::Value;

/// A host that lists what another one has and calls nothing of it.
pub struct ListOnly<H>(pub H);

impl<H: ToolHost> ToolHost for ListOnly<H> {
    fn instructions(&self) -> &str {
        self.0.instructions()
    }

    fn tools(&self) -> Vec<ToolSpec> {
        self.0.tools()
    }

    fn when_cut(&self, tool: &str) -> &str {
        self.0.when_cut(tool)
    }

    fn takes_long(&self, tool: &str) -> bool {
        self.0.takes_long(tool)
    }

    fn call(&self, _name: &str, _arguments: &Value, _cancel: &Cancel) -> ToolOutput {
        let error = key_required();
        ToolOutput::failed(dialects::context_repo::word_error(&error), error)
    }

    fn prompts(&self, _cursor: Option<&str>, _cancel: &Cancel) -> Result<PromptPage> {
        Err(key_required())
    }

    fn prompt(
        &self,
        _name: &str,
        _values: &BTreeMap<String, String>,
        _cancel: &Cancel,
    ) -> Result<FilledPrompt> {
        Err(key_required())
    }

    fn resources(&self) -> Vec<ResourceSpec> {
        self.0.resources()
    }

    fn read_resource(&self, _uri: &str, _cancel: &Cancel) -> Result<String> {
        Err(key_required())
    }
}

fn key_required() -> Error {
    Error::new(ErrorKind::Unauthenticated, "an API key is required")
}
