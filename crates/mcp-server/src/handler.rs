//! Answers the protocol's requests from a host.

mod prompts;
mod resources;
mod tools;

use std::sync::Arc;
use std::time::Duration;

use dialects::ToolHost;
use domain::{Cancel, Error};
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult,
    DiscoverResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use crate::calls::{Calls, Halt};
use crate::failure::protocol_error;
use crate::{SERVER_NAME, TEXT_BYTES_MAX, cut};

pub use tools::ERROR_META;

/// How long a client may keep what does not change while it is connected: five minutes. Of all
/// else the SDK says that it is not kept, and of everything that it is the caller's own.
const STEADY_MS: u64 = 5 * 60 * 1000;

/// Serves one host, to one caller.
#[derive(Clone)]
pub(crate) struct Handler {
    host: Arc<dyn ToolHost>,
    calls: Arc<Calls>,
}

impl Handler {
    /// Serves `host`, sharing permits, deadlines and the log with others.
    pub(crate) fn new(host: Arc<dyn ToolHost>, calls: Arc<Calls>) -> Self {
        Self { host, calls }
    }

    /// Asks the host on a blocking thread. `what` names the request in errors.
    async fn ask<T: Send + 'static>(
        &self,
        within: Duration,
        context: &RequestContext<RoleServer>,
        work: impl FnOnce(&dyn ToolHost, &Cancel) -> T + Send + 'static,
    ) -> Result<T, Halt> {
        let host = Arc::clone(&self.host);
        self.calls
            .run(within, &context.ct, move |cancel| work(&*host, cancel))
            .await
    }

    /// Asks the host for what is no tool call; `what` names the request in errors.
    async fn ask_for<T: Send + 'static>(
        &self,
        what: &str,
        context: &RequestContext<RoleServer>,
        work: impl FnOnce(&dyn ToolHost, &Cancel) -> domain::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let within = self.calls.deadlines.call;
        let answer = self.ask(within, context, work).await;
        let answer = answer.unwrap_or_else(|halt| Err(halt.error(&format!("`{what}`"))));
        answer.inspect_err(|error| self.calls.log_internal(what, error))
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new(SERVER_NAME, env!("CARGO_PKG_VERSION")))
            .with_instructions(self.host.instructions())
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        // Which tools there are, and so what is said about them, can depend on the caller's key.
        Ok(DiscoverResult::from_server_info(versions, self.get_info())
            .with_ttl_ms(STEADY_MS)
            .with_cache_scope(CacheScope::Private))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // One page, in the host's order: some clients never ask for a second one.
        let tools = self.host.tools().iter().map(tools::listed).collect();
        let mut result = ListToolsResult::with_all_items(tools);
        result.ttl_ms = steady(&context);
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.into_owned();
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        let within = self.calls.deadlines.of(self.host.takes_long(&name));
        let tool = name.clone();
        let output = self
            .ask(within, &context, move |host, cancel| {
                host.call(&tool, &arguments, cancel)
            })
            .await;
        let output = output.unwrap_or_else(|halt| tools::halted(halt, &name));
        if let Some(error) = &output.error {
            self.calls.log_internal(&name, error);
        }
        let output = cut::to_size(output, self.host.when_cut(&name), TEXT_BYTES_MAX);
        Ok(tools::result(output).into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let page = self
            .ask_for("prompts/list", &context, move |host, cancel| {
                host.prompts(cursor.as_deref(), cancel)
            })
            .await
            .map_err(|error| protocol_error(&error))?;
        Ok(prompts::page(page))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let values = prompts::values(request.arguments.unwrap_or_default());
        let filled = self
            .ask_for("prompts/get", &context, move |host, cancel| {
                host.prompt(&request.name, &values, cancel)
            })
            .await
            .map_err(|error| protocol_error(&error))?;
        Ok(prompts::result(filled).into())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources = self.host.resources();
        let resources = resources.iter().map(resources::listed).collect();
        let mut result = ListResourcesResult::with_all_items(resources);
        result.ttl_ms = steady(&context);
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult {
            ttl_ms: steady(&context),
            ..Default::default()
        })
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let asked = uri.clone();
        let text = self
            .ask_for("resources/read", &context, move |host, cancel| {
                host.read_resource(&asked, cancel)
            })
            .await
            .map_err(|error| resources::error(&error, &uri))?;
        Ok(resources::read(&self.host.resources(), &uri, text).into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        // A known method whose parameters have the wrong shape arrives here; "no such method"
        // would send its author looking in the wrong place.
        let is_legacy = context.meta.protocol_version().is_none();
        match shape_of_parameters(&method) {
            Some(shape) if is_legacy || method != "initialize" => Err(ErrorData::invalid_params(
                format!("`{method}` takes {shape}"),
                None,
            )),
            _ => Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None)),
        }
    }
}

/// How long a list may be kept; nothing for the revisions that do not know of that.
fn steady(context: &RequestContext<RoleServer>) -> Option<u64> {
    let version = context.protocol_version()?;
    (version >= ProtocolVersion::V_2026_07_28).then_some(STEADY_MS)
}

fn shape_of_parameters(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" => Some("`name`, a string, and `arguments`, an object"),
        "prompts/get" => Some("`name`, a string, and `arguments`, an object of strings"),
        "resources/read" => Some("`uri`, a string"),
        "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" => {
            Some("`cursor`, a string that an earlier page gave")
        }
        "initialize" => Some(
            "`protocolVersion`, a string, `capabilities`, an object, and `clientInfo`, an object \
             with `name` and `version`",
        ),
        _ => None,
    }
}
