//! The owner's `/mcp`: tools, prompts and resources.

use std::collections::BTreeMap;

use dialects::context_repo;
use dialects::host::{FilledPrompt, PromptArgument, PromptPage, PromptSpec};
use dialects::{Effect, ToolOutput};
use domain::{Cancel, Error, ErrorKind, Result};
use mcp_server::ERROR_META;
use serde_json::{Value, json};

use super::{Answer, Attached, Fault, failure};

const PATH: &str = "/mcp";
/// The protocol's code for a resource that does not exist.
const NOT_FOUND: i64 = -32_002;
/// JSON-RPC's code for a fault of the server.
const INTERNAL: i64 = -32_603;

/// What came of a request: an answer that may be a failure, or none.
pub type Outcome<T> = std::result::Result<T, Fault>;

impl Attached {
    /// Calls a tool.
    ///
    /// # Errors
    /// The fault when there is no answer.
    pub fn call_tool(&self, name: &str, arguments: &Value, cancel: &Cancel) -> Outcome<ToolOutput> {
        let params = json!({"name": name, "arguments": arguments});
        let answer = self.ask("tools/call", params, cancel)?;
        Ok(match answer {
            Ok(result) => output(&result),
            Err(error) => failed(error),
        })
    }

    /// A page of prompts.
    ///
    /// # Errors
    /// The fault when there is no answer.
    pub fn list_prompts(
        &self,
        cursor: Option<&str>,
        cancel: &Cancel,
    ) -> Outcome<Result<PromptPage>> {
        let params = match cursor {
            Some(cursor) => json!({"cursor": cursor}),
            None => json!({}),
        };
        let answer = self.ask("prompts/list", params, cancel)?;
        Ok(answer.map(|result| page(&result)))
    }

    /// Fills a prompt in.
    ///
    /// # Errors
    /// The fault when there is no answer.
    pub fn get_prompt(
        &self,
        name: &str,
        values: &BTreeMap<String, String>,
        cancel: &Cancel,
    ) -> Outcome<Result<FilledPrompt>> {
        let params = json!({"name": name, "arguments": values});
        let answer = self.ask("prompts/get", params, cancel)?;
        Ok(answer.map(|result| filled(&result)))
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// The fault when there is no answer.
    pub fn get_resource(&self, uri: &str, cancel: &Cancel) -> Outcome<Result<String>> {
        let answer = self.ask("resources/read", json!({"uri": uri}), cancel)?;
        Ok(answer.map(|result| text_of(&result["contents"][0]["text"])))
    }

    /// Sends a request of the protocol; what the protocol itself refuses is the inner error.
    fn ask(&self, method: &str, params: Value, cancel: &Cancel) -> Outcome<Result<Value>> {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let body = request.to_string().into();
        let answer = self.send(::http::Method::POST, PATH.to_owned(), body, cancel)?;
        let Ok(mut reply) = serde_json::from_slice::<Value>(&answer.body) else {
            return Ok(Err(failure::of_answer(&answer)));
        };
        if let Some(result) = reply.get_mut("result") {
            return Ok(Ok(result.take()));
        }
        Ok(Err(refusal(&reply, &answer)))
    }
}

/// What the protocol, or the server before it, refused.
fn refusal(reply: &Value, answer: &Answer) -> Error {
    let kind = match reply["error"]["code"].as_i64() {
        _ if answer.status >= 400 => return failure::of_answer(answer),
        Some(NOT_FOUND) => ErrorKind::NotFound,
        Some(INTERNAL) => ErrorKind::Internal,
        _ => ErrorKind::Invalid,
    };
    Error::new(kind, text_of(&reply["error"]["message"]))
}

/// Whether a call of the tool changes nothing that its caller would miss.
pub fn only_reads(tool: &str) -> bool {
    context_repo::tool(tool)
        .is_some_and(|tool| matches!(tool.spec.effect, Effect::Read | Effect::ReadAndRemember))
}

/// A failure of the request itself, worded as the tools do.
pub fn failed(error: Error) -> ToolOutput {
    ToolOutput::failed(context_repo::word_error(&error), error)
}

fn output(result: &Value) -> ToolOutput {
    let text = text_of(&result["content"][0]["text"]);
    let is_error = result["isError"].as_bool().unwrap_or(false);
    ToolOutput {
        error: is_error.then(|| failure::of_meta(&result["_meta"][ERROR_META], &text)),
        text,
        structured: result.get("structuredContent").cloned(),
        notes: result["content"][1]["text"].as_str().map(str::to_owned),
    }
}

fn page(result: &Value) -> PromptPage {
    PromptPage {
        prompts: list(&result["prompts"]).iter().map(spec).collect(),
        cursor: result["nextCursor"].as_str().map(str::to_owned),
    }
}

fn spec(prompt: &Value) -> PromptSpec {
    let argument = |argument: &Value| PromptArgument {
        name: text_of(&argument["name"]),
        description: argument["description"].as_str().map(str::to_owned),
    };
    PromptSpec {
        name: text_of(&prompt["name"]),
        title: text_of(&prompt["title"]),
        description: text_of(&prompt["description"]),
        arguments: list(&prompt["arguments"]).iter().map(argument).collect(),
    }
}

fn filled(result: &Value) -> FilledPrompt {
    let message = |message: &Value| text_of(&message["content"]["text"]);
    FilledPrompt {
        description: text_of(&result["description"]),
        messages: list(&result["messages"]).iter().map(message).collect(),
        // The owner has said so in a message of its own.
        missing: Vec::new(),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_keeps_all_its_digits_on_the_way() {
        let sent = r#"{"score":0.19746044866986398}"#;
        let read: Value = serde_json::from_str(sent).unwrap();
        assert_eq!(read.to_string(), sent);
    }
}
