//! Cursors: where a page ended, as text that clients keep without reading it.

use data_encoding::BASE64URL_NOPAD;
use domain::Error;
use domain::item::ItemId;

use crate::errors::Outcome;
use crate::records::kind;

/// Where the next page of a list starts: behind this row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Newest {
    pub(crate) created_ms: i64,
    pub(crate) id: String,
}

impl Newest {
    pub(crate) fn encode(&self) -> String {
        encode(&format!("n {} {}", self.created_ms, self.id))
    }

    pub(crate) fn decode(cursor: &str) -> Outcome<Self> {
        let read = |text: &str| {
            let (created_ms, id) = text.strip_prefix("n ")?.split_once(' ')?;
            Some(Self {
                created_ms: created_ms.parse().ok()?,
                id: domain::ids::DocumentId::parse(id).ok()?.to_string(),
            })
        };
        decode(cursor, read)
    }
}

/// The cursor behind a member.
pub(crate) fn encode_member(item: &ItemId) -> String {
    encode(&format!("m {} {}", kind::of_item(item), item.as_str()))
}

/// Reads what [`encode_member`] wrote.
pub(crate) fn decode_member(cursor: &str) -> Outcome<ItemId> {
    decode(cursor, |text| {
        let (number, id) = text.strip_prefix("m ")?.split_once(' ')?;
        kind::item(number.parse().ok()?, id).ok()
    })
}

fn encode(text: &str) -> String {
    BASE64URL_NOPAD.encode(text.as_bytes())
}

fn decode<T>(cursor: &str, read: impl FnOnce(&str) -> Option<T>) -> Outcome<T> {
    BASE64URL_NOPAD
        .decode(cursor.as_bytes())
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .and_then(|text| read(&text))
        .ok_or_else(|| {
            Error::invalid("malformed cursor")
                .hint("use the cursor of an earlier page, or none")
                .into()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_read_back_and_only_their_own_kind() {
        let place = Newest {
            created_ms: -7,
            id: "d_1".to_owned(),
        };
        assert_eq!(Newest::decode(&place.encode()).unwrap(), place);
        assert!(decode_member(&place.encode()).is_err());
        for cursor in ["", "%", "bm8", "é"] {
            assert!(Newest::decode(cursor).is_err(), "{cursor}");
        }
    }
}
