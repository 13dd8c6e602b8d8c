//! The OpenAPI 3.1 document, printed from the table of routes, so that it cannot drift from what
//! the server does. Everything in it stands in the order of the table.

mod answers;
mod markdown;
mod operation;

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

pub use markdown::http_markdown;

use crate::route::Route;

/// The groups of operations and what they are about.
const TAGS: &[(&str, &str)] = &[
    ("Prompts", "Prompt templates with variables and history."),
    ("Documents", "Texts with history; what searches look into."),
    (
        "Collections",
        "Named sets of prompts and documents that searches can be narrowed to.",
    ),
    (
        "Search",
        "Which prompt, document or collection is relevant?",
    ),
    ("Passages", "What do the documents say?"),
    ("Reason", "One cited answer out of several passages."),
    ("Account", "Who asks, and what the server offers."),
];

const DESCRIPTION: &str = "\
Prompts, documents and collections on this machine, and search in them by meaning.

Every answer is JSON: one object as `{\"data\": …}`, a page of a list as `{\"data\": […], \
\"pagination\": {\"cursor\", \"hasMore\"}}`. A failure is `{\"error\": {\"code\", \"message\", \
\"details\"}}` with the HTTP status as its code, or problem details (RFC 9457) for a request that \
accepts `application/problem+json`. Requests are read strictly: what is unknown, repeated or of \
another type is refused by name, except that limits are brought into their range. An empty body \
counts as `{}`, and `null` as absent.";

/// The document for a server that is reached at `base_url`, without a slash at its end.
pub fn openapi(base_url: &str) -> Value {
    let routes = super::routes();
    let mut schemas = generator();
    let paths = paths(&routes, &mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "ibid",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "A context repository for agents and people",
            "description": DESCRIPTION,
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": base_url}],
        "tags": tags(),
        "paths": paths,
        "components": {
            "schemas": components(&routes, schemas),
            "responses": answers::failures(),
            "securitySchemes": answers::security_schemes(),
        },
    })
}

/// Makes schemas of what is sent, not of what could be read.
fn generator() -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    settings.into_generator()
}

fn tags() -> Vec<Value> {
    TAGS.iter()
        .map(|(name, description)| json!({"name": name, "description": description}))
        .collect()
}

fn paths(routes: &[Route], schemas: &mut SchemaGenerator) -> Map<String, Value> {
    let mut paths = Map::new();
    for route in routes {
        let path = paths
            .entry(route.path)
            .or_insert_with(|| Value::Object(Map::new()));
        let method = route.method.name().to_ascii_lowercase();
        path[method] = operation::operation(route, schemas);
    }
    paths
}

/// Bodies of requests, then what answers are made of, then failures.
fn components(routes: &[Route], mut schemas: SchemaGenerator) -> Map<String, Value> {
    let mut components = Map::new();
    for route in routes {
        if let Some(schema) = operation::body_schema(route) {
            components.insert(operation::body_name(route), schema);
        }
    }
    for (name, mut schema) in schemas.take_definitions(true) {
        leave_null_out(&mut schema);
        components.insert(name, schema);
    }
    components.extend(answers::failure_schemas());
    components
}

/// What an answer may lack is left out of it, never sent as `null`; the derived schemas cannot tell.
fn leave_null_out(schema: &mut Value) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| {
        let names = required.as_array();
        names.is_some_and(|names| names.iter().any(|known| known == name))
    };
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        if !is_required(name) {
            without_null(property);
        }
    }
}

fn without_null(property: &mut Value) {
    if let Some(Value::Array(names)) = property.get_mut("type") {
        names.retain(|name| name != "null");
        if let [only] = names.as_mut_slice() {
            property["type"] = only.take();
        }
    }
    if let Some(Value::Array(ways)) = property.get_mut("anyOf") {
        ways.retain(|way| way.get("type").is_none_or(|name| name != "null"));
    }
}
