//! Reads a request by the table, strictly: what programs send is not healed as what agents send
//! is, because a program can be corrected, and guessing would hide its mistake.

use domain::ids::DocumentId;
use domain::limits::VARIABLE_NAME_BYTES_MAX;
use domain::{Error, Result};
use serde_json::{Map, Value};

use super::field::{Field, FieldKind};
use super::{Route, RouteInput};
use crate::arguments::{Arguments, shorten};

/// The arguments of a call of `route`, under the names that its operation knows them by.
pub(super) fn arguments(route: &Route, input: RouteInput) -> Result<Arguments> {
    let usage = route.usage();
    let mut values = Map::new();
    read_path(route, input.path, &mut values)?;
    read_query(route.query, input.query, &mut values).map_err(|e| advise(e, &usage))?;
    read_body(route.body, input.body, &mut values).map_err(|e| advise(e, &usage))?;
    check_some_of(route, &values)?;
    Ok(Arguments::checked(usage, values))
}

/// Refuses a change that changes nothing.
fn check_some_of(route: &Route, values: &Map<String, Value>) -> Result<()> {
    if route.any_of.is_empty() || route.any_of.iter().any(|name| values.contains_key(*name)) {
        return Ok(());
    }
    let names: Vec<String> = route.any_of.iter().map(|n| format!("`{n}`")).collect();
    Err(Error::invalid("nothing to change")
        .hint(format!("give at least one of {}", names.join(", "))))
}

fn advise(error: Error, usage: &str) -> Error {
    match error.hint {
        Some(_) => error,
        None => error.hint(usage),
    }
}

fn read_path(route: &Route, texts: Vec<String>, values: &mut Map<String, Value>) -> Result<()> {
    if texts.len() != route.path_inputs.len() {
        return Err(Error::internal("the path was split in another way"));
    }
    for (field, text) in route.path_inputs.iter().zip(texts) {
        let value = from_text(field, &text)?;
        values.insert(field.argument.to_owned(), value);
    }
    Ok(())
}

fn read_query(
    fields: &[Field],
    pairs: Vec<(String, String)>,
    values: &mut Map<String, Value>,
) -> Result<()> {
    let mut seen: Vec<String> = Vec::new();
    for (name, text) in pairs {
        let field = find(fields, &name)
            .ok_or_else(|| Error::invalid(format!("unknown parameter `{}`", shorten(&name))))?;
        if seen.contains(&name) {
            return Err(Error::invalid(format!("`{name}` is given more than once")));
        }
        seen.push(name);
        if text.trim().is_empty() && blank_is_absent(field.kind) {
            continue;
        }
        values.insert(field.argument.to_owned(), from_text(field, &text)?);
    }
    check_required(fields, values, "")
}

fn blank_is_absent(kind: FieldKind) -> bool {
    matches!(
        kind,
        FieldKind::Text | FieldKind::TextList | FieldKind::Cursor
    )
}

fn read_body(
    fields: Option<&[Field]>,
    body: Option<Value>,
    values: &mut Map<String, Value>,
) -> Result<()> {
    let Some(fields) = fields else {
        return match body {
            None | Some(Value::Null) => Ok(()),
            Some(Value::Object(object)) if object.is_empty() => Ok(()),
            Some(_) => Err(Error::invalid("the request takes no body")),
        };
    };
    let object = match body {
        None => Map::new(),
        Some(Value::Object(object)) => object,
        Some(_) => return Err(Error::invalid("the body must be a JSON object")),
    };
    values.extend(read_object(fields, object, "")?);
    Ok(())
}

/// Reads an object; `prefix` leads to it from the body, e.g. `variables[0].`.
fn read_object(
    fields: &[Field],
    object: Map<String, Value>,
    prefix: &str,
) -> Result<Map<String, Value>> {
    let mut values = Map::new();
    for (name, value) in object {
        let field = find(fields, &name).ok_or_else(|| unknown_field(fields, prefix, &name))?;
        if value.is_null() {
            continue;
        }
        let place = format!("{prefix}{name}");
        values.insert(field.argument.to_owned(), from_json(field, value, &place)?);
    }
    check_required(fields, &values, prefix)?;
    Ok(values)
}

fn unknown_field(fields: &[Field], prefix: &str, name: &str) -> Error {
    let error = Error::invalid(format!("unknown field `{prefix}{}`", shorten(name)));
    if prefix.is_empty() {
        return error;
    }
    let names: Vec<String> = fields.iter().map(|f| format!("`{}`", f.name)).collect();
    error.hint(format!("it may have {}", names.join(", ")))
}

fn find<'a>(fields: &'a [Field], name: &str) -> Option<&'a Field> {
    fields.iter().find(|field| field.name == name)
}

fn check_required(fields: &[Field], values: &Map<String, Value>, prefix: &str) -> Result<()> {
    let is_missing = |field: &&Field| field.required && !values.contains_key(field.argument);
    match fields.iter().find(is_missing) {
        Some(field) => Err(missing(field, &format!("{prefix}{}", field.name))),
        None => Ok(()),
    }
}

fn missing(field: &Field, place: &str) -> Error {
    // The contract has words of its own for this one.
    if field.argument == "query" {
        return Error::invalid("Query is required");
    }
    Error::invalid(format!("`{place}` is required"))
}

fn blank(field: &Field, place: &str) -> Error {
    if field.required {
        return missing(field, place);
    }
    Error::invalid(format!("`{place}` must not be blank"))
}

/// A value of a path or a query.
fn from_text(field: &Field, text: &str) -> Result<Value> {
    let value = match field.kind {
        FieldKind::Whole | FieldKind::Counting => whole_from_text(text).map(Value::from),
        FieldKind::Flag => match text {
            _ if text.eq_ignore_ascii_case("true") => Some(Value::Bool(true)),
            _ if text.eq_ignore_ascii_case("false") => Some(Value::Bool(false)),
            _ => None,
        },
        FieldKind::TextList => Some(parted(text)),
        _ => Some(Value::from(text)),
    };
    let value = value.ok_or_else(|| wrong(field, field.name, text))?;
    from_json(field, value, field.name)
}

fn whole_from_text(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // A limit far out of range is clamped like any other.
    let beyond = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(text.parse().unwrap_or(beyond))
}

fn parted(text: &str) -> Value {
    text.split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(Value::from)
        .collect()
}

/// A value of a body, or one that was read from text.
fn from_json(field: &Field, value: Value, place: &str) -> Result<Value> {
    match field.kind {
        FieldKind::Objects(fields) => read_objects(fields, value, place, field),
        FieldKind::Filled | FieldKind::Address if is_blank(&value) => Err(blank(field, place)),
        FieldKind::IdList if value == Value::Array(Vec::new()) => Err(missing(field, place)),
        kind if fits(kind, &value) => Ok(value),
        _ => Err(wrong(field, place, &shown(&value))),
    }
}

fn read_objects(fields: &[Field], value: Value, place: &str, field: &Field) -> Result<Value> {
    let Value::Array(items) = value else {
        return Err(wrong(field, place, &shown(&value)));
    };
    let mut read = Vec::new();
    for (number, item) in items.into_iter().enumerate() {
        let Value::Object(object) = item else {
            return Err(wrong(field, &format!("{place}[{number}]"), &shown(&item)));
        };
        let object = read_object(fields, object, &format!("{place}[{number}]."))?;
        read.push(Value::Object(object));
    }
    Ok(Value::Array(read))
}

fn fits(kind: FieldKind, value: &Value) -> bool {
    match kind {
        FieldKind::Text | FieldKind::Filled | FieldKind::Cursor | FieldKind::Address => {
            value.is_string()
        }
        FieldKind::Id => is_id(value),
        FieldKind::Variable => value.as_str().is_some_and(is_variable),
        FieldKind::Choice(choices) => value.as_str().is_some_and(|text| choices.contains(&text)),
        FieldKind::Whole => is_whole(value),
        FieldKind::Counting => is_whole(value) && value.as_f64().is_some_and(|n| n >= 1.0),
        FieldKind::Flag => value.is_boolean(),
        FieldKind::TextList => all(value, Value::is_string),
        FieldKind::IdList => all(value, is_id),
        FieldKind::Anything => value.is_object(),
        FieldKind::Objects(_) => false,
    }
}

fn all(value: &Value, fits: fn(&Value) -> bool) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(fits))
}

fn is_id(value: &Value) -> bool {
    // Every kind of id has the same alphabet.
    value
        .as_str()
        .is_some_and(|text| DocumentId::parse(text).is_ok())
}

fn is_variable(name: &str) -> bool {
    let starts_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let goes_on = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
    starts_name && name.len() <= VARIABLE_NAME_BYTES_MAX && name.bytes().all(goes_on)
}

fn is_blank(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// `1.0` is a whole number in JSON, as JSON Schema has it.
fn is_whole(value: &Value) -> bool {
    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0)
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn wrong(field: &Field, place: &str, got: &str) -> Error {
    let expected = match field.kind {
        FieldKind::Objects(_) if place.ends_with(']') => "an object".to_owned(),
        kind => kind.words(),
    };
    Error::invalid(format!(
        "`{place}` must be {expected}; got `{}`",
        shorten(got)
    ))
}

#[cfg(test)]
mod tests;
