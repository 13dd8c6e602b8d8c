//! JSON-RPC as text: what a message is before anything is done with it, and the answers to
//! messages that go no further.

mod first_members;
mod named;

use std::fmt;

use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use crate::{BATCH_MAX, MESSAGE_BYTES_MAX};
use first_members::FirstMembers;
use named::Named;

/// The text is not JSON.
pub(crate) const PARSE_ERROR: i32 = -32700;
/// The JSON is no message, or one that cannot be taken.
pub(crate) const INVALID_REQUEST: i32 = -32600;
/// The server failed.
pub(crate) const INTERNAL_ERROR: i32 = -32603;
/// The caller is not known.
pub(crate) const UNAUTHENTICATED: i32 = -32001;
/// The caller's scopes do not allow it.
pub(crate) const NOT_ALLOWED: i32 = -32003;

/// What arrived in one body or on one line.
#[derive(Debug, PartialEq)]
pub(crate) enum Incoming {
    /// A message.
    One(Member),
    /// At least one and at most `BATCH_MAX` of what should be messages.
    Batch(Vec<(Member, Value)>),
}

/// What can be told of a message by its outermost fields.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Member {
    pub(crate) kind: Kind,
    /// The id if there is one that can be answered with: a string or a number.
    pub(crate) id: Option<Value>,
    pub(crate) method: Option<String>,
    /// The name in its parameters: of a tool or a prompt.
    pub(crate) name: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Request,
    Notification,
    Response,
    /// Nothing that JSON-RPC knows.
    Other,
}

impl Member {
    /// The id that an answer to it carries.
    pub(crate) fn id_to_answer(&self) -> Value {
        match self.kind {
            Kind::Request | Kind::Other => self.id.clone().unwrap_or(Value::Null),
            Kind::Notification | Kind::Response => Value::Null,
        }
    }

    /// Whether its sender waits for an answer.
    pub(crate) fn wants_answer(&self) -> bool {
        matches!(self.kind, Kind::Request | Kind::Other)
    }

    fn of(value: &Value) -> Self {
        let Some(object) = value.as_object() else {
            return Self::new(None, None, None, false);
        };
        let answers = object.contains_key("result") || object.contains_key("error");
        let name = object.get("params").and_then(|params| params.get("name"));
        let name = name.and_then(Value::as_str).map(str::to_owned);
        Self::new(object.get("id"), object.get("method"), name, answers)
    }

    fn new(
        id: Option<&Value>,
        method: Option<&Value>,
        name: Option<String>,
        answers: bool,
    ) -> Self {
        let kind = match (method, id) {
            (Some(Value::String(_)), Some(_)) => Kind::Request,
            (Some(Value::String(_)), None) => Kind::Notification,
            (None, _) if answers => Kind::Response,
            _ => Kind::Other,
        };
        Self {
            kind,
            id: id.filter(|id| id.is_string() || id.is_number()).cloned(),
            method: method.and_then(Value::as_str).map(str::to_owned),
            name,
        }
    }
}

/// Why what arrived goes no further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotJson,
    NoObject,
    /// An object with a field twice, or so.
    Malformed(String),
    EmptyBatch,
    LongBatch(usize),
    TooLong,
}

impl Refusal {
    pub(crate) fn code(&self) -> i32 {
        match self {
            Self::NotJson => PARSE_ERROR,
            _ => INVALID_REQUEST,
        }
    }

    /// The answer, with id null.
    pub(crate) fn answer(&self) -> Vec<u8> {
        error(Value::Null, self.code(), &self.to_string())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson => f.write_str("Parse error: this is not JSON"),
            Self::NoObject => {
                f.write_str("Invalid request: a message is a JSON object, a batch an array of them")
            }
            Self::Malformed(why) => write!(f, "Invalid request: {why}"),
            Self::EmptyBatch => f.write_str("Invalid request: the batch is empty"),
            Self::LongBatch(len) => write!(
                f,
                "Invalid request: the batch has {len} messages and the limit is {BATCH_MAX}; send \
                 the rest in another one"
            ),
            Self::TooLong => write!(
                f,
                "Invalid request: the message is longer than {MESSAGE_BYTES_MAX} bytes, which is \
                 the limit; send less at a time"
            ),
        }
    }
}

/// Reads a body or a line. Nothing but the outermost fields of a single message is kept, since
/// its text may be large and is read again by who carries it out.
pub(crate) fn read(text: &[u8]) -> Result<Incoming, Refusal> {
    // The parser does not look into strings that it skips, and JSON is UTF-8 throughout.
    let text = std::str::from_utf8(text).map_err(|_| Refusal::NotJson)?;
    match text.trim_ascii_start().bytes().next() {
        Some(b'[') => read_batch(text),
        Some(b'{') => read_one(text),
        _ if is_json(text) => Err(Refusal::NoObject),
        _ => Err(Refusal::NotJson),
    }
}

fn read_one(text: &str) -> Result<Incoming, Refusal> {
    let outermost: Outermost = serde_json::from_str(text).map_err(|why| {
        if is_json(text) {
            Refusal::Malformed(why.to_string())
        } else {
            Refusal::NotJson
        }
    })?;
    Ok(Incoming::One(Member::new(
        outermost.id.as_ref(),
        outermost.method.as_ref(),
        outermost.params.0,
        outermost.result.is_some() || outermost.error.is_some(),
    )))
}

fn read_batch(text: &str) -> Result<Incoming, Refusal> {
    let batch: FirstMembers = serde_json::from_str(text).map_err(|_| Refusal::NotJson)?;
    match batch.len {
        0 => Err(Refusal::EmptyBatch),
        1..=BATCH_MAX => Ok(Incoming::Batch(
            batch
                .kept
                .into_iter()
                .map(|value| (Member::of(&value), value))
                .collect(),
        )),
        len => Err(Refusal::LongBatch(len)),
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// A field that occurs twice is an error here, the name in the parameters too: two readers could
/// take two different ones.
#[derive(Deserialize)]
struct Outermost {
    #[serde(default, deserialize_with = "present")]
    id: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    method: Option<Value>,
    #[serde(default)]
    params: Named,
    #[serde(default)]
    result: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    error: Option<serde::de::IgnoredAny>,
}

/// A field that is there, if only as null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// An error as one line. `id` is written even when it is null: some readers insist on it.
pub(crate) fn error(id: Value, code: i32, message: &str) -> Vec<u8> {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
        .to_string()
        .into_bytes()
}

/// The answers of a batch as one line.
pub(crate) fn join(answers: &[Vec<u8>]) -> Vec<u8> {
    let mut line = Vec::with_capacity(answers.iter().map(|a| a.len() + 1).sum::<usize>() + 1);
    line.push(b'[');
    line.extend_from_slice(&answers.join(&b','));
    line.push(b']');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(message: &str) -> Kind {
        match read(message.as_bytes()) {
            Ok(Incoming::One(member)) => member.kind,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_message_is_known_by_its_outermost_fields() {
        assert_eq!(kind(r#"{"id":1,"method":"ping"}"#), Kind::Request);
        assert_eq!(kind(r#"{"id":null,"method":"ping"}"#), Kind::Request);
        assert_eq!(kind(r#" {"method":"ping"}"#), Kind::Notification);
        assert_eq!(kind(r#"{"id":1,"result":{}}"#), Kind::Response);
        assert_eq!(kind(r#"{"id":1,"error":{}}"#), Kind::Response);
        assert_eq!(kind(r#"{"id":1}"#), Kind::Other);
        assert_eq!(kind(r#"{"id":1,"method":7}"#), Kind::Other);
    }

    #[test]
    fn what_is_no_message_is_refused_by_what_is_wrong_with_it() {
        for (given, refusal) in [
            ("", Refusal::NotJson),
            ("{\"id\":1", Refusal::NotJson),
            ("[{]", Refusal::NotJson),
            ("nonsense", Refusal::NotJson),
            ("\"text\"", Refusal::NoObject),
            ("null", Refusal::NoObject),
            ("[]", Refusal::EmptyBatch),
        ] {
            assert_eq!(read(given.as_bytes()), Err(refusal), "{given}");
        }
        let long = format!("[{}]", vec!["{}"; BATCH_MAX + 1].join(","));
        assert_eq!(
            read(long.as_bytes()),
            Err(Refusal::LongBatch(BATCH_MAX + 1))
        );
    }

    #[test]
    fn a_field_that_occurs_twice_is_refused() {
        for twice in [
            r#"{"id":1,"method":"ping","method":"tools/call"}"#,
            r#"{"id":1,"id":2,"method":"ping"}"#,
            r#"{"id":1,"method":"tools/call","params":{"name":"a"},"params":{"name":"b"}}"#,
            r#"{"id":1,"method":"tools/call","params":{"name":"a","n\u0061me":"b"}}"#,
        ] {
            let read = read(twice.as_bytes());
            assert!(matches!(read, Err(Refusal::Malformed(_))), "{twice}");
        }
    }
}
