//! The table itself.

use std::collections::BTreeSet;

use dialects::arguments::Arguments;
use dialects::context_repo::routes;
use dialects::route::{FieldKind, Place, Route};
use domain::ErrorKind;
use serde_json::{Map, Value, json};

use super::api::Api;

/// The operations of the contract with the scopes they need, as the contract lists them.
const CONTRACT: &[(&str, &str)] = &[
    ("GET /v1/user/me", ""),
    ("GET /v1/prompts", "prompts.read"),
    ("POST /v1/prompts", "prompts.write"),
    ("GET /v1/prompts/{id}", "prompts.read"),
    ("PATCH /v1/prompts/{id}", "prompts.write"),
    ("DELETE /v1/prompts/{id}", "prompts.write"),
    ("GET /v1/prompts/{id}/versions", "prompts.read"),
    ("POST /v1/prompts/{id}/restore", "prompts.write"),
    ("GET /v1/documents", "documents.read"),
    ("POST /v1/documents", "documents.write"),
    ("GET /v1/documents/{id}", "documents.read"),
    ("PATCH /v1/documents/{id}", "documents.write"),
    ("DELETE /v1/documents/{id}", "documents.write"),
    ("GET /v1/documents/{id}/versions", "documents.read"),
    ("POST /v1/documents/{id}/restore", "documents.write"),
    ("POST /v1/documents/scrape", "documents.write"),
    ("GET /v1/collections", "documents.read"),
    ("POST /v1/collections", "documents.write"),
    ("GET /v1/collections/{id}", "documents.read"),
    ("PATCH /v1/collections/{id}", "documents.write"),
    ("DELETE /v1/collections/{id}", "documents.write"),
    ("GET /v1/collections/{id}/items", "documents.read"),
    ("POST /v1/collections/{id}/items", "documents.write"),
    ("PUT /v1/collections/{id}/items", "documents.write"),
    ("GET /v1/search", "prompts.read documents.read"),
    ("POST /v1/pd/session", "documents.read"),
    ("POST /v1/pd/search", "documents.read"),
    ("GET /v1/pd/read/{chunkId}", "documents.read"),
    ("POST /v1/pd/expand", "documents.read"),
    ("POST /v1/reason", "documents.read"),
    ("GET /v1/mcp/capabilities", ""),
];

/// What ibid has beyond the contract.
const EXTENSIONS: &[(&str, &str)] = &[
    ("GET /v1/prompts/{id}/diff", "prompts.read"),
    ("GET /v1/documents/{id}/diff", "documents.read"),
];

fn face(route: &Route) -> (String, String) {
    let scopes: Vec<&str> = route.scopes.iter().map(|scope| scope.name()).collect();
    (
        format!("{} {}", route.method.name(), route.path),
        scopes.join(" "),
    )
}

#[test]
fn the_table_holds_the_31_operations_of_the_contract_and_two_of_our_own() {
    assert_eq!(CONTRACT.len(), 31);
    let expected: BTreeSet<_> = CONTRACT
        .iter()
        .chain(EXTENSIONS)
        .map(|(route, scopes)| ((*route).to_owned(), (*scopes).to_owned()))
        .collect();
    let table: BTreeSet<_> = routes().iter().map(face).collect();
    assert_eq!(table, expected);
    assert_eq!(routes().len(), expected.len());
}

#[test]
fn what_is_ours_alone_says_so() {
    for route in routes() {
        let is_extension = EXTENSIONS
            .iter()
            .any(|(face_of, _)| *face_of == face(&route).0);
        if is_extension {
            assert!(route.description.ends_with("An extension of ibid."));
        }
    }
}

#[test]
fn names_are_unique_and_inputs_have_one_place() {
    let names: BTreeSet<_> = routes().iter().map(|route| route.name).collect();
    assert_eq!(names.len(), routes().len());
    for route in routes() {
        let fields: Vec<_> = route.fields().collect();
        let arguments: BTreeSet<_> = fields.iter().map(|(_, field)| field.argument).collect();
        assert_eq!(arguments.len(), fields.len(), "{}", route.name);
        for needed in route.any_of {
            let body = route.body.unwrap();
            assert!(body.iter().any(|field| field.name == *needed), "{needed}");
        }
    }
}

#[test]
fn a_path_names_its_parts_in_order() {
    for route in routes() {
        let named: Vec<&str> = route
            .path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .collect();
        let inputs: Vec<&str> = route.path_inputs.iter().map(|field| field.name).collect();
        assert_eq!(named, inputs, "{}", route.path);
        for (place, field) in route.fields() {
            assert!(place != Place::Path || field.required && field.kind == FieldKind::Id);
        }
    }
}

/// Inputs that the contract has and this server takes no notice of.
const IGNORED: &[&str] = &["engine", "parameters", "includePublic"];

/// A request that is well formed, by the names that operations know.
pub fn sample(route: &Route) -> Map<String, Value> {
    route
        .fields()
        .filter(|(_, field)| field.required || route.any_of.contains(&field.name))
        .map(|(_, field)| (field.argument.to_owned(), value(field.kind)))
        .collect()
}

fn value(kind: FieldKind) -> Value {
    match kind {
        FieldKind::Text
        | FieldKind::Filled
        | FieldKind::Id
        | FieldKind::Variable
        | FieldKind::Cursor => json!("x_1"),
        FieldKind::Address => json!("https://tides.test/today"),
        FieldKind::Choice(choices) => json!(choices[0]),
        FieldKind::Whole | FieldKind::Counting => json!(1),
        FieldKind::Flag => json!(true),
        FieldKind::TextList | FieldKind::IdList => json!(["x_1"]),
        FieldKind::Objects(_) => json!([{"name": "x"}]),
        FieldKind::Anything => json!({}),
    }
}

#[test]
fn every_input_reaches_its_operation() {
    let api = Api::empty();
    for route in routes() {
        for (_, field) in route.fields().filter(|(_, f)| !IGNORED.contains(&f.name)) {
            let mut values = sample(&route);
            // No operation can read this as anything.
            values.insert(field.argument.to_owned(), json!([{"poison": [true]}]));
            let arguments = Arguments::checked(String::new(), values);
            let outcome = api.with_context(|context| (route.run)(context, &arguments));
            let error = outcome.expect_err(&format!("{} ignores {}", route.name, field.name));
            assert_eq!(
                error.kind,
                ErrorKind::Invalid,
                "{} ignores {}: {error}",
                route.name,
                field.name
            );
        }
    }
}
