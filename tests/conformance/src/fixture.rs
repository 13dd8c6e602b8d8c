//! The handler that stands in for ibid's.

#![expect(deprecated, reason = "the suite looks for logging as well")]

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
    SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::inputs::{self, Brought};
use crate::{answers, asking, prompts, resources, tools};

/// How many changes a slow subscriber may lag behind.
const CHANGES_MAX: usize = 16;

#[derive(Clone, Copy)]
enum Change {
    Tools,
    Prompts,
}

/// Tools, prompts and resources, and who is to be told of changes to them.
#[derive(Clone)]
pub struct Fixture {
    changes: broadcast::Sender<Change>,
}

impl Fixture {
    pub fn new() -> Self {
        Self {
            changes: broadcast::channel(CHANGES_MAX).0,
        }
    }

    fn tell(&self, change: Change) -> CallToolResponse {
        // Nobody has to be listening.
        let _ = self.changes.send(change);
        answers::text("Told.").into()
    }
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_logging()
            .enable_completions()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new(
            "conformance",
            env!("CARGO_PKG_VERSION"),
        ))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all()))
    }

    /// What the arguments repeated in headers are checked against.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.as_ref();
        if let Some(result) = answers::plain(name) {
            return Ok(result.into());
        }
        let brought = Brought::new(request.input_responses, request.request_state);
        if let Some(response) = inputs::respond(name, &brought, &context) {
            return response;
        }
        let arguments = request.arguments.unwrap_or_default();
        if let Some(result) = asking::ask(name, &arguments, &context).await {
            return result.map(Into::into);
        }
        match name {
            "test_tool_with_logging" => Ok(answers::log(&context).await.into()),
            "test_logging_tool" => Ok(answers::log_if_asked(&context).await.into()),
            "test_tool_with_progress" => Ok(answers::progress(&context).await.into()),
            "test_missing_capability" => answers::needs_sampling(&context).map(Into::into),
            "test_trigger_tool_change" => Ok(self.tell(Change::Tools)),
            "test_trigger_prompt_change" => Ok(self.tell(Change::Prompts)),
            other => Err(ErrorData::invalid_params(
                format!("there is no tool `{other}`"),
                None,
            )),
        }
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::all()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(request)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::all()))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(
            resources::templates(),
        ))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&request.uri).map(Into::into)
    }

    async fn complete(
        &self,
        _request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Ok(CompleteResult::default())
    }

    async fn set_level(
        &self,
        _request: SetLevelRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn subscribe(
        &self,
        _request: SubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.changes.subscribe();
        loop {
            let change = tokio::select! {
                change = changes.recv() => change,
                () = subscription.cancelled() => return Ok(()),
            };
            let sink = subscription.sink();
            // What a subscriber has not asked for is not sent, and one that is gone is not told.
            let _ = match change {
                Ok(Change::Tools) => sink.notify_tool_list_changed().await,
                Ok(Change::Prompts) => sink.notify_prompt_list_changed().await,
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return Ok(()),
            };
        }
    }
}
