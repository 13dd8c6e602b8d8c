//! Answers the protocol's requests about tools.

use std::io::Write as _;
use std::sync::Arc;

use dialects::{ToolHost, ToolOutput, ToolSpec};
use domain::{Cancel, Error, ErrorKind};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, ErrorCode, Implementation, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::{CALLS_MAX, SERVER_NAME, TEXT_BYTES_MAX, cut};

/// Serves the tools of one host over one connection.
pub struct Handler {
    host: Arc<dyn ToolHost>,
    permits: Arc<Semaphore>,
}

impl Handler {
    /// Serves the tools of `host`.
    pub fn new(host: Arc<dyn ToolHost>) -> Self {
        Self {
            host,
            permits: Arc::new(Semaphore::new(CALLS_MAX)),
        }
    }

    /// Runs a call on a blocking thread. Returns early when the request is cancelled; the call
    /// itself then stops at its next check and keeps its permit until it has.
    async fn run(
        &self,
        name: String,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> ToolOutput {
        let cancel = Cancel::new();
        let call = self.call_when_free(name, arguments, cancel.clone());
        tokio::select! {
            output = call => output,
            () = context.ct.cancelled() => {
                cancel.cancel();
                failed(Error::cancelled())
            }
        }
    }

    async fn call_when_free(&self, name: String, arguments: Value, cancel: Cancel) -> ToolOutput {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let host = Arc::clone(&self.host);
        let tool = name.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            host.call(&name, &arguments, &cancel)
        })
        .await;
        match done {
            Ok(output) => {
                log_internal(&tool, &output);
                output
            }
            // The panic itself went to stderr where it happened.
            Err(_) => failed(Error::internal(format!(
                "the call of `{tool}` failed inside the server"
            ))),
        }
    }

    fn when_cut(&self, name: &str) -> &'static str {
        let tools = self.host.tools();
        let tool = tools.iter().find(|tool| tool.name == name);
        tool.map_or("", |tool| tool.when_cut)
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new(SERVER_NAME, env!("CARGO_PKG_VERSION")))
            .with_instructions(self.host.instructions())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // One page, in the host's order: some clients never ask for a second one.
        let tools = self.host.tools().iter().map(listed).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.into_owned();
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        let when_cut = self.when_cut(&name);
        let output = self.run(name, arguments, &context).await;
        Ok(result(cut::to_size(output, when_cut, TEXT_BYTES_MAX)).into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        // A call whose parameters have the wrong shape arrives here; "no such method" would
        // send its author looking in the wrong place.
        if method == "tools/call" {
            return Err(ErrorData::invalid_params(
                "`tools/call` takes `name`, a string, and `arguments`, an object",
                None,
            ));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None))
    }
}

fn listed(spec: &ToolSpec) -> Tool {
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

fn result(output: ToolOutput) -> CallToolResult {
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

fn failed(error: Error) -> ToolOutput {
    ToolOutput::failed(format!("Error: {error}"), error)
}

/// A fault inside ibid is opaque to the client, so its details have to be seen somewhere.
fn log_internal(tool: &str, output: &ToolOutput) {
    if let Some(error) = &output.error
        && error.kind == ErrorKind::Internal
    {
        // Nobody may be reading stderr; that must not end the call.
        let _ = writeln!(std::io::stderr(), "ibid mcp: {tool}: {error}");
    }
}
