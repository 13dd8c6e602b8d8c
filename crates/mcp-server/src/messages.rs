//! The messages of a body, read once.

use bytes::Bytes;
use serde_json::Value;

use crate::message::{self, Incoming, Member, Refusal};

/// The messages of a body. Who decides by them and the endpoint that carries them out share one
/// reading, so there is no body in which the two see different calls.
#[derive(Debug)]
pub struct Messages {
    pub(crate) text: Bytes,
    pub(crate) read: Result<Incoming, Refusal>,
}

impl Messages {
    /// Reads a body. One that is no message or batch has no messages, and the endpoint answers it
    /// with what is wrong with it.
    pub fn read(text: Bytes) -> Self {
        let read = message::read(&text);
        Self { text, read }
    }

    /// The messages of a body that did not arrive.
    pub fn none() -> Self {
        Self {
            text: Bytes::new(),
            read: Err(Refusal::NotJson),
        }
    }

    /// What is called, in order: a method, and the name in its parameters.
    pub fn calls(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.members().filter_map(|member| {
            let method = member.method.as_deref()?;
            Some((method, member.name.as_deref()))
        })
    }

    /// Whether there is a message, and each calls a method of which `holds`.
    pub fn all_call(&self, holds: impl Fn(&str) -> bool) -> bool {
        let mut members = self.members().peekable();
        members.peek().is_some()
            && members.all(|member| member.method.as_deref().is_some_and(&holds))
    }

    /// The answer that refuses all of it, on one line: a JSON-RPC error for the request, or for
    /// each one of a batch, and one with id null where there is none.
    pub fn refusal(&self, code: i32, message: &str) -> Vec<u8> {
        let refuse = |id| message::error(id, code, message);
        let batch = match &self.read {
            Ok(Incoming::One(member)) => return refuse(member.id_to_answer()),
            Ok(Incoming::Batch(members)) => members,
            Err(_) => return refuse(Value::Null),
        };
        let answers: Vec<Vec<u8>> = batch
            .iter()
            .filter(|(member, _)| member.wants_answer())
            .map(|(member, _)| refuse(member.id_to_answer()))
            .collect();
        if answers.is_empty() {
            return refuse(Value::Null);
        }
        message::join(&answers)
    }

    fn members(&self) -> impl Iterator<Item = &Member> {
        let (one, batch) = match &self.read {
            Ok(Incoming::One(member)) => (Some(member), &[][..]),
            Ok(Incoming::Batch(members)) => (None, members.as_slice()),
            Err(_) => (None, &[][..]),
        };
        one.into_iter()
            .chain(batch.iter().map(|(member, _)| member))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &'static str) -> Messages {
        Messages::read(Bytes::from_static(body.as_bytes()))
    }

    #[test]
    fn calls_are_named_in_order_whatever_is_among_them() {
        let one = read(r#"{"id":1,"method":"tools/call","params":{"name":"deep_read"}}"#);
        let calls: Vec<_> = one.calls().collect();
        assert_eq!(calls, [("tools/call", Some("deep_read"))]);
        // A batch is carried out member by member, so what is wrong with one hides no other.
        let batch = read(
            r#"[7,{"id":1,"id":2,"method":"ping"},[],{"method":7},{"result":1},
                {"method":"tools/call","params":{"name":"a","name":"b"}}]"#,
        );
        let calls: Vec<_> = batch.calls().collect();
        assert_eq!(calls, [("ping", None), ("tools/call", Some("b"))]);
        for none in ["{", "", "[]", r#"{"id":1,"result":{}}"#] {
            assert_eq!(read(none).calls().count(), 0, "{none}");
        }
    }

    #[test]
    fn all_call_what_holds_only_when_there_is_nothing_else() {
        for (body, holds) in [
            (r#"{"id":1,"method":"ping"}"#, true),
            (r#"[{"id":1,"method":"ping"},{"method":"ping"}]"#, true),
            (r#"[{"id":1,"method":"ping"},{"id":2,"method":"x"}]"#, false),
            (r#"[{"id":1,"method":"ping"},7]"#, false),
            (r#"{"id":1,"method":"ping","method":"x"}"#, false),
            (r#"{"id":1}"#, false),
            ("[]", false),
            ("{", false),
            ("", false),
        ] {
            assert_eq!(
                read(body).all_call(|method| method == "ping"),
                holds,
                "{body}"
            );
        }
        assert!(!Messages::none().all_call(|_| true));
    }

    #[test]
    fn a_refusal_carries_the_ids_of_the_requests() {
        let refusal = |body| String::from_utf8(read(body).refusal(-32001, "no")).unwrap();
        let error = |id: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32001,"message":"no"}}}}"#)
        };
        assert_eq!(refusal(r#"{"id":"a","method":"x"}"#), error("\"a\""));
        assert_eq!(
            refusal(r#"[{"id":1,"method":"x"},{"method":"n"},{"id":2,"method":"y"}]"#),
            format!("[{},{}]", error("1"), error("2"))
        );
        for without in [
            "",
            "{",
            "[]",
            r#"{"method":"n"}"#,
            r#"{"id":null,"method":"x"}"#,
            r#"[{"method":"n"}]"#,
        ] {
            assert_eq!(refusal(without), error("null"), "{without}");
        }
    }
}
