//! The tools that ask by their result, as the newer revision does: the client answers by calling
//! again.

use rmcp::model::{CallToolResponse, InputRequests, InputRequiredResult, InputResponses};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Map, Value, json};

use crate::answers::text;
use crate::seal::{open, seal};

/// What the client brings when it calls again.
#[derive(Default)]
pub struct Brought {
    pub answers: InputResponses,
    pub state: Option<String>,
}

impl Brought {
    pub fn new(answers: Option<InputResponses>, state: Option<String>) -> Self {
        Self {
            answers: answers.unwrap_or_default(),
            state,
        }
    }

    /// An answer of a shape that the protocol knows.
    pub fn answer(&self, key: &str) -> Option<&Map<String, Value>> {
        self.answers.get(key).and_then(Value::as_object)
    }

    /// The state, opened; `None` when the client brings none.
    fn state(&self) -> Result<Option<&str>, ErrorData> {
        let Some(sealed) = &self.state else {
            return Ok(None);
        };
        let opened = open(sealed).ok_or_else(|| {
            ErrorData::invalid_params("the request state is not as it was given", None)
        })?;
        Ok(Some(opened))
    }
}

/// The response of a tool that asks; `None` for one that does not.
pub fn respond(
    name: &str,
    brought: &Brought,
    context: &RequestContext<RoleServer>,
) -> Option<Result<CallToolResponse, ErrorData>> {
    Some(match name {
        "test_input_required_result_elicitation" => Ok(greet(brought)),
        "test_input_required_result_sampling" => {
            let question = sampling("What is the capital of France?");
            Ok(ask_once(brought, "capital_question", question))
        }
        "test_input_required_result_list_roots" => Ok(ask_once(brought, "client_roots", roots())),
        "test_input_required_result_request_state"
        | "test_input_required_result_tampered_state" => with_state(
            brought,
            &[("confirm", elicitation("Is that right?", "ok", "boolean"))],
        ),
        "test_input_required_result_multiple_inputs" => with_state(
            brought,
            &[
                ("user_name", elicitation("Who are you?", "name", "string")),
                ("greeting", sampling("Write a greeting.")),
                ("client_roots", roots()),
            ],
        ),
        "test_input_required_result_multi_round" => in_two_rounds(brought),
        "test_input_required_result_capabilities" | "test_streaming_elicitation" => {
            Ok(what_the_client_can(context))
        }
        _ => return None,
    })
}

fn greet(brought: &Brought) -> CallToolResponse {
    let answer = brought.answer("user_name");
    match answer.and_then(|answer| answer.get("content")?.get("name")?.as_str()) {
        Some(name) => text(format!("Hello, {name}!")).into(),
        None => required(
            &[("user_name", elicitation("Who are you?", "name", "string"))],
            None,
        )
        .into(),
    }
}

fn ask_once(brought: &Brought, key: &str, question: Value) -> CallToolResponse {
    match brought.answer(key) {
        Some(answer) => {
            let answer = Value::Object(answer.clone());
            text(format!("The client said: {answer}")).into()
        }
        None => required(&[(key, question)], None).into(),
    }
}

fn with_state(
    brought: &Brought,
    questions: &[(&str, Value)],
) -> Result<CallToolResponse, ErrorData> {
    let answered = questions
        .iter()
        .all(|(key, _)| brought.answer(key).is_some());
    match brought.state()? {
        Some("asked") if answered => Ok(text("state-ok").into()),
        _ => Ok(required(questions, Some(seal("asked"))).into()),
    }
}

fn in_two_rounds(brought: &Brought) -> Result<CallToolResponse, ErrorData> {
    let state = brought.state()?;
    if state == Some("round-2") && brought.answer("step2").is_some() {
        return Ok(text("Both steps are done.").into());
    }
    let past_the_first = state == Some("round-1") && brought.answer("step1").is_some();
    if past_the_first || state == Some("round-2") {
        let question = elicitation("Which colour do you like?", "color", "string");
        return Ok(required(&[("step2", question)], Some(seal("round-2"))).into());
    }
    let question = elicitation("Who are you?", "name", "string");
    Ok(required(&[("step1", question)], Some(seal("round-1"))).into())
}

fn what_the_client_can(context: &RequestContext<RoleServer>) -> CallToolResponse {
    let declared = context.client_capabilities().unwrap_or_default();
    let mut questions = Vec::new();
    if declared.elicitation.is_some() {
        questions.push(("user_name", elicitation("Who are you?", "name", "string")));
    }
    if declared.sampling.is_some() {
        questions.push(("greeting", sampling("Write a greeting.")));
    }
    if questions.is_empty() {
        return text("There is nothing that this client could be asked.").into();
    }
    required(&questions, None).into()
}

/// The result that asks `questions`, and gives the client `state` to bring back.
pub fn required(questions: &[(&str, Value)], state: Option<String>) -> InputRequiredResult {
    let questions: Map<String, Value> = questions
        .iter()
        .map(|(key, question)| ((*key).to_owned(), question.clone()))
        .collect();
    let requests: InputRequests = serde_json::from_value(Value::Object(questions))
        .expect("the questions of this file are requests of the protocol");
    InputRequiredResult::new(Some(requests), state)
}

/// A question to the user with one field.
pub fn elicitation(message: &str, field: &str, kind: &str) -> Value {
    let schema = json!({
        "type": "object",
        "properties": {field: {"type": kind}},
        "required": [field],
    });
    json!({
        "method": "elicitation/create",
        "params": {"message": message, "requestedSchema": schema},
    })
}

fn sampling(prompt: &str) -> Value {
    let content = json!({"type": "text", "text": prompt});
    json!({
        "method": "sampling/createMessage",
        "params": {"messages": [{"role": "user", "content": content}], "maxTokens": 100},
    })
}

fn roots() -> Value {
    json!({"method": "roots/list", "params": {}})
}
