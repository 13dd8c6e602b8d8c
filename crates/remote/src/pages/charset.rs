//! Text as UTF-8, when the server says in which encoding it sends it.
//!
//! A page's header is gone once its bytes are handed on. So what the header says is carried out
//! here, and marked by the one sign that outranks whatever the page says of itself: a byte order
//! mark, as in the HTML standard.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8};

const MARK: &[u8] = "\u{feff}".as_bytes();

/// Carries out the encoding that `media_type` names: `bytes` become UTF-8 behind a byte order
/// mark, and the type says so. Both stay as they are where it names none that is known, and where
/// the bytes begin with a mark of their own.
///
/// Bytes that are UTF-8 beyond ASCII are taken for it whatever the server says; text of another
/// encoding does not look like that by chance. Under a header of UTF-8 places that are not stay in
/// the bytes, for whoever reads them to count.
pub(super) fn carry_out(media_type: String, bytes: Vec<u8>) -> (String, Vec<u8>) {
    let (essence, parameters) = media_type.split_once(';').unwrap_or((&media_type, ""));
    let Some(encoding) = named(parameters) else {
        return (media_type, bytes);
    };
    if bytes.is_empty() || Encoding::for_bom(&bytes).is_some() {
        return (media_type, bytes);
    }
    let is_utf8 = |bytes: &[u8]| !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
    let marked = if encoding == UTF_8 || is_utf8(&bytes) {
        [MARK, bytes.as_slice()].concat()
    } else {
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        [MARK, text.as_bytes()].concat()
    };
    (format!("{}; charset=utf-8", essence.trim_end()), marked)
}

/// The encoding that the first parameter `charset` names.
fn named(parameters: &str) -> Option<&'static Encoding> {
    let value = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    })?;
    let label = value.trim().trim_matches(['"', '\'']);
    // Browsers show nothing of the encodings that are called REPLACEMENT; a guess does better.
    Encoding::for_label(label.as_bytes()).filter(|&encoding| encoding != REPLACEMENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::SHIFT_JIS;

    const UTF8_HTML: &str = "text/html; charset=utf-8";

    fn carried(media_type: &str, bytes: &[u8]) -> (String, Vec<u8>) {
        carry_out(media_type.to_owned(), bytes.to_vec())
    }

    fn check(media_type: &str, bytes: &[u8], text: &str) {
        let (media_type, bytes) = carried(media_type, bytes);
        assert_eq!(media_type, UTF8_HTML);
        assert_eq!(bytes, format!("\u{feff}{text}").as_bytes());
    }

    #[test]
    fn text_in_the_encoding_of_the_header_becomes_utf8_behind_a_mark() {
        check("text/html; charset=windows-1252", b"\x80 caf\xe9", "€ café");
        check("text/html;charset=\"ISO-8859-1\"", b"caf\xe9", "café");
        check("text/html ; x=y; Charset = latin1 ", b"caf\xe9", "café");
        let japanese = "これは日本語の文書です";
        let (bytes, _, _) = SHIFT_JIS.encode(japanese);
        check("text/html; charset=Shift_JIS", &bytes, japanese);
        check(
            "text/html; charset=iso-2022-jp",
            b"\x1b$B$3$l$O\x1b(B",
            "これは",
        );
        check("text/html; charset=utf-16be", b"\0a\0b", "ab");
    }

    #[test]
    fn utf8_is_marked_and_its_damage_kept() {
        check("text/html; charset=utf-8", "naïve".as_bytes(), "naïve");
        let (_, bytes) = carried("text/html; charset=utf-8", b"caf\xe9");
        assert_eq!(bytes, b"\xef\xbb\xbfcaf\xe9");
    }

    #[test]
    fn utf8_under_a_header_of_another_encoding_is_utf8() {
        check(
            "text/html; charset=iso-8859-1",
            "naïve 日本".as_bytes(),
            "naïve 日本",
        );
    }

    #[test]
    fn a_mark_of_the_page_outranks_the_header() {
        for bytes in [&b"\xef\xbb\xbfcaf\xc3\xa9"[..], b"\xff\xfea\0"] {
            let media_type = "text/html; charset=windows-1252";
            let unchanged = (media_type.to_owned(), bytes.to_vec());
            assert_eq!(carried(media_type, bytes), unchanged);
        }
    }

    #[test]
    fn without_an_encoding_that_is_known_nothing_changes() {
        for media_type in [
            "text/html",
            "text/html; charset=",
            "text/html; charset=nonsense",
            "text/html; charset=hz-gb-2312",
            "text/html; x-charset=latin1",
        ] {
            let unchanged = (media_type.to_owned(), b"caf\xe9".to_vec());
            assert_eq!(carried(media_type, b"caf\xe9"), unchanged, "{media_type}");
        }
        let empty = ("text/html; charset=latin1".to_owned(), Vec::new());
        assert_eq!(carried(&empty.0, b""), empty);
    }
}
