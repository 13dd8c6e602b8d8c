//! Input schemas that every client accepts: one flat object, a plain type for every property,
//! no references, unions or nullable types.

use serde_json::{Map, Value, json};

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputType {
    /// A string.
    Text,
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// A whole number.
    Integer,
    /// True or false.
    Flag,
    /// A list of strings.
    TextList,
}

/// One argument of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its type.
    pub kind: InputType,
    /// Whether a call must give it.
    pub required: bool,
    /// Whether a call that lacks it goes on all the same, though it is listed as required.
    pub lenient: bool,
    /// What it means, for an agent.
    pub description: &'static str,
}

impl Input {
    /// An argument that a call must give.
    pub const fn required(name: &'static str, kind: InputType, description: &'static str) -> Self {
        Self {
            name,
            kind,
            required: true,
            lenient: false,
            description,
        }
    }

    /// An argument that a call may leave out.
    pub const fn optional(name: &'static str, kind: InputType, description: &'static str) -> Self {
        Self {
            name,
            kind,
            required: false,
            lenient: false,
            description,
        }
    }

    /// The same, but what to do when it is missing is left to the operation.
    #[must_use]
    pub const fn lenient(self) -> Self {
        Self {
            lenient: true,
            ..self
        }
    }
}

/// The schema of an object with these properties and no others.
pub fn object(inputs: &[Input]) -> Map<String, Value> {
    let properties: Map<String, Value> = inputs
        .iter()
        .map(|input| (input.name.to_owned(), property(input)))
        .collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    let required: Vec<&str> = inputs
        .iter()
        .filter(|input| input.required)
        .map(|input| input.name)
        .collect();
    // Some clients reject an empty list of required names.
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

fn property(input: &Input) -> Value {
    let description = input.description;
    match input.kind {
        InputType::Text => json!({"type": "string", "description": description}),
        InputType::Choice(values) => {
            json!({"type": "string", "enum": values, "description": description})
        }
        InputType::Integer => json!({"type": "integer", "description": description}),
        InputType::Flag => json!({"type": "boolean", "description": description}),
        InputType::TextList => {
            json!({"type": "array", "items": {"type": "string"}, "description": description})
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_schema_is_flat_and_closed() {
        let schema = object(&[
            Input::required("query", InputType::Text, "What to find."),
            Input::optional("limit", InputType::Integer, "How many."),
            Input::optional("kind", InputType::Choice(&["a", "b"]), "Which."),
            Input::optional("tags", InputType::TextList, "All of these."),
        ]);
        assert_eq!(
            Value::Object(schema).to_string(),
            concat!(
                r#"{"type":"object","properties":{"#,
                r#""query":{"type":"string","description":"What to find."},"#,
                r#""limit":{"type":"integer","description":"How many."},"#,
                r#""kind":{"type":"string","enum":["a","b"],"description":"Which."},"#,
                r#""tags":{"type":"array","items":{"type":"string"},"description":"All of these."}},"#,
                r#""required":["query"],"additionalProperties":false}"#
            )
        );
    }

    #[test]
    fn nothing_required_leaves_the_list_out() {
        assert!(object(&[]).get("required").is_none());
    }
}
