//! Percent-encoding (RFC 3986), decoded once and into valid text or not at all.

use domain::{Error, Result};

/// The text of one part of a path. `%2F` becomes a slash within the part and parts nothing.
///
/// # Errors
/// `Invalid` when it is no UTF-8.
pub fn path_part(part: &str) -> Result<String> {
    decode(part, false).ok_or_else(|| Error::invalid("a part of the path is no valid UTF-8"))
}

/// The pairs of a query, in order. A plus is a space, as forms write it.
///
/// # Errors
/// `Invalid` when a name or value is no UTF-8.
pub fn query_pairs(query: &str) -> Result<Vec<(String, String)>> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            decode(name, true).zip(decode(value, true))
        })
        .collect::<Option<_>>()
        .ok_or_else(|| Error::invalid("the query is no valid UTF-8"))
}

/// A percent sign without two hexadecimal digits after it stands for itself.
fn decode(text: &str, plus_is_space: bool) -> Option<String> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (byte, hex_pair(bytes, at + 1)) {
            (b'%', Some(byte)) => {
                decoded.push(byte);
                at += 2;
            }
            (b'+', _) if plus_is_space => decoded.push(b' '),
            _ => decoded.push(*byte),
        }
        at += 1;
    }
    String::from_utf8(decoded).ok()
}

fn hex_pair(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    u8::try_from(digit(at)? * 16 + digit(at + 1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_decoded_once() {
        assert_eq!(path_part("a%20b%2Fc+d").unwrap(), "a b/c+d");
        assert_eq!(path_part("%252e").unwrap(), "%2e");
        assert_eq!(path_part("100%").unwrap(), "100%");
        assert_eq!(path_part("%zz%4").unwrap(), "%zz%4");
        assert!(path_part("%ff").is_err());
    }

    #[test]
    fn a_query_is_read_as_forms_write_it() {
        let pairs = query_pairs("q=a+b%2Bc&tags=x%2Cy&flag&&empty=&e=%C3%A9=1").unwrap();
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(n, v)| (n.as_str(), v.as_str()))
            .collect();
        assert_eq!(
            pairs,
            [
                ("q", "a b+c"),
                ("tags", "x,y"),
                ("flag", ""),
                ("empty", ""),
                ("e", "é=1")
            ]
        );
        assert!(query_pairs("q=%ff").is_err());
    }
}
