//! The prompts.

use rmcp::ErrorData;
use rmcp::model::{
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, JsonObject, Prompt, PromptArgument,
    PromptMessage, Role,
};

use crate::contents;
use crate::inputs::{Brought, elicitation, required};

/// Name, description, and the names of the arguments, all of them required.
const PROMPTS: &[(&str, &str, &[&str])] = &[
    ("test_simple_prompt", "Takes nothing.", &[]),
    (
        "test_prompt_with_arguments",
        "Takes two values.",
        &["arg1", "arg2"],
    ),
    (
        "test_prompt_with_embedded_resource",
        "Holds a resource.",
        &["resourceUri"],
    ),
    ("test_prompt_with_image", "Holds an image.", &[]),
    (
        "test_input_required_result_prompt",
        "Asks for context by its result.",
        &[],
    ),
];

pub fn all() -> Vec<Prompt> {
    PROMPTS
        .iter()
        .map(|(name, description, arguments)| {
            let arguments = arguments
                .iter()
                .map(|name| PromptArgument::new(*name).with_required(true));
            Prompt::new(*name, Some(*description), Some(arguments.collect()))
        })
        .collect()
}

pub fn get(request: GetPromptRequestParams) -> Result<GetPromptResponse, ErrorData> {
    let arguments = request.arguments.unwrap_or_default();
    let messages = match request.name.as_str() {
        "test_simple_prompt" => vec![user("A simple prompt.")],
        "test_prompt_with_arguments" => vec![user(&format!(
            "arg1='{}', arg2='{}'",
            argument(&arguments, "arg1")?,
            argument(&arguments, "arg2")?,
        ))],
        "test_prompt_with_embedded_resource" => {
            let uri = argument(&arguments, "resourceUri")?;
            let resource = contents::embedded(uri, "text/plain", "The text of the resource.");
            vec![
                PromptMessage::new(Role::User, resource),
                user("Read the resource above."),
            ]
        }
        "test_prompt_with_image" => vec![
            PromptMessage::new(Role::User, contents::image()),
            user("Look at the image above."),
        ],
        "test_input_required_result_prompt" => {
            let brought = Brought::new(request.input_responses, request.request_state);
            if brought.answer("user_context").is_none() {
                let question = elicitation("In which context?", "context", "string");
                return Ok(required(&[("user_context", question)], None).into());
            }
            vec![user("A prompt in the context that was given.")]
        }
        other => {
            return Err(ErrorData::invalid_params(
                format!("there is no prompt `{other}`"),
                None,
            ));
        }
    };
    Ok(GetPromptResult::new(messages).into())
}

fn user(text: &str) -> PromptMessage {
    PromptMessage::new_text(Role::User, text)
}

fn argument<'a>(arguments: &'a JsonObject, name: &str) -> Result<&'a str, ErrorData> {
    let value = arguments.get(name).and_then(|value| value.as_str());
    value.ok_or_else(|| ErrorData::invalid_params(format!("`{name}` is missing"), None))
}
