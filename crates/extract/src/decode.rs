//! From bytes to text: byte order mark, then UTF-8, then what the file declares, then a guess.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Decoded text without its byte order mark, and what the reader should know.
pub(crate) struct Decoded {
    pub text: String,
    pub warnings: Vec<String>,
}

/// Decodes `bytes`; never fails. Bytes that no text can be made of become U+FFFD and are counted
/// in a warning, as is an encoding that was guessed.
pub(crate) fn decode(bytes: &[u8], declared: Option<&'static Encoding>) -> Decoded {
    let mut warnings = Vec::new();
    let (encoding, body) = choose(bytes, declared, &mut warnings);
    let (text, had_errors) = encoding.decode_without_bom_handling(body);
    if had_errors {
        warnings.push(match text.matches('\u{fffd}').count() {
            1 => "has 1 undecodable place, replaced by U+FFFD".to_owned(),
            count => format!("has {count} undecodable places, replaced by U+FFFD"),
        });
    }
    Decoded {
        text: text.into_owned(),
        warnings,
    }
}

/// The encoding of UTF-16 text without a byte order mark, where its bytes give it away.
///
/// Text of most scripts has line ends, spaces and ASCII punctuation, whose high byte is zero:
/// zeros then stand at odd places only (little endian) or at even places only (big endian).
pub(crate) fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    /// Enough to be sure, and cheap for a large file.
    const SAMPLE: usize = 64 * 1024;
    let sample = &bytes[..bytes.len().min(SAMPLE) & !1];
    let (mut zeros_even, mut zeros_odd) = (0, 0);
    for pair in sample.chunks_exact(2) {
        zeros_even += usize::from(pair[0] == 0);
        zeros_odd += usize::from(pair[1] == 0);
    }
    let encoding = match (zeros_even, zeros_odd) {
        (0, 2..) => UTF_16LE,
        (2.., 0) => UTF_16BE,
        _ => return None,
    };
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let (mut letters, mut odd_ones, mut all) = (0, 0, 0);
    for c in text.chars() {
        all += 1;
        letters += usize::from(c.is_alphanumeric() || c.is_whitespace());
        odd_ones += usize::from(c == '\u{fffd}' || is_control(c));
    }
    // A sample may end inside a surrogate pair.
    (odd_ones <= 1 && letters * 2 > all).then_some(encoding)
}

fn choose<'b>(
    bytes: &'b [u8],
    declared: Option<&'static Encoding>,
    warnings: &mut Vec<String>,
) -> (&'static Encoding, &'b [u8]) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return (encoding, &bytes[mark..]);
    }
    let guessed =
        |encoding: &'static Encoding| format!("was read as {} (guessed)", encoding.name());
    if let Some(encoding) = utf16_without_mark(bytes) {
        warnings.push(guessed(encoding));
        return (encoding, bytes);
    }
    let declared = declared.filter(|&encoding| encoding != UTF_8);
    match std::str::from_utf8(bytes) {
        // All-ASCII bytes with these escapes are Japanese e-mail or old web pages.
        Ok(text) if text.is_ascii() && text.contains("\x1b$") => {}
        Ok(text) => {
            if let Some(declared) = declared.filter(|_| !text.is_ascii()) {
                warnings.push(format!(
                    "declares {} but is UTF-8, and was read as that",
                    declared.name()
                ));
            }
            return (UTF_8, bytes);
        }
        Err(_) => {}
    }
    if let Some(declared) = declared {
        return (declared, bytes);
    }
    if is_mostly_utf8(bytes) {
        return (UTF_8, bytes);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    warnings.push(guessed(encoding));
    (encoding, bytes)
}

/// Whether damaged UTF-8 explains the bytes better than a legacy encoding: several characters of
/// more than one byte, and far more of them than broken places.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    whole >= 3 && whole > broken * 4
}

/// A control character that text has no use for.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control()
        && !matches!(
            c,
            '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1b}' | '\u{85}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{GB18030, SHIFT_JIS, WINDOWS_1252};

    const RUSSIAN: &str = "Привет, мир. Это обычный текст на русском языке, в нём есть пробелы.";

    fn check(bytes: &[u8], text: &str, warnings: &[&str]) {
        let decoded = decode(bytes, None);
        assert_eq!(decoded.text, text);
        assert_eq!(decoded.warnings, warnings);
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn a_byte_order_mark_decides_and_is_dropped() {
        check(b"\xef\xbb\xbf# caf\xc3\xa9", "# café", &[]);
        check(&utf16("\u{feff}# é", u16::to_le_bytes), "# é", &[]);
        check(&utf16("\u{feff}# é", u16::to_be_bytes), "# é", &[]);
    }

    #[test]
    fn utf16_without_a_mark_is_recognised() {
        let le = ["was read as UTF-16LE (guessed)"];
        let be = ["was read as UTF-16BE (guessed)"];
        check(
            &utf16("# Title\nbody", u16::to_le_bytes),
            "# Title\nbody",
            &le,
        );
        check(
            &utf16("# Title\nbody", u16::to_be_bytes),
            "# Title\nbody",
            &be,
        );
        check(&utf16(RUSSIAN, u16::to_le_bytes), RUSSIAN, &le);
    }

    #[test]
    fn utf8_needs_no_warning() {
        check("naïve 日本語 👍".as_bytes(), "naïve 日本語 👍", &[]);
    }

    #[test]
    fn legacy_encodings_are_guessed_and_reported() {
        let latin = "# Résumé\n\nDéjà vu à Noël, naïve façade.\n";
        let (bytes, _, _) = WINDOWS_1252.encode(latin);
        check(&bytes, latin, &["was read as windows-1252 (guessed)"]);
        let japanese = "# 概要\n\nこれは日本語の文書です。検索できますか。\n";
        let (bytes, _, _) = SHIFT_JIS.encode(japanese);
        check(&bytes, japanese, &["was read as Shift_JIS (guessed)"]);
        let chinese = "# 概述\n\n这是中文文档，包含一些字。\n";
        let (bytes, _, _) = GB18030.encode(chinese);
        check(&bytes, chinese, &["was read as GBK (guessed)"]);
        check(
            b"\x1b$B$3$l$OF|K\\8l$G$9\x1b(B\n",
            "これは日本語です\n",
            &["was read as ISO-2022-JP (guessed)"],
        );
    }

    #[test]
    fn damaged_utf8_stays_utf8_and_the_damage_is_counted() {
        let mut bytes = RUSSIAN.as_bytes().to_vec();
        bytes.push(0xff);
        let decoded = decode(&bytes, None);
        assert_eq!(decoded.text, format!("{RUSSIAN}\u{fffd}"));
        assert_eq!(
            decoded.warnings,
            ["has 1 undecodable place, replaced by U+FFFD"]
        );
    }

    #[test]
    fn a_declared_encoding_is_believed_unless_the_bytes_are_utf8() {
        let decoded = decode(b"caf\xe9", Some(WINDOWS_1252));
        assert_eq!((decoded.text.as_str(), decoded.warnings.len()), ("café", 0));
        let decoded = decode("café".as_bytes(), Some(WINDOWS_1252));
        assert_eq!(decoded.text, "café");
        assert_eq!(
            decoded.warnings,
            ["declares windows-1252 but is UTF-8, and was read as that"]
        );
    }
}
