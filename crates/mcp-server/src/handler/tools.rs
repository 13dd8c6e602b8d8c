//! Tools and what they answer, as the protocol has them.

use std::sync::Arc;

use dialects::{ToolOutput, ToolSpec};
use domain::{Error, ErrorKind};
use rmcp::model::{CallToolResult, ContentBlock, MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

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

/// The key under which a failed call says what kind of failure it is, for programs.
pub const ERROR_META: &str = "ibid/error";

pub(super) fn result(output: ToolOutput) -> CallToolResult {
    let failure = output.error.as_ref().map(failure);
    let mut content = vec![ContentBlock::text(output.text)];
    content.extend(output.notes.map(ContentBlock::text));
    let mut result = if failure.is_some() {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    result.meta = failure.map(|failure| {
        let mut meta = MetaObject::new();
        meta.insert(ERROR_META.to_owned(), failure);
        meta
    });
    result.structured_content = output.structured;
    result
}

/// The failure as data: `kind`, `message` and `hint`. Of a fault inside ibid only the kind is told.
fn failure(error: &Error) -> Value {
    let kind = error.kind.name();
    if error.kind == ErrorKind::Internal {
        return json!({"kind": kind});
    }
    json!({"kind": kind, "message": error.message, "hint": error.hint})
}

/// The output of a call that has none.
pub(super) fn halted(halt: Halt, name: &str) -> ToolOutput {
    let error = halt.error(&format!("the call of `{name}`"));
    ToolOutput::failed(format!("Error: {error}"), error)
}
