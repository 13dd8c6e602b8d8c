//! What a file is, by its first bytes; the name helps only where they cannot tell.

use encoding_rs::Encoding;

use crate::decode::{is_control, utf16_without_mark};

/// What a file's content says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Text of some kind.
    Text,
    /// A web page.
    Html,
    /// A known format that is no text, as a person calls it: `PDF`, `a PNG image`.
    Known(&'static str),
    /// Bytes that are no text.
    Binary,
}

/// How far into a file the checks look.
const HEAD_BYTES: usize = 64 * 1024;
/// How far junk may push the header of a PDF (readers search the first kilobytes for it).
const PDF_HEADER_WITHIN: usize = 4096;

impl Content {
    /// Looks at the head of a file. `extension` is lower case, without its dot.
    pub fn of(extension: &str, bytes: &[u8]) -> Self {
        let head = &bytes[..bytes.len().min(HEAD_BYTES)];
        if let Some(name) = by_signature(extension, head) {
            return Self::Known(name);
        }
        let (text, is_utf16) = head_text(head);
        let is_text = is_utf16 || !is_binary(&text);
        if has_pdf_header(head) && (extension == "pdf" || !is_text) {
            return Self::Known("PDF");
        }
        if !is_text {
            Self::Binary
        } else if is_html(&text) || matches!(extension, "html" | "htm" | "xhtml") {
            Self::Html
        } else {
            Self::Text
        }
    }

    /// Why a file that no format claims is refused.
    pub fn refusal(self) -> String {
        match self {
            Self::Known(name) => format!("{name} is not supported yet"),
            Self::Binary => "binary data is not supported".to_owned(),
            Self::Text | Self::Html => "this kind of text is not supported".to_owned(),
        }
    }
}

/// Signatures at the start of a file that no text begins with.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"%PDF-", "PDF"),
    (b"{\\rtf", "RTF"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\0\0\x01\0", "an icon image"),
    (b"8BPS\0", "a Photoshop image"),
    (b"OggS\0", "Ogg audio"),
    (b"fLaC\0", "FLAC audio"),
    (b"ID3\x02", "MP3 audio"),
    (b"ID3\x03", "MP3 audio"),
    (b"ID3\x04", "MP3 audio"),
    (b"\x1aE\xdf\xa3", "Matroska or WebM video"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"BZh91AY&SY", "a bzip2 archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x7fELF", "an ELF program"),
    (b"\xca\xfe\xba\xbe", "a Java class or Mach-O program"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O program"),
    (b"\0asm", "a WebAssembly module"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"wOFF", "a web font"),
    (b"wOF2", "a web font"),
];

fn by_signature(extension: &str, head: &[u8]) -> Option<&'static str> {
    if let Some((_, name)) = SIGNATURES.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(name);
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Some(zip_kind(extension, head));
    }
    // The old Office container; a password-protected new Office file is wrapped in it too.
    if head.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return Some(match extension {
            "docx" | "xlsx" | "pptx" => "a password-protected Office file",
            "doc" => "DOC (Word 97–2003)",
            "xls" => "XLS (Excel 97–2003)",
            "ppt" => "PPT (PowerPoint 97–2003)",
            "msg" => "MSG (Outlook)",
            _ => "an Office 97–2003 file",
        });
    }
    match (head.get(..4), head.get(4..8), head.get(8..12)) {
        (Some(b"RIFF"), _, Some(b"WEBP")) => Some("a WebP image"),
        (Some(b"RIFF"), _, Some(b"WAVE")) => Some("WAV audio"),
        (Some(b"RIFF"), _, Some(b"AVI ")) => Some("AVI video"),
        (_, Some(b"ftyp"), Some(b"heic" | b"heix" | b"mif1" | b"avif")) => Some("a HEIF image"),
        (_, Some(b"ftyp"), _) => Some("MP4 video"),
        _ => None,
    }
}

/// What a ZIP file holds, by the names of its first entries.
fn zip_kind(extension: &str, head: &[u8]) -> &'static str {
    const PARTS: &[(&[u8], &str)] = &[
        (b"mimetypeapplication/epub+zip", "EPUB"),
        (b"mimetypeapplication/vnd.oasis.opendocument.text", "ODT"),
        (
            b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
            "ODS",
        ),
        (
            b"mimetypeapplication/vnd.oasis.opendocument.presentation",
            "ODP",
        ),
        (b"word/", "DOCX"),
        (b"ppt/", "PPTX"),
        (b"xl/", "XLSX"),
    ];
    let by_part = PARTS
        .iter()
        .find(|(part, _)| head.windows(part.len()).any(|window| window == *part));
    match (by_part, extension) {
        (Some((_, name)), _) => name,
        (None, "docx") => "DOCX",
        (None, "pptx") => "PPTX",
        (None, "xlsx") => "XLSX",
        (None, "epub") => "EPUB",
        (None, "odt") => "ODT",
        (None, "pages") => "Pages",
        (None, "numbers") => "Numbers",
        (None, "key") => "Keynote",
        (None, "jar") => "a Java archive",
        _ => "a ZIP archive",
    }
}

fn has_pdf_header(head: &[u8]) -> bool {
    head[..head.len().min(PDF_HEADER_WITHIN)]
        .windows(5)
        .any(|window| window == b"%PDF-")
}

/// The head as text, good enough to look at, and whether it is UTF-16.
fn head_text(head: &[u8]) -> (String, bool) {
    let encoding = match Encoding::for_bom(head) {
        Some((encoding, _)) => Some(encoding),
        None => utf16_without_mark(head),
    };
    match encoding {
        Some(encoding) => {
            let (text, _) = encoding.decode_with_bom_removal(head);
            (text.into_owned(), encoding != encoding_rs::UTF_8)
        }
        None => (String::from_utf8_lossy(head).into_owned(), false),
    }
}

/// Whether control characters are too many for damaged text: compressed or random bytes have
/// about one in nine, text next to none.
fn is_binary(text: &str) -> bool {
    /// A short note with a few stray bytes is still a note.
    const CONTROLS_MIN: usize = 8;
    let (mut controls, mut all) = (0, 0);
    for c in text.chars() {
        all += 1;
        controls += usize::from(is_control(c));
    }
    controls >= CONTROLS_MIN && controls * 20 > all
}

/// Whether the first thing after white space, an XML declaration and comments is `<!doctype html`
/// or `<html`.
fn is_html(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<?xml") {
            "?>"
        } else {
            break;
        };
        match rest.find(end) {
            Some(at) => rest = rest[at + end.len()..].trim_start(),
            None => return false,
        }
    }
    starts_with_tag(rest, "<!doctype html") || starts_with_tag(rest, "<html")
}

fn starts_with_tag(text: &str, tag: &str) -> bool {
    let begins = text
        .get(..tag.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(tag));
    begins
        && text[tag.len()..]
            .chars()
            .next()
            .is_none_or(|c| c == '>' || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_whatever_the_name_says() {
        assert_eq!(Content::of("md", b"%PDF-1.7\n"), Content::Known("PDF"));
        assert_eq!(Content::of("pdf", b"just a note"), Content::Text);
        assert_eq!(
            Content::of(
                "txt",
                b"PK\x03\x04....[Content_Types].xml...word/document.xml"
            ),
            Content::Known("DOCX")
        );
        assert_eq!(
            Content::of("docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
            Content::Known("a password-protected Office file")
        );
        assert_eq!(Content::of("md", &[0; 100]), Content::Binary);
    }

    #[test]
    fn a_pdf_is_found_behind_junk_but_a_text_about_pdf_is_text() {
        let mut junk = vec![b'\x01'; 3000];
        junk.extend_from_slice(b"%PDF-1.4\n");
        assert_eq!(Content::of("", &junk), Content::Known("PDF"));
        let about = b"# PDF\n\nThe header is `%PDF-1.7`.";
        assert_eq!(Content::of("md", about), Content::Text);
    }

    #[test]
    fn a_web_page_is_known_by_its_start() {
        for page in [
            "<!DOCTYPE HTML><p>x",
            "\u{feff}  <html lang=en>",
            "<?xml version=\"1.0\"?>\n<!-- c -->\n<!doctype html PUBLIC>",
        ] {
            assert_eq!(Content::of("txt", page.as_bytes()), Content::Html, "{page}");
        }
        assert_eq!(Content::of("htm", b"<table><tr><td>x"), Content::Html);
        assert_eq!(Content::of("md", b"<!-- c -->\n# x <html>"), Content::Text);
        assert_eq!(Content::of("xml", b"<htmlx/>"), Content::Text);
    }

    #[test]
    fn stray_controls_do_not_make_text_binary() {
        assert_eq!(
            Content::of("md", b"# A\n\npara \0 and \x1b[31mred"),
            Content::Text
        );
        assert_eq!(Content::of("md", b"+\t[^\0]:d\n\x0b"), Content::Text);
        let utf16: Vec<u8> = "plain".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(Content::of("txt", &utf16), Content::Text);
    }
}
