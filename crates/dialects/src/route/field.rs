//! One part of a request: its face as plain data, and the JSON schema of it.

use serde_json::{Map, Value, json};

/// What an id looks like on the wire.
pub const ID_PATTERN: &str = "^[A-Za-z0-9_-]{1,128}$";
/// What the name of a variable looks like.
const VARIABLE_PATTERN: &str = "^[A-Za-z_][A-Za-z0-9_.-]{0,127}$";
/// Text with something in it.
const FILLED_PATTERN: &str = r"\S";

/// Where a part of a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In the path.
    Path,
    /// In the query.
    Query,
    /// In the JSON body.
    Body,
}

impl Place {
    /// The place as OpenAPI and texts name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Body => "body",
        }
    }
}

/// What a part of a request holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Any text. In a query, blank text counts as absent.
    Text,
    /// Text that is not blank.
    Filled,
    /// The id of something, see [`ID_PATTERN`].
    Id,
    /// The name of a template's variable: a letter or `_`, then letters, digits, `_`, `.`, `-`.
    Variable,
    /// Where a page starts: what an earlier page gave. Blank counts as absent.
    Cursor,
    /// The address of a web page.
    Address,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A whole number; the operation brings it into its range.
    Whole,
    /// A whole number from 1 on.
    Counting,
    /// True or false.
    Flag,
    /// Texts: an array in a body, parted by commas in a query.
    TextList,
    /// At least one id; for bodies.
    IdList,
    /// Different objects with these fields, which the operation checks; for bodies.
    Objects(&'static [Field]),
    /// An object of any content; for bodies.
    Anything,
}

/// A part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name on the wire.
    pub name: &'static str,
    /// The name that the operation knows it by.
    pub argument: &'static str,
    /// What it holds.
    pub kind: FieldKind,
    /// Whether a request must have it. What it need not have may also be `null` in a body.
    pub required: bool,
    /// What it means, in a sentence.
    pub description: &'static str,
}

impl Field {
    /// A part that a request must have.
    pub const fn required(name: &'static str, kind: FieldKind, description: &'static str) -> Self {
        Self {
            name,
            argument: name,
            kind,
            required: true,
            description,
        }
    }

    /// A part that a request may leave out.
    pub const fn optional(name: &'static str, kind: FieldKind, description: &'static str) -> Self {
        Self {
            required: false,
            ..Self::required(name, kind, description)
        }
    }

    /// The same, known to the operation by another name.
    #[must_use]
    pub const fn known_as(self, argument: &'static str) -> Self {
        Self { argument, ..self }
    }

    /// The JSON schema of its value.
    pub fn schema(&self, place: Place) -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!(self.kind.type_name(place)));
        for (keyword, value) in self.kind.keywords(place) {
            schema.insert(keyword.to_owned(), value);
        }
        if place == Place::Body && !self.required {
            allow_null(&mut schema);
        }
        schema
    }
}

/// The JSON schema of an object with these fields and no others.
pub fn object_schema(fields: &[Field]) -> Value {
    let properties: Map<String, Value> = fields
        .iter()
        .map(|field| {
            let mut schema = field.schema(Place::Body);
            schema.insert("description".to_owned(), json!(field.description));
            (field.name.to_owned(), Value::Object(schema))
        })
        .collect();
    let required: Vec<&str> = fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.name)
        .collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    Value::Object(schema)
}

fn allow_null(schema: &mut Map<String, Value>) {
    if let Some(name) = schema.get_mut("type") {
        *name = json!([name.take(), "null"]);
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
}

impl FieldKind {
    /// The kind's type in JSON.
    pub fn type_name(self, place: Place) -> &'static str {
        match self {
            // A list in a query is one text, parted by commas.
            Self::TextList if place != Place::Body => "string",
            Self::Text
            | Self::Filled
            | Self::Id
            | Self::Variable
            | Self::Cursor
            | Self::Address
            | Self::Choice(_) => "string",
            Self::Whole | Self::Counting => "integer",
            Self::Flag => "boolean",
            Self::TextList | Self::IdList | Self::Objects(_) => "array",
            Self::Anything => "object",
        }
    }

    fn keywords(self, place: Place) -> Vec<(&'static str, Value)> {
        match self {
            Self::Filled => vec![("minLength", json!(1)), ("pattern", json!(FILLED_PATTERN))],
            Self::Id => vec![("pattern", json!(ID_PATTERN))],
            Self::Variable => vec![("pattern", json!(VARIABLE_PATTERN))],
            Self::Cursor => vec![("format", json!("cursor"))],
            Self::Address => vec![("format", json!("uri"))],
            Self::Choice(values) => vec![("enum", json!(values))],
            Self::Counting => vec![("minimum", json!(1))],
            Self::TextList if place == Place::Body => {
                vec![("items", json!({"type": "string"}))]
            }
            Self::IdList => vec![
                ("items", json!({"type": "string", "pattern": ID_PATTERN})),
                ("minItems", json!(1)),
            ],
            Self::Objects(fields) => vec![
                ("items", object_schema(fields)),
                ("uniqueItems", json!(true)),
            ],
            Self::Text | Self::Whole | Self::Flag | Self::TextList | Self::Anything => Vec::new(),
        }
    }

    /// The kind in words, for people and for error messages: "`x` must be …".
    pub fn words(self) -> String {
        match self {
            Self::Text => "a text".to_owned(),
            Self::Filled => "a text that is not blank".to_owned(),
            Self::Id => "an id: 1 to 128 letters, digits, `_` or `-`".to_owned(),
            Self::Variable => {
                "a name: a letter or `_`, then letters, digits, `_`, `.` or `-`, 128 at most"
                    .to_owned()
            }
            Self::Cursor => "the cursor of an earlier page".to_owned(),
            Self::Address => "the address of a page".to_owned(),
            Self::Choice(values) => format!("one of {}", values.join(", ")),
            Self::Whole => "a whole number".to_owned(),
            Self::Counting => "a whole number from 1 on".to_owned(),
            Self::Flag => "true or false".to_owned(),
            Self::TextList => "a list of texts".to_owned(),
            Self::IdList => "a list of at least one id".to_owned(),
            Self::Objects(_) => "a list of objects".to_owned(),
            Self::Anything => "an object".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_closed_and_lets_null_stand_for_absent() {
        let schema = object_schema(&[
            Field::required("title", FieldKind::Filled, "A name."),
            Field::optional("type", FieldKind::Choice(&["a", "b"]), "Which."),
            Field::optional("tags", FieldKind::TextList, "All of these."),
        ]);
        assert_eq!(
            schema.to_string(),
            concat!(
                r#"{"type":"object","properties":{"#,
                r#""title":{"type":"string","minLength":1,"pattern":"\\S","description":"A name."},"#,
                r#""type":{"type":["string","null"],"enum":["a","b",null],"description":"Which."},"#,
                r#""tags":{"type":["array","null"],"items":{"type":"string"},"#,
                r#""description":"All of these."}},"#,
                r#""required":["title"],"additionalProperties":false}"#
            )
        );
    }

    #[test]
    fn a_query_holds_plain_texts() {
        let tags = Field::optional("tags", FieldKind::TextList, "All of these.");
        assert_eq!(
            Value::Object(tags.schema(Place::Query)).to_string(),
            r#"{"type":"string"}"#
        );
    }
}
