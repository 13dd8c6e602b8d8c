//! Arguments as agents send them, healed before anything has an effect.
//!
//! Agents put numbers, booleans and arrays into strings, send `""` or `null` for what they
//! leave out, and now and then the whole object as JSON text. All of that has one obvious
//! meaning, so it is accepted; what has none is an error that names the argument.

use domain::{Error, Result};
use serde_json::{Map, Value};

use crate::schema::InputType;
use crate::tool::ToolSpec;

/// The arguments of one call. Blank text and `null` count as absent.
#[derive(Clone, Debug)]
pub struct Arguments {
    usage: String,
    values: Map<String, Value>,
}

impl Arguments {
    /// Reads the arguments of a call of `tool`.
    ///
    /// # Errors
    /// `Invalid` when they are no object, hold a name that the tool does not know, or lack one
    /// that it requires; the hint lists what the tool takes.
    pub fn read(tool: &ToolSpec, arguments: &Value) -> Result<Self> {
        let usage = usage(tool);
        let mut values = object(arguments).map_err(|e| e.hint(usage.clone()))?;
        values.retain(|_, value| !is_absent(value));
        if let Some(name) = values
            .keys()
            .find(|name| tool.inputs.iter().all(|input| input.name != *name))
        {
            return Err(Error::invalid(format!("unknown argument `{name}`")).hint(usage));
        }
        for input in tool.inputs {
            // A number in the place of a list says nothing, as the contract reads it.
            if input.kind == InputType::TextList
                && values.get(input.name).is_some_and(Value::is_number)
            {
                values.remove(input.name);
            }
        }
        let arguments = Self { usage, values };
        for input in tool.inputs {
            let is_needed = input.required && !input.lenient;
            if is_needed && !arguments.values.contains_key(input.name) {
                return Err(arguments.missing(input.name));
            }
        }
        Ok(arguments)
    }

    /// Arguments that a surface has checked itself; nothing is healed. `usage` says what it takes
    /// and becomes the hint of errors.
    pub fn checked(usage: String, values: Map<String, Value>) -> Self {
        Self { usage, values }
    }

    /// Whether the call gives this argument.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// An argument as it was given.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// A text, verbatim.
    ///
    /// # Errors
    /// `Invalid` for an array or an object.
    pub fn text(&self, name: &str) -> Result<Option<String>> {
        self.values
            .get(name)
            .map(|value| match value {
                Value::String(text) => Ok(text.clone()),
                Value::Number(number) => Ok(number.to_string()),
                Value::Bool(flag) => Ok(flag.to_string()),
                other => Err(self.wrong(name, "a text", other)),
            })
            .transpose()
    }

    /// A text that the call must give.
    ///
    /// # Errors
    /// `Invalid` when it is absent, an array or an object.
    pub fn required_text(&self, name: &str) -> Result<String> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    /// An id or handle: a text without the white space around it.
    ///
    /// # Errors
    /// As [`Arguments::text`].
    pub fn word(&self, name: &str) -> Result<Option<String>> {
        Ok(self.text(name)?.map(|text| text.trim().to_owned()))
    }

    /// An id or handle that the call must give.
    ///
    /// # Errors
    /// As [`Arguments::required_text`].
    pub fn required_word(&self, name: &str) -> Result<String> {
        self.word(name)?.ok_or_else(|| self.missing(name))
    }

    /// A whole number. Numbers beyond 64 bits become the nearest that fits; limits are clamped
    /// anyway.
    ///
    /// # Errors
    /// `Invalid` for anything that does not read as a whole number.
    pub fn integer(&self, name: &str) -> Result<Option<i64>> {
        self.values
            .get(name)
            .map(|value| {
                whole_number(value).ok_or_else(|| self.wrong(name, "a whole number", value))
            })
            .transpose()
    }

    /// True or false.
    ///
    /// # Errors
    /// `Invalid` for anything that does not read as one of the two.
    pub fn flag(&self, name: &str) -> Result<Option<bool>> {
        self.values
            .get(name)
            .map(|value| truth(value).ok_or_else(|| self.wrong(name, "true or false", value)))
            .transpose()
    }

    /// One of `choices`, in any case.
    ///
    /// # Errors
    /// `Invalid` for anything else, listing the choices.
    pub fn choice(&self, name: &str, choices: &[&'static str]) -> Result<Option<&'static str>> {
        let Some(given) = self.word(name)? else {
            return Ok(None);
        };
        let found = choices.iter().find(|c| c.eq_ignore_ascii_case(&given));
        found.copied().map(Some).ok_or_else(|| {
            Error::invalid(format!(
                "`{name}` must be one of {}; got `{}`",
                choices.join(", "),
                shorten(&given)
            ))
        })
    }

    /// A list of texts without blank ones; `None` when absent, which is not the empty list.
    ///
    /// An array may come as JSON text, as one bare value, or as values parted by commas.
    ///
    /// # Errors
    /// `Invalid` for anything that does not read as a list of texts.
    pub fn list(&self, name: &str) -> Result<Option<Vec<String>>> {
        let Some(value) = self.values.get(name) else {
            return Ok(None);
        };
        let items = match value {
            Value::Array(items) => items.clone(),
            Value::String(text) => listed(text),
            other => return Err(self.wrong(name, "a list of texts", other)),
        };
        let mut texts = Vec::new();
        for item in &items {
            match item {
                Value::Null => {}
                Value::String(text) => texts.push(text.trim().to_owned()),
                Value::Number(number) => texts.push(number.to_string()),
                other => return Err(self.wrong(name, "a list of texts", other)),
            }
        }
        texts.retain(|text| !text.is_empty());
        Ok(Some(texts))
    }

    /// The error of an argument that the call must give.
    pub fn missing(&self, name: &str) -> Error {
        Error::invalid(format!("`{name}` is required")).hint(self.usage.clone())
    }

    fn wrong(&self, name: &str, expected: &str, got: &Value) -> Error {
        Error::invalid(format!(
            "`{name}` must be {expected}; got {}",
            shorten(&got.to_string())
        ))
    }
}

fn usage(tool: &ToolSpec) -> String {
    if tool.inputs.is_empty() {
        return format!("`{}` takes no arguments", tool.name);
    }
    let names: Vec<String> = tool
        .inputs
        .iter()
        .map(|input| {
            let mark = if input.required { " (required)" } else { "" };
            format!("`{}`{mark}", input.name)
        })
        .collect();
    format!("`{}` takes {}", tool.name, names.join(", "))
}

fn object(arguments: &Value) -> Result<Map<String, Value>> {
    match arguments {
        Value::Null => Ok(Map::new()),
        Value::Object(values) => Ok(values.clone()),
        Value::String(text) if text.trim().is_empty() => Ok(Map::new()),
        Value::String(text) => match serde_json::from_str(text) {
            Ok(Value::Object(values)) => Ok(values),
            _ => Err(no_object()),
        },
        _ => Err(no_object()),
    }
}

fn no_object() -> Error {
    Error::invalid("the arguments must be one object")
}

fn is_absent(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

fn whole_number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| whole(number.as_f64()?)),
        Value::String(text) => {
            let text = text.trim();
            text.parse().ok().or_else(|| whole(text.parse().ok()?))
        }
        _ => None,
    }
}

fn whole(number: f64) -> Option<i64> {
    // `as` saturates, which is what a limit far out of range should do.
    (number.is_finite() && number.fract() == 0.0).then_some(number as i64)
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        },
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn listed(text: &str) -> Vec<Value> {
    let text = text.trim();
    if text.starts_with('[')
        && let Ok(Value::Array(items)) = serde_json::from_str(text)
    {
        return items;
    }
    // A string that holds a quoted string is one value, commas and all.
    if text.starts_with('"')
        && let Ok(Value::String(inner)) = serde_json::from_str(text)
    {
        return vec![Value::String(inner)];
    }
    text.split(',').map(Value::from).collect()
}

/// Cuts what an agent sent to a length that fits a message.
pub(crate) fn shorten(text: &str) -> String {
    const CHARS_MAX: usize = 60;
    let mut short: String = text.chars().take(CHARS_MAX).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests;
