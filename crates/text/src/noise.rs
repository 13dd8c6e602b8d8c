//! Tells text from what only looks like it: base64, hex dumps, minified code.
//!
//! Such text has no words to search by meaning and would fill a document's tree with vectors that
//! mean nothing. The rules look at ASCII only, because scripts without spaces are not noise.

/// Shortest run of base64 or hex that counts: a wrapped line of PEM has 64 characters.
const ENCODED_RUN_BYTES_MIN: usize = 40;
/// Least share of borders between upper case, lower case and digits in a run, in percent.
/// Random base64 has about 65, random hex 47, camel case names below 30.
const ENCODED_TURNS_PERCENT: usize = 38;
/// Shortest text that can be minified code.
const MINIFIED_BYTES_MIN: usize = 256;
/// Most white space in minified code, in percent of the bytes; prose has 16, code more.
const MINIFIED_BLANK_PERCENT: usize = 5;
/// Least share of words of one character in minified code, in percent.
const MINIFIED_SHORT_PERCENT: usize = 40;

/// Whether `text` holds a letter or digit of any script.
pub(crate) fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Whether `text` is mostly encoded bytes or minified code. Linear in its length.
pub(crate) fn is_noise(text: &str) -> bool {
    is_encoded(text) || is_minified(text)
}

/// More than half of the bytes stand in runs of base64 or hex.
fn is_encoded(text: &str) -> bool {
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=-_".contains(byte);
    let mut encoded_bytes = 0;
    for run in text.as_bytes().split(|byte| !is_sign(byte)) {
        if run.len() >= ENCODED_RUN_BYTES_MIN && looks_random(run) {
            encoded_bytes += run.len();
        }
    }
    encoded_bytes * 2 > text.len()
}

fn looks_random(run: &[u8]) -> bool {
    let class = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    let turns = run
        .windows(2)
        .filter(|pair| class(pair[0]) != class(pair[1]))
        .count();
    let digits = run.iter().filter(|byte| byte.is_ascii_digit()).count();
    let signs = run.iter().filter(|&&byte| class(byte) == 3).count();
    // A long path or link turns at its signs; encoded text has few of those.
    digits > 0 && signs * 10 < run.len() && turns * 100 >= run.len() * ENCODED_TURNS_PERCENT
}

fn is_minified(text: &str) -> bool {
    if text.len() < MINIFIED_BYTES_MIN {
        return false;
    }
    let bytes = text.as_bytes();
    let blank = bytes.iter().filter(|b| b.is_ascii_whitespace()).count();
    let foreign = bytes.iter().filter(|b| !b.is_ascii()).count();
    if blank * 100 > bytes.len() * MINIFIED_BLANK_PERCENT || foreign * 5 > bytes.len() {
        return false;
    }
    let (words, short) = count_words(bytes);
    short * 100 > words * MINIFIED_SHORT_PERCENT
}

/// Words (runs of letters, digits and `_`, and single signs) and how many have one character.
fn count_words(bytes: &[u8]) -> (usize, usize) {
    let (mut words, mut short) = (0, 0);
    for run in bytes.chunk_by(|a, b| is_letter(*a) && is_letter(*b)) {
        if run[0].is_ascii_whitespace() {
            continue;
        }
        words += 1;
        short += usize::from(run.len() == 1);
    }
    (words, short)
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE64: &str =
        "TWFuIGlzIGRpc3Rpbmd1aXNoZWQsIG5vdCBvbmx5IGJ5IGhpcyByZWFzb24sIGJ1dCBieSB0aGlz";

    #[test]
    fn encoded_bytes_are_noise() {
        assert!(is_noise(BASE64));
        assert!(is_noise(&format!(
            "{BASE64}\n{BASE64}\n-----END CERTIFICATE-----"
        )));
        assert!(is_noise(
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        ));
    }

    #[test]
    fn minified_code_is_noise() {
        let code = "function(a,b){return a.b(c)?d[0]:e(f,g)};var h=i(j);".repeat(6);
        assert!(is_noise(&code));
    }

    #[test]
    fn prose_code_links_and_scripts_without_spaces_are_not() {
        let links =
            "- [The chapter on storage](https://docs.example.org/en/latest/storage/format.html)\n"
                .repeat(9);
        for text in [
            &"Plain words, one after another, make a sentence. ".repeat(9),
            &"fn open(path: &Path) -> Result<Store> {\n    Store::at(path)\n}\n".repeat(9),
            &"日本語の文章には空白がありません。".repeat(40),
            &"ภาษาไทยไม่มีช่องว่างระหว่างคำ".repeat(40),
            "InternalFrameInternalFrameTitlePaneInternalFrameTitlePaneMaximizeButton2State",
            "https://example.com/a-long/path/to_the/page-2024/chapter-07/index.html",
            &links,
            "",
        ] {
            assert!(!is_noise(text), "{text}");
        }
        assert!(has_words("東") && !has_words("*** 🎉 —"));
    }
}
