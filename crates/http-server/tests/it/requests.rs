//! Requests for every route and tool, made from the tables that the server itself answers by.

use dialects::ToolSpec;
use dialects::context_repo;
use dialects::route::{Field, FieldKind, Place, Route};
use dialects::schema::{Input, InputType};
use serde_json::{Map, Value, json};

use crate::client::Call;
use crate::world::Library;

/// How the ids and texts of a request are chosen.
pub trait Choose {
    /// The id for the input called `name` of what is under `area` (`prompts`, `documents`, …).
    fn id(&mut self, area: &str, name: &str) -> String;
    /// The text for the input called `name`.
    fn text(&mut self, name: &str) -> String;
    /// Whether an input that may be left out is given.
    fn gives(&mut self, name: &str) -> bool;
}

/// Chooses the items of a library, and what a request must have.
pub struct Plain<'a>(pub &'a Library);

impl Choose for Plain<'_> {
    fn id(&mut self, area: &str, name: &str) -> String {
        library_id(self.0, area, name).to_owned()
    }

    fn text(&mut self, name: &str) -> String {
        plain_text(name)
    }

    fn gives(&mut self, name: &str) -> bool {
        // An update has to change something.
        matches!(name, "title" | "name")
    }
}

/// The id in `library` that fits.
pub fn library_id<'a>(library: &'a Library, area: &str, name: &str) -> &'a str {
    match (area, name) {
        (_, "chunkId") => &library.chunk,
        (_, "sessionId") => &library.session,
        (_, "documentId") => &library.document,
        (_, "collectionId") => &library.collection,
        (_, "promptId") => &library.prompt,
        ("prompts", "versionId" | "from" | "to") => &library.prompt_version,
        (_, "versionId" | "from" | "to") => &library.document_version,
        ("prompts", _) => &library.prompt,
        ("collections", "id") => &library.collection,
        _ => &library.document,
    }
}

/// A text that every input of this name takes.
pub fn plain_text(name: &str) -> String {
    match name {
        "color" => "#00aa11".to_owned(),
        "icon" => "🌊".to_owned(),
        "url" => "https://pages.example/tides".to_owned(),
        _ => "spring tide".to_owned(),
    }
}

/// A request of a route.
pub fn of_route(route: &Route, choose: &mut dyn Choose) -> Call {
    let area = route.path.split('/').nth(2).unwrap();
    let mut path = route.path.to_owned();
    for field in route.path_inputs {
        let id = choose.id(area, field.name);
        path = path.replace(&format!("{{{}}}", field.name), &id);
    }
    let mut query: Vec<String> = Vec::new();
    for field in chosen(route.query, choose) {
        if let Some(value) = value(field, Place::Query, area, choose) {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            query.push(format!("{}={}", field.name, form_encoded(&text)));
        }
    }
    if !query.is_empty() {
        path.push_str(&format!("?{}", query.join("&")));
    }
    let call = Call::new(route.method.name(), &path).with("Content-Type", "application/json");
    let Some(fields) = route.body else {
        return call;
    };
    let mut body = Map::new();
    for field in chosen(fields, choose) {
        if let Some(value) = value(field, Place::Body, area, choose) {
            body.insert(field.name.to_owned(), value);
        }
    }
    call.body(Value::Object(body).to_string())
}

fn chosen<'a>(fields: &'a [Field], choose: &mut dyn Choose) -> Vec<&'a Field> {
    fields
        .iter()
        .filter(|field| field.required || choose.gives(field.name))
        .collect()
}

fn value(field: &Field, place: Place, area: &str, choose: &mut dyn Choose) -> Option<Value> {
    Some(match field.kind {
        FieldKind::Id => json!(choose.id(area, field.name)),
        FieldKind::IdList => json!([choose.id(area, field.name)]),
        FieldKind::Text | FieldKind::Filled | FieldKind::Address => json!(choose.text(field.name)),
        FieldKind::Choice(values) => json!(values[0]),
        FieldKind::Whole | FieldKind::Counting => json!(3),
        FieldKind::Flag => json!(true),
        FieldKind::TextList if place == Place::Query => json!("a,b"),
        FieldKind::TextList => json!(["a", "b"]),
        FieldKind::Cursor | FieldKind::Objects(_) | FieldKind::Anything | FieldKind::Variable => {
            return None;
        }
    })
}

fn form_encoded(text: &str) -> String {
    let encoded = text.bytes().map(|byte| match byte {
        b' ' => "+".to_owned(),
        b if b.is_ascii_alphanumeric() => char::from(b).to_string(),
        b => format!("%{b:02X}"),
    });
    encoded.collect()
}

/// The arguments of a tool.
pub fn of_tool(tool: &ToolSpec, choose: &mut dyn Choose) -> Value {
    let area = if tool.name.contains("prompt") {
        "prompts"
    } else {
        "documents"
    };
    let mut arguments = Map::new();
    for input in tool.inputs {
        if input.required || choose.gives(input.name) {
            arguments.insert(input.name.to_owned(), argument(tool, input, area, choose));
        }
    }
    Value::Object(arguments)
}

fn argument(tool: &ToolSpec, input: &Input, area: &str, choose: &mut dyn Choose) -> Value {
    match input.kind {
        InputType::Text if tool.name == "fetch" => {
            json!(with_kind(&choose.id(area, "documentId")))
        }
        InputType::Text if input.name.ends_with("Id") => json!(choose.id(area, input.name)),
        InputType::Text => json!(choose.text(input.name)),
        InputType::Choice(values) => json!(values[0]),
        InputType::Integer => json!(3),
        InputType::Flag => json!(true),
        InputType::TextList if input.name == "itemIds" => json!([choose.id(area, "itemIds")]),
        InputType::TextList => json!(["a", "b"]),
    }
}

/// An id as `fetch` takes it.
pub fn with_kind(id: &str) -> String {
    let kind = match id.split('_').next() {
        Some("p") => "prompt",
        Some("k") => "collection",
        _ => "document",
    };
    format!("{kind}_{id}")
}

/// A call of a tool as a message.
pub fn message(name: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
           "params": {"name": name, "arguments": arguments}})
}

/// The faces of all tools.
pub fn tools() -> Vec<ToolSpec> {
    context_repo::tools()
        .into_iter()
        .map(|tool| tool.spec)
        .collect()
}
