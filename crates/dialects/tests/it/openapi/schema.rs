//! Holds JSON against the schemas of the document: the keywords that they use, and no others.

use serde_json::{Map, Value};

/// Annotations, which ask nothing of a value.
const SAYING: &[&str] = &["description", "format", "title"];

/// What `$ref` leads to, or the value itself.
pub fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => value,
    }
}

/// Panics when `value` does not conform to `schema`; `path` leads to it.
pub fn check(document: &Value, schema: &Value, value: &Value, path: &str) {
    let rules = resolved(document, schema).as_object().unwrap();
    for (keyword, rule) in rules {
        let holds = match keyword.as_str() {
            "type" => is_of_type(rule, value),
            "enum" => rule.as_array().unwrap().contains(value),
            "const" => rule == value,
            "minimum" => value.is_null() || value.as_f64().unwrap() >= rule.as_f64().unwrap(),
            "required" => required(rule).iter().all(|name| value.get(name).is_some()),
            "properties" => {
                check_members(document, rule, value, path);
                true
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(document, rule, item, &format!("{path}[{number}]"));
                }
                true
            }
            "anyOf" => rule
                .as_array()
                .unwrap()
                .iter()
                .any(|way| conforms(document, way, value, path)),
            word => {
                assert!(SAYING.contains(&word), "unknown keyword {word} at {path}");
                true
            }
        };
        assert!(holds, "{path} is {value}, against {keyword} {rule}");
    }
    check_declared(rules, value, path);
}

fn check_members(document: &Value, properties: &Value, value: &Value, path: &str) {
    for (name, schema) in properties.as_object().unwrap() {
        if let Some(member) = value.get(name) {
            check(document, schema, member, &format!("{path}.{name}"));
        }
    }
}

/// An answer has no member that the document does not tell of.
fn check_declared(rules: &Map<String, Value>, value: &Value, path: &str) {
    let (Some(properties), Some(members)) = (rules.get("properties"), value.as_object()) else {
        return;
    };
    for name in members.keys() {
        assert!(
            properties.get(name).is_some(),
            "{path}.{name} is not declared"
        );
    }
}

/// Ways differ in their types here: a reference, or null.
fn conforms(document: &Value, way: &Value, value: &Value, path: &str) -> bool {
    let rules = resolved(document, way);
    let fits = rules.get("type").is_none_or(|of| is_of_type(of, value));
    if fits {
        check(document, way, value, path);
    }
    fits
}

fn required(rule: &Value) -> Vec<&str> {
    rule.as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect()
}

fn is_of_type(rule: &Value, value: &Value) -> bool {
    match rule {
        Value::Array(names) => names.iter().any(|name| is_of_type(name, value)),
        Value::String(name) => match name.as_str() {
            "null" => value.is_null(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("unknown type {other}"),
        },
        _ => panic!("malformed type {rule}"),
    }
}
