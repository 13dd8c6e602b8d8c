//! What can be told of an MCP body without carrying it out: which requests are in it, and which
//! tools they call.

use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// Methods that say nothing of the store, so that anybody may call them.
const PUBLIC: [&str; 7] = [
    "initialize",
    "notifications/initialized",
    "server/discover",
    "ping",
    "tools/list",
    "resources/list",
    "resources/templates/list",
];

/// The messages of a body: none when it could not be read.
#[derive(Debug, Default)]
pub struct Outline {
    is_batch: bool,
    messages: Vec<Message>,
}

/// The outermost fields of a message. One that occurs twice is an error, here as in the endpoint,
/// so the two cannot read different ones.
#[derive(Debug, Deserialize)]
struct Message {
    #[serde(default, deserialize_with = "present")]
    id: Option<Value>,
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    params: Named,
}

/// The `name` of an object; `None` for one without, and for whatever else is in its place.
#[derive(Debug, Default)]
struct Named(Option<String>);

impl Outline {
    /// The outline of `body`; an empty one when it is nothing that could be carried out.
    pub fn of(body: &[u8]) -> Self {
        let is_batch = body.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'[');
        let messages = if is_batch {
            serde_json::from_slice(body)
        } else {
            serde_json::from_slice(body).map(|message| vec![message])
        };
        Self {
            is_batch,
            messages: messages.unwrap_or_default(),
        }
    }

    /// Whether anybody may send it.
    pub fn is_public(&self) -> bool {
        let public = |message: &Message| {
            let method = message.method.as_deref();
            method.is_some_and(|method| PUBLIC.contains(&method))
        };
        !self.messages.is_empty() && self.messages.iter().all(public)
    }

    /// The methods that are called, each with the name in its parameters.
    pub fn calls(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.messages.iter().filter_map(|message| {
            let method = message.method.as_deref()?;
            Some((method, message.params.0.as_deref()))
        })
    }

    /// The answer that refuses the whole body, on one line: an error for each of its requests, or
    /// one with id null where there is none.
    pub fn refusal(&self, code: i32, message: &str) -> String {
        let error = |id: &Value| json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}});
        let ids: Vec<&Value> = self
            .messages
            .iter()
            .filter_map(|message| message.id.as_ref())
            .map(|id| match id {
                Value::String(_) | Value::Number(_) => id,
                _ => &Value::Null,
            })
            .collect();
        match (self.is_batch, ids.as_slice()) {
            (_, []) => error(&Value::Null),
            (false, [id, ..]) => error(id),
            (true, ids) => ids.iter().map(|id| error(id)).collect(),
        }
        .to_string()
    }
}

/// A field that is there, if only as null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOnly)
    }
}

/// Reads over everything but a name, since arguments may be megabytes.
struct NameOnly;

impl<'de> Visitor<'de> for NameOnly {
    type Value = Named;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("parameters")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
        let mut name = None;
        while let Some(key) = map.next_key::<String>()? {
            if key == "name" {
                let value: Value = map.next_value()?;
                name = value.as_str().map(str::to_owned);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Named(name))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Named, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Named(None))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Named, E> {
        Ok(Named(None))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Named, E> {
        Ok(Named(None))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Named, E> {
        Ok(Named(None))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Named, E> {
        Ok(Named(None))
    }

    fn visit_str<E>(self, _: &str) -> Result<Named, E> {
        Ok(Named(None))
    }

    fn visit_unit<E>(self) -> Result<Named, E> {
        Ok(Named(None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(body: &str) -> Vec<(String, Option<String>)> {
        let outline = Outline::of(body.as_bytes());
        let owned =
            |(method, name): (&str, Option<&str>)| (method.to_owned(), name.map(str::to_owned));
        outline.calls().map(owned).collect()
    }

    #[test]
    fn methods_and_names_are_read_whatever_the_rest_is() {
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call",
            "params":{"arguments":{"name":"not this"},"name":"deep_read","_meta":{}}}"#;
        let expected = ("tools/call".to_owned(), Some("deep_read".to_owned()));
        assert_eq!(calls(body), [expected]);
        for params in [
            "null",
            "7",
            "-7",
            "1.5",
            "true",
            "\"x\"",
            "[{}]",
            "{}",
            "{\"name\":1}",
        ] {
            let body = format!(r#"{{"method":"ping","params":{params}}}"#);
            assert_eq!(calls(&body), [("ping".to_owned(), None)], "{params}");
        }
    }

    #[test]
    fn only_bodies_of_public_methods_are_public() {
        for (body, public) in [
            (r#"{"id":1,"method":"tools/list"}"#, true),
            (
                r#"[{"id":1,"method":"initialize"},{"method":"notifications/initialized"}]"#,
                true,
            ),
            (
                r#"[{"id":1,"method":"tools/list"},{"id":2,"method":"tools/call"}]"#,
                false,
            ),
            (r#"{"id":1,"method":"prompts/list"}"#, false),
            (
                r#"{"id":1,"method":"tools/list","method":"tools/call"}"#,
                false,
            ),
            (r#"{"id":1}"#, false),
            ("[]", false),
            ("{", false),
            ("", false),
        ] {
            assert_eq!(Outline::of(body.as_bytes()).is_public(), public, "{body}");
        }
    }

    #[test]
    fn a_refusal_carries_the_ids_of_the_requests() {
        let refusal = |body: &str| Outline::of(body.as_bytes()).refusal(-32001, "no");
        let error = |id: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32001,"message":"no"}}}}"#)
        };
        assert_eq!(refusal(r#"{"id":"a","method":"x"}"#), error("\"a\""));
        assert_eq!(refusal(r#"{"id":null,"method":"x"}"#), error("null"));
        assert_eq!(refusal(r#"{"method":"n"}"#), error("null"));
        assert_eq!(refusal("{"), error("null"));
        assert_eq!(
            refusal(r#"[{"id":1,"method":"x"},{"method":"n"},{"id":2,"method":"y"}]"#),
            format!("[{},{}]", error("1"), error("2"))
        );
    }
}
