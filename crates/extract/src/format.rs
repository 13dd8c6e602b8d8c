//! What a format is: a name, a claim on files, and a reader.

use domain::cancel::Cancel;
use domain::error::{Error, Result};
use domain::extracted::ExtractedDocument;
use domain::limits::TEXT_BYTES_MAX;
use encoding_rs::Encoding;

use crate::decode::decode;
use crate::detect::Content;
use crate::sanitize::sanitize;

/// One file format. Implementations are stateless.
pub(crate) trait Format: Sync {
    /// The format's name as a person says it; part of the list of supported formats.
    fn name(&self) -> &'static str;

    /// The media types that it gives to documents; no two formats share one.
    fn media_types(&self) -> &'static [&'static str];

    /// Whether this format reads `file`. The first format that claims a file gets it.
    fn claims(&self, file: &SourceFile<'_>) -> bool;

    /// Reads `file`.
    ///
    /// # Errors
    /// `Invalid` (damaged, no text), `TooLarge`, `Cancelled`.
    fn read(&self, file: &SourceFile<'_>, cancel: &Cancel) -> Result<ExtractedDocument>;

    /// Finds the blocks of `text`, which [`Format::read`] made and gave `media_type`. The text
    /// stays as it is and the blocks are the same.
    ///
    /// # Errors
    /// `Cancelled`.
    fn blocks(
        &self,
        media_type: &'static str,
        text: String,
        cancel: &Cancel,
    ) -> Result<ExtractedDocument>;
}

/// A file as it is handed in, and what a look at its first bytes says.
pub(crate) struct SourceFile<'a> {
    /// The name as given; errors name the file by it.
    pub name: &'a str,
    /// The whole file.
    pub bytes: &'a [u8],
    /// What the content says the file is.
    pub content: Content,
    /// The lower-case extension without its dot; empty when there is none.
    pub extension: String,
}

impl<'a> SourceFile<'a> {
    /// Looks at the first bytes and the name.
    pub fn inspect(name: &'a str, bytes: &'a [u8]) -> Self {
        let extension = extension(name);
        Self {
            name,
            bytes,
            content: Content::of(&extension, bytes),
            extension,
        }
    }

    /// The last part of the name, after any `/` or `\`.
    pub fn base_name(&self) -> &'a str {
        base_name(self.name)
    }

    /// Decodes and cleans the file. `declared` is the encoding that the file says it has.
    ///
    /// # Errors
    /// `TooLarge` over [`TEXT_BYTES_MAX`], before or after decoding; `Invalid` when nothing but
    /// white space is left.
    pub fn text(&self, declared: Option<&'static Encoding>) -> Result<SourceText> {
        check_size(&format!("`{}`", self.name), self.bytes.len())?;
        let decoded = decode(self.bytes, declared);
        let mut warnings = decoded.warnings;
        let text = sanitize(decoded.text, &mut warnings);
        check_size(&format!("`{}` as UTF-8", self.name), text.len())?;
        if text.trim().is_empty() {
            return Err(no_text(self.name));
        }
        Ok(SourceText { text, warnings })
    }
}

/// Decoded, clean text and what the reader should know about it.
pub(crate) struct SourceText {
    pub text: String,
    pub warnings: Vec<String>,
}

/// The error of a file in which there is nothing to read.
pub(crate) fn no_text(name: &str) -> Error {
    Error::invalid(format!("`{name}` has no text"))
}

/// Refuses `what` when it has more than [`TEXT_BYTES_MAX`] bytes.
pub(crate) fn check_size(what: &str, bytes: usize) -> Result<()> {
    if bytes <= TEXT_BYTES_MAX {
        return Ok(());
    }
    Err(Error::too_large(format!(
        "{what} is {}; the limit is {} for text (text_bytes_max)",
        megabytes(bytes),
        megabytes(TEXT_BYTES_MAX)
    ))
    .hint("split it into smaller files"))
}

/// `bytes` in MB of 1,048,576 bytes, rounded up to one decimal so that it never reads as the limit.
fn megabytes(bytes: usize) -> String {
    let tenths = bytes.saturating_mul(10).div_ceil(1024 * 1024);
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole} MB"),
        (whole, _) if whole >= 100 => format!("{} MB", whole + 1),
        (whole, tenth) => format!("{whole}.{tenth} MB"),
    }
}

fn base_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

fn extension(name: &str) -> String {
    match base_name(name).rsplit_once('.') {
        // A dot file such as `.gitignore` has a name and no extension.
        Some((stem, extension)) if !stem.is_empty() => extension.to_ascii_lowercase(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_is_what_follows_the_last_dot_of_the_last_part() {
        assert_eq!(extension("notes/A.b.MD"), "md");
        assert_eq!(extension("dir.d/README"), "");
        assert_eq!(extension("C:\\x\\.gitignore"), "");
        assert_eq!(extension(""), "");
    }

    #[test]
    fn a_size_over_the_limit_never_reads_as_the_limit() {
        assert_eq!(megabytes(TEXT_BYTES_MAX), "20 MB");
        assert_eq!(megabytes(TEXT_BYTES_MAX + 1), "20.1 MB");
        assert_eq!(megabytes(312 * 1024 * 1024), "312 MB");
        assert_eq!(megabytes(312 * 1024 * 1024 + 1), "313 MB");
    }
}
