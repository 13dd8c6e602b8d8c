//! The name in the parameters of a message.

use std::fmt;

use serde::de::{Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The `name` of an object when it is a text; `None` for whatever else is in its place.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Named(pub(super) Option<String>);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOnly)
    }
}

/// Reads over everything but a name, since arguments may be megabytes.
struct NameOnly;

impl<'de> Visitor<'de> for NameOnly {
    type Value = Named;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("parameters")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
        let mut name = None;
        while let Some(key) = map.next_key::<String>()? {
            if key != "name" {
                map.next_value::<IgnoredAny>()?;
            } else if name.replace(map.next_value::<Value>()?).is_some() {
                return Err(A::Error::duplicate_field("name"));
            }
        }
        Ok(Named(match name {
            Some(Value::String(name)) => Some(name),
            _ => None,
        }))
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

    #[test]
    fn the_name_is_read_whatever_the_rest_is() {
        for (params, name) in [
            (
                r#"{"arguments":{"name":"no"},"name":"deep_read"}"#,
                Some("deep_read"),
            ),
            (r#"{"n\u0061me":"x"}"#, Some("x")),
            ("{}", None),
            (r#"{"name":1}"#, None),
            ("null", None),
            ("7", None),
            ("-7", None),
            ("1.5", None),
            ("true", None),
            ("\"x\"", None),
            ("[{}]", None),
        ] {
            let read: Named = serde_json::from_str(params).unwrap();
            assert_eq!(read.0.as_deref(), name, "{params}");
        }
    }
}
