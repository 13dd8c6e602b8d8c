//! One operation of the document.

use domain::caller::Permission;
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::answers;
use crate::route::{Place, Route, object_schema};

/// The operation object of a route.
pub(super) fn operation(route: &Route, schemas: &mut SchemaGenerator) -> Value {
    let mut operation = Map::new();
    operation.insert("tags".to_owned(), json!([route.tag]));
    operation.insert("summary".to_owned(), json!(route.summary));
    operation.insert("description".to_owned(), json!(description(route)));
    operation.insert("operationId".to_owned(), json!(route.name));
    let parameters = parameters(route);
    if !parameters.is_empty() {
        operation.insert("parameters".to_owned(), Value::Array(parameters));
    }
    if let Some(body) = request_body(route) {
        operation.insert("requestBody".to_owned(), body);
    }
    let responses = answers::responses(route, schemas);
    operation.insert("responses".to_owned(), Value::Object(responses));
    operation.insert("security".to_owned(), security(route.scopes));
    Value::Object(operation)
}

fn description(route: &Route) -> String {
    format!(
        "{}\n\nScope: {}. Counts against the `{}` limit of calls.",
        route.description,
        scope_words(route.scopes),
        route.family.name()
    )
}

/// The scopes of an operation in words.
pub(super) fn scope_words(scopes: &[Permission]) -> String {
    if scopes.is_empty() {
        return "any".to_owned();
    }
    let names: Vec<String> = scopes.iter().map(|s| format!("`{}`", s.name())).collect();
    names.join(" or ")
}

fn parameters(route: &Route) -> Vec<Value> {
    route
        .fields()
        .filter(|(place, _)| *place != Place::Body)
        .map(|(place, field)| {
            json!({
                "name": field.name,
                "in": place.name(),
                "required": field.required,
                "description": field.description,
                "schema": field.schema(place),
            })
        })
        .collect()
}

/// The name of the schema of a route's body.
pub(super) fn body_name(route: &Route) -> String {
    let mut name: String = route.name[..1].to_ascii_uppercase();
    name.push_str(&route.name[1..]);
    name.push_str("Body");
    name
}

/// The schema of a route's body, when it takes one.
pub(super) fn body_schema(route: &Route) -> Option<Value> {
    let fields = route.body?;
    let mut schema = object_schema(fields);
    if !route.any_of.is_empty() {
        schema["anyOf"] = fields
            .iter()
            .filter(|field| route.any_of.contains(&field.name))
            // `null` counts as absent, so it is no change either.
            .map(|field| {
                let kind = field.kind.type_name(Place::Body);
                json!({
                    "required": [field.name],
                    "properties": {field.name: {"type": kind}},
                })
            })
            .collect();
    }
    Some(schema)
}

fn request_body(route: &Route) -> Option<Value> {
    let fields = route.body?;
    let needed = !route.any_of.is_empty() || fields.iter().any(|field| field.required);
    let name = body_name(route);
    Some(json!({
        "required": needed,
        "content": {
            "application/json": {"schema": {"$ref": format!("#/components/schemas/{name}")}}
        },
    }))
}

/// A key with one of the scopes, in either of its two spellings, or no key at all where the server
/// lets its owner in without one.
fn security(scopes: &[Permission]) -> Value {
    let roles: Vec<Vec<&str>> = if scopes.is_empty() {
        vec![Vec::new()]
    } else {
        scopes.iter().map(|scope| vec![scope.name()]).collect()
    };
    let mut ways = Vec::new();
    for role in roles {
        ways.push(json!({"apiKey": role}));
        ways.push(json!({"bearer": role}));
    }
    ways.push(json!({}));
    Value::Array(ways)
}
