//! What cannot be read is refused by file name, with the reason.

use domain::cancel::Cancel;
use domain::error::ErrorKind;
use domain::limits::TEXT_BYTES_MAX;
use domain::ports::extractor::Extractor;
use extract::Registry;

use super::try_extract;

fn refusal(name: &str, bytes: impl AsRef<[u8]>) -> (ErrorKind, String) {
    let error = try_extract(name, bytes).expect_err("a refusal");
    (error.kind, error.message)
}

#[test]
fn an_unsupported_format_is_named_together_with_the_supported_ones() {
    for (name, bytes, what) in [
        (
            "x.pdf",
            &b"%PDF-1.7\n%\xe2\xe3"[..],
            "PDF is not supported yet",
        ),
        (
            "x.md",
            b"PK\x03\x04 word/document.xml",
            "DOCX is not supported yet",
        ),
        (
            "x",
            b"\x89PNG\r\n\x1a\n....",
            "a PNG image is not supported yet",
        ),
        ("x.txt", &[7; 64], "binary data is not supported"),
    ] {
        let (kind, message) = refusal(name, bytes);
        assert_eq!(kind, ErrorKind::Invalid);
        assert_eq!(
            message,
            format!(
                "`{name}`: {what} (supported: {})",
                Registry::new().supported().join(", ")
            )
        );
    }
}

#[test]
fn a_file_without_text_is_refused() {
    for bytes in ["", "  \n\t\n", "\u{feff}\n", "\0\0\n", "---\n\n***\n"] {
        let expected = (ErrorKind::Invalid, "`x.md` has no text".to_owned());
        assert_eq!(refusal("x.md", bytes), expected);
    }
}

#[test]
fn a_file_over_the_limit_is_refused_with_both_sizes() {
    let (kind, message) = refusal("dump.csv", vec![b'a'; TEXT_BYTES_MAX + 1]);
    assert_eq!(kind, ErrorKind::TooLarge);
    assert_eq!(
        message,
        "`dump.csv` is 20.1 MB; the limit is 20 MB for text (text_bytes_max)"
    );
    let text = "a".repeat(TEXT_BYTES_MAX + 1);
    for result in [
        Registry::new().markdown(&text, &Cancel::new()),
        Registry::new().blocks("text/plain", &text, &Cancel::new()),
    ] {
        assert_eq!(result.expect_err("a refusal").kind, ErrorKind::TooLarge);
    }
}

#[test]
fn cancelled_work_stops() {
    let cancel = Cancel::new();
    cancel.cancel();
    let registry = Registry::new();
    for result in [
        registry.extract("a.md", b"x", &cancel),
        registry.markdown("x", &cancel),
        registry.blocks("text/x-source-code", "x", &cancel),
    ] {
        assert_eq!(result.expect_err("a refusal").kind, ErrorKind::Cancelled);
    }
}
