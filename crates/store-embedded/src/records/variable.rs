//! The described variables of a prompt, as one JSON column.

use domain::item::Variable;
use rusqlite::Row;
use serde_json::{Map, Value};

use crate::errors::Outcome;
use crate::records::parsed;

/// The variables as a column holds them: an array of objects, in the writer's order.
pub(crate) fn to_json(variables: &[Variable]) -> String {
    let record = |variable: &Variable| {
        let mut fields = Map::new();
        fields.insert("name".to_owned(), variable.name.clone().into());
        fields.insert("kind".to_owned(), variable.kind.clone().into());
        if let Some(description) = &variable.description {
            fields.insert("description".to_owned(), description.clone().into());
        }
        Value::Object(fields)
    };
    Value::Array(variables.iter().map(record).collect()).to_string()
}

/// Reads a column that [`to_json`] wrote.
pub(crate) fn read(row: &Row<'_>, column: usize) -> Outcome<Vec<Variable>> {
    parsed(from_json(row.get_ref(column)?.as_str().unwrap_or_default()))
}

fn from_json(text: &str) -> Option<Vec<Variable>> {
    let Ok(Value::Array(records)) = serde_json::from_str(text) else {
        return None;
    };
    records.iter().map(variable).collect()
}

fn variable(record: &Value) -> Option<Variable> {
    let field = |name: &str| Some(record.get(name)?.as_str()?.to_owned());
    let description = match record.get("description") {
        Some(text) => Some(text.as_str()?.to_owned()),
        None => None,
    };
    Some(Variable {
        name: field("name")?,
        kind: field("kind")?,
        description,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_read_back_and_nothing_else_is_taken_for_them() {
        let variable = |name: &str, description: Option<&str>| Variable {
            name: name.to_owned(),
            kind: "string".to_owned(),
            description: description.map(str::to_owned),
        };
        let variables = [
            variable("größe \"x\"", Some("line\n\u{0}two")),
            variable("", None),
        ];
        assert_eq!(from_json(&to_json(&variables)), Some(variables.to_vec()));
        assert_eq!(from_json("[]"), Some(Vec::new()));
        for text in [
            "",
            "{}",
            "[1]",
            r#"[{"name":"a"}]"#,
            "[",
            r#"[{"name":"a","kind":"b","description":1}]"#,
        ] {
            assert_eq!(from_json(text), None, "{text}");
        }
    }
}
