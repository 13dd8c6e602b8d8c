//! The encoding that a page declares for itself.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How far into the page a declaration may stand (browsers look at 1,024 bytes).
const DECLARED_WITHIN: usize = 4096;

/// The encoding named by `<meta charset>`, `<meta http-equiv>` or the XML declaration.
pub(super) fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes[..bytes.len().min(DECLARED_WITHIN)].to_ascii_lowercase();
    let mut tags = head.split(|&byte| byte == b'<');
    let encoding = tags.find_map(|tag| {
        let tag = &tag[..tag
            .iter()
            .position(|&byte| byte == b'>')
            .unwrap_or(tag.len())];
        if tag.starts_with(b"meta") {
            label(tag, b"charset")
        } else if tag.starts_with(b"?xml") {
            label(tag, b"encoding")
        } else {
            None
        }
    })?;
    // A page whose declaration can be read byte by byte is not UTF-16, whatever it says.
    Some(match encoding {
        encoding if encoding == UTF_16LE || encoding == UTF_16BE => UTF_8,
        encoding => encoding,
    })
}

/// The encoding named after `attribute=` in a tag.
fn label(tag: &[u8], attribute: &[u8]) -> Option<&'static Encoding> {
    let at = tag
        .windows(attribute.len())
        .position(|window| window == attribute)?;
    let after = tag[at + attribute.len()..].trim_ascii_start();
    let value = after.strip_prefix(b"=")?.trim_ascii_start();
    let value = value
        .strip_prefix(b"\"")
        .or_else(|| value.strip_prefix(b"'"))
        .unwrap_or(value);
    let end = value
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\'' | b';' | b'/') || byte.is_ascii_whitespace())
        .unwrap_or(value.len());
    Encoding::for_label(&value[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_declare_an_encoding_is_found() {
        for (page, name) in [
            ("<html><meta charset=\"iso-8859-1\">", Some("windows-1252")),
            ("<META CHARSET=Shift_JIS/>", Some("Shift_JIS")),
            (
                "<meta http-equiv='Content-Type' content='text/html; charset=gb2312'>",
                Some("GBK"),
            ),
            ("<?xml version='1.0' encoding='utf-8'?>", Some("UTF-8")),
            ("<meta charset=utf-16>", Some("UTF-8")),
            ("<meta charset=nonsense><p>charset=latin1", None),
            ("<meta charset", None),
        ] {
            let found = declared(page.as_bytes()).map(Encoding::name);
            assert_eq!(found, name, "{page}");
        }
    }
}
