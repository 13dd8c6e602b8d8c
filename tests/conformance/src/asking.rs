//! The tools that ask their client something while they run, as the older revisions do.

use std::time::Duration;

use rmcp::model::{CallToolResult, CustomRequest, JsonObject, ServerRequest};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::answers::text;

/// How long an answer is waited for. Without sessions none ever comes.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// What the tool asks: method and parameters; `None` for a tool that asks nothing.
fn question(name: &str, arguments: &JsonObject) -> Option<(&'static str, Value)> {
    let argument = |name: &str| arguments.get(name).cloned().unwrap_or_default();
    let elicitation = |message: Value, properties: Value, required: Value| {
        let schema = json!({
            "type": "object",
            "properties": properties,
            "required": required,
        });
        let params = json!({"message": message, "requestedSchema": schema});
        Some(("elicitation/create", params))
    };
    match name {
        "test_sampling" => {
            let content = json!({"type": "text", "text": argument("prompt")});
            let params = json!({
                "messages": [{"role": "user", "content": content}],
                "maxTokens": 100,
            });
            Some(("sampling/createMessage", params))
        }
        "test_elicitation" => elicitation(
            argument("message"),
            json!({
                "username": {"type": "string", "description": "How to call the user"},
                "email": {"type": "string", "description": "Where to write to the user"},
            }),
            json!(["username", "email"]),
        ),
        "test_elicitation_sep1034_defaults" => {
            elicitation(json!("Who are you?"), suggestions(), json!([]))
        }
        "test_elicitation_sep1330_enums" => elicitation(json!("Choose."), choices(), json!([])),
        _ => None,
    }
}

fn suggestions() -> Value {
    json!({
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {
            "type": "string",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": {"type": "boolean", "default": true},
    })
}

fn choices() -> Value {
    let options = json!(["option1", "option2", "option3"]);
    let titled = json!([
        {"const": "value1", "title": "First"},
        {"const": "value2", "title": "Second"},
        {"const": "value3", "title": "Third"},
    ]);
    json!({
        "untitledSingle": {"type": "string", "enum": options},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["One", "Two", "Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": options}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    })
}

/// Asks what the tool asks and answers with what the client said; `None` for a tool that asks
/// nothing.
pub async fn ask(
    name: &str,
    arguments: &JsonObject,
    context: &RequestContext<RoleServer>,
) -> Option<Result<CallToolResult, ErrorData>> {
    let (method, params) = question(name, arguments)?;
    let request = CustomRequest::new(method, Some(params));
    let request = ServerRequest::CustomRequest(request);
    let failed = |why: String| Err(ErrorData::internal_error(why, None));
    Some(
        match timeout(ANSWER_MAX, context.peer.send_request(request)).await {
            Ok(Ok(said)) => {
                let said = serde_json::to_value(&said).unwrap_or_default();
                Ok(text(format!("The client said: {said}")))
            }
            Ok(Err(error)) => failed(format!("the client was asked in vain: {error}")),
            Err(_) => failed("the client has not answered".to_owned()),
        },
    )
}
