//! The tools that answer by themselves.

#![expect(
    deprecated,
    reason = "the suite looks for logging and sampling as well"
)]

use rmcp::model::{
    CallToolResult, ClientCapabilities, ContentBlock, LoggingLevel,
    LoggingMessageNotificationParam, ProgressNotificationParam,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::json;

use crate::contents;

/// A result of one text.
pub fn text(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// The result of a tool that needs nothing; `None` for any other.
pub fn plain(name: &str) -> Option<CallToolResult> {
    let content = match name {
        "test_simple_text" => vec![ContentBlock::text("A simple text.")],
        "test_image_content" => vec![contents::image()],
        "test_audio_content" => vec![contents::audio()],
        "test_embedded_resource" => vec![contents::embedded(
            "test://embedded-resource",
            "text/plain",
            "The text of the embedded resource.",
        )],
        "test_multiple_content_types" => vec![
            ContentBlock::text("Several kinds of content:"),
            contents::image(),
            contents::embedded(
                "test://mixed-content-resource",
                "application/json",
                r#"{"test":"data","value":123}"#,
            ),
        ],
        "test_error_handling" => {
            return Some(CallToolResult::error(vec![ContentBlock::text(
                "This tool always fails.",
            )]));
        }
        "test_header" | "json_schema_2020_12_tool" => vec![ContentBlock::text("Called.")],
        _ => return None,
    };
    Some(CallToolResult::success(content))
}

/// Logs three lines, however the client has set the level.
pub async fn log(context: &RequestContext<RoleServer>) -> CallToolResult {
    for line in ["begun", "at work", "done"] {
        let notification = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(line));
        // A client that is gone is not told.
        let _ = context.peer.notify_logging_message(notification).await;
    }
    text("Logged three lines.")
}

/// Logs only when the request asks for it.
pub async fn log_if_asked(context: &RequestContext<RoleServer>) -> CallToolResult {
    match context.meta.log_level() {
        Some(_) => log(context).await,
        None => text("Nobody asked for a log."),
    }
}

/// Reports progress at three points, if the client gave a token.
pub async fn progress(context: &RequestContext<RoleServer>) -> CallToolResult {
    if let Some(token) = context.meta.get_progress_token() {
        for progress in [0.0, 50.0, 100.0] {
            let notification =
                ProgressNotificationParam::new(token.clone(), progress).with_total(100.0);
            let _ = context.peer.notify_progress(notification).await;
        }
    }
    text("Done.")
}

/// Answers only who declared that it can sample.
pub fn needs_sampling(context: &RequestContext<RoleServer>) -> Result<CallToolResult, ErrorData> {
    let declared = context.client_capabilities();
    if declared.is_some_and(|capabilities| capabilities.sampling.is_some()) {
        return Ok(text("The client can sample."));
    }
    Err(ErrorData::missing_required_client_capability(
        ClientCapabilities::builder().enable_sampling().build(),
    ))
}
