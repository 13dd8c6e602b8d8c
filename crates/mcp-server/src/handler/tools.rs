//! Tools and what they answer, as the protocol has them.

use std::sync::Arc;

use dialects::{ToolOutput, ToolSpec};
use rmcp::model::{CallToolResult, ContentBlock, Tool, ToolAnnotations};

use crate::calls::Halt;

pub(super) fn listed(spec: &ToolSpec) -> Tool {
    let hints = spec.effect.annotations();
    let mut tool = Tool::new(spec.name, spec.description, Arc::new(spec.input_schema()));
    tool.title = Some(spec.title.to_owned());
    tool.annotations = Some(
        ToolAnnotations::with_title(spec.title)
            .read_only(hints.read_only)
            .destructive(hints.destructive)
            .idempotent(hints.idempotent)
            .open_world(hints.open_world),
    );
    tool
}

pub(super) fn result(output: ToolOutput) -> CallToolResult {
    let is_error = output.is_error();
    let mut content = vec![ContentBlock::text(output.text)];
    content.extend(output.notes.map(ContentBlock::text));
    let mut result = if is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    result.structured_content = output.structured;
    result
}

/// The output of a call that has none.
pub(super) fn halted(halt: Halt, name: &str) -> ToolOutput {
    let error = halt.error(&format!("the call of `{name}`"));
    ToolOutput::failed(format!("Error: {error}"), error)
}
