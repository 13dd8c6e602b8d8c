//! Finds the answer in an event stream, for clients that do not read streams.

use crate::message::{self, Incoming, Kind};

/// The last JSON-RPC answer among the events of a finished stream, as one line. What comes
/// before it are notifications, which such a client has no way to receive.
pub(super) fn last_answer(stream: &[u8]) -> Option<Vec<u8>> {
    let stream = String::from_utf8_lossy(stream).replace("\r\n", "\n");
    let answers = stream.split("\n\n").filter_map(|event| {
        let data: Vec<&str> = event
            .lines()
            .filter_map(|line| line.strip_prefix("data:"))
            .map(|data| data.strip_prefix(' ').unwrap_or(data))
            .collect();
        let data = data.join("");
        match message::read(data.as_bytes()) {
            Ok(Incoming::One(member)) if member.kind == Kind::Response => Some(data.into_bytes()),
            _ => None,
        }
    });
    answers.last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_found_among_the_notifications() {
        let stream = concat!(
            ": keep-alive\n\n",
            "id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n",
            "data: {\"jsonrpc\":\"2.0\",\"id\":1,\ndata: \"result\":{}}\n\n",
        );
        assert_eq!(
            last_answer(stream.as_bytes()).unwrap(),
            br#"{"jsonrpc":"2.0","id":1,"result":{}}"#
        );
        assert_eq!(last_answer(b"data: {\"method\":\"n\"}\n\n"), None);
        assert_eq!(last_answer(b""), None);
    }
}
