//! The tools, as they are listed.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool};
use serde_json::{Value, json};

/// Name, description, and the names of the required arguments, all of them texts.
const TOOLS: &[(&str, &str, &[&str])] = &[
    ("test_simple_text", "Answers with a text.", &[]),
    ("test_image_content", "Answers with an image.", &[]),
    ("test_audio_content", "Answers with a sound.", &[]),
    ("test_embedded_resource", "Answers with a resource.", &[]),
    (
        "test_multiple_content_types",
        "Answers with a text, an image and a resource.",
        &[],
    ),
    ("test_error_handling", "Always fails.", &[]),
    ("test_tool_with_logging", "Logs three lines.", &[]),
    ("test_logging_tool", "Logs when it is asked to.", &[]),
    ("test_tool_with_progress", "Reports its progress.", &[]),
    (
        "test_sampling",
        "Has the client's model answer.",
        &["prompt"],
    ),
    ("test_elicitation", "Asks the user.", &["message"]),
    (
        "test_elicitation_sep1034_defaults",
        "Asks the user and suggests answers.",
        &[],
    ),
    (
        "test_elicitation_sep1330_enums",
        "Has the user choose.",
        &[],
    ),
    (
        "test_missing_capability",
        "Needs a client that can sample.",
        &[],
    ),
    (
        "test_streaming_elicitation",
        "Asks by its result and not on the stream.",
        &[],
    ),
    ("test_trigger_tool_change", "Tells that tools change.", &[]),
    (
        "test_trigger_prompt_change",
        "Tells that prompts change.",
        &[],
    ),
    (
        "test_input_required_result_elicitation",
        "Asks for a name by its result.",
        &[],
    ),
    (
        "test_input_required_result_sampling",
        "Asks the client's model by its result.",
        &[],
    ),
    (
        "test_input_required_result_list_roots",
        "Asks for roots by its result.",
        &[],
    ),
    (
        "test_input_required_result_request_state",
        "Gives the client a state to bring back.",
        &[],
    ),
    (
        "test_input_required_result_multiple_inputs",
        "Asks three things at once.",
        &[],
    ),
    ("test_input_required_result_multi_round", "Asks twice.", &[]),
    (
        "test_input_required_result_tampered_state",
        "Refuses a state that was changed.",
        &[],
    ),
    (
        "test_input_required_result_capabilities",
        "Asks only what the client can answer.",
        &[],
    ),
];

pub fn all() -> Vec<Tool> {
    let mut tools: Vec<Tool> = TOOLS
        .iter()
        .map(|(name, description, texts)| tool(name, description, &texts_schema(texts)))
        .collect();
    tools.push(tool(
        "test_header",
        "Has an argument that is repeated in a header.",
        &json!({
            "type": "object",
            "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
            "required": ["region"],
        }),
    ));
    tools.push(tool(
        "json_schema_2020_12_tool",
        "Has a schema of many words.",
        &wordy_schema(),
    ));
    tools
}

fn tool(name: &'static str, description: &'static str, schema: &Value) -> Tool {
    Tool::new(name, description, Arc::new(object(schema)))
}

fn object(schema: &Value) -> JsonObject {
    schema.as_object().cloned().unwrap_or_default()
}

fn texts_schema(names: &[&str]) -> Value {
    let properties: JsonObject = names
        .iter()
        .map(|name| ((*name).to_owned(), json!({"type": "string"})))
        .collect();
    json!({"type": "object", "properties": properties, "required": names})
}

/// Words of JSON Schema 2020-12 that have to arrive as they are.
fn wordy_schema() -> Value {
    let address = json!({
        "$anchor": "addressDef",
        "type": "object",
        "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": address},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {
            "properties": {"contactMethod": {"const": "phone"}},
            "required": ["contactMethod"],
        },
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}
