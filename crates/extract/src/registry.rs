//! The extractor: picks the format that reads a file.

use std::panic::{AssertUnwindSafe, catch_unwind};

use domain::cancel::Cancel;
use domain::error::{Error, Result};
use domain::extracted::ExtractedDocument;
use domain::ports::extractor::Extractor;

use crate::format::{SourceFile, check_size, no_text};
use crate::formats;

/// Every format that can be read, behind the extractor port. Stateless and cheap to make.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registry;

impl Registry {
    /// An extractor of all formats.
    pub fn new() -> Self {
        Self
    }

    /// The names of the formats it reads, such as `Markdown`, in alphabetical order.
    pub fn supported(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = formats::ALL.iter().map(|format| format.name()).collect();
        names.sort_unstable();
        names
    }

    fn unsupported(&self, file: &SourceFile<'_>) -> Error {
        Error::invalid(format!(
            "`{}`: {} (supported: {})",
            file.name,
            file.content.refusal(),
            self.supported().join(", ")
        ))
    }
}

impl Extractor for Registry {
    fn extract(&self, file_name: &str, bytes: &[u8], cancel: &Cancel) -> Result<ExtractedDocument> {
        cancel.check()?;
        if bytes.is_empty() {
            return Err(no_text(file_name));
        }
        let file = SourceFile::inspect(file_name, bytes);
        let format = formats::ALL
            .iter()
            .find(|format| format.claims(&file))
            .ok_or_else(|| self.unsupported(&file))?;
        // A reader that panics is a fault of ours, but one file must not stop a whole batch.
        let document = catch_unwind(AssertUnwindSafe(|| format.read(&file, cancel)))
            .unwrap_or_else(|_| Err(failed(file_name, format.name())))?;
        // Rules and bare list markers are characters, but nothing to read.
        if document.blocks.is_empty() {
            return Err(no_text(file_name));
        }
        Ok(document)
    }

    fn markdown(&self, text: &str, cancel: &Cancel) -> Result<ExtractedDocument> {
        cancel.check()?;
        check_size("the text", text.len())?;
        formats::read_markdown(text.to_owned(), cancel)
    }
    fn blocks(&self, media_type: &str, text: &str, cancel: &Cancel) -> Result<ExtractedDocument> {
        cancel.check()?;
        check_size("the text", text.len())?;
        let known = formats::ALL.iter().find_map(|format| {
            let known = format
                .media_types()
                .iter()
                .find(|known| **known == media_type);
            known.map(|known| (format, *known))
        });
        match known {
            Some((format, known)) => format.blocks(known, text.to_owned(), cancel),
            // Text that a later version stored is still text.
            None => formats::plain_blocks(text.to_owned(), cancel),
        }
    }
}

fn failed(file_name: &str, format: &str) -> Error {
    Error::internal(format!(
        "`{file_name}`: reading it as {format} failed unexpectedly"
    ))
    .hint("please report it, with the file if it can be shared")
}
