//! The HTTP reference, generated from the table of routes and from the document that is served.

use serde_json::{Map, Value};

use super::answers::failures_of;
use super::operation::scope_words;
use crate::route::{Field, FieldKind, Route};

/// Where the documents of this page say the server is.
const BASE_URL: &str = "http://127.0.0.1:4142";

/// The HTTP reference as Markdown, ending in a line feed.
pub fn http_markdown() -> String {
    let document = super::openapi(BASE_URL);
    let routes = crate::context_repo::routes();
    let mut text = format!(
        "<!-- Generated from the route table in crates/dialects. Do not edit by hand. -->\n\n\
         # HTTP operations\n\n\
         `ibid serve` answers these {} operations, and describes them itself at \
         `/openapi.json`. They need no key on loopback; with one, send \
         `Authorization: API-Key gm_…`:\n\n\
         ```sh\ncurl -s '{BASE_URL}/v1/search?q=spring+tide'\n```\n\n{}\n\n",
        routes.len(),
        super::DESCRIPTION,
    );
    text.push_str("| operation | what it does | scope |\n|---|---|---|\n");
    for route in &routes {
        text.push_str(&format!(
            "| `{} {}` | {} | {} |\n",
            route.method.name(),
            route.path,
            route.summary,
            scope_words(route.scopes)
        ));
    }
    for route in &routes {
        text.push_str(&entry(route, &document));
    }
    text.push_str("\n## Shapes of answers\n");
    for (name, schema) in shapes(&document) {
        text.push_str(&shape(name, schema));
    }
    text
}

fn entry(route: &Route, document: &Value) -> String {
    let mut text = format!(
        "\n## {} {}\n\n**{}**, limit `{}`. {}\n",
        route.method.name(),
        route.path,
        route.summary,
        route.family.name(),
        route.description
    );
    let fields: Vec<_> = route.fields().collect();
    if !fields.is_empty() {
        text.push_str("\n| in | name | type | meaning |\n|---|---|---|---|\n");
    }
    for (place, field) in fields {
        text.push_str(&row(place.name(), "", field));
        if let FieldKind::Objects(members) = field.kind {
            let prefix = format!("{}[].", field.name);
            for member in members {
                text.push_str(&row(place.name(), &prefix, member));
            }
        }
    }
    let failures: Vec<String> = failures_of(route).map(|f| f.status.to_string()).collect();
    text.push_str(&format!(
        "\nAnswers {}; fails with {}.\n",
        success(route, document),
        failures.join(", ")
    ));
    text
}

fn row(place: &str, prefix: &str, field: &Field) -> String {
    let mark = if field.required { ", required" } else { "" };
    format!(
        "| {place} | `{prefix}{}` | {}{mark} | {} |\n",
        field.name,
        field.kind.words(),
        field.description
    )
}

fn success(route: &Route, document: &Value) -> String {
    let operation = &document["paths"][route.path][route.method.name().to_ascii_lowercase()];
    let schema =
        &operation["responses"][route.success.to_string()]["content"]["application/json"]["schema"];
    match schema {
        Value::Null => format!("{} without a body", route.success),
        schema => format!("{} with `{}`", route.success, type_words(schema)),
    }
}

/// A schema in a few words: `{data: [Prompt], pagination: Pagination}`.
fn type_words(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        let ways: Vec<String> = ways.iter().map(type_words).collect();
        return ways.join(" or ");
    }
    match &schema["type"] {
        Value::Array(names) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            names.join(" or ")
        }
        Value::String(name) if name == "array" => format!("[{}]", type_words(&schema["items"])),
        Value::String(name) if name == "object" && schema["properties"].is_object() => {
            members(&schema["properties"])
        }
        Value::String(name) => name.clone(),
        _ => "any".to_owned(),
    }
}

fn members(properties: &Value) -> String {
    let members: Vec<String> = object(properties)
        .map(|(name, schema)| format!("{name}: {}", type_words(schema)))
        .collect();
    format!("{{{}}}", members.join(", "))
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// The components that answers are made of; bodies of requests have tables of their own.
fn shapes(document: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object(&document["components"]["schemas"]).filter(|(name, _)| !name.ends_with("Body"))
}

fn shape(name: &str, schema: &Value) -> String {
    let mut text = format!("\n### {name}\n\n");
    if let Some(description) = schema["description"].as_str() {
        text.push_str(&format!("{}\n\n", one_line(description)));
    }
    text.push_str("| field | type | meaning |\n|---|---|---|\n");
    let required = schema["required"].as_array();
    for (field, of) in object(&schema["properties"]) {
        let always = required.is_some_and(|names| names.iter().any(|n| n == field));
        let mark = if always { "" } else { ", if any" };
        let meaning = of["description"].as_str().unwrap_or_default();
        text.push_str(&format!(
            "| `{field}` | {}{mark} | {} |\n",
            type_words(of),
            one_line(meaning)
        ));
    }
    text
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_has_one_heading_per_operation() {
        let text = http_markdown();
        let routes = crate::context_repo::routes();
        for route in &routes {
            let heading = format!("\n## {} {}\n", route.method.name(), route.path);
            assert_eq!(text.matches(&heading).count(), 1, "{heading}");
        }
        assert!(text.ends_with("|\n"));
        for word in ["undefined", "NaN", "|  |"] {
            assert!(!text.contains(word), "{word}");
        }
    }
}
