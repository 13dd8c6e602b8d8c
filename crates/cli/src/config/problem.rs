//! Says what is wrong with the file, where, and what is allowed there.

use std::fmt;

use domain::Error;

/// The error of a text that the parser refused. The line's value is left out: it may be secret.
pub(super) fn wording(error: &toml::de::Error, text: &str, name: &str) -> Error {
    let place = error.span().map(|span| Place::of(text, span.start));
    let key = place.as_ref().and_then(|place| place.key.as_deref());
    let what = what(error.message(), key);
    let place = place.map(|place| place.to_string()).unwrap_or_default();
    Error::invalid(format!("{name}{place}: {what}"))
        .hint("`ibid serve --help` lists what the file may say")
}

/// What may stand at each key.
pub(super) const ALLOWED: [(&str, &str); 18] = [
    ("serve.port", "a number from 0 to 65535"),
    (
        "serve.bind",
        "an IP address in quotes, such as \"127.0.0.1\"",
    ),
    (
        "serve.base_url",
        "an address in quotes, such as \"https://ibid.example.org\"",
    ),
    ("serve.require_key", "true or false"),
    (
        "serve.allowed_hosts",
        "a list of names in quotes, such as [\"ibid.example.org\"]",
    ),
    (
        "serve.allowed_origins",
        "a list of origins in quotes, such as [\"http://localhost:3000\"]",
    ),
    ("limits.mode", "\"off\", \"remote\" or \"always\""),
    ("limits.read_only", CALLS),
    ("limits.api", CALLS),
    ("limits.scrape", CALLS),
    ("scrape.allow_private", "true or false"),
    ("scrape.bytes_max", "a number of bytes, at least 1"),
    ("scrape.timeout_seconds", "a number of seconds, at least 1"),
    (
        "reason.endpoint",
        "an address in quotes, such as \"http://127.0.0.1:11434/v1\"",
    ),
    ("reason.model", "the name of a model in quotes"),
    (
        "reason.api_key_env",
        "the name of an environment variable in quotes",
    ),
    (
        "mcp.tools",
        "\"core\", \"contract\", \"full\", \"read\", or names of tools parted by commas",
    ),
    ("mcp.auto_session", "true or false"),
];

const CALLS: &str = "a number of calls per minute, from 1 to 4294967295";

/// What is wrong, without the value.
fn what(message: &str, key: Option<&str>) -> String {
    let message = message.replace('\n', " ");
    if let Some((unknown, known)) = unknown_key(&message) {
        return format!("there is no `{unknown}` here, only {known}");
    }
    if message.starts_with("duplicate key") {
        return "this is said twice".to_owned();
    }
    let allowed = ALLOWED.iter().find(|(name, _)| Some(*name) == key);
    match (allowed, message.split_once("expected ")) {
        (Some((_, allowed)), _) => format!("it must be {allowed}"),
        // Of a value that goes over several lines, or in a table written on one.
        (None, Some((_, expected))) => format!("expected {}", plain(expected)),
        (None, None) => "it is not written as TOML wants it".to_owned(),
    }
}

/// The key that is unknown, and those that there are.
fn unknown_key(message: &str) -> Option<(&str, &str)> {
    let rest = message.strip_prefix("unknown field `")?;
    let (unknown, known) = rest.split_once("`, expected ")?;
    Some((unknown, known.strip_prefix("one of ").unwrap_or(known)))
}

/// What the parser expected, in plain words.
fn plain(expected: &str) -> &str {
    match expected {
        "u16" => "a number from 0 to 65535",
        "a nonzero u32" | "a nonzero u64" => "a number of at least 1",
        "a boolean" => "true or false",
        "a string" | "string or table" => "text in quotes",
        "a sequence" => "a list in brackets",
        _ if expected.starts_with("struct ") => "a table such as `[serve]`",
        _ => expected,
    }
}

/// Where a mistake is.
struct Place {
    /// Counts from 1.
    line: usize,
    /// The table and the key as far as the lines tell, e.g. `serve.port`.
    key: Option<String>,
}

impl Place {
    fn of(text: &str, at: usize) -> Self {
        let at = text.floor_char_boundary(at);
        let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let above = &text[..line_start];
        let line = text[line_start..].lines().next().unwrap_or_default();
        Self {
            line: above.matches('\n').count() + 1,
            key: line
                .split_once('=')
                .map(|(key, _)| format!("{}{}", table_above(above), key.trim())),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ", line {}", self.line)?;
        match &self.key {
            Some(key) => write!(f, ", `{key}`"),
            None => Ok(()),
        }
    }
}

/// The last `[table]` above, with the dot that follows it.
fn table_above(text: &str) -> String {
    let header = |line: &str| {
        let inner = line.trim().strip_prefix('[')?.split(']').next()?;
        Some(format!("{}.", inner.trim()))
    };
    text.lines().rev().find_map(header).unwrap_or_default()
}
