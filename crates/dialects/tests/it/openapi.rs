//! The document that describes the REST operations.

pub mod schema;

use std::collections::BTreeSet;

use dialects::context_repo::{openapi, routes};
use serde_json::Value;

const BASE_URL: &str = "http://127.0.0.1:4142";

#[test]
fn every_operation_is_in_the_document_once() {
    let document = openapi(BASE_URL);
    let mut described = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(described.insert((path.clone(), method.to_uppercase(), id.to_owned())));
        }
    }
    let expected: BTreeSet<_> = routes()
        .iter()
        .map(|route| {
            (
                route.path.to_owned(),
                route.method.name().to_owned(),
                route.name.to_owned(),
            )
        })
        .collect();
    assert_eq!(described, expected);
}

#[test]
fn every_reference_resolves_and_every_component_is_used() {
    let document = openapi(BASE_URL);
    let mut used = BTreeSet::new();
    references(&document, &mut used);
    for reference in &used {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
    for family in ["schemas", "responses"] {
        for name in document["components"][family].as_object().unwrap().keys() {
            let reference = format!("#/components/{family}/{name}");
            assert!(used.contains(&reference), "{reference} is not used");
        }
    }
}

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                found.insert(reference.to_owned());
            }
            members
                .values()
                .for_each(|member| references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn components_have_names_that_say_what_they_are() {
    let document = openapi(BASE_URL);
    for name in document["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys()
    {
        assert!(
            name.chars().all(|c| c.is_ascii_alphabetic()),
            "`{name}` was made up to tell two types of one name apart"
        );
    }
}

#[test]
fn every_part_says_what_it_means() {
    let document = openapi(BASE_URL);
    for route in routes() {
        assert!(!route.summary.ends_with('.'), "{}", route.name);
        assert!(route.description.ends_with('.'), "{}", route.name);
        for (_, field) in route.fields() {
            assert!(field.description.ends_with('.'), "{}", field.name);
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        for (field, of) in schema["properties"].as_object().unwrap() {
            let is_said = of["description"].is_string();
            assert!(is_said, "`{name}.{field}` has no description");
        }
    }
}

#[test]
fn numbers_that_are_clamped_have_no_bounds() {
    for route in routes() {
        for (place, field) in route.fields() {
            if ["limit", "count"].contains(&field.name) {
                let schema = Value::Object(field.schema(place));
                assert!(schema.get("minimum").is_none() && schema.get("maximum").is_none());
            }
        }
    }
}

#[test]
fn the_server_is_named_as_it_is_reached() {
    let document = openapi("https://ibid.example");
    assert_eq!(document["servers"][0]["url"], "https://ibid.example");
    assert_eq!(document["openapi"], "3.1.0");
}
