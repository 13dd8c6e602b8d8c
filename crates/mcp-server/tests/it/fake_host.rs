//! A host of a few tools, each of which shows one thing.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use dialects::host::{FilledPrompt, PromptArgument, PromptPage, PromptSpec, ResourceSpec};
use dialects::schema::{Input, InputType};
use dialects::{Effect, ToolOutput, ToolSpec};
use domain::{Cancel, Error, ErrorKind, Result};
use mcp_server::ToolHost;
use serde_json::{Value, json};

const ECHO: ToolSpec = ToolSpec {
    name: "zebra_echo",
    title: "Echo",
    description: "Answers with its arguments.",
    inputs: &[Input::optional("word", InputType::Text, "What to say.")],
    effect: Effect::Read,
    when_cut: "Say less.",
};
const FAIL: ToolSpec = ToolSpec {
    name: "fail",
    title: "Fail",
    description: "Always fails.",
    inputs: &[],
    effect: Effect::Write,
    when_cut: "Nothing follows.",
};
const LONG: ToolSpec = ToolSpec {
    name: "long",
    title: "Long",
    description: "Answers at length.",
    inputs: &[],
    effect: Effect::Delete,
    when_cut: "Ask for a part.",
};
const WAIT: ToolSpec = ToolSpec {
    name: "wait",
    title: "Wait",
    description: "Waits until it is cancelled.",
    inputs: &[],
    effect: Effect::ReadAndRemember,
    when_cut: "Nothing follows.",
};

/// What happened inside a call of `wait`.
#[derive(Debug, PartialEq, Eq)]
pub enum Waited {
    /// It has begun.
    Began,
    /// It has seen its cancellation.
    Cancelled,
}

pub struct FakeHost {
    waited: Mutex<Sender<Waited>>,
}

impl FakeHost {
    pub fn new() -> (Arc<Self>, Receiver<Waited>) {
        let (sender, receiver) = channel();
        let host = Arc::new(Self {
            waited: Mutex::new(sender),
        });
        (host, receiver)
    }

    fn tell(&self, what: Waited) {
        // A test that does not care has dropped its end.
        let _ = self.waited.lock().unwrap().send(what);
    }
}

impl ToolHost for FakeHost {
    fn instructions(&self) -> &str {
        "Echo first, then wait."
    }

    fn tools(&self) -> Vec<ToolSpec> {
        vec![ECHO, FAIL, LONG, WAIT]
    }

    fn call(&self, name: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput {
        match name {
            "zebra_echo" => answer(&arguments.to_string(), Some("Beside it.")),
            "fail" => failed("it always does"),
            "long" => answer(&"ab\n".repeat(100_000), None),
            "panic" => panic!("the host broke"),
            "wait" | "reason" => {
                self.tell(Waited::Began);
                while !cancel.is_cancelled() {
                    std::thread::yield_now();
                }
                self.tell(Waited::Cancelled);
                failed("cancelled")
            }
            other => failed(&format!("Unknown tool: {other}")),
        }
    }

    fn when_cut(&self, tool: &str) -> &str {
        let tools = self.tools();
        let tool = tools.iter().find(|spec| spec.name == tool);
        tool.map_or("", |spec| spec.when_cut)
    }

    fn takes_long(&self, tool: &str) -> bool {
        tool == "reason"
    }

    fn prompts(&self, cursor: Option<&str>, _cancel: &Cancel) -> Result<PromptPage> {
        let (name, cursor) = match cursor {
            None => ("p1", Some("after-p1".to_owned())),
            Some("after-p1") => ("p2", None),
            Some("forbidden") => {
                return Err(Error::new(
                    ErrorKind::NotAllowed,
                    "the key may not read prompts",
                ));
            }
            Some(_) => return Err(Error::invalid("the cursor is malformed")),
        };
        Ok(PromptPage {
            prompts: vec![PromptSpec {
                name: name.to_owned(),
                title: "Greeting".to_owned(),
                description: "Greeting — Greets somebody.".to_owned(),
                arguments: vec![PromptArgument {
                    name: "who".to_owned(),
                    description: Some("Whom to greet.".to_owned()),
                }],
            }],
            cursor,
        })
    }

    fn prompt(
        &self,
        name: &str,
        values: &BTreeMap<String, String>,
        cancel: &Cancel,
    ) -> Result<FilledPrompt> {
        if name == "slow" {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            return Err(Error::cancelled());
        }
        if name != "p1" {
            return Err(Error::not_found(format!("no prompt `{name}`")).hint("list the prompts"));
        }
        if let Some(unknown) = values.keys().find(|name| *name != "who") {
            return Err(Error::invalid(format!("no variable `{unknown}`")));
        }
        let who = values.get("who").map_or("${who}", String::as_str);
        let missing = (!values.contains_key("who")).then(|| "who".to_owned());
        let mut messages = vec![format!("Hello, {who}!")];
        messages.extend(missing.iter().map(|name| format!("Not filled in: {name}.")));
        Ok(FilledPrompt {
            description: "Greets somebody.".to_owned(),
            messages,
            missing: missing.into_iter().collect(),
        })
    }

    fn resources(&self) -> Vec<ResourceSpec> {
        vec![CAPABILITIES]
    }

    fn read_resource(&self, uri: &str, _cancel: &Cancel) -> Result<String> {
        if uri == CAPABILITIES.uri {
            return Ok("{\n  \"all\": true\n}".to_owned());
        }
        Err(Error::not_found(format!("no resource `{uri}`")))
    }
}

const CAPABILITIES: ResourceSpec = ResourceSpec {
    uri: "fake://capabilities",
    name: "Capabilities",
    description: "What there is.",
    media_type: "application/json",
};

fn answer(text: &str, notes: Option<&str>) -> ToolOutput {
    ToolOutput {
        text: text.to_owned(),
        structured: Some(json!({"data": text.len()})),
        notes: notes.map(str::to_owned),
        error: None,
    }
}

fn failed(message: &str) -> ToolOutput {
    ToolOutput::failed(format!("Error: {message}"), Error::invalid(message))
}
